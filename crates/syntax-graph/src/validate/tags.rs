//! Checks that tags are distinct wherever a decoder selects by them.
//!
//! An untagged open type (ANY) may start with any tag. If a decoder can try all other fields first, this gives a
//! warning: many specifications do it. If the open type would hide a later field, it gives an error.

use crate::diagnostic::Diagnostic;
use crate::first_tags::FirstTable;
use crate::graph::{Notation, SyntaxGraph};
use crate::ids::{FieldId, TypeId};
use crate::types::{Order, Tag, TypeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Checks the fields of one type. Skips the `endless` arms, which lead back to their union and have been reported.
pub(super) fn check(
    graph: &SyntaxGraph,
    firsts: &FirstTable,
    endless: &BTreeSet<FieldId>,
    ty: TypeId,
    found: &mut Vec<Diagnostic>,
) {
    let def = &graph.types[ty];
    // XDR has no tags.
    if graph.modules[def.module].notation != Notation::Asn1 {
        return;
    }
    let mut checker = Checker { graph, firsts, endless, ty, rule: Rule::Choice, found };
    match &def.kind {
        TypeKind::Union(union) => {
            checker.check(&union.arms);
            checker.check_extensions(&union.arms, union.extensible);
        }
        TypeKind::Structure(structure) if structure.order == Order::Unordered => {
            checker.rule = Rule::Set;
            checker.check(&structure.fields);
            checker.check_extensions(&structure.fields, structure.extension.is_some());
        }
        TypeKind::Structure(structure) => {
            checker.rule = Rule::Sequence;
            let may_be_absent = |field: &FieldId| graph.may_be_absent(*field);
            let mut rest = structure.fields.as_slice();
            while let Some(start) = rest.iter().position(may_be_absent) {
                rest = &rest[start..];
                let end = rest.iter().position(|field| !may_be_absent(field));
                checker.check(&rest[..end.map_or(rest.len(), |end| end + 1)]);
                rest = end.map_or(&[], |end| &rest[end + 1..]);
            }
            // Unknown additions are at the extension point. The components that may be absent just before it can be
            // confused with them.
            if let Some(at) = structure.extension {
                let before = structure.fields[..at].iter().rposition(|field| !may_be_absent(field));
                checker.check_extensions(&structure.fields[before.unwrap_or(0)..at], true);
            }
        }
        _ => {}
    }
}

/// Returns whether a finding concerns an open type, which can start with any tag.
pub(super) fn is_of_open_types(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, "ambiguous-open-type" | "doubtful-open-type")
}

/// The rule that requires distinct tags.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Choice,
    Set,
    Sequence,
}

impl Rule {
    /// Returns the noun for the fields, and the clause of the rule.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Choice => {
                ("alternatives", "the alternatives of a CHOICE have distinct tags (X.680 clause 29.3)")
            }
            Self::Set => ("components", "the components of a SET have distinct tags (X.680 clause 27.3)"),
            Self::Sequence => (
                "components",
                "consecutive components of a SEQUENCE that may be absent, and the next one, have distinct \
                     tags (X.680 clause 25.6)",
            ),
        }
    }
}

