//! Prints predicates as C functions: constraints that bounds alone cannot express.

use crate::c::expr::{address, flag, integer_constant, member, place};
use crate::c::writer::Writer;
use crate::checks::{possible, tabled};
use crate::model::Model;
use crate::model::layout::{CType, has_flag};
use crate::program::{CheckKind, StepCheck};
use num_bigint::BigInt;
use std::fmt::Write;
use syntax_graph::{FieldId, Intervals, Pattern, Predicate, RealComponents, RealEnd, TypeId, TypeKind};

/// Returns the condition that the target of `pointer` passes a check; `coder` is the decoder or encoder.
pub fn condition(model: &Model<'_>, check: &StepCheck, pointer: &str, coder: &str) -> String {
    match check {
        StepCheck::Bounds(bounds) => {
            format!("stubc_permits(&stubc_checks[{}], {pointer})", model.checks.row(bounds).unwrap_or(0))
        }
        StepCheck::Predicate(check) => {
            let index = model.checks.predicate(model.graph, check).unwrap_or(0);
            let work = if model.contained.is_empty() { String::new() } else { format!(", &{coder}->work") };
            format!("{}({pointer}{work})", name(index))
        }
    }
}

/// Returns the error code of a value that fails a check.
pub fn code(check: &StepCheck, coder: &str) -> String {
    match check {
        StepCheck::Predicate(check) if check.predicate.decodes() => format!("STUBC_EXCLUDED({coder})"),
        _ => "STUBC_CONSTRAINT".to_owned(),
    }
}

fn name(index: usize) -> String {
    format!("stubc_is_permitted_{index}")
}

/// Returns the name of the step that decodes the contents of strings (CONTAINING).
pub fn contained_name(index: usize) -> String {
    format!("stubc_contained_{index}")
}

/// Prints a function for each predicate, and with `listed` the table of functions for commands.
pub fn print(w: &mut Writer, model: &Model<'_>, listed: bool) {
    let checks = &model.checks.predicates;
    for (index, check) in checks.iter().enumerate() {
        let mut printer = Printer { model, name: name(index), made: 0, works: !model.contained.is_empty() };
        let mut first = Vec::new();
        if let Some(bounds) = &check.bounds {
            first.push(condition(model, &StepCheck::Bounds(bounds.clone()), "value", ""));
        }
        // If the work is spent, a part may be true only because its decoding stopped.
        let last = check.predicate.decodes().then(|| "work->spent".to_owned());
        let ctype = crate::c::header::unnamed_type(model, check.ty).0;
        printer.function(w, &name(index), (&ctype, check.ty), &check.predicate, (first, last));
    }
    if listed && !checks.is_empty() {
        w.block("stubc_predicate_fn *const stubc_predicates[] =", "};", |w| {
            (0..checks.len()).for_each(|index| w.line(&format!("{},", name(index))));
        });
        w.blank();
    }
}

struct Printer<'a> {
    model: &'a Model<'a>,
    name: String,
    /// Functions and constants printed so far.
    made: usize,
    /// Whether functions have a parameter for the remaining work, which decoding of contents uses up.
    works: bool,
}

