//! Octets to values, as `docs/semantics.md` section 3 says.
//!
//! The decoder keeps the constructs that it has entered on a stack of its own, so that no input overflows the
//! machine's. An error belongs to the construct on top.

use super::header::{self, Extent, form_fits};
use super::{Codec, Decoded, Limits, MAX_NESTING, Place, Rules, scalar};
use crate::error::{DecodeError, ErrorCode};
use std::collections::VecDeque;
use syntax_graph::first_tags::{FirstTags, Form};
use syntax_graph::open_defaults;
use syntax_graph::opens::Relation;
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
    /// Its type.
    ty: TypeId,
    /// The open types in it that a structure around them is going to resolve.
    opens: Vec<Unresolved>,
}

/// An open type of which the octets are known.
struct Unresolved {
    /// What sorts those of a frame in the order of the definition: of a SET, the index of the field.
    order: usize,
    open: TypeId,
    octets: Octets,
}

/// The way from a structure to what an open type holds.
#[derive(Default)]
struct Way {
    fields: Vec<FieldId>,
    /// And on from there, in a DEFAULT that is at fault.
    inside: String,
}

/// Where the octets of an open type are.
#[derive(Clone)]
enum Octets {
    /// In the message, from here to there.
    Received(usize, usize),
    /// In a DEFAULT of the specification.
    FilledIn(Vec<u8>),
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
        /// While elements are counted, how many there are so far.
        before_it: usize,
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
    /// A structure whose fields have been decoded and whose open types are being resolved.
    Resolving {
        values: Vec<(FieldId, Value)>,
        /// What is still to be decoded: the arm, and its octets; the fields on the way there are for errors.
        left: VecDeque<(FieldId, Octets, Vec<FieldId>)>,
        /// The way to what is being decoded; none before and after.
        way: Box<Way>,
        resolved: VecDeque<Value>,
        /// The relations that select an arm, and which.
        selected: Vec<(Relation, FieldId)>,
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
    /// The open type of this id: where its octets start and end, and where the next element starts.
    Open(TypeId, usize, usize, usize),
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
        ty: root,
        opens: Vec::new(),
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
    /// What orders the open types of the field that is being decoded among the frame's.
    fn order(&self) -> usize {
        match (&self.body, self.field) {
            (Body::Set { fields, .. }, Some(field)) => {
                fields.iter().position(|candidate| *candidate == field).unwrap_or(0)
            }
            _ => 0,
        }
    }

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
        if let Body::Array { entered, before_it, values, .. } = &frame.body {
            if entered.is_some() {
                path.push_str(&format!("[{}]", before_it + values.len()));
            }
        } else if let Body::Resolving { way, .. } = &frame.body {
            // The elements of arrays on the way are not told apart.
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
    /// Runs until the message is complete. On error the stack is left as it is.
    fn run(&mut self, stack: &mut Vec<Frame<'g>>) -> Result<Value, ErrorCode> {
        while let Some(frame) = stack.last_mut() {
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
                    let Some(parent) = stack.last_mut() else { return Ok(value) };
                    let next = close(&child.outer, child.next.unwrap_or(child.at))?;
                    let value = self.keep(parent, &child.outer, next, value);
                    let order = parent.order();
                    parent.opens.extend(child.opens.into_iter().map(|open| Unresolved { order, ..open }));
                    self.accept(parent, value, next)?;
                }
            }
        }
        unreachable!("the message's frame is left last, with its value")
    }

    /// The value with its octets as received, where its type keeps them.
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

