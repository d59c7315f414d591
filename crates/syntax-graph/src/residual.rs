//! Deduces predicates for the parts of constraints that numbers, sizes and characters cannot express.
//!
//! [`crate::permitted`] deduces numbers, sizes and characters. A predicate never excludes a legal value: unsupported
//! constraints, and parts that later versions may extend, accept every value, inside EXCEPT and outside. So each part
//! is deduced for one side: as a set that contains all values of the part, or as one that contains all others.

mod normal;
mod values;

use crate::constraint::{ComponentConstraint, ComponentPresence, Constraint, Elements, ValueRange};
use crate::graph::{Presence, SyntaxGraph};
use crate::ids::{FieldId, TypeId};
use crate::intervals::Intervals;
use crate::pattern::Pattern;
use crate::permitted::{
    Check, MAX_NESTING, MOST_INCLUDED, code_points, is_comparable, of_alphabet, of_element,
};
use crate::predicate::{Predicate, RealComponents};
use crate::real_end::RealEnd;
use crate::time_values::same_time;
use crate::types::{CharKind, Scalar, TimeKind, TypeKind};
use crate::value::Value;

/// Maximum number of parts in the predicates of one type. Further parts are skipped.
const MOST_PARTS: usize = 20_000;

/// `{joint-iso-itu-t asn1(1) ber-derived(2) distinguished-encoding(1)}` (X.690 clause 12): the object identifier of
/// DER. A DER encoding is also a BER encoding.
const DISTINGUISHED: [u8; 3] = [0x51, 2, 1];

const OTHER_VALUES: &str = "these single values";

impl SyntaxGraph {
    /// Returns the predicate of a type's constraints beyond [`SyntaxGraph::check`]; `None` if there is none.
    pub fn residual(&self, ty: TypeId) -> Option<Predicate> {
        residual(self, ty, &self.constraints_of_type(ty))
    }

    /// Returns the predicate of a field's constraints, those of its type included, beyond [`SyntaxGraph::check_in`];
    /// `None` if there is none.
    pub fn residual_in(&self, field: FieldId) -> Option<Predicate> {
        residual(self, self.fields[field].target, &self.constraints_of_field(field))
    }
}

fn residual(graph: &SyntaxGraph, ty: TypeId, constraints: &[&Constraint]) -> Option<Predicate> {
    let mut deduction = Deduction::new(graph);
    let mut roots = Predicate::anything();
    let mut permitted = Predicate::anything();
    for constraint in constraints {
        // As in `permitted`, a constraint applies to the root of its parent (X.680 clause 50.8).
        let root = Predicate::all([roots.clone(), deduction.root(ty, constraint, true)]);
        permitted = if constraint.extensible { roots } else { root.clone() };
        roots = root;
    }
    let check = graph.check_of(ty, constraints);
    let is_left = |part: &Predicate| !check.as_ref().is_some_and(|check| is_implied(part, check));
    let left = match permitted {
        Predicate::All(parts) => Predicate::all(parts.into_iter().filter(is_left)),
        part if is_left(&part) => part,
        _ => return None,
    };
    (!left.is_anything()).then_some(left)
}

/// Returns whether a check of numbers, sizes and characters implies a predicate.
fn is_implied(predicate: &Predicate, check: &Check) -> bool {
    let outside = |known: &Option<Intervals>, set: &Intervals| {
        known.as_ref().is_some_and(|known| known.intersection(set).is_empty())
    };
    match predicate {
        Predicate::Number(set) | Predicate::Size(set) => outside(&check.number, &set.complement()),
        Predicate::Characters(set) => outside(&check.characters, &set.complement()),
        _ => false,
    }
}

/// Returns the first part of a constraint that no check covers, as a phrase for a diagnostic; `None` if there is none.
pub(crate) fn passed_over(graph: &SyntaxGraph, ty: TypeId, constraint: &Constraint) -> Option<&'static str> {
    let mut deduction = Deduction::new(graph);
    if !constraint.extensible {
        deduction.root(ty, constraint, true);
    }
    deduction.passed_over
}

struct Deduction<'g> {
    graph: &'g SyntaxGraph,
    depth: usize,
    /// Number of contained subtypes that may still be evaluated.
    included: usize,
    /// Number of parts that may still be made.
    parts: usize,
    /// The first part without a check.
    passed_over: Option<&'static str>,
    /// The contained subtype that values in constraints belong to, if it is another kind of string.
    notation: Option<TypeId>,
}

impl<'g> Deduction<'g> {
    fn new(graph: &'g SyntaxGraph) -> Self {
        let (included, parts) = (MOST_INCLUDED, MOST_PARTS);
        Self { graph, depth: 0, included, parts, passed_over: None, notation: None }
    }

