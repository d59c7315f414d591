//! Decodes BER and DER messages to values, by `docs/semantics.md` section 3.
//!
//! The decoder keeps entered constructs on its own stack, so no input overflows the machine's stack. An error
//! belongs to the construct on top.

mod message;
mod steps;

use super::form::Form;
use super::header::{self, Extent};
use super::scalar;
use crate::codec::{Codec, Decoded, MAX_NESTING, Rules};
use crate::constraint::Place;
use crate::error::{DecodeError, ErrorCode};
use crate::work::Work;
use std::collections::VecDeque;
use syntax_graph::opens::Relation;
use syntax_graph::{FieldId, Order, Scalar, Tag, TypeId, TypeKind, Value};

/// An entered construct. All positions are offsets into the input.
struct Frame<'g> {
    body: Body<'g>,
    /// Its start, which errors report.
    start: usize,
    /// The start of the next element in its contents.
    at: usize,
    /// The end of its contents.
    end: usize,
    /// The start of the element after it; `None` for unions, which end with their arm.
    next: Option<usize>,
    /// The explicit tags around it, outermost first.
    outer: Vec<Extent>,
    /// Whether it is the value of a recursive field.
    recursive: bool,
    /// The field of its contents that is being decoded.
    field: Option<FieldId>,
    /// Its type.
    ty: TypeId,
    /// Open types in it that an enclosing structure will resolve.
    opens: Vec<Unresolved>,
}

/// An open type whose governor has not selected a type yet.
struct Unresolved {
    /// Sort key within a frame: the order of the definition; for a SET, the index of the field.
    order: usize,
    open: TypeId,
    octets: Octets,
}

/// The path from a structure to the value in an open type.
#[derive(Default)]
struct Way {
    fields: Vec<FieldId>,
    /// The rest of the path, if decoding fails inside a filled-in DEFAULT.
    inside: String,
}

/// The bytes of an open type.
#[derive(Clone)]
enum Octets {
    /// Bytes of the message, from a start to an end offset.
    Received(usize, usize),
    /// Bytes from a DEFAULT of the specification.
    FilledIn(Vec<u8>),
}

/// The kind of a construct, with the state of its decoding.
enum Body<'g> {
    /// The message itself.
    Message {
        root: TypeId,
        value: Option<Value>,
    },
    Sequence {
        fields: &'g [FieldId],
        extension: Option<usize>,
        /// The next field.
        index: usize,
        values: Vec<(FieldId, Value)>,
    },
    Set {
        fields: &'g [FieldId],
        extensible: bool,
        values: Vec<Option<Value>>,
        /// The tag of the previous known element.
        before: Option<Tag>,
    },
    Array {
        element: FieldId,
        /// Whether the order of encodings is fixed: SET OF under DER.
        sorted: bool,
        counted: bool,
        /// The number of elements counted so far; 0 once they are counted.
        before_it: usize,
        /// The start of the entered element.
        entered: Option<usize>,
        /// Start and end of the previous element.
        before: Option<(usize, usize)>,
        values: Vec<Value>,
    },
    Union {
        arms: &'g [FieldId],
        extensible: bool,
        chosen: Option<(FieldId, Value)>,
    },
    /// A structure with decoded fields whose open types are being resolved.
    Resolving {
        values: Vec<(FieldId, Value)>,
        /// The remaining work: the arm and its bytes, with the path to it for errors.
        left: VecDeque<(FieldId, Octets, Vec<FieldId>)>,
        /// The path to the current value; empty before and after.
        way: Box<Way>,
        resolved: VecDeque<Value>,
        /// The relations that select an arm, with that arm.
        selected: Vec<(Relation, FieldId)>,
    },
}

/// The result of a step.
enum Step<'g> {
    /// A field is done.
    Again,
    /// An inner construct was entered.
    Enter(Frame<'g>),
    /// The construct is complete.
    Leave(Value),
}