impl Printer<'_> {
    /// Prints a function that returns whether the target of `value` is in the set, after the functions that it
    /// calls.
    fn function(
        &mut self,
        w: &mut Writer,
        name: &str,
        (ctype, ty): (&str, TypeId),
        predicate: &Predicate,
        (first, last): (Vec<String>, Option<String>),
    ) {
        let parameter = self.parameter();
        let signature = format!("static STUBC_SHARED bool {name}(const void *value{parameter})");
        let (tests, all) = match predicate {
            Predicate::Any(parts) if first.is_empty() && last.is_none() => {
                (self.tests(w, ty, "*v", parts, false), false)
            }
            Predicate::All(parts) => (self.tests(w, ty, "*v", parts, true), true),
            other => (vec![self.test(w, ty, "*v", other)], true),
        };
        let uses_members = tests.iter().any(|test| !matches!(test.form, Form::Constant(_)));
        let works = last.is_some() || tests.iter().any(|test| test.works);
        let uses_value = !first.is_empty();
        let first = first.into_iter().map(Condition::plain);
        let parts: Vec<Condition> =
            first.chain(tests).chain(last.map(|spent| Condition::plain(spent).negated())).collect();
        w.function(&signature, |w| {
            if uses_members {
                w.line(&format!("const {ctype} *const v = (const {ctype} *)value;"));
            } else if !uses_value {
                w.line("(void)value;");
            }
            if self.works && !works {
                w.line("(void)work;");
            }
            match parts.split_last() {
                Some((last, before)) => {
                    for part in before {
                        let leaves = if all { part.clone().negated() } else { part.clone() };
                        w.when(&leaves.to_string(), |w| w.line(&format!("return {};", !all)));
                    }
                    w.line(&format!("return {last};"));
                }
                None => w.line(&format!("return {all};")),
            }
        });
    }

    /// Returns the parameter that passes the remaining work.
    fn parameter(&self) -> &'static str {
        if self.works { ", stubc_work *work" } else { "" }
    }

    /// Returns the condition of each set for an lvalue. A component is examined only when it is present.
    /// If one set decides the result, constants and functions of the others are not printed.
    fn tests(
        &mut self,
        w: &mut Writer,
        ty: TypeId,
        lvalue: &str,
        parts: &[Predicate],
        all: bool,
    ) -> Vec<Condition> {
        let mut printed = w.part();
        let mut found = Vec::new();
        for part in parts {
            let condition = self.test(&mut printed, ty, lvalue, part);
            if condition.form == Form::Constant(!all) {
                return vec![condition];
            }
            found.push(condition);
        }
        w.append(printed);
        found
    }

    /// Returns the condition that an lvalue is in the set.
    #[allow(clippy::too_many_lines, reason = "one match: the condition of each predicate")]
    fn test(&mut self, w: &mut Writer, ty: TypeId, lvalue: &str, predicate: &Predicate) -> Condition {
        let model = self.model;
        if let Some(bounds) = tabled(model.graph, ty, predicate) {
            return Condition::plain(condition(model, &StepCheck::Bounds(bounds), &address(lvalue), ""));
        }
        let work = if self.works { ", work" } else { "" };
        match predicate {
            Predicate::Contains(contained) => {
                let name = self.made("contains");
                let index = model.contained.iter().position(|ty| ty == contained).unwrap_or(0);
                let own = crate::c::header::unnamed_type(model, ty).0;
                let is_bits = own == "stubc_bits";
                let ctype = crate::c::header::unnamed_type(model, *contained).0;
                w.function(&format!("static bool {name}(const {own} *v, stubc_work *work)"), |w| {
                    w.line(&format!("{ctype} contained;"));
                    let (whole, length) =
                        if is_bits { ("v->length % 8 == 0 && ", "v->length / 8") } else { ("", "v->length") };
                    w.line(&format!(
                        "return {whole}stubc_contains(work, v->data, {length}, {}, &contained);",
                        contained_name(index)
                    ));
                });
                Condition::plain(format!("{name}({}, work)", address(lvalue))).working(true)
            }
            Predicate::All(parts) => join(self.tests(w, ty, lvalue, parts, true), true),
            Predicate::Any(parts) => join(self.tests(w, ty, lvalue, parts, false), false),
            Predicate::Not(inner) => self.test(w, ty, lvalue, inner).negated(),
            Predicate::Number(set) => self.number(ty, lvalue, set),
            Predicate::Size(set) => {
                let count = matches!(model.graph.kind(ty), TypeKind::Array(_));
                compared(&member(lvalue, if count { "count" } else { "length" }), set, &sizes())
            }
            Predicate::Octets(octets) => {
                let length = Condition::compared(format!("{} == {}", member(lvalue, "length"), octets.len()));
                if octets.is_empty() {
                    return length;
                }
                let known = self.octets(w, octets);
                let data = member(lvalue, "data");
                let same = Condition::compared(format!("memcmp({data}, {known}, sizeof {known}) == 0"));
                join(vec![length, same], true)
            }
            Predicate::Between(least, most) => {
                let (data, length) = (member(lvalue, "data"), member(lvalue, "length"));
                let (least, most) = (self.octets(w, least), self.octets(w, most));
                let tests = [
                    format!("{length} == sizeof {least}"),
                    format!("memcmp({data}, {least}, sizeof {least}) >= 0"),
                    format!("memcmp({data}, {most}, sizeof {most}) <= 0"),
                ];
                join(tests.map(Condition::compared).into(), true)
            }
            Predicate::Real { lower, upper } => {
                let mut ends = [lower, upper].map(|end| match end {
                    Some((end, open)) => format!("&{}, {open}", self.real(w, end)),
                    None => "NULL, false".to_owned(),
                });
                let upper = std::mem::take(&mut ends[1]);
                Condition::plain(format!("stubc_is_real_between({}, {}, {upper})", address(lvalue), ends[0]))
            }
            Predicate::RealComponents(set) => {
                let known = self.real_components(w, set);
                Condition::plain(format!("stubc_has_components({}, &{known})", address(lvalue)))
            }
            Predicate::Bits { octets, length, named } => {
                let known = if octets.is_empty() { "NULL".to_owned() } else { self.octets(w, octets) };
                Condition::plain(format!("stubc_same_bits({}, {known}, {length}, {named})", address(lvalue)))
            }
            Predicate::Matches(pattern) => {
                let known = self.pattern(w, pattern);
                let width = match crate::checks::kind(model.graph, ty) {
                    Some(CheckKind::Utf8) => 0,
                    Some(CheckKind::Characters(width)) => width,
                    _ => 1,
                };
                Condition::plain(format!("stubc_matches(&{known}, {}, {width})", address(lvalue)))
            }
            // Only strings have such a predicate, and the table has its characters.
            Predicate::Characters(_) => Condition::constant(true),
            Predicate::Has(field) => self.has(lvalue, *field),
            Predicate::Component(field, inner) => self.component(w, lvalue, *field, inner),
            Predicate::Every(element, inner) => {
                let test = self.element(w, *element, inner);
                match test {
                    Element::Always(true) => Condition::constant(true),
                    Element::Always(false) => {
                        Condition::compared(format!("{} == 0", member(lvalue, "count")))
                    }
                    Element::Function(test) => {
                        let name = self.made("every");
                        self.over_elements(w, &name, *element, "bool", |w| {
                            w.line("size_t i = 0;");
                            let more = format!("while (i < v->count && {test}(&v->items[i]{work}))");
                            w.block(&more, "}", |w| w.line("i++;"));
                            w.line("return i == v->count;");
                        });
                        Condition::plain(format!("{name}({}{work})", address(lvalue))).working(self.works)
                    }
                }
            }
            Predicate::Element(element, index, inner) => {
                let there = Condition::compared(format!("{} > {index}", member(lvalue, "count")));
                let target = model.graph.fields[*element].target;
                let item = format!("{}[{index}]", member(lvalue, "items"));
                let such = self.test(w, target, &item, inner);
                join(vec![there, such], true)
            }
            Predicate::Occurs(element, inner, times) => match self.element(w, *element, inner) {
                Element::Always(true) => {
                    Condition::compared(format!("{} == {times}", member(lvalue, "count")))
                }
                Element::Always(false) => Condition::constant(*times == 0),
                Element::Function(test) => {
                    let name = self.made("count");
                    self.over_elements(w, &name, *element, "size_t", |w| {
                        w.line("size_t n = 0;");
                        w.block("for (size_t i = 0; i < v->count; i++)", "}", |w| {
                            w.line(&format!("n += {test}(&v->items[i]{work});"));
                        });
                        w.line("return n;");
                    });
                    let count = format!("{name}({}{work}) == {times}", address(lvalue));
                    Condition::compared(count).working(self.works)
                }
            },
        }
    }

    fn number(&self, ty: TypeId, lvalue: &str, set: &Intervals) -> Condition {
        let possible = crate::checks::kind(self.model.graph, ty).map_or(Intervals::all(), possible);
        if !matches!(self.model.graph.scalar(ty), Some(syntax_graph::Scalar::Boolean)) {
            return compared(lvalue, set, &possible);
        }
        match (set.contains(&1.into()), set.contains(&0.into())) {
            (true, false) => Condition::plain(lvalue.to_owned()),
            (false, true) => Condition::plain(lvalue.to_owned()).negated(),
            (both, _) => Condition::constant(both),
        }
    }

    fn has(&self, lvalue: &str, field: FieldId) -> Condition {
        match self.model.graph.types[self.model.graph.fields[field].owner].kind {
            TypeKind::Union(_) => {
                let kind = &self.model.names.kinds[&field];
                Condition::compared(format!("{} == {kind}", member(lvalue, "kind")))
            }
            _ => Condition::plain(flag(self.model, lvalue, Some(field))),
        }
    }

    fn component(&mut self, w: &mut Writer, lvalue: &str, field: FieldId, inner: &Predicate) -> Condition {
        let (model, node) = (self.model, &self.model.graph.fields[field]);
        let mut ways = Vec::new();
        let is_arm = matches!(model.graph.types[node.owner].kind, TypeKind::Union(_));
        if is_arm || has_flag(model.graph, field) {
            ways.push(self.has(lvalue, field).negated());
        }
        let own = place(model, lvalue, Some(field));
        let such = match model.layouts.ctype(field) {
            CType::Pointer(_) => {
                // On encode a missing value is an error of its own.
                ways.push(Condition::plain(own.clone()).negated());
                self.test(w, node.target, &format!("(*{own})"), inner)
            }
            _ => self.test(w, node.target, &own, inner),
        };
        ways.push(such);
        join(ways, false)
    }

    /// Returns the test for the elements of an array.
    fn element(&mut self, w: &mut Writer, element: FieldId, inner: &Predicate) -> Element {
        if inner.is_anything() || inner.is_nothing() {
            return Element::Always(inner.is_anything());
        }
        let name = self.made("item");
        let ctype = crate::c::header::item_type(self.model, element);
        let target = self.model.graph.fields[element].target;
        self.function(w, &name, (&ctype, target), inner, (Vec::new(), None));
        Element::Function(name)
    }

    /// Prints a function over an array `v`.
    fn over_elements(
        &self,
        w: &mut Writer,
        name: &str,
        element: FieldId,
        result: &str,
        body: impl FnOnce(&mut Writer),
    ) {
        let array = self.model.names.ty(self.model.graph.fields[element].owner);
        let parameter = self.parameter();
        w.function(&format!("static {result} {name}(const {array} *v{parameter})"), body);
    }

    fn octets(&mut self, w: &mut Writer, octets: &[u8]) -> String {
        let name = self.made("octets");
        let mut text = String::new();
        for octet in octets {
            let _ = write!(text, "{}{octet}", if text.is_empty() { "" } else { ", " });
        }
        w.line(&format!("static const uint8_t {name}[] = {{{text}}};"));
        name
    }

    /// Prints a number as an operand of comparisons. Returns its name.
    fn real(&mut self, w: &mut Writer, end: &RealEnd) -> String {
        let bits = if end.bits.is_empty() { "NULL".to_owned() } else { self.octets(w, &end.bits) };
        let digits = end.digits.as_bytes();
        let digits = if digits.is_empty() { "NULL".to_owned() } else { self.octets(w, digits) };
        let name = self.made("real");
        w.line(&format!(
            "static const stubc_real {name} = {{{bits}, {digits}, UINT64_C({}), UINT64_C({}), {}, {}, {}, {}, {}}};",
            end.remainder, end.divisor, end.exponent, end.point, end.bits.len(), end.digits.len(), end.rank
        ));
        name
    }

    /// Prints sets of mantissas and exponents, as pairs of bounds. Returns the name.
    fn real_components(&mut self, w: &mut Writer, set: &RealComponents) -> String {
        let name = self.made("components");
        for (what, set) in [("mantissas", &set.mantissa), ("exponents", &set.exponent)] {
            let end =
                |end: &Option<BigInt>, none: &str| end.as_ref().map_or(none.to_owned(), integer_constant);
            let pairs = set
                .intervals()
                .iter()
                .map(|(low, high)| format!("{}, {}", end(low, "INT64_MIN"), end(high, "INT64_MAX")));
            let mut pairs: Vec<String> = pairs.collect();
            if pairs.is_empty() {
                pairs.push("INT64_MAX, INT64_MIN".to_owned());
            }
            w.line(&format!("static const int64_t {name}_{what}[] = {{{}}};", pairs.join(", ")));
        }
        let (two, ten) = (set.base.contains(&2.into()), set.base.contains(&10.into()));
        let count = |set: &Intervals| set.intervals().len().max(1);
        w.line(&format!(
            "static const stubc_components {name} = {{{name}_mantissas, {name}_exponents, {}, {}, {two}, {ten}}};",
            count(&set.mantissa),
            count(&set.exponent)
        ));
        name
    }

    /// Prints the tables of an automaton. Returns its name.
    fn pattern(&mut self, w: &mut Writer, pattern: &Pattern) -> String {
        let name = self.made("pattern");
        // Octets at the end are mostly of one class.
        let rest = pattern.classes.last().copied().unwrap_or(0);
        let listed = pattern.classes.iter().rposition(|class| *class != rest).map_or(1, |last| last + 1);
        numbers(w, &format!("static const uint8_t {name}_classes[]"), &pattern.classes[..listed]);
        numbers(w, &format!("static const uint16_t {name}_next[]"), &pattern.next);
        w.line(&format!(
            "static const stubc_pattern {name} = {{{name}_classes, {name}_next, {listed}, {}, {}, {}, {rest}}};",
            pattern.columns, pattern.start, pattern.accepting
        ));
        name
    }

    fn made(&mut self, what: &str) -> String {
        self.made += 1;
        format!("{}_{what}_{}", self.name, self.made)
    }
}

