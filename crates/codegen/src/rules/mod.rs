//! The encoding rules, and the only place that selects one.
//!
//! A rule is a folder: it defines the operations of its programs, lowers nodes to programs, prints them as
//! commands and as procedures, configures the runtime and estimates costs. It implements `rule::Rule`; the
//! rest of the crate uses the traits of `erased`, which follow from it. A new rule takes its module and its line in
//! `rules!` below.

// rustfmt and editors do not find modules that a macro declares.
pub mod ber;
mod erased;
#[cfg(feature = "toy-rule")]
pub mod fixed;
pub mod oer;
pub mod per;
mod rule;
pub mod xdr;

use crate::c::runtime::Parts;
pub(crate) use erased::{Code, Encoding, Purpose, Source};
pub(crate) use rule::{Lower, Lowered, Rule, Visited};

/// Declares the rules and selects their folders. A feature may guard a rule.
macro_rules! rules {
    ($($(#[doc = $doc:expr])+ $(#[cfg($if:meta)])? $name:ident = $rule:expr,)+) => {
        /// Encoding rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rules {
            $($(#[doc = $doc])+ $(#[cfg($if)])? $name,)+
        }

        impl Rules {
            /// All encoding rules.
            pub const ALL: &[Self] = &[$($(#[cfg($if)])? Self::$name,)+];

            /// Returns the implementation of these rules.
            pub(crate) fn encoding(self) -> &'static dyn Encoding {
                match self {
                    $($(#[cfg($if)])? Self::$name => &$rule,)+
                }
            }
        }
    };
}

rules! {
    /// Basic: decodes any valid BER, encodes definite and minimal lengths.
    Ber = ber::Ber { rules: Rules::Ber },
    /// Distinguished: decodes strictly, encodes canonically.
    Der = ber::Ber { rules: Rules::Der },
    /// Packed, unaligned.
    Uper = per::Per { is_aligned: false },
    /// Packed, aligned.
    Aper = per::Per { is_aligned: true },
    /// Octets: decodes any valid OER, encodes COER.
    Oer = oer::Oer { is_canonical: false },
    /// Octets, canonical: decodes strictly.
    Coer = oer::Oer { is_canonical: true },
    /// XDR.
    Xdr = xdr::Xdr,
    /// Numbers of fixed width and no tags: a toy, for a test.
    #[cfg(feature = "toy-rule")]
    Fixed = fixed::Fixed,
}

/// Returns the name of each rule's runtime; variants of a rule may have the same name.
pub(crate) fn runtimes() -> impl Iterator<Item = &'static str> {
    Rules::ALL.iter().map(|rules| rules.encoding().runtime())
}

/// Returns the texts of the C runtime for all rules.
pub(crate) fn runtime_sources() -> impl Iterator<Item = &'static str> {
    Rules::ALL.iter().flat_map(|rules| rules.runtime_parts().source)
}

impl Rules {
    /// Returns whether the constant of a root holds its procedures, so that each adds bytes to it.
    pub fn roots_hold_procedures(self) -> bool {
        self.encoding().roots_hold_procedures()
    }

    /// Returns the name of the times of these rules in the cost model: those of a folder have one name.
    pub fn times(self) -> &'static str {
        self.encoding().times()
    }

    /// Returns whether these rules are packed: errors have the place of a bit.
    pub fn is_packed(self) -> bool {
        self.encoding().is_packed()
    }

    /// Returns the parts of the C runtime for these rules.
    pub fn runtime_parts(self) -> Parts {
        self.encoding().runtime_parts()
    }
}
