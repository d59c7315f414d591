//! Emits the interpreter of filters that arrive at run time: `NAME.h` and `NAME.c`, with a checker. What arrives is a blob:
//! a header, then the commands of one filter.

use super::emit::{CLOSING, INCLUDES, joined};
use crate::c::escape::{MADE, lines_of_comment};
use crate::c::wrap::wrapped;
use crate::c::writer::Writer;
use crate::emit::OutputFiles;
use crate::rules::Rules;
use interp_runtime::sources::FILTER;

/// An interpreter of all commands, with a checker, which the folder of an encoding rule describes.
pub struct Engine {
    /// The features of the runtime.
    pub features: Vec<&'static str>,
    /// The runtime of the encoding rule.
    pub runtime: &'static str,
    /// The interpreter.
    pub interpreter: &'static str,
    /// The checker.
    pub checker: &'static str,
    /// The name of the interpreter.
    pub run: &'static str,
}

/// The number of the format of blobs. Another interpreter or another checker needs another number.
pub const FORMAT: u8 = 1;
/// What the commands of a blob are: a filter.
const KIND: u8 = b'f';
/// The octets of the configuration's digest in a header.
const DIGEST: usize = 8;
/// The most octets of commands, as in the checker.
pub const MOST: usize = 1024;

/// What a device's interpreter accepts: the commands of this format for messages of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The encoding rules, as `--rules` names them.
    pub rules: String,
    /// The type of the messages: `Module.Type`.
    pub root: String,
}

impl Configuration {
    /// Returns the text whose SHA-256 is the digest of the configuration.
    pub fn text(&self) -> String {
        format!("stubc filter\nformat {FORMAT}\nrules {}\ntype {}\n", self.rules, self.root)
    }
}

/// Commands with their header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob(pub Vec<u8>);

impl Blob {
    /// Returns the blob of these commands for a device whose configuration has this digest; `None` if there are too many.
    pub fn new(digest: &[u8; 32], commands: &[u8]) -> Option<Self> {
        let header = [&[FORMAT, KIND], &digest[..DIGEST]];
        (commands.len() <= MOST).then(|| Self([&header.concat(), commands].concat()))
    }

    /// Returns whether octets begin like a blob for a device whose configuration has this digest.
    pub fn is_for(octets: &[u8], digest: &[u8; 32]) -> bool {
        octets.starts_with(&[FORMAT, KIND]) && octets[2..].starts_with(&digest[..DIGEST])
    }
}

/// Emits the interpreter and the checker, for a device whose configuration has this digest; `None` if the rules have
/// no interpreter of filters. The first comment of each file holds `banner`.
pub fn engine(rules: Rules, name: &str, banner: &[String], digest: &[u8; 32]) -> Option<OutputFiles> {
    let engine = rules.encoding().filter_engine()?;
    let head = lines_of_comment(&format!("{name}: filters that arrive at run time {MADE}"), banner);
    let header = wrapped(&format!("{head}\n{}", header(name)));
    let parts = [engine.runtime, FILTER, engine.interpreter, engine.checker];
    let source = joined(name, &engine.features, &parts, &functions(name, engine.run, digest));
    let files =
        vec![(format!("{name}.h"), header), (format!("{name}.c"), wrapped(&format!("{head}\n{source}")))];
    Some(OutputFiles { files })
}

fn header(name: &str) -> String {
    let guard = format!("STUBC_FILTER_{}_H", name.to_uppercase());
    let includes = INCLUDES;
    let mut w = Writer::new();
    w.lines(&format!("#ifndef {guard}\n#define {guard}\n\n{includes}"));
    w.line("");
    w.lines(&format!(
        "/* The SHA-256 of what this interpreter accepts, which a request to a service holds. A blob begins with the first
   {} octets of the header. */
extern const uint8_t {name}_header[34];
#define {name}_configuration ({name}_header + 2)

/* The most octets of a blob. */
#define {}_MOST {}

/* Returns whether a blob may be used: it is for this interpreter, and {name}_run reads nothing outside of blob and
   input, and ends, whatever the input is. */
bool {name}_check(const uint8_t *blob, size_t length);

/* Decides about the message at the beginning of the input by a blob that {name}_check accepted. Returns 1 if the
   message passes, 0 if not, STUBC_TRUNCATED if the input ends before the message, or STUBC_OTHER if the message
   must be decoded. */
int {name}_run(const uint8_t *blob, const uint8_t *input, size_t length);

",
        2 + DIGEST,
        name.to_uppercase(),
        2 + DIGEST + MOST,
    ));
    w.lines(CLOSING);
    w.finish()
}

/// Prints the functions of the header. `run` is the interpreter.
fn functions(name: &str, run: &str, digest: &[u8; 32]) -> String {
    let mut w = Writer::new();
    w.block(&format!("const uint8_t {name}_header[{}] =", 2 + digest.len()), "};", |w| {
        w.line(&format!("{FORMAT}, {KIND:#04x}, /* format and kind */"));
        for octets in digest.chunks(16) {
            let octets: Vec<String> = octets.iter().map(|octet| format!("{octet:#04x}")).collect();
            w.line(&format!("{},", octets.join(", ")));
        }
    });
    w.blank();
    let octets = 2 + DIGEST;
    w.function(&format!("bool {name}_check(const uint8_t *blob, size_t length)"), |w| {
        w.line(&format!(
            "return length > {octets} && length <= {most}_MOST && memcmp(blob, {name}_header, {octets}) == 0 && \
             filter_check(blob, {octets}, length);",
            most = name.to_uppercase()
        ));
    });
    w.function(&format!("int {name}_run(const uint8_t *blob, const uint8_t *input, size_t length)"), |w| {
        // C forbids arithmetic on a null pointer.
        w.when("length == 0", |w| w.line("return STUBC_TRUNCATED;"));
        w.line(&format!("return {run}(blob + {octets}, input, input + length);"));
    });
    w.finish()
}