/// The test for the elements of an array.
enum Element {
    /// All elements pass, or none does.
    Always(bool),
    /// A function decides.
    Function(String),
}

/// Prints an array of numbers.
fn numbers<T: std::fmt::Display>(w: &mut Writer, head: &str, numbers: &[T]) {
    w.block(&format!("{head} ="), "};", |w| {
        for row in numbers.chunks(24) {
            let row: Vec<String> = row.iter().map(ToString::to_string).collect();
            w.line(&format!("{},", row.join(", ")));
        }
    });
}

fn sizes() -> Intervals {
    Intervals::between(Some(0.into()), None)
}

/// A condition in C.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    form: Form,
    /// Whether it passes on the remaining work.
    works: bool,
}

/// The text of a condition, in the form that its negation needs.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// A constant.
    Constant(bool),
    /// A name, a call, or anything in parentheses.
    Plain(String),
    /// The negation of a term.
    Not(String),
    /// A comparison.
    Compared(String),
    /// The negation of a comparison.
    NotCompared(String),
}

impl Condition {
    fn constant(value: bool) -> Self {
        Self { form: Form::Constant(value), works: false }
    }

    fn plain(text: String) -> Self {
        Self { form: Form::Plain(text), works: false }
    }

    fn compared(text: String) -> Self {
        Self { form: Form::Compared(text), works: false }
    }