/// The result of decoding a field.
enum Outcome<'g> {
    /// The value, and the start of the next element.
    Value(Value, usize),
    /// The open type of this id: start and end of its bytes, and the start of the next element.
    Open(TypeId, usize, usize, usize),
    /// The field is a construct.
    Construct(Frame<'g>),
}

struct Decoder<'c, 'g> {
    codec: &'c Codec<'g>,
    input: &'c [u8],
    /// Entered recursive fields.
    depth: usize,
    /// Constructs around the current element.
    nested: usize,
    /// Work left for checks of CONTAINING.
    work: &'c Work,
}

/// Decodes the message at the start of the input.
pub(crate) fn decode(codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
    // The decoder ignores bytes beyond the limit.
    let input = &input[..input.len().min(codec.limits.bytes.unwrap_or(usize::MAX))];
    let length = message::extent(codec, root, input)?;
    decode_all(codec, root, &input[..length], &Work::of_message(codec.limits.work, length))
}

/// Decodes the element at the start of the input; its checks share the work limit of a message.
pub(crate) fn decode_within(
    codec: &Codec<'_>,
    root: TypeId,
    input: &[u8],
    work: &Work,
) -> Result<Decoded, DecodeError> {
    match header::message_end(input, codec.rules) {
        Ok(length) => decode_all(codec, root, &input[..length], work),
        Err(fault) => Err(message::refused(codec, root, header::inside(fault))),
    }
}

/// Decodes the value that fills the input.
fn decode_all(codec: &Codec<'_>, root: TypeId, input: &[u8], work: &Work) -> Result<Decoded, DecodeError> {
    let length = input.len();
    let mut decoder = Decoder { codec, input, depth: 0, nested: 0, work };
    let mut stack = vec![Frame {
        body: Body::Message { root, value: None },
        start: 0,
        at: 0,
        end: length,
        next: None,
        outer: Vec::new(),
        recursive: false,
        field: None,
        ty: root,
        opens: Vec::new(),
    }];
    match decoder.run(&mut stack) {
        Ok(value) => Ok(Decoded { value, length }),
        Err(code) => {
            decoder.note_entered(&stack);
            Err(DecodeError {
                code,
                offset: stack.last().map_or(0, Frame::offset),
                bit: 0,
                path: path(codec, root, &stack),
                needed: None,
            })
        }
    }
}