    /// Notes a part without a check, and returns the predicate that accepts every value.
    fn pass_over(&mut self, what: &'static str) -> Predicate {
        self.passed_over.get_or_insert(what);
        Predicate::anything()
    }

    /// Returns a predicate for the values that a constraint's root permits, or for those that it excludes.
    fn root(&mut self, ty: TypeId, constraint: &Constraint, within: bool) -> Predicate {
        self.depth += 1;
        let found = match &constraint.root {
            Some(root) if self.depth <= MAX_NESTING => self.elements(ty, root, within),
            Some(_) => self.pass_over("parentheses nested this deeply"),
            None => Predicate::anything(),
        };
        self.depth -= 1;
        found
    }

    /// Evaluates an inner constraint. An extensible one accepts every value.
    fn inner(&mut self, ty: TypeId, constraint: &Constraint, within: bool) -> Predicate {
        if constraint.extensible { Predicate::anything() } else { self.root(ty, constraint, within) }
    }

    fn elements(&mut self, ty: TypeId, elements: &Elements, within: bool) -> Predicate {
        let Some(left) = self.parts.checked_sub(1) else {
            return self.pass_over("constraints this long");
        };
        self.parts = left;
        match elements {
            Elements::Union(parts) => self.either(ty, parts.iter(), within),
            Elements::Intersection(parts) => {
                let parts: Vec<Predicate> =
                    parts.iter().map(|part| self.elements(ty, part, within)).collect();
                joined(parts, within)
            }
            Elements::Except(base, excluded) => {
                let parts = [self.elements(ty, base, within), self.elements(ty, excluded, !within)];
                joined(parts, within)
            }
            Elements::AllExcept(excluded) => self.elements(ty, excluded, !within),
            Elements::Nested(inner) => self.inner(ty, inner, within),
            Elements::Includes(contained) => self.contained(ty, *contained, within),
            Elements::Value(Value::Chars(text)) if self.time(ty).is_some() => self.one_time(ty, text, within),
            Elements::Value(Value::Chars(text)) if is_opaque(self.graph.kind(ty)) => {
                // Other bytes may encode the same characters.
                let same = Predicate::Octets(text.clone());
                where_plain(if within { same } else { same.negated() })
            }
            Elements::Value(value) => match self.equal(ty, value) {
                Some(equal) if within => equal,
                Some(equal) => equal.negated(),
                None => self.pass_over(OTHER_VALUES),
            },
            Elements::Range(range) => self.range(ty, elements, range, within),
            Elements::Size(_) => self.aspect(ty, elements, within),
            Elements::From(alphabet) => self.alphabet(ty, alphabet, within),
            Elements::Component(constraint) => match self.graph.kind(ty) {
                TypeKind::Array(array) => {
                    let target = self.graph.fields[array.element].target;
                    let inner = self.inner(target, constraint, within);
                    every(array.element, inner, within)
                }
                _ => Predicate::anything(),
            },
            Elements::Components { partial, components } => self.components(ty, *partial, components, within),
            Elements::Pattern { expression, .. } => match self.graph.kind(ty) {
                TypeKind::Scalar(Scalar::Characters { kind, .. }) if kind.has_characters() => {
                    self.pattern(expression.as_deref(), within, "this PATTERN")
                }
                _ => self.pass_over("PATTERN of strings of characters that differ in length"),
            },
            Elements::Settings { expression, .. } => match self.graph.kind(ty) {
                TypeKind::Scalar(Scalar::Time(TimeKind::Time)) => {
                    self.pattern(expression.as_deref(), within, "these SETTINGS")
                }
                _ => self.pass_over("SETTINGS of types that imply theirs"),
            },
            Elements::Contents { contained: Some(contained), encoded_by } => match encoded_by {
                None if within => Predicate::Contains(*contained),
                None => Predicate::Contains(*contained).negated(),
                // A decoder of the message's rules also reads DER, but may accept contents that are not DER.
                Some(Value::Oid(rules)) if within && rules[..] == DISTINGUISHED => {
                    Predicate::Contains(*contained)
                }
                Some(_) => self.pass_over("ENCODED BY"),
            },
            Elements::Contents { .. } => self.pass_over("ENCODED BY"),
            // No check can cover prose. The alternatives of tables are in the open types.
            Elements::UserDefined(_) | Elements::Table(_) | Elements::Unknown => Predicate::anything(),
        }
    }