    fn working(self, works: bool) -> Self {
        Self { works, ..self }
    }

    fn negated(self) -> Self {
        let form = match self.form {
            Form::Constant(value) => Form::Constant(!value),
            Form::Plain(text) => Form::Not(text),
            Form::Not(text) => Form::Plain(text),
            Form::Compared(text) => Form::NotCompared(text),
            Form::NotCompared(text) => Form::Compared(text),
        };
        Self { form, ..self }
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.form {
            Form::Constant(value) => write!(f, "{value}"),
            Form::Plain(text) | Form::Compared(text) => f.write_str(text),
            Form::Not(text) => write!(f, "!{text}"),
            Form::NotCompared(text) => write!(f, "!({text})"),
        }
    }
}

/// Returns the conjunction of conditions if `all`, otherwise the disjunction.
fn join(conditions: Vec<Condition>, all: bool) -> Condition {
    if conditions.iter().any(|condition| condition.form == Form::Constant(!all)) {
        return Condition::constant(!all);
    }
    let mut left: Vec<Condition> =
        conditions.into_iter().filter(|condition| condition.form != Form::Constant(all)).collect();
    match left.len() {
        0 => Condition::constant(all),
        1 => left.remove(0),
        _ => {
            let works = left.iter().any(|condition| condition.works);
            let texts: Vec<String> = left.iter().map(ToString::to_string).collect();
            let text = format!("({})", texts.join(if all { " && " } else { " || " }));
            Condition::plain(text).working(works)
        }
    }
}

