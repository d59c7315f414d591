//! Prints the commands and the tables that they refer to.

use super::Table;
use crate::c::expr::integer_constant;
use crate::c::relations;
use crate::c::writer::Writer;
use crate::c::{checks, constants, defaults, predicates};
use crate::program::techniques::Direction;
use crate::rules::Rules;
use crate::rules::ber::ops::{Model, Needs};
use std::collections::BTreeSet;
use syntax_graph::FieldId;

impl Table {
    fn print_wides(&self, w: &mut Writer) {
        let print = |w: &mut Writer, wides: &[(String, usize)]| {
            for (wide, known) in wides {
                let has_known = self.has_known || !self.constructed.is_empty();
                let known = if has_known { format!(", {known}") } else { String::new() };
                w.line(&format!("{{{wide}{known}}},"));
            }
        };
        let condition = match (self.wides.is_empty(), self.far.is_empty()) {
            (true, true) => return,
            (true, false) => Some("#ifdef STUBC_USE_WIDE"),
            (false, _) => None,
        };
        condition.into_iter().for_each(|condition| w.line(condition));
        w.line("const stubc_wide stubc_wides[] = {");
        w.indent(|w| print(w, &self.wides));
        if !self.far.is_empty() {
            w.line("#if STUBC_ALIGNMENT < 4");
            w.indent(|w| print(w, &self.far));
            w.line("#endif");
        }
        w.line("};");
        condition.into_iter().for_each(|_| w.line("#endif"));
        w.blank();
    }

    /// Prints the tables.
    pub fn print(&self, w: &mut Writer, model: &Model<'_>) {
        constants::slices(w, model);
        if self.is_used {
            crate::c::commands::numbers(w, model, &self.numbers);
        }
        for (index, step) in self.contained.iter().enumerate() {
            w.line(&format!("static const uint8_t {}[4] = {step};", predicates::contained_name(index)));
        }
        checks::print(w, model);
        predicates::print(w, model, self.is_used);
        constants::keys(w, model);
        if model.uses(Direction::Decode) {
            relations::choosers(w, model, self.uses.parts);
        }
        if !self.is_used {
            return;
        }
        if self.numbers.decoders > 0 {
            self.print_procedures(w, model, "decode", 0..self.numbers.decoders);
        }
        if !self.numbers.encoders.is_empty() {
            self.print_procedures(w, model, "encode", self.numbers.encoders.clone());
        }
        if !self.tags.is_empty() {
            // A step's byte reaches no more of them.
            let tags: Vec<String> = self.tags.iter().take(256).map(|tag| format!("{tag:#x}")).collect();
            w.line(&format!("const STUBC_TAG_CELL stubc_tags[] = {{{}}};", tags.join(", ")));
            w.blank();
        }
        if !self.integers.is_empty() {
            let integers: Vec<String> =
                self.integers.iter().map(|value| integer_constant(&(*value).into())).collect();
            let ty = "const stubc_default_integer";
            w.line(&format!("{ty} stubc_default_integers[] = {{{}}};", integers.join(", ")));
            w.blank();
        }
        self.print_wides(w);
        if !self.hops.is_empty() {
            w.block("const stubc_hop stubc_hops[] =", "};", |w| {
                for hop in &self.hops {
                    w.line(hop);
                }
            });
            w.blank();
        }
        w.block("const uint8_t stubc_programs[] =", "};", |w| {
            for line in &self.lines {
                w.line(line);
            }
            // A plan with only scalars has no programs, and C has no empty arrays.
            if self.lines.is_empty() {
                w.line("0");
            }
        });
        w.blank();
        let mut offsets: Vec<String> = self.offsets.iter().map(ToString::to_string).collect();
        if offsets.is_empty() {
            offsets.push("0".into());
        }
        w.block("const STUBC_PROGRAM_OFFSET stubc_nodes[] =", "};", |w| {
            for row in offsets.chunks(16) {
                w.line(&format!("{},", row.join(", ")));
            }
        });
        w.blank();
    }

