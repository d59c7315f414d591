//! Blobs: filters and shapes that arrive at run time, as tables with a header. The engine that runs them, and the
//! checker that accepts them, are two files, `NAME.h` and `NAME.c`.

pub(crate) mod filters;
pub(crate) mod shapes;

use crate::c::escape::{MADE, lines_of_comment};
use crate::c::wrap::wrapped;
use crate::c::writer::Writer;
use crate::emit::OutputFiles;
use crate::filter::emit::{CLOSING, INCLUDES, joined};
use crate::rules::Rules;

/// The number of the format of blobs. Another engine or another checker needs another number.
pub const FORMAT: u8 = 1;
/// The octets of the configuration's digest in a header.
const DIGEST: usize = 8;
/// The octets before what the kind of a blob adds to its header: format, kind, digest.
pub const HEADER: usize = 2 + DIGEST;

/// What a blob is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The commands of a filter.
    Filter,
    /// The records of a shape.
    Shape,
}

impl Kind {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Filter => "filter",
            Self::Shape => "shape",
        }
    }

    /// Returns the octet that stands for the kind: a letter.
    fn letter(self) -> u8 {
        self.name().as_bytes()[0]
    }

    /// Returns the most octets of a table that engines accept.
    pub fn most(self) -> usize {
        match self {
            Self::Filter => 1024,
            Self::Shape => 2048,
        }
    }
}

/// What a device's engine accepts: the tables of this kind and format for messages of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// What the engine runs.
    pub kind: Kind,
    /// The encoding rules, as `--rules` names them.
    pub rules: String,
    /// The type of the messages: `Module.Type`.
    pub root: String,
}

impl Configuration {
    /// Returns the text whose SHA-256 is the digest of the configuration.
    pub fn text(&self) -> String {
        let Self { kind, rules, root } = self;
        format!("stubc {}\nformat {FORMAT}\nrules {rules}\ntype {root}\n", kind.name())
    }
}

/// A table with its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob(pub Vec<u8>);

impl Blob {
    /// Returns the blob of a table for a device whose configuration has this digest; `None` if the table is too long.
    /// `more`: what the kind adds to the header.
    pub fn new(kind: Kind, digest: &[u8; 32], more: &[u8], table: &[u8]) -> Option<Self> {
        let header = [&[FORMAT, kind.letter()], &digest[..DIGEST]];
        (table.len() <= kind.most()).then(|| Self([&header.concat(), more, table].concat()))
    }

    /// Returns whether octets begin like a blob of this kind for a device whose configuration has this digest.
    pub fn is_for(octets: &[u8], kind: Kind, digest: &[u8; 32]) -> bool {
        octets.starts_with(&[FORMAT, kind.letter()]) && octets[2..].starts_with(&digest[..DIGEST])
    }
}

/// An engine of all tables of a kind, with a checker. The folder of an encoding rule gives the parts of the runtime.
pub struct Engine {
    /// The kind of its tables.
    pub kind: Kind,
    /// The features of the runtime.
    pub features: Vec<&'static str>,
    /// The parts of the runtime.
    pub runtime: Vec<&'static str>,
    /// The octets of a blob before its table.
    pub header: usize,
    /// Types that its functions take, and declarations of these functions.
    pub declarations: fn(&str) -> String,
    /// The functions.
    pub functions: fn(&str, &mut Writer),
}

/// Emits the engine and the checker of a kind, for a device whose configuration has this digest; `None` if the rules
/// have none. The first comment of each file holds `banner`. `unused`: features that no table for the device needs.
pub fn engine(
    rules: Rules,
    kind: Kind,
    name: &str,
    banner: &[String],
    digest: &[u8; 32],
    unused: &[&str],
) -> Option<OutputFiles> {
    let mut engine = rules.encoding().engine(kind)?;
    engine.features.retain(|feature| !unused.contains(feature));
    let title = format!("{name}: {}s that arrive at run time {MADE}", engine.kind.name());
    let head = lines_of_comment(&title, banner);
    let header = wrapped(&format!("{head}\n{}", header(&engine, name)));
    let mut w = Writer::new();
    w.block(&format!("const uint8_t {name}_header[{}] =", 2 + digest.len()), "};", |w| {
        w.line(&format!("{FORMAT}, {:#04x}, /* format and kind */", engine.kind.letter()));
        for octets in digest.chunks(16) {
            let octets: Vec<String> = octets.iter().map(|octet| format!("{octet:#04x}")).collect();
            w.line(&format!("{},", octets.join(", ")));
        }
    });
    w.blank();
    (engine.functions)(name, &mut w);
    let source = joined(name, &engine.features, &engine.runtime, &w.finish());
    let source = wrapped(&format!("{head}\n{source}"));
    Some(OutputFiles { files: vec![(format!("{name}.h"), header), (format!("{name}.c"), source)] })
}

fn header(engine: &Engine, name: &str) -> String {
    let (kind, upper) = (engine.kind.name(), name.to_uppercase());
    let guard = format!("STUBC_{}_{upper}_H", kind.to_uppercase());
    let mut w = Writer::new();
    w.lines(&format!("#ifndef {guard}\n#define {guard}\n\n{INCLUDES}"));
    w.line("");
    w.lines(&format!(
        "/* The SHA-256 of what this engine accepts, which a request to a service holds. A blob begins with the first
   {HEADER} octets of the header. */
extern const uint8_t {name}_header[34];
#define {name}_configuration ({name}_header + 2)

/* The most octets of a blob. */
#define {upper}_MOST {}

{}",
        engine.header + engine.kind.most(),
        (engine.declarations)(name),
    ));
    w.lines(CLOSING);
    w.finish()
}