    /// Returns the kind of a time type whose values may have several texts; `None` for other types.
    fn time(&self, ty: TypeId) -> Option<TimeKind> {
        let TypeKind::Scalar(Scalar::Time(kind)) = self.graph.kind(ty) else { return None };
        digits_of(*kind).is_none().then_some(*kind)
    }

    /// Returns a predicate for the texts of one value of such a time, or for all other texts. The latter excludes only
    /// the given text.
    fn one_time(&mut self, ty: TypeId, text: &[u8], within: bool) -> Predicate {
        if !within {
            return Predicate::Octets(text.to_vec()).negated();
        }
        match self.time(ty).and_then(|kind| same_time(kind, text)) {
            Some(same) => same,
            None => self.pass_over("these single values"),
        }
    }

    /// Returns a predicate for the texts that match an expression, or for all others.
    fn pattern(&mut self, expression: Option<&str>, within: bool, what: &'static str) -> Predicate {
        match expression.and_then(Pattern::new) {
            Some(pattern) if within => Predicate::Matches(Box::new(pattern)),
            Some(pattern) => Predicate::Matches(Box::new(pattern)).negated(),
            None => self.pass_over(what),
        }
    }

    fn either<'e>(
        &mut self,
        ty: TypeId,
        parts: impl Iterator<Item = &'e Elements>,
        within: bool,
    ) -> Predicate {
        let parts: Vec<Predicate> = parts.map(|part| self.elements(ty, part, within)).collect();
        joined(parts, !within)
    }

    /// Returns a predicate for the values of another type, by the roots of its constraints (X.680 clause 51.3.4), or
    /// for all other values.
    fn contained(&mut self, ty: TypeId, contained: TypeId, within: bool) -> Predicate {
        let graph = self.graph;
        if !is_comparable(graph, ty, contained) {
            return self.pass_over("the values of another type");
        }
        let Some(left) = self.included.checked_sub(1).filter(|_| self.depth < MAX_NESTING) else {
            return self.pass_over("types that contain this many others");
        };
        self.included = left;
        self.depth += 1;
        let mut parts = Vec::new();
        let notation = self.notation;
        if let (Some(own), Some(other)) = (characters(graph, ty), characters(graph, contained)) {
            self.notation = Some(contained).filter(|_| own != other);
            if let Some(alphabet) = other.alphabet().filter(|_| own != other) {
                let own = Predicate::Characters(code_points(alphabet));
                parts.push(if within { own } else { own.negated() });
            }
        }
        for constraint in graph.constraints_of_type(contained) {
            parts.push(self.root(ty, constraint, within));
        }
        self.notation = notation;
        self.depth -= 1;
        joined(parts, within)
    }

    /// Returns a predicate for the numbers or times between two ends, or for those outside.
    fn range(&mut self, ty: TypeId, elements: &Elements, range: &ValueRange, within: bool) -> Predicate {
        if range.leaves_out_an_extreme() {
            let nothing_said = self.pass_over("the values that `MIN<` and `<MAX` exclude");
            if !within {
                return nothing_said;
            }
        }
        let found = match self.graph.kind(ty) {
            TypeKind::Scalar(Scalar::Real) => {
                let (lower, upper) = (real_end(&range.lower), real_end(&range.upper));
                let Some((lower, upper)) = lower.zip(upper) else {
                    return self.pass_over("numbers with this many digits");
                };
                if lower.is_none() && upper.is_none() {
                    return Predicate::anything();
                }
                let lower = lower.map(|end| (end, range.lower_open));
                Predicate::Real { lower, upper: upper.map(|end| (end, range.upper_open)) }
            }
            TypeKind::Scalar(Scalar::Time(kind)) => match between(*kind, range) {
                Some(found) => found,
                None => return self.pass_over("ranges of TIME and DURATION"),
            },
            _ => return self.aspect(ty, elements, within),
        };
        if within { found } else { found.negated() }
    }

    /// Evaluates a constraint on numbers or a size.
    fn aspect(&mut self, ty: TypeId, elements: &Elements, within: bool) -> Predicate {
        let set = of_element(self.graph, self.notation.unwrap_or(ty), elements, within);
        let said = set.values.map(Predicate::Number).into_iter().chain(set.sizes.map(Predicate::Size));
        let said = Predicate::all(said);
        if said.is_anything() && !within {
            return self.pass_over("these constraints");
        }
        if is_opaque(self.graph.kind(ty)) && !said.is_anything() { where_plain(said) } else { said }
    }

    /// Evaluates a constraint on characters.
    fn alphabet(&mut self, ty: TypeId, alphabet: &Constraint, within: bool) -> Predicate {
        if alphabet.extensible || alphabet.root.is_none() {
            return Predicate::anything();
        }
        let found = of_alphabet(self.graph, self.notation.unwrap_or(ty), alphabet, within);
        let said = match found {
            Some(set) if within => Predicate::Characters(set),
            None if within => return Predicate::anything(),
            // Strings outside have a character that is not in the set.
            set => {
                if set.is_none() {
                    self.pass_over("these alphabets");
                }
                Predicate::Characters(set.unwrap_or_else(Intervals::all).complement()).negated()
            }
        };
        if is_opaque(self.graph.kind(ty)) { where_plain(said) } else { said }
    }

    /// Evaluates inner subtyping of structures and unions (X.680 clause 51.8).
    fn components(
        &mut self,
        ty: TypeId,
        partial: bool,
        components: &[ComponentConstraint],
        within: bool,
    ) -> Predicate {
        let graph = self.graph;
        let ty = graph.resolve(ty);
        let fields = match &graph.types[ty].kind {
            TypeKind::Structure(structure) => &structure.fields[..],
            TypeKind::Union(union) => &union.arms[..],
            TypeKind::Scalar(Scalar::Real) => return self.real_components(components, within),
            _ => return self.pass_over("this WITH COMPONENTS"),
        };
        let is_union = matches!(graph.types[ty].kind, TypeKind::Union(_));
        let has_default = |field: FieldId| matches!(graph.fields[field].presence, Presence::Default(_));
        let mut parts = Vec::new();
        for component in components {
            let field = component.field;
            let optional = graph.fields[field].presence == Presence::Optional;
            // A component that a full specification names without a presence word must be present (clause 51.8.10).
            let implied = (!partial && !is_union && optional).then_some(ComponentPresence::Present);
            match component.presence.or(implied) {
                Some(ComponentPresence::Present) => match self.has(field) {
                    Some(has) => parts.push(has),
                    // Values do not record whether a default was sent.
                    None if has_default(field) && !within => return self.pass_over("defaults that are sent"),
                    None => {}
                },
                Some(ComponentPresence::Absent) => match self.is_absent(field) {
                    Some(absent) => parts.push(absent),
                    None if within => drop(self.pass_over(OTHER_VALUES)),
                    None => return self.pass_over(OTHER_VALUES),
                },
                Some(ComponentPresence::Optional) | None => {}
            }
            if let Some(constraint) = &component.constraint {
                let inner = self.inner(graph.fields[field].target, constraint, within);
                parts.push(if within {
                    Predicate::component(field, inner)
                } else {
                    // The component is present, and does not satisfy its constraint.
                    Predicate::all(self.has(field).into_iter().chain([Predicate::component(field, inner)]))
                        .negated()
                });
            }
        }
        if !partial {
            // Components that are not named here must be absent.
            let named = |field: &FieldId| components.iter().any(|component| component.field == *field);
            for field in fields.iter().filter(|field| !named(field)) {
                if !is_union && graph.fields[*field].presence == Presence::Mandatory {
                    continue;
                }
                match self.is_absent(*field) {
                    Some(absent) => parts.push(absent),
                    None if within => drop(self.pass_over(OTHER_VALUES)),
                    None => return self.pass_over(OTHER_VALUES),
                }
            }
        }
        if within {
            return Predicate::all(parts);
        }
        Predicate::any(parts.into_iter().map(Predicate::negated))
    }

    /// Evaluates inner subtyping of REAL by the mantissa, the base and the exponent of a number (X.680 clause 21.5).
    fn real_components(&mut self, components: &[ComponentConstraint], within: bool) -> Predicate {
        const WHAT: &str = "this WITH COMPONENTS of REAL";
        let all = Intervals::all();
        let mut found = RealComponents { mantissa: all.clone(), base: all.clone(), exponent: all };
        for component in components {
            let field = &self.graph.fields[component.field];
            let Some(constraint) = &component.constraint else { continue };
            // For the outside, this set must contain only components that certainly match.
            let set = match self.inner(field.target, constraint, within) {
                Predicate::Number(set) if within => set,
                Predicate::Number(set) => set.complement(),
                part if part.is_anything() && within => continue,
                part if part.is_anything() => Intervals::of([]),
                _ => return self.pass_over(WHAT),
            };
            match field.name.as_str() {
                "mantissa" => found.mantissa = set,
                "base" => found.base = set,
                _ => found.exponent = set,
            }
        }
        let held = |set: &Intervals, most: u64| {
            let ends = set.intervals().iter().flat_map(|(low, high)| [low, high]);
            set.intervals().len() < 256 && ends.flatten().all(|end| end.magnitude().bits() <= most)
        };
        if !held(&found.mantissa, 62) || !held(&found.exponent, 38) {
            return self.pass_over(WHAT);
        }
        let such = Predicate::RealComponents(found);
        if within {
            return such;
        }
        // Accept zero, which has many components, and infinities, minus zero and NOT-A-NUMBER, which have none.
        let zero = RealEnd::new(&[]).map(|end| (Box::new(end), false));
        let others = (0x40..=0x43).map(|octet| Predicate::Octets(vec![octet]));
        let others = others.chain([Predicate::Real { lower: zero.clone(), upper: zero }, such.negated()]);
        Predicate::any(others)
    }

    /// Returns the predicate that a component or arm is present; `None` if values do not record its presence.
    fn has(&self, field: FieldId) -> Option<Predicate> {
        let is_arm = matches!(self.graph.types[self.graph.fields[field].owner].kind, TypeKind::Union(_));
        let flagged = self.graph.may_be_absent(field) && self.graph.default_value(field).is_none();
        (is_arm || flagged).then_some(Predicate::Has(field))
    }

    /// Returns the predicate that a component is absent or has its default; `None` if it cannot be expressed.
    fn is_absent(&mut self, field: FieldId) -> Option<Predicate> {
        if let Some(has) = self.has(field) {
            return Some(has.negated());
        }
        let default = self.graph.default_value(field)?;
        let equal = self.equal(self.graph.fields[field].target, default)?;
        Some(Predicate::component(field, equal))
    }
}

