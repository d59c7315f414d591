//! One decoding step of each kind of construct: decode the next element, or leave the construct.

use super::{Body, Decoder, Frame, Octets, Step, Unresolved};
use crate::ber::form::Form;
use crate::ber::header::{self, form_fits};
use crate::codec::{Limits, Rules};
use crate::error::ErrorCode;
use std::collections::VecDeque;
use syntax_graph::first_tags::FirstTags;
use syntax_graph::opens::opens_in;
use syntax_graph::{FieldId, Value};

impl<'g> Decoder<'_, 'g> {
    pub(super) fn step_message(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
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

    pub(super) fn step_sequence(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
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
        let firsts = self.codec.known.firsts.of_field(field);
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

    pub(super) fn step_set(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
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
        let known =
            fields.iter().position(|field| self.begins(self.codec.known.firsts.of_field(*field), p, e));
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

    /// Returns the open types in a filled-in DEFAULT whose governor is in an enclosing structure.
    fn filled_in(&self, field: FieldId, order: usize, value: &Value) -> Vec<Unresolved> {
        let found = opens_in(self.codec.graph, self.codec.graph.fields[field].target, value);
        let related = found.into_iter().filter(|(open, _)| self.codec.known.related.contains(open));
        related
            .map(|(open, octets)| Unresolved { order, open, octets: Octets::FilledIn(octets.to_vec()) })
            .collect()
    }

    /// Leaves a structure whose fields are all decoded, or starts to resolve its open types.
    fn complete(&self, frame: &mut Frame<'g>, values: Vec<(FieldId, Value)>) -> Result<Step<'g>, ErrorCode> {
        let Some(relations) = self.codec.known.relations.get(&frame.ty) else { return leave(frame, values) };
        // A SET is encoded in any order, but relations resolve its open types in the order of the definition.
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

    pub(super) fn step_resolving(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
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
                    let codec = self.codec.untraced().with_limits(limits);
                    let decoded =
                        super::decode_within(&codec, root, &octets, self.work).map_err(|error| {
                            let root = self.codec.graph.type_path(root);
                            way.inside = error.path.strip_prefix(&root).unwrap_or_default().to_owned();
                            error.code
                        })?;
                    resolved.push_back(decoded.value);
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

    pub(super) fn step_array(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
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

    pub(super) fn step_union(&self, frame: &mut Frame<'g>) -> Result<Step<'g>, ErrorCode> {
        let Body::Union { arms, extensible, chosen } = &mut frame.body else {
            unreachable!("called for unions")
        };
        if let Some((arm, value)) = chosen.take() {
            return Ok(Step::Leave(Value::Union(arm, Box::new(value))));
        }
        let (p, e) = (frame.at, frame.end);
        let known = arms.iter().find(|arm| self.begins(self.codec.known.firsts.of_field(**arm), p, e));
        match known {
            Some(&arm) => self.field(frame, arm),
            None if *extensible => {
                frame.at = header::any_element(self.input, p, e, self.codec.rules)?.next;
                self.codec.bounded_bytes(frame.at - p)?;
                Ok(Step::Leave(Value::UnknownArm(self.input[p..frame.at].to_vec())))
            }
            None => Err(ErrorCode::BadTag),
        }
    }

    /// Returns whether the element at `p` begins with one of these identifiers.
    pub(super) fn begins(&self, firsts: &FirstTags, p: usize, e: usize) -> bool {
        if p >= e {
            return false;
        }
        let fits = |(tag, constructed)| {
            let mut known = firsts.tags.iter();
            known.any(|first| {
                first.tag == tag
                    && form_fits(Form::of_first(self.codec.graph, *first), constructed, self.codec.rules)
            })
        };
        (firsts.any && self.input[p] != 0) || header::peek(self.input, p, e).is_some_and(fits)
    }

    /// Returns whether the element at `p` starts one of the fields, up to and including the first mandatory
    /// one.
    pub(super) fn may_follow(&self, fields: &[FieldId], p: usize, e: usize) -> bool {
        for &field in fields {
            if self.begins(self.codec.known.firsts.of_field(field), p, e) {
                return true;
            }
            if !self.codec.graph.may_be_absent(field) {
                break;
            }
        }
        false
    }
}

/// Leaves a structure. Bytes that are left in it are an error.
fn leave<'g>(frame: &Frame<'g>, values: Vec<(FieldId, Value)>) -> Result<Step<'g>, ErrorCode> {
    if frame.at < frame.end { Err(ErrorCode::BadTag) } else { Ok(Step::Leave(Value::Structure(values))) }
}
