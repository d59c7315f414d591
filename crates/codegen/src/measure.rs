//! Reads sizes from object files of the target compiler.

use crate::program::techniques::Direction;
use crate::rules::runtime_sources;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, SectionKind, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Sizes of an object file in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectSize {
    /// All allocated sections, including zeros (.bss) and common symbols: the bytes that the cap counts.
    pub counted: u64,
    /// Counted bytes by function or object: those of its own section (`-ffunction-sections -fdata-sections`;
    /// the section's name after its kind), otherwise those of the symbol table.
    pub by_symbol: BTreeMap<String, u64>,
    /// Bytes of the unwind table (.eh_frame) by function, if each has its own section.
    pub frames: BTreeMap<String, u64>,
}

const SHF_ALLOC: u64 = 2;

/// Reads an ELF object. An object for link-time optimization counts with its ordinary code
/// (`-ffat-lto-objects`).
///
/// # Errors
/// A message: the file is not an object, or holds no code (link-time optimization only).
pub fn object_size(data: &[u8]) -> Result<ObjectSize, String> {
    let file = object::File::parse(data).map_err(|error| format!("not an object file: {error}"))?;
    let mut size = ObjectSize::default();
    let mut mixed = BTreeSet::new();
    let mut is_optimized_later = false;
    for section in file.sections() {
        let name = section.name().unwrap_or("");
        is_optimized_later |= name.starts_with(".gnu.lto_");
        let SectionFlags::Elf { sh_flags } = section.flags() else { continue };
        if sh_flags & SHF_ALLOC == 0 {
            continue;
        }
        size.counted += section.size();
        if name == ".eh_frame" {
            size.frames = frames(&file, &section);
        }
        match symbol_of(name) {
            Some(symbol) => *size.by_symbol.entry(symbol.to_owned()).or_default() += section.size(),
            None => {
                mixed.insert(section.index().0);
            }
        }
    }
    if is_optimized_later && size.counted == 0 {
        return Err(
            "the object holds no code: compile without -flto, or with -ffat-lto-objects as well".into()
        );
    }
    for symbol in file.symbols().filter(|symbol| symbol.size() > 0) {
        if symbol.is_common() {
            size.counted += symbol.size();
        }
        if let (Ok(name), Some(section)) = (symbol.name(), symbol.section_index())
            && mixed.contains(&section.0)
        {
            *size.by_symbol.entry(name.to_owned()).or_default() += symbol.size();
        }
    }
    Ok(size)
}

/// Returns the bytes of each entry of an unwind table by the function that it describes. The first relocation
/// after the entry's length and the pointer to its common part is the function's address (System V ABI, AMD64
/// supplement, 4.2.4).
fn frames<'d>(file: &object::File<'d>, section: &object::Section<'d, '_>) -> BTreeMap<String, u64> {
    const ADDRESS: u64 = 8;
    let mut described = BTreeMap::new();
    for (at, relocation) in section.relocations() {
        let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
        let function = file.symbol_by_index(symbol).ok().and_then(|symbol| symbol.section_index());
        described.extend(function.map(|function| (at, function)));
    }
    let mut frames = BTreeMap::new();
    let data = section.data().unwrap_or_default();
    let mut at = 0_usize;
    while let Some(length) = data.get(at..at + 4).and_then(|octets| octets.try_into().ok()) {
        let length =
            if file.is_little_endian() { u32::from_le_bytes(length) } else { u32::from_be_bytes(length) };
        let octets = 4 + u64::from(length);
        let function = described.get(&(at as u64 + ADDRESS)).and_then(|function| {
            let section = file.section_by_index(*function).ok()?;
            symbol_of(section.name().ok()?).map(str::to_owned)
        });
        if let Some(function) = function {
            *frames.entry(function).or_default() += octets;
        }
        at += octets as usize;
    }
    frames
}

