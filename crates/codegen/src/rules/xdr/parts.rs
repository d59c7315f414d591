//! Parts that both directions share: procedures that cannot fail, cursors, case labels and loops.

use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{Action, Chooser, FieldStep, Model, Needs, Primitive, Program};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::{FloatWidth, IntegerRepr, Scalar};

/// Returns the octets of an element that arrays convert in one go; `None` for other elements.
pub fn block(element: &FieldStep) -> Option<u64> {
    match element.action {
        Action::Primitive(primitive) => match primitive {
            Primitive::Word(IntegerRepr::I32 | IntegerRepr::U32) | Primitive::Float(FloatWidth::Single) => {
                Some(4)
            }
            Primitive::Hyper(_) | Primitive::Float(FloatWidth::Double) => Some(8),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether the elements of an array are converted in one go: words, hypers and floating-point
/// numbers.
pub fn is_block(element: &FieldStep) -> bool {
    block(element).is_some()
}

/// The stubs of a plan that cannot fail, in one direction. Their procedures return nothing: their
/// size is static, and every octet string of that size is a value (on encode: every value has an encoding).
/// The interpreter can always fail.
#[derive(Debug)]
pub struct Failing {
    direction: Direction,
    safe: BTreeSet<Node>,
}

impl Failing {
    /// Examines the procedures of a plan, inner ones first.
    pub fn of(model: &Model<'_>, needs: &Needs, direction: Direction) -> Self {
        let mut failing = Self { direction, safe: BTreeSet::new() };
        for ty in model.layouts.by_value_order(model.graph, &model.types) {
            for node in model.nodes_of(ty) {
                let program = needs.procedures[&direction].get(node);
                if program.is_some_and(|program| !failing.program_can_fail(program)) {
                    failing.safe.insert(*node);
                }
            }
        }
        failing
    }

    /// Returns whether the stub of a node can fail.
    pub fn can_fail(&self, node: Node) -> bool {
        !self.safe.contains(&node)
    }

    /// Returns whether anything in a program can fail. Types of static size have no cycles, so the recursion
    /// ends.
    pub fn program_can_fail(&self, program: &Program) -> bool {
        !program.whole.is_static || program.body.fields().any(|step| self.step_can_fail(step))
    }

    fn step_can_fail(&self, step: &FieldStep) -> bool {
        let own = match &step.action {
            Action::Primitive(primitive) => match primitive {
                Primitive::Counted(_) => true,
                Primitive::Word(IntegerRepr::I32 | IntegerRepr::U32) => false,
                Primitive::Truth | Primitive::Word(_) => self.direction == Direction::Decode,
                _ => false,
            },
            Action::Call(target) => self.can_fail(*target),
            Action::Inline(program) => self.program_can_fail(program),
        };
        // The entry point checks the lead of a scalar root.
        own || step.recursive || step.boxed || (step.field.is_some() && step.op.need > 0)
    }

    /// Returns the C type of a node's procedure.
    pub fn function_type(&self, node: Node) -> &'static str {
        match (self.direction, self.can_fail(node)) {
            (Direction::Decode, true) => "stubc_decode_fn",
            (Direction::Decode, false) => "stubc_read_fn",
            (Direction::Encode, true) => "stubc_encode_fn",
            (Direction::Encode, false) => "stubc_write_fn",
        }
    }

    /// Returns the result type, name and parameters of a function. `fails`: it can fail; `value`: its last
    /// parameter.
    pub fn function(&self, fails: bool, name: &str, value: &str) -> String {
        match (self.direction, fails) {
            (Direction::Decode, true) => {
                format!("const uint8_t *{name}(stubc_decoder *d, const uint8_t *p, {value})")
            }
            (Direction::Decode, false) => format!("void {name}(const uint8_t *p, {value})"),
            (Direction::Encode, true) => format!("uint8_t *{name}(stubc_encoder *c, uint8_t *q, {value})"),
            (Direction::Encode, false) => format!("void {name}(uint8_t *q, {value})"),
        }
    }
}

/// A cursor variable, and the distance from it to the current place.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The variable.
    pub name: &'static str,
    /// The distance in octets.
    pub offset: u64,
}

impl Cursor {
    /// Returns the place as an expression.
    pub fn at(&self) -> String {
        if self.offset == 0 { self.name.to_owned() } else { format!("{} + {}", self.name, self.offset) }
    }

    /// Moves the variable to the place.
    pub fn settle(&mut self, w: &mut crate::c::writer::Writer) {
        if self.offset > 0 {
            w.line(&format!("{} += {};", self.name, self.offset));
            self.offset = 0;
        }
    }
}

/// Returns the labels of an arm; `None` if no value selects it.
pub fn case_labels(model: &Model<'_>, op: &Chooser, arm: usize) -> Option<Vec<String>> {
    if op.default == Some(arm) {
        return Some(vec!["default:".to_owned()]);
    }
    let label = |case| format!("case {}:", case_label(model, &op.discriminant, case));
    let labels: Vec<String> = op.cases[arm].iter().map(label).collect();
    (!labels.is_empty()).then_some(labels)
}

/// Returns the constant of a case, signed like the discriminant.
fn case_label(model: &Model<'_>, discriminant: &FieldStep, number: &BigInt) -> String {
    let target = discriminant.field.map(|field| model.graph.fields[field].target);
    let signed = match target.and_then(|target| model.graph.scalar(target)) {
        Some(Scalar::Integer(integer)) => integer.repr.machine().is_some_and(|(_, signed)| signed),
        _ => true,
    };
    match (signed, number == &BigInt::from(i32::MIN)) {
        (true, true) => "INT32_MIN".to_owned(),
        (true, false) => number.to_string(),
        (false, _) => format!("{number}u"),
    }
}

/// The form of a loop over elements.
#[derive(Clone, Debug)]
pub struct Turns {
    /// The number of elements, as an expression.
    count: String,
    /// The number of elements, if it is fixed.
    known: Option<u64>,
    /// Elements per turn of the unrolled loop; 1: it is not unrolled.
    pub unrolled: u32,
}

impl Turns {
    /// Returns a loop over a fixed number of elements.
    pub fn fixed(count: u64, unrolled: u32) -> Self {
        Self { count: count.to_string(), known: Some(count), unrolled }
    }

    /// Returns a loop over as many elements as a member says.
    pub fn counted(count: &str, unrolled: u32) -> Self {
        Self { count: count.to_owned(), known: None, unrolled }
    }

    /// Returns whether the counter outlives the first loop, and is declared before it.
    pub fn declares(&self) -> bool {
        self.unrolled > 1 && self.head().is_some()
    }

    /// Returns the head of the unrolled loop.
    pub fn unrolled_head(&self) -> String {
        let Self { count, known, unrolled } = self;
        let start = if self.declares() { "" } else { "size_t i = 0" };
        match known.map(|count| count - count % u64::from(*unrolled)) {
            Some(whole) => format!("for ({start}; i < {whole}; i += {unrolled})"),
            None => format!("for ({start}; {count} - i >= {unrolled}; i += {unrolled})"),
        }
    }

    /// Returns the head of the loop over the remaining elements, if any can remain.
    pub fn head(&self) -> Option<String> {
        let Self { count, known, unrolled } = self;
        let start = if *unrolled > 1 { "" } else { "size_t i = 0" };
        let over = *unrolled > 1 && known.is_some_and(|count| count % u64::from(*unrolled) == 0);
        (!over).then(|| format!("for ({start}; i < {count}; i++)"))
    }
}
