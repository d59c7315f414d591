//! Makes random legal values; the same seed gives the same values.

use crate::codec::MAX_NESTING;
use crate::nesting::with_stack;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeMap;
use std::ops::Range;
use syntax_graph::first_tags::{FirstTable, first_tags};
use syntax_graph::opens::{Relation, relations};
use syntax_graph::recursion::recursive_fields;
use syntax_graph::value::oid_contents;
use syntax_graph::{
    Bounds, CharKind, Discriminant, FieldId, FloatWidth, IndexVec, IntegerRepr, OpenAlternative, Presence,
    Scalar, SizeRange, Structure, Tag, TimeKind, TypeId, TypeKind, Union, ValidGraph, Value,
};

/// A small generator of pseudo-random numbers (splitmix64): good enough for tests, the same on every machine.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns a generator for this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.next_u64() % bound }
    }

    /// Returns true with a probability of 1 in `n`.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Returns 0 to `most` random bytes.
    pub fn octets(&mut self, most: u64) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.next_u64() as u8).collect()
    }

    /// Shuffles elements.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for at in (1..elements.len()).rev() {
            elements.swap(at, self.below(at as u64 + 1) as usize);
        }
    }

    fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len() as u64) as usize)
    }
}

/// Returns a random legal value of type `ty`; `None` if every value is nested too deeply for the codec.
/// [`Generator`] is faster for many values.
pub fn random_value(graph: &ValidGraph, ty: TypeId, seed: u64) -> Option<Value> {
    Generator::new(graph).value(ty, seed)
}

/// A generator of random legal values.
///
/// Values keep to ranges, sizes, alphabets and enumerations, and are often at their boundaries. Strings are
/// mostly short, and recursion ends. Extensible types get known alternatives only. An absent DEFAULT field has
/// its default, as in decoded values.
#[derive(Clone, Debug)]
pub struct Generator<'g> {
    graph: &'g ValidGraph,
    /// The least nesting of a value of each type; `None` if it exceeds the codec's.
    least: IndexVec<TypeId, Option<usize>>,
    firsts: FirstTable,
    /// The open types that each structure resolves.
    relations: BTreeMap<TypeId, Vec<Relation>>,
}

/// Maximum number of levels of a value, unless its type needs more.
const USUAL_LEVELS: usize = 24;
/// Approximate number of scalars in a value; beyond it, optional fields are absent.
const USUAL_SIZE: usize = 200;

impl<'g> Generator<'g> {
    /// Returns a generator for the types of a graph.
    pub fn new(graph: &'g ValidGraph) -> Self {
        let relations = relations(graph, &recursive_fields(graph));
        Self { graph, least: least_levels(graph), firsts: first_tags(graph), relations }
    }

    /// Returns the value for `seed`; `None` if every value is nested too deeply for the codec.
    pub fn value(&self, ty: TypeId, seed: u64) -> Option<Value> {
        let levels = self.least[self.graph.resolve(ty)]?.max(USUAL_LEVELS);
        let mut maker = Maker {
            graph: self.graph,
            least: &self.least,
            firsts: &self.firsts,
            relations: &self.relations,
            random: Random::new(seed),
            left: USUAL_SIZE,
            resolved: 0,
        };
        // Skip the first number: nearby seeds start alike.
        maker.random.next_u64();
        Some(with_stack(levels + MOST_RESOLVED * USUAL_LEVELS, || maker.value(ty, levels)))
    }
}

/// Maximum number of nested open types that are resolved; deeper ones have unknown contents.
const MOST_RESOLVED: usize = 4;
/// Maximum number of attempts to make a structure whose governors select possible types only.
const TRIES: usize = 50;