struct Checker<'a> {
    graph: &'a SyntaxGraph,
    firsts: &'a FirstTable,
    endless: &'a BTreeSet<FieldId>,
    ty: TypeId,
    rule: Rule,
    found: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Checks fields among which a decoder selects.
    fn check(&mut self, fields: &[FieldId]) {
        let mut seen: BTreeMap<Tag, FieldId> = BTreeMap::new();
        let mut open: Option<FieldId> = None;
        for (index, &field) in fields.iter().enumerate() {
            let firsts = self.firsts.of_field(field);
            if let Some(open) = open {
                self.tell_open(open, field);
                // One finding per pair suffices.
                return;
            }
            if self.endless.contains(&field) {
                continue;
            }
            let clash = firsts.tags.iter().find_map(|first| Some((first.tag, *seen.get(&first.tag)?)));
            if let Some((tag, other)) = clash.filter(|(_, other)| *other != field) {
                self.tell_tags(other, field, tag);
            }
            for first in &firsts.tags {
                seen.entry(first.tag).or_insert(field);
            }
            if firsts.any {
                open = Some(field);
                if index > 0 && index + 1 == fields.len() {
                    self.tell_last_open(fields[0], field);
                }
            }
        }
    }

    /// Reports an untagged extensible CHOICE in an extensible type: an unknown element could belong to
    /// either.
    fn check_extensions(&mut self, fields: &[FieldId], extensible: bool) {
        let mut growing = fields.iter().copied().filter(|field| self.may_grow(*field));
        let Some(first) = growing.next() else { return };
        let second = growing.next();
        if !extensible && second.is_none() {
            return;
        }
        let path = self.graph.type_path(self.ty);
        let message =
            format!("an unknown alternative of `{}` in {path} could also belong elsewhere", self.name(first));
        let mut report = Diagnostic::warning("ambiguous-extension", self.graph.fields[first].span, message)
            .with_text("this CHOICE is extensible and has no tag");
        report = match second {
            Some(second) => report.with_label(self.graph.fields[second].span, "and so is this"),
            None => report.with_label(self.graph.types[self.ty].span, "this is extensible, too"),
        };
        self.found.push(report.with_help(
            "give the CHOICE a tag (X.680 clause 52), or accept it by `--allow ambiguous-extension`",
        ));
    }

    /// Returns whether a field is an untagged extensible union.
    fn may_grow(&self, field: FieldId) -> bool {
        let (mut waiting, mut seen) = (vec![field], Vec::new());
        while let Some(field) = waiting.pop() {
            if !self.graph.fields[field].tags.is_empty() {
                continue;
            }
            let target = self.graph.resolve(self.graph.fields[field].target);
            if let TypeKind::Union(union) = &self.graph.types[target].kind
                && !seen.contains(&target)
            {
                if union.extensible {
                    return true;
                }
                seen.push(target);
                waiting.extend(&union.arms);
            }
        }
        false
    }

    fn name(&self, field: FieldId) -> &str {
        &self.graph.fields[field].name
    }

    fn tell_tags(&mut self, first: FieldId, second: FieldId, tag: Tag) {
        let (noun, clause) = self.rule.words();
        let path = self.graph.type_path(self.ty);
        let message = format!(
            "{noun} `{}` and `{}` of {path} can both begin with {tag}",
            self.name(first),
            self.name(second)
        );
        let diagnostic = Diagnostic::error("ambiguous-tags", self.graph.fields[second].span, message)
            .with_text(format!("can begin with {tag}"))
            .with_label(self.graph.fields[first].span, "and so can this");
        let hint = "give one of them a tag of its own, or remove all tags and write AUTOMATIC TAGS in the \
             header of the module";
        self.found.push(diagnostic.with_note(clause).with_help(hint));
    }

    /// Reports an open type that hides the field after it.
    fn tell_open(&mut self, open: FieldId, behind: FieldId) {
        let (_, clause) = self.rule.words();
        let path = self.graph.type_path(self.ty);
        let (open_name, name) = (self.name(open), self.name(behind));
        let message = format!("`{open_name}` of {path} can begin with any tag, also that of `{name}`");
        let diagnostic = Diagnostic::error("ambiguous-open-type", self.graph.fields[open].span, message)
            .with_text("this open type has no tag")
            .with_label(self.graph.fields[behind].span, "cannot be distinguished from it");
        let hint = "give the open type a tag, or put it last";
        self.found.push(diagnostic.with_note(clause).with_help(hint));
    }

    /// Reports an open type that comes last. A decoder tries the fields before it first.
    fn tell_last_open(&mut self, before: FieldId, open: FieldId) {
        let (_, clause) = self.rule.words();
        let path = self.graph.type_path(self.ty);
        let message = format!(
            "`{}` of {path} can begin with any tag, also that of `{}`",
            self.name(open),
            self.name(before)
        );
        let diagnostic = Diagnostic::warning("doubtful-open-type", self.graph.fields[open].span, message)
            .with_text("decoded only when nothing else fits")
            .with_label(self.graph.fields[before].span, "tried first");
        self.found.push(
            diagnostic
                .with_note(clause)
                .with_help("give the open type a tag, if you can change the specification"),
        );
    }
}
