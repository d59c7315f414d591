//! Settings of a compilation, independent of the command line.

use crate::harness::Harness;
use codegen::filter::Form;
use codegen::{Helpers, RpcSides};
use freq_predict::Heuristic;
use std::fmt;
use std::str::FromStr;

pub use size_budget::{Cache, Cap, Solver};

/// Encoding rules by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesName {
    /// Basic encoding rules.
    Ber,
    /// Distinguished encoding rules.
    Der,
    /// Unaligned packed encoding rules.
    Uper,
    /// Aligned packed encoding rules.
    Aper,
    /// Octet encoding rules.
    Oer,
    /// Canonical octet encoding rules.
    Coer,
    /// External data representation.
    Xdr,
}

impl RulesName {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ber => "ber",
            Self::Der => "der",
            Self::Uper => "uper",
            Self::Aper => "aper",
            Self::Oer => "oer",
            Self::Coer => "coer",
            Self::Xdr => "xdr",
        }
    }

    /// Returns whether these are packed rules: variants of PER and OER.
    pub fn is_packed(self) -> bool {
        matches!(self, Self::Uper | Self::Aper | Self::Oer | Self::Coer)
    }
}

impl fmt::Display for RulesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A root named by `--pdu`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRequest {
    /// `Type` or `Module.Type`.
    pub name: String,
    /// Whether it is received.
    pub decode: bool,
    /// Whether it is sent.
    pub encode: bool,
}

impl FromStr for RootRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, direction) = text.split_once(':').map_or((text, None), |(name, way)| (name, Some(way)));
        let (decode, encode) = match direction {
            None => (true, true),
            Some("decode") => (true, false),
            Some("encode") => (false, true),
            Some(other) => {
                return Err(format!("`{other}` is not a direction; write TYPE:decode or TYPE:encode"));
            }
        };
        if name.is_empty() {
            return Err("the name of the type is missing".to_owned());
        }
        Ok(Self { name: name.to_owned(), decode, encode })
    }
}

/// The source of the techniques.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The planner chooses.
    #[default]
    Auto,
    /// Everything is interpreted.
    Interpreted,
    /// Everything is compiled.
    Compiled,
    /// Everything is compiled and inlined, within the limits of the fastest plan.
    Inlined,
    /// A plan file: its name and text.
    Plan(String, String),
}

/// All settings of a compilation.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Specifications: name and text.
    pub specs: Vec<(String, String)>,
    /// Specifications that others import. Default roots never come from them.
    pub includes: Vec<(String, String)>,
    /// The cap; `None` for the fastest plan.
    pub max_size: Option<Cap>,
    /// Base name of the output files; by default the stem of the first specification.
    pub name: Option<String>,
    /// Prefix of every symbol.
    pub prefix: String,
    /// Encoding rules; by default BER for ASN.1 and XDR for .x files.
    pub rules: Option<RulesName>,
    /// Roots; if empty, those of the configuration, or the default ones.
    pub roots: Vec<RootRequest>,
    /// The sides of remote procedure calls that get stubs.
    pub rpc: RpcSides,
    /// Configuration files: name and text; later ones win.
    pub configs: Vec<(String, String)>,
    /// Messages that the report annotates: name and bytes.
    pub messages: Vec<(String, Vec<u8>)>,
    /// The sample messages of shapes: path, as [`crate::shapes::sample_files`] gives it, and bytes.
    pub samples: Vec<(String, Vec<u8>)>,
    /// Profile: name and text.
    pub profile: Option<(String, String)>,
    /// The predictor of frequencies.
    pub heuristic: Heuristic,
    /// The source of the techniques.
    pub choice: Choice,
    /// The planner's algorithm.
    pub solver: Solver,
    /// How much of the code is in the cache when a message arrives.
    pub cache: Cache,
    /// How filters decide whose configuration does not say it.
    pub filters: Form,
    /// Whether the runtime counts executed commands.
    pub count_commands: bool,
    /// Whether the stubs count fields and messages for a profile.
    pub instrument: bool,
    /// Whether values outside the constraints of the specification are errors.
    pub check_constraints: bool,
    /// Whether errors hold the path of the field.
    pub error_paths: bool,
    /// Maximum number of bytes of a decoded string, at least [`codegen::LEAST_MAX_STRING`]; `None` sets no limit.
    pub max_string: Option<u32>,
    /// Whether helpers for applications are written and counted.
    pub helpers: Helpers,
    /// Whether `stubc_plug.h` is written.
    pub plug: bool,
    /// The fuzz target and test that are written beside the stubs.
    pub harness: Option<Harness>,
    /// Names of warnings that are not reported ([`crate::lints::WARNINGS`]).
    pub allow: Vec<String>,
    /// Names of warnings that are errors.
    pub deny: Vec<String>,
    /// The folders searched for imported modules, for diagnostics.
    pub searched: Vec<String>,
}

impl Settings {
    /// Returns whether bytes matter more than time: there is a cap, or a plan file, which a cap may have made.
    pub fn is_bounded(&self) -> bool {
        self.max_size.is_some() || matches!(self.choice, Choice::Plan(..))
    }
}

/// Checks the base name of output files.
///
/// # Errors
/// Names the permitted characters if the name has others.
pub fn c_name(text: &str) -> Result<String, String> {
    let ok = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if ok {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` cannot name files; use letters, digits, _ and -, starting with a letter"))
    }
}

/// Checks a prefix of C names and files.
///
/// # Errors
/// Names the permitted characters if the prefix has others.
pub fn c_prefix(text: &str) -> Result<String, String> {
    let starts = text.is_empty() || text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(text.to_owned())
    } else {
        Err(format!(
            "`{text}` cannot begin a C identifier; use letters, digits and _, starting with a letter"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_read() {
        let root: RootRequest = "M.T:decode".parse().expect("a direction is fine");
        assert!(root.decode && !root.encode && root.name == "M.T");
        assert!("T:both".parse::<RootRequest>().is_err());
    }
}
