//! Checks exception specifications: their values must fit their types (X.680 clause 53).
//!
//! An exception tells an application what to do with unknown values. No other stage uses it.

use crate::asn1::lowering::Lowering;
use crate::asn1::parse::ast::ValueKind;
use std::collections::BTreeSet;
use syntax_graph::Diagnostic;

impl<'a> Lowering<'a> {
    /// Checks the noted exceptions: each is an integer, the name of one, or `Type : value`.
    pub fn check_exceptions(&mut self) {
        let mut seen = BTreeSet::new();
        for (value, scope) in std::mem::take(&mut self.rules.exceptions) {
            if !seen.insert((value.span, scope)) {
                continue;
            }
            match &value.kind {
                ValueKind::Number { .. } => {}
                ValueKind::Reference(_) | ValueKind::Field(..) => {
                    self.integer(&value, scope, &[]);
                }
                ValueKind::Typed(governor, inner) => {
                    self.governed_value(governor, scope, inner, scope);
                }
                _ => {
                    let message = "an exception must be an integer, the name of one, or `Type : value`";
                    let report = Diagnostic::error("exception", value.span, message);
                    self.report(report.with_note("X.680 clause 53"));
                }
            }
        }
    }
}
