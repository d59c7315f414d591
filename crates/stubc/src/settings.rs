//! What the user asks for, independent of where it was said.

use codegen::{Helpers, RpcSides};
use freq_predict::Heuristic;
use std::fmt;
use std::str::FromStr;

pub use size_budget::{Cap, Solver};

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
    /// The name on the command line.
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
}

impl fmt::Display for RulesName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One `--pdu`.
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
                return Err(format!("`{other}` is no direction; write TYPE:decode or TYPE:encode"));
            }
        };
        if name.is_empty() {
            return Err("the name of a type is missing".to_owned());
        }
        Ok(Self { name: name.to_owned(), decode, encode })
    }
}

/// Who chooses the techniques.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The planner.
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

/// Everything that the user asks for.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Specifications: name and text.
    pub specs: Vec<(String, String)>,
    /// Specifications that were added because others import them: no default root comes from them.
    pub includes: Vec<(String, String)>,
    /// The cap; none: fastest.
    pub max_size: Option<Cap>,
    /// Base name of the output files; none: from the first specification.
    pub name: Option<String>,
    /// In front of every symbol.
    pub prefix: String,
    /// Encoding rules; none: BER.
    pub rules: Option<RulesName>,
    /// Roots; empty: from the configuration, else the default ones.
    pub roots: Vec<RootRequest>,
    /// The sides of remote procedure calls that stubs are wanted for.
    pub rpc: RpcSides,
    /// Configuration files: name and text; later ones win.
    pub configs: Vec<(String, String)>,
    /// Profile: name and text.
    pub profile: Option<(String, String)>,
    /// Predictor.
    pub heuristic: Heuristic,
    /// Who chooses.
    pub choice: Choice,
    /// How.
    pub solver: Solver,
    /// Whether the runtime counts executed commands.
    pub count_commands: bool,
    /// Whether the stubs count what they decode and encode, as a profile.
    pub instrument: bool,
    /// Whether values outside the constraints of the specification are errors.
    pub check_constraints: bool,
    /// Errors say the path of the field.
    pub error_paths: bool,
    /// Whether helpers for applications are written and counted.
    pub helpers: Helpers,
    /// Warnings that are not reported, by name ([`crate::lints::WARNINGS`]).
    pub allow: Vec<String>,
    /// Warnings that are errors.
    pub deny: Vec<String>,
    /// Where imported modules have been looked for, for diagnostics.
    pub searched: Vec<String>,
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