/// Returns the least nesting of a value of each type, from the leaves up.
fn least_levels(graph: &ValidGraph) -> IndexVec<TypeId, Option<usize>> {
    let mut least: IndexVec<TypeId, Option<usize>> = IndexVec::filled(None, graph.types.len());
    for _ in 0..MAX_NESTING {
        let mut changed = false;
        for ty in graph.types.ids() {
            let of_field = |field: FieldId| least[graph.resolve(graph.fields[field].target)];
            let found = match &graph.types[ty].kind {
                TypeKind::Scalar(_) | TypeKind::Open(_) => Some(1),
                TypeKind::Reference(target) => least[graph.resolve(*target)],
                TypeKind::Array(array) if array.size.min == 0 => Some(1),
                TypeKind::Array(array) => of_field(array.element).map(|least| least + 1),
                TypeKind::Union(union) => {
                    union.arms.iter().filter_map(|arm| of_field(*arm)).min().map(|least| least + 1)
                }
                TypeKind::Structure(structure) => structure
                    .fields
                    .iter()
                    .filter(|field| !graph.may_be_absent(**field))
                    .try_fold(0, |most: usize, field| Some(most.max(of_field(*field)?)))
                    .map(|least| least + 1),
            };
            if found.is_some() && least[ty].is_none() {
                least[ty] = found;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for least in least.iter_mut() {
        *least = least.filter(|least| *least <= MAX_NESTING);
    }
    least
}

struct Maker<'a, 'g> {
    graph: &'g ValidGraph,
    least: &'a IndexVec<TypeId, Option<usize>>,
    firsts: &'a FirstTable,
    relations: &'a BTreeMap<TypeId, Vec<Relation>>,
    random: Random,
    /// Scalars that may still be made.
    left: usize,
    /// Resolved open types around the current value.
    resolved: usize,
}

impl Maker<'_, '_> {
    /// Returns whether a value of the field's type fits the levels.
    fn fits(&self, field: FieldId, levels: usize) -> bool {
        let target = self.graph.resolve(self.graph.fields[field].target);
        self.least[target].is_some_and(|least| least <= levels)
    }

    fn field(&mut self, field: FieldId, levels: usize) -> Value {
        self.value(self.graph.fields[field].target, levels)
    }

    /// Returns values for the fields of a structure, with unresolved open types.
    fn fields(&mut self, structure: &Structure, inside: usize) -> Vec<(FieldId, Value)> {
        let graph = self.graph;
        let fields = &structure.fields;
        let mut values = Vec::new();
        let mut group: Option<(&Range<usize>, bool)> = None;
        for (at, &field) in fields.iter().enumerate() {
            if let Some(begun) = structure.groups.iter().find(|group| group.start == at) {
                group = Some((
                    begun,
                    self.left > 0 && self.random.one_in(2) && self.group_fits(structure, begun, inside),
                ));
            }
            let is_chosen =
                |this: &mut Self| this.left > 0 && this.fits(field, inside) && this.random.one_in(2);
            let is_wanted = match group.filter(|(group, _)| group.contains(&at)) {
                // A group is present with all its mandatory fields, or absent.
                Some((_, is_present)) => {
                    is_present && (graph.fields[field].presence == Presence::Mandatory || is_chosen(self))
                }
                None => !graph.may_be_absent(field) || is_chosen(self),
            };
            if is_wanted {
                values.push((field, self.told_apart(fields, field, inside)));
            } else if let Some(value) = graph.default_value(field) {
                values.push((field, value.clone()));
            }
        }
        values
    }

    /// Returns whether values of the mandatory fields of a group fit the levels.
    fn group_fits(&self, structure: &Structure, group: &Range<usize>, levels: usize) -> bool {
        let mut fields = structure.fields[group.clone()].iter();
        fields.all(|field| {
            self.graph.fields[*field].presence != Presence::Mandatory || self.fits(*field, levels)
        })
    }

    /// Resolves the open types of a structure. Mostly makes each governor select a type that the open type can
    /// hold, and adds a value of it. Returns false if a governor selects a type that the open type cannot hold.
    fn resolve(
        &mut self,
        structure: TypeId,
        values: &mut [(FieldId, Value)],
        inside: usize,
        tries: usize,
    ) -> bool {
        let (graph, relations) = (self.graph, self.relations);
        let Some(relations) = relations.get(&structure) else { return true };
        for relation in relations {
            let TypeKind::Open(open) = &graph.types[relation.open].kind else { continue };
            let possible: Vec<&OpenAlternative> = open
                .alternatives
                .iter()
                .filter(|alternative| self.can_hold(relation, alternative.target, inside))
                .collect();
            if self.left > 0
                && (self.random.below(4) > 0 || tries < TRIES / 2)
                && let Some(alternative) = self.random.choose(&possible)
                && let Some(governor) = relation.governor_mut(values)
            {
                *governor = alternative.identifier.clone();
            }
        }
        let selected: Vec<(&Relation, FieldId)> = relations
            .iter()
            .filter_map(|relation| Some((relation, relation.selected(graph, values)?)))
            .collect();
        let target = |arm: FieldId| graph.fields[arm].target;
        if selected.iter().any(|(relation, arm)| !self.can_hold(relation, target(*arm), inside)) {
            return false;
        }
        self.resolved += 1;
        for (relation, arm) in selected {
            relation.for_each(values, &mut |value| {
                *value = Value::Known(arm, Box::new(self.value(target(arm), inside)));
            });
        }
        self.resolved -= 1;
        true
    }

    /// Returns whether an open type can hold a value of this type: the value is not nested too deeply, and an
    /// untagged open type does not begin like another field.
    fn can_hold(&self, relation: &Relation, target: TypeId, levels: usize) -> bool {
        let graph = self.graph;
        let fits = self.resolved < MOST_RESOLVED
            && self.least[graph.resolve(target)].is_some_and(|least| least <= levels);
        let Some(&field) = relation.path.last() else { return false };
        let own = self.firsts.of_type(target);
        let mut others = graph.fields_of(graph.fields[field].owner).iter().filter(|other| **other != field);
        fits && (!graph.fields[field].tags.is_empty()
            || !others.any(|other| {
                own.any || own.tags.iter().any(|first| self.firsts.of_field(*other).contains(first.tag))
            }))
    }

    /// Returns a value for one of the fields. An untagged open type does not begin like another field.
    fn told_apart(&mut self, fields: &[FieldId], field: FieldId, levels: usize) -> Value {
        const DISTINCT: [u8; 2] = [0xdd, 0];
        let value = self.field(field, levels);
        if let Value::Open(octets) = &value
            && self.graph.fields[field].tags.is_empty()
        {
            // `element` makes universal tags below 31.
            let tag = Tag::universal(octets.first().map_or(0, |octet| u32::from(octet & 0x1f)));
            let mut others = fields.iter().filter(|other| **other != field);
            if others.any(|other| self.firsts.of_field(*other).contains(tag)) {
                return Value::Open(DISTINCT.to_vec());
            }
        }
        value
    }

    fn value(&mut self, ty: TypeId, levels: usize) -> Value {
        let graph = self.graph;
        let inside = levels.saturating_sub(1);
        match graph.kind(ty) {
            TypeKind::Scalar(scalar) => {
                self.left = self.left.saturating_sub(1);
                self.scalar(scalar)
            }
            TypeKind::Open(_) | TypeKind::Reference(_) => {
                self.left = self.left.saturating_sub(1);
                Value::Open(self.element(2))
            }
            TypeKind::Structure(structure) => {
                let mut tries = TRIES;
                loop {
                    let mut values = self.fields(structure, inside);
                    tries -= 1;
                    if self.resolve(graph.resolve(ty), &mut values, inside, tries) || tries == 0 {
                        return Value::Structure(values);
                    }
                }
            }
            TypeKind::Union(Union { arms, discriminant: Some(known), .. }) => {
                self.switch(arms, known, levels)
            }
            TypeKind::Union(union) => {
                let near = if self.left > 0 { inside } else { inside.min(3) };
                let mut arms: Vec<FieldId> =
                    union.arms.iter().copied().filter(|arm| self.fits(*arm, near)).collect();
                if arms.is_empty() {
                    let least = |arm: &FieldId| self.least[graph.resolve(graph.fields[*arm].target)];
                    let arm = union.arms.iter().copied().filter(|arm| least(arm).is_some()).min_by_key(least);
                    arms.extend(arm);
                }
                match self.random.choose(&arms).copied() {
                    Some(arm) => Value::Union(arm, Box::new(self.told_apart(&union.arms, arm, inside))),
                    None => Value::UnknownArm(self.element(1)),
                }
            }
            TypeKind::Array(array) => {
                let mut count = if self.left > 0 { self.size(&array.size, 4) } else { array.size.min };
                if !self.fits(array.element, inside) {
                    count = array.size.min;
                }
                Value::Array((0..count).map(|_| self.field(array.element, inside)).collect())
            }
        }
    }

    /// Returns a discriminated union with any of its cases, or rarely with a value that none of them covers.
    fn switch(&mut self, arms: &[FieldId], known: &Discriminant, levels: usize) -> Value {
        let inside = levels.saturating_sub(1);
        let near = if self.left > 0 { inside } else { inside.min(3) };
        let fitting: Vec<usize> = (0..arms.len()).filter(|arm| self.fits(arms[*arm], near)).collect();
        let least = |arm: &usize| self.least[self.graph.resolve(self.graph.fields[arms[*arm]].target)];
        let shallowest = (0..arms.len()).filter(|arm| least(arm).is_some()).min_by_key(least);
        let index = self.random.choose(&fitting).copied().or(shallowest).unwrap_or(0);
        let arm = arms[index];
        let mut discriminant = self.random.choose(&known.cases[index]).cloned();
        if known.default == Some(arm) && (discriminant.is_none() || self.random.one_in(2)) {
            let target = self.graph.fields[known.field].target;
            // The default arm takes any other value of the discriminant's type, and a BOOLEAN has only two.
            let others = match self.graph.scalar(target) {
                Some(Scalar::Boolean) => 0..=1,
                _ => 0..=i64::from(i32::MAX),
            };
            let from = self.random.below(3) as i64;
            let other = others
                .map(BigInt::from)
                .skip(from as usize)
                .find(|number| known.cases.iter().flatten().all(|case| case != number));
            discriminant = other.or(discriminant);
        }
        let value = Box::new(self.field(arm, inside));
        Value::Switch { discriminant: discriminant.unwrap_or_default(), arm, value }
    }

    /// Returns a well-formed element.
    fn element(&mut self, levels: usize) -> Vec<u8> {
        let mut octets = Vec::new();
        if levels > 1 && self.random.one_in(3) {
            let contents: Vec<u8> =
                (0..self.random.below(3)).flat_map(|_| self.element(levels - 1)).collect();
            octets.extend([0x30, contents.len() as u8]);
            octets.extend(contents);
        } else {
            let contents = self.random.octets(12);
            octets.extend([0x04, contents.len() as u8]);
            octets.extend(contents);
        }
        octets
    }

    /// Returns a legal size, mostly at most `usual` above the least.
    fn size(&mut self, size: &SizeRange, usual: u64) -> u64 {
        const LONG: u64 = 300;
        let most = size.max.unwrap_or(u64::MAX).min(size.min.saturating_add(LONG)).max(size.min);
        match self.random.below(16) {
            0 => size.min,
            1 if size.max.is_some_and(|max| max <= usual * 16) => most,
            2 if usual > 4 => size.min + self.random.below(most - size.min + 1),
            _ => size.min + self.random.below((most - size.min).min(usual) + 1),
        }
    }

    fn scalar(&mut self, scalar: &Scalar) -> Value {
        match scalar {
            Scalar::Boolean => Value::Boolean(self.random.one_in(2)),
            Scalar::Integer(integer) => Value::Integer(self.integer(&integer.range, integer.repr)),
            Scalar::Enumerated(enumeration) => {
                let item = self.random.choose(&enumeration.items);
                Value::Integer(item.map_or_else(BigInt::default, |item| item.1.clone()))
            }
            Scalar::Real => Value::Real(match self.random.below(4) {
                0 => Vec::new(),
                1 => vec![0x40],
                2 => b"\x0315.E-1".to_vec(),
                _ => vec![0x80, self.random.next_u64() as u8, self.random.next_u64() as u8 | 1],
            }),
            Scalar::Float(width) => Value::Real(self.float(*width)),
            Scalar::BitString { named, size } => self.bits(!named.is_empty(), size),
            Scalar::OctetString { size } => {
                let length = self.size(size, 12);
                Value::Octets((0..length).map(|_| self.random.next_u64() as u8).collect())
            }
            Scalar::Null => Value::Null,
            Scalar::ObjectIdentifier => self.oid(false),
            Scalar::RelativeOid => self.oid(true),
            Scalar::Characters { kind, size, alphabet } => {
                let length = self.size(size, 12);
                Value::Chars((0..length).flat_map(|_| self.character(*kind, alphabet.as_deref())).collect())
            }
            Scalar::Time(kind) => Value::Chars(self.time(*kind).into_bytes()),
        }
    }

    fn integer(&mut self, range: &Bounds, repr: IntegerRepr) -> BigInt {
        let limits = repr.limits();
        let far = BigInt::from(1) << 140;
        let min = range.min.clone().or(limits.as_ref().map(|limits| limits.0.clone())).unwrap_or(-&far);
        let max = range.max.clone().or(limits.map(|limits| limits.1)).unwrap_or(far);
        let power = BigInt::from(1) << self.random.below(72);
        let near = match self.random.below(8) {
            0 => min.clone(),
            1 => max.clone(),
            2 => &min + 1,
            3 => power,
            4 => power - 1,
            5 => -power,
            6 => BigInt::from(self.random.below(256)) - 64,
            _ => BigInt::from_bytes_be(Sign::Plus, &self.random.octets(17)),
        };
        if near >= min && near <= max {
            return near;
        }
        let span = &max - &min + 1;
        if span <= BigInt::default() {
            return min;
        }
        &min + BigInt::from(self.random.next_u64()) % span
    }

    /// Returns the bytes of an IEEE 754 number: small whole numbers, infinities, NaN and random bytes.
    fn float(&mut self, width: FloatWidth) -> Vec<u8> {
        let number = match self.random.below(6) {
            0 => 0.0,
            1 => f64::NEG_INFINITY,
            2 => f64::NAN,
            3 => self.random.below(1000) as f64 - 500.0,
            _ => return (0..width.octets()).map(|_| self.random.next_u64() as u8).collect(),
        };
        match width {
            FloatWidth::Single => (number as f32).to_be_bytes().to_vec(),
            FloatWidth::Double => number.to_be_bytes().to_vec(),
        }
    }

    /// Returns a bit string. Named bits end in a one, because DER strips trailing zeros.
    fn bits(&mut self, is_named: bool, size: &SizeRange) -> Value {
        let length = self.size(size, 20);
        let mut octets: Vec<u8> = (0..length.div_ceil(8)).map(|_| self.random.next_u64() as u8).collect();
        if let Some(last) = octets.last_mut() {
            let unused = (8 - length % 8) % 8;
            *last &= 0xff << unused;
            *last |= u8::from(is_named) << unused;
        }
        Value::Bits { octets, length }
    }

    fn oid(&mut self, relative: bool) -> Value {
        let first = self.random.below(3);
        let second = self.random.below(if first < 2 { 40 } else { 1000 });
        let mut arcs = if relative { vec![] } else { vec![BigInt::from(first), BigInt::from(second)] };
        for _ in 0..=self.random.below(6) {
            let bits = self.random.below(40);
            arcs.push(BigInt::from(self.random.next_u64() >> (63 - bits)));
        }
        Value::Oid(oid_contents(&arcs, relative).unwrap_or_else(|| vec![0x2a]))
    }

    /// Returns the bytes of one character.
    fn character(&mut self, kind: CharKind, alphabet: Option<&[(u32, u32)]>) -> Vec<u8> {
        const PRINTABLE: &[(u32, u32)] =
            &[(0x41, 0x5a), (0x61, 0x7a), (0x30, 0x39), (0x27, 0x29), (0x2b, 0x2f)];
        const UNICODE: &[(u32, u32)] =
            &[(0x20, 0x7e), (0x20, 0x7e), (0, 0x1f), (0xa0, 0x7ff), (0x800, 0xd7ff), (0xe000, 0xfffd)];
        let ranges = match (alphabet, kind) {
            (Some(ranges), _) => ranges,
            (None, CharKind::Numeric) => &[(0x30, 0x39), (0x20, 0x20)],
            (None, CharKind::Printable) => PRINTABLE,
            (None, CharKind::Visible | CharKind::Graphic) => &[(0x20, 0x7e)],
            (None, CharKind::Ia5) => &[(0, 0x7f), (0x20, 0x7e)],
            (None, CharKind::Utf8 | CharKind::Bmp | CharKind::Universal) => UNICODE,
            (None, _) => &[(0x20, 0x7e), (0, 0xff)],
        };
        let &(low, high) = self.random.choose(ranges).unwrap_or(&(0x20, 0x7e));
        let code = low + self.random.below(u64::from(high.saturating_sub(low)) + 1) as u32;
        match kind {
            CharKind::Utf8 => char::from_u32(code).unwrap_or('?').to_string().into_bytes(),
            CharKind::Bmp => u16::try_from(code).unwrap_or(0x3f).to_be_bytes().to_vec(),
            CharKind::Universal => code.to_be_bytes().to_vec(),
            _ => vec![code as u8],
        }
    }

    fn time(&mut self, kind: TimeKind) -> String {
        let mut two = |low: u64, high: u64| format!("{:02}", low + self.random.below(high - low + 1));
        let (year, month, day) = (two(0, 99), two(1, 12), two(1, 28));
        let (hour, minute, second) = (two(0, 23), two(0, 59), two(0, 59));
        match kind {
            TimeKind::UtcTime => format!("{year}{month}{day}{hour}{minute}{second}Z"),
            TimeKind::GeneralizedTime => format!("20{year}{month}{day}{hour}{minute}{second}Z"),
            // X.690 clause 8.26: without the separators and letters that the type implies.
            TimeKind::Date => format!("20{year}{month}{day}"),
            TimeKind::TimeOfDay => format!("{hour}{minute}{second}"),
            TimeKind::DateTime => format!("20{year}{month}{day}{hour}{minute}{second}"),
            TimeKind::Time => {
                // X.690 clause 11.9: no minutes if they are zero.
                let difference = match (self.random.below(4), &minute[..]) {
                    (0, _) => "Z".to_owned(),
                    (1, "00") | (2, _) => format!("+{hour}"),
                    (1, _) => format!("-{hour}:{minute}"),
                    _ => String::new(),
                };
                format!("20{year}-{month}-{day}T{hour}:{minute}:{second}{difference}")
            }
            TimeKind::Duration => format!("{month}DT{hour}H"),
        }
    }
}