/// Returns the kind of a type's character strings; `None` for other types.
fn characters(graph: &SyntaxGraph, ty: TypeId) -> Option<CharKind> {
    match graph.kind(ty) {
        TypeKind::Scalar(Scalar::Characters { kind, .. }) => Some(*kind),
        _ => None,
    }
}

/// Returns whether the bytes of these strings do not determine their characters.
fn is_opaque(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Scalar(Scalar::Characters { kind, .. }) if !kind.has_characters())
}

/// Limits a predicate to strings of printable ISO 646 characters, which take one byte in every such type. The result
/// accepts all other strings, which may contain escape sequences.
fn where_plain(said: Predicate) -> Predicate {
    Predicate::any([Predicate::Characters(code_points(&[(0x20, 0x7e)])).negated(), said])
}

/// Returns the end of a range of REAL: `Some(None)` if it is missing, `None` if it is unsupported.
fn real_end(end: &Option<Value>) -> Option<Option<Box<RealEnd>>> {
    match end {
        None => Some(None),
        Some(Value::Real(contents)) => Some(Some(Box::new(RealEnd::new(contents)?))),
        Some(_) => None,
    }
}

/// Returns the number of digits of a time type whose values have one text (X.690 clause 8.26).
fn digits_of(kind: TimeKind) -> Option<usize> {
    match kind {
        TimeKind::Date => Some(8),
        TimeKind::TimeOfDay => Some(6),
        TimeKind::DateTime => Some(14),
        _ => None,
    }
}

