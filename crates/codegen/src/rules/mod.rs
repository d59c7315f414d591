//! The encoding rules, and the one place where one is chosen.
//!
//! A rule is a folder: the operations of its programs, how it lowers nodes to them, prints them as commands and as procedures,
//! configures the runtime and estimates costs. It implements `rule::Rule`; everything outside sees only what follows from
//! that. Its module and its line below are all that makes it known.

// Formatting and editors find modules that are declared outside macros alone.
pub mod ber;
#[cfg(feature = "toy-rule")]
pub mod fixed;
mod rule;
pub mod xdr;

use crate::c::runtime::Parts;
pub(crate) use rule::{Code, Encoding, Lower, Lowered, Rule, Source, Visited};

/// Declares the rules of the folders, and the choice among them. A folder may be compiled with a feature alone.
macro_rules! rules {
    ($($(#[doc = $doc:expr])+ $(#[cfg($if:meta)])? $name:ident = $rule:expr,)+) => {
        /// Encoding rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rules {
            $($(#[doc = $doc])+ $(#[cfg($if)])? $name,)+
        }

        impl Rules {
            /// All of them.
            pub const ALL: &[Self] = &[$($(#[cfg($if)])? Self::$name,)+];

            /// The folder that implements these rules.
            pub(crate) fn encoding(self) -> &'static dyn Encoding {
                match self {
                    $($(#[cfg($if)])? Self::$name => &$rule,)+
                }
            }
        }
    };
}

rules! {
    /// Basic: any valid BER in, definite and minimal out.
    Ber = ber::Ber { rules: Rules::Ber },
    /// Distinguished: strict in, canonical out.
    Der = ber::Ber { rules: Rules::Der },
    /// XDR.
    Xdr = xdr::Xdr,
    /// Numbers of fixed width and no tags: a toy, for a test.
    #[cfg(feature = "toy-rule")]
    Fixed = fixed::Fixed,
}

/// The names of the folders, one for each rule: variants of a rule have one name.
pub(crate) fn folders() -> impl Iterator<Item = &'static str> {
    Rules::ALL.iter().map(|rules| rules.encoding().times())
}

/// The texts of the C runtime for all rules.
pub(crate) fn runtime_sources() -> impl Iterator<Item = &'static str> {
    Rules::ALL.iter().flat_map(|rules| rules.runtime_parts().source)
}

impl Rules {
    /// Whether the constant of a root holds its procedures, so that each adds to it.
    pub fn roots_hold_procedures(self) -> bool {
        self.encoding().roots_hold_procedures()
    }

    /// The parts of the C runtime for these rules.
    pub fn runtime_parts(self) -> Parts {
        self.encoding().runtime_parts()
    }
}
