//! What both directions ask of programs and print alike.

use crate::program::techniques::Direction;
use crate::rules::xdr::ops::{Action, Chooser, FieldStep, Model, Needs, Primitive, Program};
use crate::stub::Node;
use num_bigint::BigInt;
use std::collections::BTreeSet;
use syntax_graph::{FloatWidth, IntegerRepr, Scalar};

/// Octets of an element that arrays convert in one go; nothing for other elements.
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

/// Whether the elements of an array are converted in one go: words, hypers and floating-point numbers.
pub fn is_block(element: &FieldStep) -> bool {
    block(element).is_some()
}

/// Which stubs of a plan can fail, in one direction. A procedure that cannot returns nothing: its size is static, and
/// every octet string of that size is a value (on encode: every value has an encoding). The interpreter always can.
#[derive(Debug)]
pub struct Failing {
    direction: Direction,
    safe: BTreeSet<Node>,
}

impl Failing {
    /// Goes through the procedures of a plan, inner ones first.
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

    /// Whether the stub of a node can fail.
    pub fn can_fail(&self, node: Node) -> bool {
        !self.safe.contains(&node)
    }

    /// Whether anything in a program can fail. What is of static size nests without cycles.
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
        // A scalar root's lead is checked by the entry point.
        own || step.recursive || step.boxed || (step.field.is_some() && step.op.need > 0)
    }

    /// The C type of a node's procedure.
    pub fn function_type(&self, node: Node) -> &'static str {
        match (self.direction, self.can_fail(node)) {
            (Direction::Decode, true) => "stubc_decode_fn",
            (Direction::Decode, false) => "stubc_read_fn",
            (Direction::Encode, true) => "stubc_encode_fn",
            (Direction::Encode, false) => "stubc_write_fn",
        }
    }

    /// The result, name and parameters of a function that `fails` or cannot; `value`: its last parameter.
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

/// A cursor with what is known to lie between it and the place that is meant.
#[derive(Clone, Debug)]
pub struct Cursor {
    /// The variable.
    pub name: &'static str,
    /// Octets behind it.
    pub offset: u64,
}

impl Cursor {
    /// The place as an expression.
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

/// The labels of an arm; nothing for one that no value selects.
pub fn case_labels(model: &Model<'_>, op: &Chooser, arm: usize) -> Option<Vec<String>> {
    if op.default == Some(arm) {
        return Some(vec!["default:".to_owned()]);
    }
    let label = |case| format!("case {}:", case_label(model, &op.discriminant, case));
    let labels: Vec<String> = op.cases[arm].iter().map(label).collect();
    (!labels.is_empty()).then_some(labels)
}

/// The constant of a case, signed as the discriminant is.
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

/// How a loop over elements turns.
#[derive(Clone, Debug)]
pub struct Turns {
    /// How many elements there are, as an expression.
    count: String,
    /// The same, where it is known.
    known: Option<u64>,
    /// How many elements stand in a turn of the unrolled loop; 1: it is not unrolled.
    pub unrolled: u32,
}

impl Turns {
    /// Over a known number of elements.
    pub fn fixed(count: u64, unrolled: u32) -> Self {
        Self { count: count.to_string(), known: Some(count), unrolled }
    }

    /// Over as many as a member says.
    pub fn counted(count: &str, unrolled: u32) -> Self {
        Self { count: count.to_owned(), known: None, unrolled }
    }

    /// Whether the counter outlives the first loop, and is declared before it.
    pub fn declares(&self) -> bool {
        self.unrolled > 1 && self.head().is_some()
    }

    /// The head of the unrolled loop.
    pub fn unrolled_head(&self) -> String {
        let Self { count, known, unrolled } = self;
        let start = if self.declares() { "" } else { "size_t i = 0" };
        match known.map(|count| count - count % u64::from(*unrolled)) {
            Some(whole) => format!("for ({start}; i < {whole}; i += {unrolled})"),
            None => format!("for ({start}; {count} - i >= {unrolled}; i += {unrolled})"),
        }
    }

    /// The head of the loop over what is left, if anything can be.
    pub fn head(&self) -> Option<String> {
        let Self { count, known, unrolled } = self;
        let start = if *unrolled > 1 { "" } else { "size_t i = 0" };
        let over = *unrolled > 1 && known.is_some_and(|count| count % u64::from(*unrolled) == 0);
        (!over).then(|| format!("for ({start}; i < {count}; i++)"))
    }
}