/// Returns the predicate for a range of times that are ordered by their digits; `None` for other time types.
fn between(kind: TimeKind, range: &ValueRange) -> Option<Predicate> {
    let digits = digits_of(kind)?;
    let end = |end: &Option<Value>, none: u8| match end {
        None => Some(vec![none; digits]),
        Some(Value::Chars(octets)) if octets.len() == digits => Some(octets.clone()),
        Some(_) => None,
    };
    let (least, most) = (end(&range.lower, b'0')?, end(&range.upper, b'9')?);
    let is_open = |end: &Option<Value>, open: bool| open && end.is_some();
    let open =
        [(&least, is_open(&range.lower, range.lower_open)), (&most, is_open(&range.upper, range.upper_open))];
    let outside = open.into_iter().filter(|(_, open)| *open);
    let outside: Vec<Predicate> = outside.map(|(end, _)| Predicate::Octets(end.clone()).negated()).collect();
    Some(Predicate::all([Predicate::Between(least, most)].into_iter().chain(outside)))
}

/// Returns the conjunction of predicates (`all`), or their disjunction.
fn joined(parts: impl IntoIterator<Item = Predicate>, all: bool) -> Predicate {
    if all { Predicate::all(parts) } else { Predicate::any(parts) }
}

/// Returns the predicate that all elements of an array satisfy `inner`. For the outside, `inner` describes values
/// outside, and the result is that at least one element satisfies it.
fn every(element: FieldId, inner: Predicate, within: bool) -> Predicate {
    if within {
        if inner.is_anything() { inner } else { Predicate::Every(element, Box::new(inner)) }
    } else {
        Predicate::Every(element, Box::new(inner.negated())).negated()
    }
}
