//! Chooses the implementation of the encoding rules; no other file does.

use crate::codec::{Codec, Rule, Rules};
use crate::{ber, oer, per, xdr};
use syntax_graph::ValidGraph;

impl Rules {
    /// Returns the implementation of these rules.
    fn rule(self) -> &'static dyn Rule {
        match self {
            Self::Ber | Self::Der => &ber::Ber,
            Self::Xdr => &xdr::Xdr,
            Self::Uper => &per::Per { is_aligned: false },
            Self::Aper => &per::Per { is_aligned: true },
            Self::Oer => &oer::Oer { is_canonical: false },
            Self::Coer => &oer::Oer { is_canonical: true },
            #[cfg(feature = "toy-rule")]
            Self::Fixed => &crate::fixed::Fixed,
        }
    }
}

impl<'g> Codec<'g> {
    /// Returns a codec with the limits of a fresh context.
    pub fn new(graph: &'g ValidGraph, rules: Rules) -> Self {
        Self::of_rule(graph, rules, rules.rule())
    }

    /// Returns the codec of the defaults of open types, which the graph holds as DER: without limits and checks.
    pub(crate) fn of_defaults(&self) -> Self {
        self.unchecked(Rules::Der, Rules::Der.rule())
    }
}
