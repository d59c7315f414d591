//! Octets to values, as `docs/semantics.md` section 3 says.
//!
//! The decoder keeps the constructs that it has entered on a stack of its own, so that no input overflows the
//! machine's. An error belongs to the construct on top.

use super::header::{self, Extent, form_fits};
use super::{Codec, Decoded, MAX_NESTING, Place, Rules, scalar};
use crate::error::{DecodeError, ErrorCode};
use syntax_graph::first_tags::{FirstTags, Form};
use syntax_graph::{FieldId, Order, Scalar, Tag, TypeId, TypeKind, Value};

/// A construct that has been entered and not yet left.
struct Frame<'g> {
    body: Body<'g>,
    /// Where it starts, as errors tell it.
    start: usize,
    /// Where the next element of its contents starts.
    at: usize,
    /// Where its contents end.
    end: usize,
    /// Where the element behind it starts; none for unions, which end where their arm does.
    next: Option<usize>,
    /// The explicit tags around it, outermost first.
    outer: Vec<Extent>,
    /// Whether it is the value of a recursive field.
    recursive: bool,
    /// The field of its contents that is being decoded.
    field: Option<FieldId>,
}

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
        /// The tag of the known element before.
        before: Option<Tag>,
    },
    Array {
        element: FieldId,
        /// Whether the order of encodings is fixed: SET OF under DER.
        sorted: bool,
        counted: bool,
        /// The element that has been entered.
        entered: Option<usize>,
        /// The encoding of the element before.
        before: Option<(usize, usize)>,
        values: Vec<Value>,
    },
    Union {
        arms: &'g [FieldId],
        extensible: bool,
        chosen: Option<(FieldId, Value)>,
    },
}

/// What a step of a construct comes to.
enum Step<'g> {
    /// A field has been dealt with.
    Again,
    /// A construct inside it has been entered.
    Enter(Frame<'g>),
    /// It is complete.
    Leave(Value),
}

/// What decoding a field comes to.
enum Outcome<'g> {
    /// Its value, and where the next element starts.
    Value(Value, usize),
    /// It is a construct.
    Construct(Frame<'g>),
}

struct Decoder<'c, 'g> {
    codec: &'c Codec<'g>,
    input: &'c [u8],
    /// Recursive fields that have been entered.
    depth: usize,
}

/// Decodes the message at the start of the input.
pub(super) fn decode(codec: &Codec<'_>, root: TypeId, input: &[u8]) -> Result<Decoded, DecodeError> {
    let length = header::message_end(input, codec.rules).map_err(|code| DecodeError {
        code,
        offset: 0,
        path: codec.graph.type_path(root),
    })?;
    let mut decoder = Decoder { codec, input: &input[..length], depth: 0 };
    let mut stack = vec![Frame {
        body: Body::Message { root, value: None },
        start: 0,
        at: 0,
        end: length,
        next: None,
        outer: Vec::new(),
        recursive: false,
        field: None,
    }];
    match decoder.run(&mut stack) {
        Ok(value) => Ok(Decoded { value, length }),
        Err(code) => Err(DecodeError {
            code,
            offset: stack.last().map_or(0, Frame::offset),
            path: path(codec, root, &stack),
        }),
    }
}

impl Frame<'_> {
    /// Where errors in the frame are said to be.
    fn offset(&self) -> usize {
        match self.body {
            Body::Array { entered: Some(start), .. } => start,
            _ => self.start,
        }
    }
}

/// The names of the fields that are being decoded.
fn path(codec: &Codec<'_>, root: TypeId, stack: &[Frame<'_>]) -> String {
    let mut path = codec.graph.type_path(root);
    for frame in stack {
        if let Body::Array { entered, values, .. } = &frame.body {
            if entered.is_some() {
                path.push_str(&format!("[{}]", values.len()));
            }
        } else if let Some(field) = frame.field {
            path.push('.');
            path.push_str(&codec.graph.fields[field].name);
        }
    }
    path
}