    /// Whether a value is a default, however it was received.
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
            Outcome::Open(open, start, end, next) => {
                if self.codec.related.contains(&open) {
                    let octets = Octets::Received(start, end);
                    frame.opens.push(Unresolved { order: frame.order(), open, octets });
                }
                self.accept(frame, Value::Open(self.input[start..end].to_vec()), next)?;
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
            && graph.default_value(field).is_some_and(|known| self.is_same(known, &decoded))
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

    fn step_message(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Message { root, value } = &mut frame.body else { unreachable!("called for messages") };
        if let Some(value) = value.take() {
            if frame.at < frame.end {
                return Err(ErrorCode::BadLength);
            }
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
            let values = std::mem::take(values);
            return self.complete(frame, values);
        };
        let graph = self.codec.graph;
        let firsts = self.codec.firsts.of_field(field);
        if graph.may_be_absent(field) && !self.begins(firsts, frame.at, frame.end) {
            if let Some(value) = graph.default_value(field) {
                values.push((field, value.clone()));
                frame.opens.extend(self.filled_in(field, 0, value));
            }
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
            for (order, (&field, value)) in fields.iter().zip(std::mem::take(values)).enumerate() {
                match (value, graph.default_value(field)) {
                    (Some(value), _) => present.push((field, value)),
                    (None, Some(value)) => {
                        present.push((field, value.clone()));
                        frame.opens.extend(self.filled_in(field, order, value));
                    }
                    (None, None) if graph.may_be_absent(field) => {}
                    (None, None) => return Err(ErrorCode::BadTag),
                }
            }
            return self.complete(frame, present);
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

    /// The open types in a DEFAULT that is filled in, of which a structure around it has the governor.
    fn filled_in(&self, field: FieldId, order: usize, value: &Value) -> Vec<Unresolved> {
        let found = open_defaults::opens_in(self.codec.graph, self.codec.graph.fields[field].target, value);
        let related = found.into_iter().filter(|(open, _)| self.codec.related.contains(open));
        related
            .map(|(open, octets)| Unresolved { order, open, octets: Octets::FilledIn(octets.to_vec()) })
            .collect()
    }

    /// Leaves a structure whose fields have all been decoded, or begins to resolve its open types.
    fn complete(&self, frame: &mut Frame<'g>, values: Vec<(FieldId, Value)>) -> Result<Step<'g>, ErrorCode> {
        let Some(relations) = self.codec.relations.get(&frame.ty) else { return leave(frame, values) };
        // A SET has its fields in any order, its value in that of the definition.
        frame.opens.sort_by_key(|open| open.order);
        let mut left = VecDeque::new();
        let mut selected = Vec::new();
        for relation in relations {
            if let Some(arm) = relation.selected(self.codec.graph, &values) {
                let found = frame.opens.iter().filter(|open| open.open == relation.open);
                left.extend(found.map(|open| (arm, open.octets.clone(), relation.path.clone())));
                selected.push((relation.clone(), arm));
            }
            frame.opens.retain(|open| open.open != relation.open);
        }
        if left.is_empty() {
            return leave(frame, values);
        }
        frame.field = None;
        frame.body =
            Body::Resolving { values, left, way: Box::default(), resolved: VecDeque::new(), selected };
        Ok(Step::Again)
    }

    fn step_resolving(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Resolving { values, left, way, resolved, selected } = &mut frame.body else {
            unreachable!("called for structures with open types")
        };
        way.fields.clear();
        if let Some((arm, octets, fields)) = left.pop_front() {
            let root = self.codec.graph.fields[arm].target;
            way.fields = fields;
            let Some(depth) = self.codec.limits.depth.checked_sub(self.depth + 1) else {
                return Err(ErrorCode::Depth);
            };
            let (start, end) = match octets {
                Octets::Received(start, end) => (start, end),
                Octets::FilledIn(octets) => {
                    let limits = Limits { depth, ..self.codec.limits };
                    let decoded = self.codec.clone().with_limits(limits).decode_exact(root, &octets);
                    resolved.push_back(decoded.map_err(|error| {
                        let root = self.codec.graph.type_path(root);
                        way.inside = error.path.strip_prefix(&root).unwrap_or_default().to_owned();
                        error.code
                    })?);
                    return Ok(Step::Again);
                }
            };
            return Ok(Step::Enter(Frame {
                body: Body::Message { root, value: None },
                start,
                at: start,
                end,
                next: None,
                outer: Vec::new(),
                recursive: true,
                field: None,
                ty: root,
                opens: Vec::new(),
            }));
        }
        for (relation, arm) in selected {
            relation.for_each(values, &mut |value| {
                if let Some(known) = resolved.pop_front() {
                    *value = Value::Known(*arm, Box::new(known));
                }
            });
        }
        let values = std::mem::take(values);
        leave(frame, values)
    }

    fn step_array(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Array { element, sorted, counted, before_it, entered, before, values } = &mut frame.body
        else {
            unreachable!("called for arrays")
        };
        let (input, rules) = (self.input, self.codec.rules);
        if !*counted {
            *counted = true;
            let mut at = frame.at;
            while at < frame.end {
                *entered = Some(at);
                at = header::any_element(input, at, frame.end, rules)?.next;
                *before_it += 1;
            }
            *entered = None;
            let count = std::mem::take(before_it);
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
                Ok(Outcome::Value(value, close(&outer, extent.next)?))
            }
            TypeKind::Open(_) => {
                let next = header::any_element(input, p, e, rules)?.next;
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

/// Leaves a structure: nothing may be left over in it.
fn leave<'g>(frame: &Frame<'g>, values: Vec<(FieldId, Value)>) -> Result<Step<'g>, ErrorCode> {
    if frame.at < frame.end { Err(ErrorCode::BadTag) } else { Ok(Step::Leave(Value::Structure(values))) }
}

/// Checks that a value fills the explicit tags around it; returns where the element behind them starts.
fn close(outer: &[Extent], next: usize) -> Result<usize, ErrorCode> {
    outer.iter().rev().try_fold(next, |next, extent| {
        if next == extent.end { Ok(extent.next) } else { Err(ErrorCode::BadLength) }
    })
}