/// Returns the symbols that linking the objects together would leave undefined. Returns `None` if one is not an object.
pub fn undefined<'d>(objects: impl IntoIterator<Item = &'d [u8]>) -> Option<BTreeSet<String>> {
    let (mut used, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for data in objects {
        let file = object::File::parse(data).ok()?;
        for symbol in file.symbols() {
            let Ok(name) = symbol.name() else { return None };
            if symbol.is_undefined() && !name.is_empty() {
                used.insert(name.to_owned());
            } else if symbol.is_global() {
                defined.insert(name.to_owned());
            }
        }
    }
    used.retain(|name| !defined.contains(name));
    Some(used)
}

/// Returns the symbols whose addresses tables of an object hold: among them are all functions that are called through
/// tables. Returns none if the file is not an object.
pub fn held_symbols(data: &[u8]) -> BTreeSet<String> {
    let Ok(file) = object::File::parse(data) else { return BTreeSet::new() };
    let starts: BTreeMap<(usize, u64), &str> = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text)
        // The lowest bit of a Thumb function's address is set.
        .filter_map(|symbol| Some(((symbol.section_index()?.0, symbol.address() & !1), symbol.name().ok()?)))
        .collect();
    // Unwind tables name every function.
    let is_table = |section: &object::Section<'_, '_>| {
        matches!(section.kind(), SectionKind::ReadOnlyData | SectionKind::Data)
            && section.name().is_ok_and(|name| name.starts_with(".rodata") || name.starts_with(".data"))
    };
    let mut held = BTreeSet::new();
    for section in file.sections().filter(is_table) {
        let words = section.data().unwrap_or_default();
        for (at, relocation) in section.relocations() {
            let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
            let Ok(symbol) = file.symbol_by_index(symbol) else { continue };
            let mut addend = relocation.addend() as u64;
            if relocation.has_implicit_addend() {
                let word = words.get(at as usize..).and_then(|rest| rest.first_chunk::<4>()).copied();
                let word = word.unwrap_or_default();
                addend = u64::from(if file.is_little_endian() {
                    u32::from_le_bytes(word)
                } else {
                    u32::from_be_bytes(word)
                });
            }
            let name = match (symbol.kind(), symbol.section_index()) {
                (SymbolKind::Section, Some(section)) => starts.get(&(section.0, addend & !1)).copied(),
                _ => symbol.name().ok(),
            };
            held.extend(name.map(str::to_owned));
        }
    }
    held
}

/// Returns the direction that a function of the runtime serves: its first parameter is a decoder or an
/// encoder.
pub fn runtime_side(function: &str) -> Option<Direction> {
    static SIDES: LazyLock<BTreeMap<&str, Direction>> =
        LazyLock::new(|| runtime_sources().flat_map(str::lines).filter_map(side_of_definition).collect());
    // A compiler's variant of a function has a suffix after a dot.
    let function = function.split_once('.').map_or(function, |(name, _)| name);
    SIDES.get(function).copied()
}

/// Returns the name and the direction of the function that this line of C defines, if its first parameter is a
/// decoder or an encoder.
fn side_of_definition(line: &str) -> Option<(&str, Direction)> {
    // A line that starts at the margin is a definition; the return type precedes the name.
    if line.starts_with(' ') {
        return None;
    }
    let sides = [("(stubc_decoder *", Direction::Decode), ("(stubc_encoder *", Direction::Encode)];
    let (at, way) = sides.iter().find_map(|(takes, way)| Some((line.find(takes)?, *way)))?;
    let (_, name) = line[..at].rsplit_once([' ', '*'])?;
    Some((name, way))
}

/// Returns `decode_X` for `.text.decode_X`, `.rodata.decode_X`, `.data.rel.ro.local.decode_X` and the like.
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
    // Without a section for each function, compilers gather functions by their temperature.
    const GATHERED: [&str; 5] = ["unlikely", "hot", "startup", "exit", "unknown"];
    let symbol = KINDS.iter().find_map(|kind| section.strip_prefix(kind))?;
    (!symbol.is_empty() && !GATHERED.contains(&symbol)).then_some(symbol)
}