    /// Prints the table of constructed defaults, after the functions that compare with them.
    pub fn print_constructed(
        &self,
        w: &mut Writer,
        model: &Model<'_>,
        needs: &Needs,
        shared: &BTreeSet<String>,
    ) {
        if self.constructed.is_empty() {
            return;
        }
        let is_used = |direction: Direction| {
            let feature = format!("INTERPRET_{}", direction.name().to_uppercase());
            needs.runs(direction) || shared.contains(&feature)
        };
        let owned = |direction, fields: &[FieldId]| {
            fields.iter().any(|field| needs.interprets_type(model.graph.fields[*field].owner, direction))
        };
        w.block("const stubc_constructed stubc_constructed_defaults[] =", "};", |w| {
            for fields in &self.constructed {
                let mut members = Vec::new();
                if is_used(Direction::Decode) {
                    let default = model.constructed_default(fields[0]);
                    let index = default.and_then(|default| model.default_slice(default));
                    let index = index.filter(|_| owned(Direction::Decode, fields));
                    members.push(index.map_or("NULL".into(), |at| format!("&stubc_default_slices[{at}]")));
                }
                if is_used(Direction::Encode) {
                    let is_same = owned(Direction::Encode, fields).then(|| defaults::name(model, fields[0]));
                    members.push(is_same.unwrap_or_else(|| "NULL".into()));
                }
                w.line(&format!("{{{}}},", members.join(", ")));
            }
        });
        w.blank();
    }

    /// Prints the `stubc_unit` of this specification for a runtime that serves several, after the tables.
    pub fn print_unit(&self, w: &mut Writer, model: &Model<'_>, shared: &BTreeSet<String>) {
        let mut members = Vec::new();
        let mut table = |is_there: bool, name: &str| {
            if is_there {
                members.push(format!(".{name} = stubc_{name}"));
            }
        };
        table(self.is_used, "programs");
        table(self.is_used, "nodes");
        table(!self.tags.is_empty(), "tags");
        table(!self.wides.is_empty(), "wides");
        table(!self.hops.is_empty(), "hops");
        table(!self.hops.is_empty(), "keys");
        table(self.uses.parts, "choosers");
        table(!self.integers.is_empty(), "default_integers");
        table(!self.constructed.is_empty(), "constructed_defaults");
        table(self.numbers.decoders > 0, "decoders");
        table(!self.numbers.encoders.is_empty(), "encoders");
        let has_slices = shared.contains("INTERPRET") || model.open_defaults > 0;
        table(has_slices && !model.default_slices.is_empty(), "default_slices");
        let numbers = [
            ("tag_count", self.tags.len().min(256)),
            ("decoder_count", self.numbers.decoders),
            ("encoders_from", if self.numbers.encoders.is_empty() { 0 } else { self.numbers.encoders.start }),
            ("encoder_count", self.numbers.encoders.len()),
            ("open_defaults", model.open_defaults),
        ];
        let numbers = numbers.into_iter().filter(|(_, number)| *number > 0);
        members.extend(numbers.map(|(name, number)| format!(".{name} = {number}")));
        if shared.contains("MIXED") {
            members.push(format!(".is_der = {}", model.options.rules == Rules::Der));
        }
        if members.is_empty() {
            members.push("0".to_owned());
        }
        w.block("static const stubc_unit stubc_own =", "};", |w| {
            members.iter().for_each(|member| w.line(&format!("{member},")));
        });
        w.blank();
    }

    fn print_procedures(&self, w: &mut Writer, model: &Model<'_>, verb: &str, range: std::ops::Range<usize>) {
        w.block(&format!("stubc_{verb}_fn *const stubc_{verb}rs[] ="), "};", |w| {
            for &node in &self.numbers.order[range] {
                w.line(&format!("{verb}_{},", model.names.node(node)));
            }
        });
        w.blank();
    }
}
