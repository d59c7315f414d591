//! The shared state behind the grammar: linked modules, graph, findings, limits, and the state of each stage.

use crate::asn1::constraints::Constraints;
use crate::asn1::findings::Findings;
use crate::asn1::macros::Macros;
use crate::asn1::names::Names;
use crate::asn1::names::resolve::Program;
use crate::asn1::objects::Objects;
use crate::asn1::parse::basics;
use crate::asn1::rules::Rules;
use crate::asn1::text::tokens::Tokens;
use crate::asn1::types::Types;
use crate::asn1::values::Values;
use syntax_graph::{Diagnostic, Span, SyntaxGraph};

/// How deep lowering may go; what is deeper is refused. The stack of a thread must hold it.
pub const MAX_LOWERING_DEPTH: usize = 250;
/// How many references may follow each other.
pub const MAX_CHAIN: usize = 100;

/// The state of lowering. The fields of a stage's own state are private to its folder.
pub struct Lowering<'a> {
    pub program: &'a Program<'a>,
    pub graph: SyntaxGraph,
    pub findings: Findings,
    pub names: Names<'a>,
    pub macros: Macros<'a>,
    pub types: Types<'a>,
    pub values: Values<'a>,
    pub objects: Objects<'a>,
    pub constraints: Constraints<'a>,
    pub rules: Rules<'a>,
    /// How deep the notation is that is being looked at.
    depth: usize,
    /// How many nodes and fields may be made, so that a small text cannot ask for a graph without end.
    budget: usize,
    exhausted: bool,
}

impl<'a> Lowering<'a> {
    /// An empty graph for these modules.
    pub fn new(program: &'a Program<'a>, tokens: usize) -> Self {
        Self {
            program,
            graph: SyntaxGraph::new(),
            findings: Findings::default(),
            names: Names::new(program),
            macros: Macros::default(),
            types: Types::default(),
            values: Values::new(1000 + tokens),
            objects: Objects::default(),
            constraints: Constraints::default(),
            rules: Rules::default(),
            depth: 0,
            budget: 100_000 + 20 * tokens,
            exhausted: false,
        }
    }

    /// How many nodes and fields may be made.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Records a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.report(diagnostic);
    }

    /// Looks at something aside: what is found on the way belongs to the caller, who keeps or drops it.
    pub fn aside<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> (T, Findings) {
        let before = std::mem::take(&mut self.findings);
        let found = look(self);
        (found, std::mem::replace(&mut self.findings, before))
    }

    /// Looks one level deeper into the notation; none where that would be too deep.
    pub fn deeper<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_LOWERING_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        Some(found)
    }

    /// Whether the graph has grown beyond reason; says so once.
    pub fn over_budget(&mut self, span: Span) -> bool {
        if self.graph.fields.len() + self.graph.types.len() <= self.budget {
            return false;
        }
        if !self.exhausted {
            self.exhausted = true;
            self.report(
                Diagnostic::error(
                    "too-large",
                    span,
                    "this parameterized type leads to too many instances",
                )
                .with_note(
                    "each instance holds several others, so the specification is too large to compile (X.683 \
                         clause 9)",
                ),
            );
        }
        true
    }

    /// Parses lazily read tokens, reporting what is wrong.
    pub fn parsed<T>(&mut self, tokens: Tokens<'a>, parsed: basics::Parsed<'a, T>) -> Option<T> {
        match parsed {
            Ok((_, value)) => Some(value),
            Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                self.report(fault.report(tokens));
                None
            }
            Err(nom::Err::Incomplete(_)) => None,
        }
    }
}
