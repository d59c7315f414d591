//! Sizes from object files, as the target compiler made them.

use object::{Object, ObjectSection, SectionFlags, SectionKind};
use std::collections::BTreeMap;

/// What an object file takes on the target, in octets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectSize {
    /// All allocated sections that hold contents: what the cap counts.
    pub counted: u64,
    /// Zero-initialized memory (.bss): reported apart.
    pub zeroed: u64,
    /// Counted octets by function or object, where each has a section of its own
    /// (`-ffunction-sections -fdata-sections`): the part of the section's name behind its kind.
    pub by_symbol: BTreeMap<String, u64>,
}

const SHF_ALLOC: u64 = 2;

/// Reads an ELF object.
///
/// # Errors
/// What is wrong with the file: no object, or one that holds no code (link-time optimization).
pub fn object_size(data: &[u8]) -> Result<ObjectSize, String> {
    let file = object::File::parse(data).map_err(|error| format!("not an object file: {error}"))?;
    let mut size = ObjectSize::default();
    for section in file.sections() {
        let name = section.name().unwrap_or("");
        if name.starts_with(".gnu.lto_") {
            return Err("the object holds no code: compile without -flto".into());
        }
        let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
        if sh_flags & SHF_ALLOC == 0 {
            continue;
        }
        if matches!(section.kind(), SectionKind::UninitializedData | SectionKind::UninitializedTls) {
            size.zeroed += section.size();
            continue;
        }
        size.counted += section.size();
        if let Some(symbol) = symbol_of(name) {
            *size.by_symbol.entry(symbol.to_owned()).or_default() += section.size();
        }
    }
    Ok(size)
}

/// `decode_X` for `.text.decode_X`, `.rodata.decode_X`, `.data.rel.ro.local.decode_X` and the like.
fn symbol_of(section: &str) -> Option<&str> {
    const KINDS: [&str; 8] = [
        ".text.unlikely.",
        ".text.hot.",
        ".text.",
        ".rodata.",
        ".data.rel.ro.local.",
        ".data.rel.ro.",
        ".data.",
        ".ARM.exidx.text.",
    ];
    KINDS.iter().find_map(|kind| section.strip_prefix(kind)).filter(|symbol| !symbol.is_empty())
}