/// Returns the condition that a number is in a set; `possible` limits the numbers that can occur.
fn compared(lvalue: &str, set: &Intervals, possible: &Intervals) -> Condition {
    let set = set.intersection(possible);
    if set == *possible {
        return Condition::constant(true);
    }
    let least = possible.intervals().first().and_then(|interval| interval.0.clone());
    let most = possible.intervals().last().and_then(|interval| interval.1.clone());
    let held = BigInt::from(u64::MAX);
    let mut ways = Vec::new();
    for (low, high) in set.intervals() {
        match (low, high) {
            // No number in C is as large.
            (Some(low), _) if *low > held => continue,
            (Some(low), Some(high)) if low == high => {
                ways.push(Condition::compared(format!("{lvalue} == {}", integer_constant(low))));
                continue;
            }
            _ => {}
        }
        let mut ends = Vec::new();
        if let Some(low) = low.as_ref().filter(|low| Some(*low) != least.as_ref()) {
            ends.push(Condition::compared(format!("{lvalue} >= {}", integer_constant(low))));
        }
        if let Some(high) = high.as_ref().filter(|high| Some(*high) != most.as_ref() && **high <= held) {
            ends.push(Condition::compared(format!("{lvalue} <= {}", integer_constant(high))));
        }
        ways.push(join(ends, true));
    }
    join(ways, false)
}