impl<'g> Decoder<'_, 'g> {
    /// Runs until the message is complete. On error the stack is left as it is.
    fn run(&mut self, stack: &mut Vec<Frame<'g>>) -> Result<Value, ErrorCode> {
        while let Some(frame) = stack.last_mut() {
            let step = match frame.body {
                Body::Message { .. } => self.step_message(frame)?,
                Body::Sequence { .. } => self.step_sequence(frame)?,
                Body::Set { .. } => self.step_set(frame)?,
                Body::Array { .. } => self.step_array(frame)?,
                Body::Union { .. } => self.step_union(frame)?,
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
                    let Some(parent) = stack.last_mut() else { return Ok(value) };
                    let next = close(&child.outer, child.next.unwrap_or(child.at))?;
                    self.accept(parent, value, next)?;
                }
            }
        }
        unreachable!("the message's frame is left last, with its value")
    }

    /// Decodes a field at the frame's position, or enters it.
    fn field(&self, frame: &mut Frame<'g>, field: FieldId) -> Result<Step<'g>, ErrorCode> {
        frame.field = Some(field);
        let node = &self.codec.graph.fields[field];
        let recursive = self.codec.recursive[field];
        let outcome = self.target(&node.tags, node.target, recursive, (frame.at, frame.end))?;
        self.take(frame, outcome)
    }

    fn take(&self, frame: &mut Frame<'g>, outcome: Outcome<'g>) -> Result<Step<'g>, ErrorCode> {
        match outcome {
            Outcome::Value(value, next) => {
                self.accept(frame, value, next)?;
                Ok(Step::Again)
            }
            Outcome::Construct(child) => Ok(Step::Enter(child)),
        }
    }

    /// Takes the value of the field that has been decoded; the next element starts at `next`.
    fn accept(&self, frame: &mut Frame<'g>, decoded: Value, next: usize) -> Result<(), ErrorCode> {
        let graph = self.codec.graph;
        if let (Body::Sequence { .. } | Body::Set { .. }, Some(field)) = (&frame.body, frame.field)
            && self.codec.rules == Rules::Der
            && graph.default_value(field) == Some(&decoded)
        {
            return Err(ErrorCode::NotCanonical);
        }
        let place = match (&frame.body, frame.field) {
            (Body::Message { root, .. }, _) => Some(Place::Root(*root)),
            (_, field) => field.map(Place::Field),
        };
        if place.is_some_and(|place| !self.codec.permits(place, &decoded)) {
            return Err(ErrorCode::Constraint);
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
            _ => {}
        }
        frame.at = next;
        frame.field = None;
        Ok(())
    }

    fn step_message(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Message { root, value } = &mut frame.body else { unreachable!("called for messages") };
        if let Some(value) = value.take() {
            return Ok(Step::Leave(value));
        }
        let root = *root;
        let tags = &self.codec.graph.types[root].tags;
        let outcome = self.target(tags, root, false, (frame.at, frame.end))?;
        self.take(frame, outcome)
    }

    fn step_sequence(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Sequence { fields, extension, index, values } = &mut frame.body else {
            unreachable!("called for sequences")
        };
        if *extension == Some(*index) {
            while frame.at < frame.end && !self.may_follow(&fields[*index..], frame.at, frame.end) {
                frame.at = header::any_element(self.input, frame.at, frame.end, self.codec.rules)?.next;
            }
            *extension = None;
        }
        let Some(&field) = fields.get(*index) else {
            if frame.at < frame.end {
                return Err(ErrorCode::BadTag);
            }
            return Ok(Step::Leave(Value::Structure(std::mem::take(values))));
        };
        let graph = self.codec.graph;
        let firsts = self.codec.firsts.of_field(field);
        if graph.may_be_absent(field) && !self.begins(firsts, frame.at, frame.end) {
            values.extend(graph.default_value(field).map(|value| (field, value.clone())));
            *index += 1;
            return Ok(Step::Again);
        }
        self.field(frame, field)
    }

    fn step_set(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Set { fields, extensible, values, before } = &mut frame.body else {
            unreachable!("called for sets")
        };
        let (input, graph, rules) = (self.input, self.codec.graph, self.codec.rules);
        let (p, e) = (frame.at, frame.end);
        if p == e {
            let mut present = Vec::new();
            for (&field, value) in fields.iter().zip(std::mem::take(values)) {
                match value.or_else(|| graph.default_value(field).cloned()) {
                    Some(value) => present.push((field, value)),
                    None if graph.may_be_absent(field) => {}
                    None => return Err(ErrorCode::BadTag),
                }
            }
            return Ok(Step::Leave(Value::Structure(present)));
        }
        let known = fields.iter().position(|field| self.begins(self.codec.firsts.of_field(*field), p, e));
        let Some(index) = known else {
            if !*extensible {
                return Err(ErrorCode::BadTag);
            }
            frame.at = header::any_element(input, p, e, rules)?.next;
            return Ok(Step::Again);
        };
        if values[index].is_some() {
            return Err(ErrorCode::BadTag);
        }
        let tag = header::peek(input, p, e).map(|(tag, _)| tag);
        if rules == Rules::Der && tag < *before {
            return Err(ErrorCode::NotCanonical);
        }
        *before = tag;
        let field = fields[index];
        self.field(frame, field)
    }

    fn step_array(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Array { element, sorted, counted, entered, before, values } = &mut frame.body else {
            unreachable!("called for arrays")
        };
        let (input, rules) = (self.input, self.codec.rules);
        if !*counted {
            *counted = true;
            let mut at = frame.at;
            let mut count = 0;
            while at < frame.end {
                *entered = Some(at);
                at = header::any_element(input, at, frame.end, rules)?.next;
                count += 1;
            }
            *entered = None;
            if count > self.codec.limits.elements {
                return Err(ErrorCode::Limit);
            }
        }
        if frame.at == frame.end {
            return Ok(Step::Leave(Value::Array(std::mem::take(values))));
        }
        *entered = Some(frame.at);
        if let (true, Some((start, end))) = (*sorted, *before) {
            let next = header::any_element(input, frame.at, frame.end, rules)?.next;
            if input[start..end] > input[frame.at..next] {
                return Err(ErrorCode::NotCanonical);
            }
        }
        let element = *element;
        self.field(frame, element)
    }

    fn step_union(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Union { arms, extensible, chosen } = &mut frame.body else {
            unreachable!("called for unions")
        };
        if let Some((arm, value)) = chosen.take() {
            return Ok(Step::Leave(Value::Union(arm, Box::new(value))));
        }
        let (p, e) = (frame.at, frame.end);
        let known = arms.iter().find(|arm| self.begins(self.codec.firsts.of_field(**arm), p, e));
        match known {
            Some(&arm) => self.field(frame, arm),
            None if *extensible => {
                frame.at = header::any_element(self.input, p, e, self.codec.rules)?.next;
                Ok(Step::Leave(Value::UnknownArm(self.input[p..frame.at].to_vec())))
            }
            None => Err(ErrorCode::BadTag),
        }
    }

    /// Whether one of the identifiers stands at `p`.
    fn begins(&self, firsts: &FirstTags, p: usize, e: usize) -> bool {
        if p >= e {
            return false;
        }
        let fits = |(tag, constructed)| {
            let mut known = firsts.tags.iter();
            known.any(|first| first.tag == tag && form_fits(first.form, constructed, self.codec.rules))
        };
        (firsts.any && self.input[p] != 0) || header::peek(self.input, p, e).is_some_and(fits)
    }

    /// Whether the element at `p` begins one of the fields, up to and including the first mandatory one.
    fn may_follow(&self, fields: &[FieldId], p: usize, e: usize) -> bool {
        for &field in fields {
            if self.begins(self.codec.firsts.of_field(field), p, e) {
                return true;
            }
            if !self.codec.graph.may_be_absent(field) {
                break;
            }
        }
        false
    }

    /// Decodes a value with these tags between `p` and `e`, or enters it.
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
            Outcome::Construct(Frame { body, start, at, end, next, outer, recursive, field: None })
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
                Ok(Outcome::Value(value, close(&outer, extent.next)?))
            }
            TypeKind::Open(_) => {
                let next = header::any_element(input, p, e, rules)?.next;
                Ok(Outcome::Value(Value::Open(input[p..next].to_vec()), close(&outer, next)?))
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
        // The constructed segments that are open, innermost last: where each ends, and where the next starts.
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

/// Checks that a value fills the explicit tags around it; returns where the element behind them starts.
fn close(outer: &[Extent], next: usize) -> Result<usize, ErrorCode> {
    outer.iter().rev().try_fold(next, |next, extent| {
        if next == extent.end { Ok(extent.next) } else { Err(ErrorCode::BadLength) }
    })
}