impl Frame<'_> {
    /// Returns the sort key of the current field's open types.
    fn order(&self) -> usize {
        match (&self.body, self.field) {
            (Body::Set { fields, .. }, Some(field)) => {
                fields.iter().position(|candidate| *candidate == field).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Returns the offset that errors in the frame report.
    fn offset(&self) -> usize {
        match self.body {
            Body::Array { entered: Some(start), .. } => start,
            _ => self.start,
        }
    }
}

/// Returns the path of the fields that are being decoded.
fn path(codec: &Codec<'_>, root: TypeId, stack: &[Frame<'_>]) -> String {
    let mut path = codec.graph.type_path(root);
    for frame in stack {
        if let Body::Array { entered, before_it, values, .. } = &frame.body {
            if entered.is_some() {
                path.push_str(&format!("[{}]", before_it + values.len()));
            }
        } else if let Body::Resolving { way, .. } = &frame.body {
            // The path does not number array elements on the way.
            for field in &way.fields {
                let node = &codec.graph.fields[*field];
                if !matches!(codec.graph.types[node.owner].kind, TypeKind::Array(_)) {
                    path.push('.');
                    path.push_str(&node.name);
                }
            }
            path.push_str(&way.inside);
        } else if let Some(field) = frame.field {
            path.push('.');
            path.push_str(&codec.graph.fields[field].name);
        }
    }
    path
}

impl<'g> Decoder<'_, 'g> {
    /// Runs until the message is complete. After an error, the stack still holds the open constructs.
    fn run(&mut self, stack: &mut Vec<Frame<'g>>) -> Result<Value, ErrorCode> {
        while let Some(around) = stack.len().checked_sub(1) {
            self.nested = around;
            let Some(frame) = stack.last_mut() else { break };
            let step = match frame.body {
                Body::Message { .. } => self.step_message(frame)?,
                Body::Sequence { .. } => self.step_sequence(frame)?,
                Body::Set { .. } => self.step_set(frame)?,
                Body::Array { .. } => self.step_array(frame)?,
                Body::Union { .. } => self.step_union(frame)?,
                Body::Resolving { .. } => self.step_resolving(frame)?,
            };
            match step {
                Step::Again => {}
                Step::Enter(child) => {
                    if stack.len() > MAX_NESTING {
                        return Err(ErrorCode::Depth);
                    }
                    self.depth += usize::from(child.recursive);
                    stack.push(child);
                }
                Step::Leave(value) => {
                    let Some(child) = stack.pop() else { break };
                    self.depth -= usize::from(child.recursive);
                    self.nested = stack.len().saturating_sub(1);
                    let Some(parent) = stack.last_mut() else { return Ok(value) };
                    let next = close(&child.outer, child.next.unwrap_or(child.at))?;
                    let value = self.keep(parent, &child.outer, next, value);
                    let order = parent.order();
                    parent.opens.extend(child.opens.into_iter().map(|open| Unresolved { order, ..open }));
                    self.accept(parent, value, next)?;
                }
            }
        }
        unreachable!("the message's frame ends last, with its value")
    }

    /// Records the constructs that are still open, the innermost first.
    fn note_entered(&self, stack: &[Frame<'g>]) {
        for (depth, pair) in stack.windows(2).enumerate().rev() {
            let [outer, inner] = pair else { continue };
            let (field, place) = (outer.field, (inner.start, inner.end));
            // A resolved open type has two frames, as a message and as a value. Only the second is recorded.
            if !matches!(inner.body, Body::Message { .. }) {
                self.codec.note(field, inner.ty, place, depth, None);
            }
        }
    }

    /// Returns the value with its received bytes, if its type keeps them.
    fn keep(&self, parent: &Frame<'g>, outer: &[Extent], next: usize, value: Value) -> Value {
        let graph = self.codec.graph;
        let around = match (&parent.body, parent.field) {
            (Body::Message { root, .. }, _) => graph.tags_around_kept(&graph.types[*root].tags, *root),
            (Body::Resolving { .. }, _) | (_, None) => None,
            (_, Some(field)) => {
                let node = &graph.fields[field];
                graph.tags_around_kept(&node.tags, node.target)
            }
        };
        let (start, end) = match around {
            None => return value,
            Some(0) => (parent.at, next),
            Some(around) => (outer[around - 1].contents, outer[around - 1].end),
        };
        Value::Kept(Box::new(value), self.input[start..end].to_vec())
    }

    /// Returns whether a decoded value equals a default, in any encoding.
    fn is_same(&self, known: &Value, decoded: &Value) -> bool {
        if self.codec.graph.kept.is_empty() {
            return known == decoded;
        }
        let mut decoded = decoded.clone();
        decoded.forget_received();
        *known == decoded
    }

    /// Decodes a field at the frame's position, or enters it.
    fn field(&self, frame: &mut Frame<'g>, field: FieldId) -> Result<Step<'g>, ErrorCode> {
        frame.field = Some(field);
        let node = &self.codec.graph.fields[field];
        let recursive = self.codec.known.recursive[field];
        let outcome = self.target(&node.tags, node.target, recursive, (frame.at, frame.end))?;
        self.take(frame, outcome)
    }

    fn take(&self, frame: &mut Frame<'g>, outcome: Outcome<'g>) -> Result<Step<'g>, ErrorCode> {
        match outcome {
            Outcome::Value(value, next) => {
                self.accept(frame, value, next)?;
                Ok(Step::Again)
            }
            Outcome::Open(open, start, end, next) => {
                if self.codec.known.related.contains(&open) {
                    let octets = Octets::Received(start, end);
                    frame.opens.push(Unresolved { order: frame.order(), open, octets });
                }
                self.accept(frame, Value::Open(self.input[start..end].to_vec()), next)?;
                Ok(Step::Again)
            }
            Outcome::Construct(child) => Ok(Step::Enter(child)),
        }
    }

    /// Checks and stores the value of the current field; the next element starts at `next`.
    fn accept(&self, frame: &mut Frame<'g>, decoded: Value, next: usize) -> Result<(), ErrorCode> {
        let graph = self.codec.graph;
        if let (Body::Sequence { .. } | Body::Set { .. }, Some(field)) = (&frame.body, frame.field)
            && self.codec.rules == Rules::Der
            && graph.default_value(field).is_some_and(|known| self.is_same(known, &decoded))
        {
            return Err(ErrorCode::NotCanonical);
        }
        let place = match (&frame.body, frame.field) {
            (Body::Message { root, .. }, _) => Some(Place::Root(*root)),
            (_, field) => field.map(Place::Field),
        };
        if let Some(place) = place {
            self.codec.check(place, &decoded, self.work)?;
            let ty = match place {
                Place::Root(root) => root,
                Place::Field(field) => graph.fields[field].target,
            };
            self.codec.note(frame.field, ty, (frame.at, next), self.nested, Some(&decoded));
        }
        match (&mut frame.body, frame.field) {
            (Body::Sequence { index, values, .. }, Some(field)) => {
                values.push((field, decoded));
                *index += 1;
            }
            (Body::Set { fields, values, .. }, Some(field)) => {
                if let Some(index) = fields.iter().position(|candidate| *candidate == field) {
                    values[index] = Some(decoded);
                }
            }
            (Body::Array { entered, before, values, .. }, _) => {
                *before = Some((frame.at, next));
                *entered = None;
                values.push(decoded);
            }
            (Body::Union { chosen, .. }, Some(field)) => *chosen = Some((field, decoded)),
            (Body::Message { value, .. }, _) => *value = Some(decoded),
            (Body::Resolving { resolved, .. }, _) => {
                resolved.push_back(decoded);
                return Ok(());
            }
            _ => {}
        }
        frame.at = next;
        frame.field = None;
        Ok(())
    }

    /// Decodes the value with these tags between the offsets `p` and `e`, or enters it if it is a construct.
    fn target(
        &self,
        tags: &[Tag],
        target: TypeId,
        recursive: bool,
        (mut p, mut e): (usize, usize),
    ) -> Result<Outcome<'g>, ErrorCode> {
        let (input, graph, rules) = (self.input, self.codec.graph, self.codec.rules);
        let ty = graph.resolve(target);
        let kind = &graph.types[ty].kind;
        let is_untagged = matches!(kind, TypeKind::Union(_) | TypeKind::Open(_));
        let explicit = if is_untagged { tags.len() } else { tags.len().saturating_sub(1) };
        let mut outer = Vec::new();
        for &tag in &tags[..explicit] {
            let (extent, _) = header::expected(input, (p, e), tag, Form::Constructed, rules)?;
            (p, e) = (extent.contents, extent.end);
            outer.push(extent);
        }
        if recursive && self.depth >= self.codec.limits.depth {
            return Err(ErrorCode::Depth);
        }
        let frame = |body, start, at, end, next, outer| {
            let opens = Vec::new();
            Outcome::Construct(Frame { body, start, at, end, next, outer, recursive, field: None, ty, opens })
        };
        let own = |form| match tags.get(explicit) {
            Some(&tag) => header::expected(input, (p, e), tag, form, rules),
            None => Err(ErrorCode::BadTag),
        };
        match kind {
            TypeKind::Scalar(scalar) => {
                let (extent, constructed) = own(Form::of_type(graph, ty))?;
                let value = if constructed {
                    self.segments(scalar, (extent.contents, extent.end))?
                } else {
                    scalar::decode(scalar, &input[extent.contents..extent.end], rules)?
                };
                self.codec.bounded(kind, &value)?;
                Ok(Outcome::Value(value, close(&outer, extent.next)?))
            }
            TypeKind::Open(_) => {
                let next = header::any_element(input, p, e, rules)?.next;
                self.codec.bounded_bytes(next - p)?;
                Ok(Outcome::Open(ty, p, next, close(&outer, next)?))
            }
            TypeKind::Union(union) => {
                let body = Body::Union { arms: &union.arms, extensible: union.extensible, chosen: None };
                Ok(frame(body, p, p, e, None, outer))
            }
            TypeKind::Structure(structure) => {
                let (extent, _) = own(Form::Constructed)?;
                let fields = structure.fields.as_slice();
                let body = match structure.order {
                    Order::Ordered => Body::Sequence {
                        fields,
                        extension: structure.extension,
                        index: 0,
                        values: Vec::new(),
                    },
                    Order::Unordered => Body::Set {
                        fields,
                        extensible: structure.extension.is_some(),
                        values: vec![None; fields.len()],
                        before: None,
                    },
                };
                Ok(frame(body, p, extent.contents, extent.end, Some(extent.next), outer))
            }
            TypeKind::Array(array) => {
                let (extent, _) = own(Form::Constructed)?;
                let body = Body::Array {
                    element: array.element,
                    sorted: array.order == Order::Unordered && rules == Rules::Der,
                    counted: false,
                    before_it: 0,
                    entered: None,
                    before: None,
                    values: Vec::new(),
                };
                Ok(frame(body, p, extent.contents, extent.end, Some(extent.next), outer))
            }
            TypeKind::Reference(_) => unreachable!("validation refuses cycles of references"),
        }
    }

    /// Joins the segments of a constructed string (X.690 clauses 8.6.4, 8.7.3 and 8.23).
    fn segments(&self, scalar: &Scalar, (start, end): (usize, usize)) -> Result<Value, ErrorCode> {
        let input = self.input;
        let is_bits = matches!(scalar, Scalar::BitString { .. });
        let tag = Tag::universal(if is_bits { 3 } else { 4 });
        let mut octets = Vec::new();
        let mut unused = 0;
        let mut p = start;
        // The open constructed segments, innermost last: the end of each, and the start of the element after it.
        let mut open = vec![(end, end)];
        while let Some(&(end, next)) = open.last() {
            if p == end {
                open.pop();
                p = next;
                continue;
            }
            let is_nested = header::peek(input, p, end) == Some((tag, true));
            if is_nested && self.depth + open.len() > self.codec.limits.depth {
                return Err(ErrorCode::Depth);
            }
            let (extent, _) = header::expected(input, (p, end), tag, Form::Either, Rules::Ber)?;
            if is_nested {
                open.push((extent.end, extent.next));
                p = extent.contents;
                continue;
            }
            let mut segment = &input[extent.contents..extent.end];
            if is_bits {
                if unused > 0 {
                    return Err(ErrorCode::BadValue);
                }
                (segment, unused) = scalar::split_bits(segment)?;
            }
            octets.extend_from_slice(segment);
            p = extent.next;
        }
        Ok(match scalar {
            Scalar::BitString { .. } => scalar::join_bits(octets, unused),
            Scalar::OctetString { .. } => Value::Octets(octets),
            _ => Value::Chars(octets),
        })
    }
}

/// Checks that a value that ends at `next` fills its explicit tags. Returns the start of the element after them.
fn close(outer: &[Extent], next: usize) -> Result<usize, ErrorCode> {
    outer.iter().rev().try_fold(next, |next, extent| {
        if next == extent.end { Ok(extent.next) } else { Err(ErrorCode::BadLength) }
    })
}
