//! Prints the counting code of `--instrument`, which counts on a device what `stubc profile` counts on the
//! host. Entry points walk each decoded or encoded value, so every technique counts alike. The caller
//! provides the counters.

use crate::c::defaults;
use crate::c::expr::{address, is_not_default, unused};
use crate::c::header::item_type;
use crate::c::places;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::layout::{CType, has_flag};
use crate::program::techniques::Direction;
use crate::program::{DefaultValue, StepPresence};
use std::collections::BTreeMap;
use syntax_graph::{Discriminant, FieldId, TypeId, TypeKind};

/// Classes of array lengths: 0, 1, 2 to 3, ...; the last one is unbounded.
pub const LENGTHS: usize = 17;

/// The index of each counter from the beginning of its direction.
struct Counters {
    roots: BTreeMap<TypeId, usize>,
    owners: BTreeMap<TypeId, usize>,
    fields: BTreeMap<FieldId, usize>,
    lengths: BTreeMap<TypeId, usize>,
    size: usize,
}

impl Counters {
    fn of(model: &Model<'_>) -> Self {
        let mut this = Self {
            roots: BTreeMap::new(),
            owners: BTreeMap::new(),
            fields: BTreeMap::new(),
            lengths: BTreeMap::new(),
            size: 0,
        };
        let mut next = |count: usize| {
            let at = this.size;
            this.size += count;
            at
        };
        for root in &model.options.roots {
            this.roots.entry(root.ty).or_insert_with(|| next(1));
        }
        for &node in &model.types {
            let fields = model.graph.fields_of(node);
            if fields.is_empty() && !matches!(model.graph.types[node].kind, TypeKind::Structure(_)) {
                continue;
            }
            this.owners.insert(node, next(3));
            for &field in fields {
                this.fields.insert(field, next(1));
            }
            if matches!(model.graph.types[node].kind, TypeKind::Array(_)) {
                this.lengths.insert(node, next(LENGTHS));
            }
        }
        this
    }
}

/// Returns the index of the first counter of a direction, after the number of messages.
fn start(counters: &Counters, direction: Direction) -> usize {
    match direction {
        Direction::Decode => 1,
        Direction::Encode => 1 + counters.size,
    }
}

/// Prints the declarations in the header.
pub fn prototypes(w: &mut Writer, model: &Model<'_>) {
    let size = 1 + 2 * Counters::of(model).size;
    w.line("/* Counters: let a context's profile point at STUBC_PROFILE_SIZE of them, zero at first. The dump writes what");
    w.line(" * they counted, piece by piece, as a profile for stubc --profile. */");
    w.line(&format!("#define STUBC_PROFILE_SIZE {size}"));
    let put = "void (*put)(void *user, const char *text, size_t length)";
    w.line(&format!("void stubc_profile_dump(const uint32_t *profile, {put}, void *user);"));
    w.blank();
}

/// Prints the body of a counting entry point: the call, then the counting of its value.
pub fn entry(w: &mut Writer, model: &Model<'_>, root: TypeId, direction: Direction, call: &str) {
    let (name, ty) = (model.names.inner(root), model.names.ty(root));
    let scalar = model.graph.scalar(root).map(|scalar| model.layouts.scalar(scalar));
    // C does not make a pointer to an array constant by itself.
    let [value, context, result] = ["value", "context", "result"].map(|wanted| model.names.local(wanted));
    let value = match scalar {
        Some(CType::Octets(_)) => format!("(const {ty} *){value}"),
        _ => value,
    };
    w.line(&format!("stubc_result {result} = {call};"));
    w.when(&format!("{result} >= 0 && {context} && {context}->profile"), |w| {
        let side = direction.name().to_uppercase();
        w.line(&format!("count_root_{name}({context}->profile, STUBC_{side}D, {value});"));
    });
    w.line(&format!("return {result};"));
}

/// Prints the walks, the names of the counters, and the dump.
pub fn functions(w: &mut Writer, model: &Model<'_>) {
    let counters = Counters::of(model);
    for direction in Direction::ALL {
        let side = direction.name().to_uppercase();
        w.line(&format!("#define STUBC_{side}D {}", start(&counters, direction)));
    }
    w.line(&format!("#define STUBC_LENGTHS {LENGTHS}"));
    w.blank();
    names(w, model, &counters);
    let text = places::of_text(include_str!("instrument.c"));
    let (before, rest) = text.split_once("@LENGTH\n").unwrap_or((text.as_str(), ""));
    let (length, after) = rest.split_once("@END\n").unwrap_or(("", rest));
    let length = if counters.lengths.is_empty() { "" } else { length };
    for line in [before, length, "\n", after].into_iter().flat_map(str::lines) {
        w.line(line);
    }
    w.blank();
    // No message need hold a type that only strings contain.
    let marked = if model.contained.is_empty() { "" } else { "STUBC_MAYBE_UNUSED " };
    for &node in counters.owners.keys() {
        let (inner, name) = (model.names.inner(node), model.names.ty(node));
        w.line(&format!("static {marked}void count_{inner}(uint32_t *c, uint32_t mark, const {name} *v);"));
    }
    w.blank();
    for &node in counters.owners.keys() {
        let (inner, name) = (model.names.inner(node), model.names.ty(node));
        let signature = format!("static void count_{inner}(uint32_t *c, uint32_t mark, const {name} *v)");
        w.function(&signature, |w| Walk { model, counters: &counters }.node(w, node));
    }
    for (&root, at) in &counters.roots {
        let (name, node) = (model.names.ty(root), model.graph.resolve(root));
        let signature = format!(
            "static void count_root_{}(uint32_t *p, size_t start, const {name} *v)",
            model.names.inner(root)
        );
        w.function(&signature, |w| {
            w.line("uint32_t *c = p + start;");
            w.line("p[0]++;");
            w.line(&format!("stubc_count(c + {at}, 1);"));
            if counters.owners.contains_key(&node) {
                let (inner, node) = (model.names.inner(node), model.names.ty(node));
                w.line(&format!("count_{inner}(c, p[0], (const {node} *)v);"));
            } else {
                w.line("(void)v;");
            }
        });
    }
}

/// Prints the paths of the counters.
fn names(w: &mut Writer, model: &Model<'_>, counters: &Counters) {
    w.block("typedef struct stubc_counted", "} stubc_counted;", |w| {
        w.line("const char *path;");
        w.line("uint32_t owner, seen, lengths;");
    });
    w.block("static const stubc_counted stubc_counted_roots[] =", "};", |w| {
        for (&root, at) in &counters.roots {
            w.line(&format!("{{\"{}\", 0, {at}, 0}},", model.graph.type_path(root)));
        }
        w.line("{NULL, 0, 0, 0},");
    });
    let mut fields: Vec<(String, FieldId)> =
        counters.fields.keys().map(|&field| (model.graph.field_path(field), field)).collect();
    fields.sort();
    w.block("static const stubc_counted stubc_counted_fields[] =", "};", |w| {
        for (path, field) in fields {
            let owner = model.graph.fields[field].owner;
            let (seen, lengths) =
                (counters.fields[&field], counters.lengths.get(&owner).copied().unwrap_or(0));
            w.line(&format!("{{\"{path}\", {}, {seen}, {lengths}}},", counters.owners[&owner]));
        }
        w.line("{NULL, 0, 0, 0},");
    });
    w.blank();
}

struct Walk<'a> {
    model: &'a Model<'a>,
    counters: &'a Counters,
}

impl Walk<'_> {
    fn node(&self, w: &mut Writer, node: TypeId) {
        let (graph, names) = (self.model.graph, &self.model.names);
        let met = format!("stubc_met(c + {}, mark);", self.counters.owners[&node]);
        match &graph.types[node].kind {
            TypeKind::Structure(structure) => {
                w.line(&met);
                for &field in &structure.fields {
                    let place = format!("v->{}", names.member(field));
                    match self.condition(w, node, field, &place) {
                        Some(condition) => w.when(&condition, |w| self.field(w, field, &place)),
                        None => self.field(w, field, &place),
                    }
                }
                unused(w, &[("v", structure.fields.iter().all(|field| !self.reads(node, *field)))]);
            }
            TypeKind::Union(union) => match &union.discriminant {
                Some(discriminant) => {
                    w.line(&met);
                    self.switch(w, &union.arms, discriminant);
                }
                // A profile does not count arms that a later version has added.
                None => self.arms(w, &union.arms, &met, "&"),
            },
            TypeKind::Open(open) => {
                w.line(&met);
                self.arms(w, &open.arms, "", "");
            }
            TypeKind::Array(array) => {
                w.line(&met);
                self.array(w, node, array.element, array.linked, array.size.min);
            }
            TypeKind::Scalar(_) | TypeKind::Reference(_) => {}
        }
    }

    /// Returns whether the walk of a component reads the value.
    fn reads(&self, owner: TypeId, field: FieldId) -> bool {
        let target = self.model.graph.resolve(self.model.graph.fields[field].target);
        let steps = self.model.nodes_of(owner).first().map_or_else(Vec::new, |node| self.model.steps(*node));
        let default = steps.iter().find(|step| step.field == Some(field)).map(|step| step.presence);
        has_flag(self.model.graph, field)
            || self.counters.owners.contains_key(&target)
            || matches!(default, Some(StepPresence::Default(value)) if *value != DefaultValue::Null)
    }

    /// Returns the condition that a component is counted: it is present and not its default.
    fn condition(&self, w: &mut Writer, owner: TypeId, field: FieldId, place: &str) -> Option<String> {
        if has_flag(self.model.graph, field) {
            return Some(format!("v->has_{}", self.model.names.member(field)));
        }
        let steps = self.model.steps(*self.model.nodes_of(owner).first()?);
        match steps.iter().find(|step| step.field == Some(field))?.presence {
            StepPresence::Default(DefaultValue::Encoded(_)) => {
                let boxed = matches!(self.model.layouts.ctype(field), CType::Pointer(_));
                let argument = if boxed { place.to_owned() } else { address(place) };
                Some(format!("!{}({argument})", defaults::name(self.model, field)))
            }
            StepPresence::Default(default) => {
                Some(is_not_default(w, self.model, Some(field), default, place))
            }
            _ => None,
        }
    }

    /// Prints the counting of a present field and its contents.
    fn field(&self, w: &mut Writer, field: FieldId, place: &str) {
        w.line(&format!("stubc_count(c + {}, 1);", self.counters.fields[&field]));
        let pointer = matches!(self.model.layouts.ctype(field), CType::Pointer(_));
        self.inner(w, field, &if pointer { place.to_owned() } else { address(place) });
    }

    /// Prints the walk of a pointer's target, unless the target is a scalar.
    fn inner(&self, w: &mut Writer, field: FieldId, pointer: &str) {
        let target = self.model.graph.resolve(self.model.graph.fields[field].target);
        if self.counters.owners.contains_key(&target) {
            let call = format!("count_{}(c, mark, {pointer});", self.model.names.inner(target));
            // The pointer may be NULL if the received bytes are sent unchanged.
            match self.model.layouts.ctype(field) {
                CType::Pointer(_) => w.when(pointer, |w| w.line(&call)),
                _ => w.line(&call),
            }
        }
    }

    fn arms(&self, w: &mut Writer, arms: &[FieldId], met: &str, address: &str) {
        w.switch("v->kind", |w| {
            for &arm in arms {
                w.case(&[format!("case {}:", self.model.names.kinds[&arm])], |w| {
                    if !met.is_empty() {
                        w.line(met);
                    }
                    w.line(&format!("stubc_count(c + {}, 1);", self.counters.fields[&arm]));
                    let pointer = matches!(self.model.layouts.ctype(arm), CType::Pointer(_));
                    let address = if pointer { "" } else { address };
                    self.inner(w, arm, &format!("{address}v->u.{}", self.model.names.member(arm)));
                });
            }
            w.case(&["default:".to_owned()], |_| {});
        });
    }

    fn switch(&self, w: &mut Writer, arms: &[FieldId], discriminant: &Discriminant) {
        w.switch(&format!("(long long)v->{}", self.model.names.member(discriminant.field)), |w| {
            for (index, &arm) in arms.iter().enumerate() {
                let mut labels: Vec<String> =
                    discriminant.cases[index].iter().map(|case| format!("case {case}:")).collect();
                if discriminant.default == Some(arm) {
                    labels.push("default:".to_owned());
                }
                if labels.is_empty() {
                    continue;
                }
                w.case(&labels, |w| {
                    self.field(w, arm, &format!("v->u.{}", self.model.names.member(arm)));
                });
            }
        });
    }

    fn array(&self, w: &mut Writer, node: TypeId, element: FieldId, linked: bool, fixed: u64) {
        let (model, seen) = (self.model, self.counters.fields[&element]);
        let lengths = self.counters.lengths[&node];
        let target = model.graph.resolve(model.graph.fields[element].target);
        let walked = self.counters.owners.contains_key(&target);
        let total = |w: &mut Writer, count: &str| {
            w.line(&format!("stubc_count(c + {seen}, {count});"));
            w.line(&format!("stubc_length(c + {lengths}, {count});"));
        };
        if linked {
            let (item, link) = (item_type(model, element), model.names.member(element));
            w.line("size_t count = 0;");
            w.block(&format!("for (const {item} *item = *v; item; item = item->{link})"), "}", |w| {
                w.line("count++;");
                self.inner(w, element, "item");
            });
            return total(w, "count");
        }
        let count = match model.layouts.holds_elements(model.graph, node) {
            true => fixed.to_string(),
            false => "v->count".to_owned(),
        };
        total(w, &count);
        if walked {
            w.block(&format!("for (size_t i = 0; i < {count}; i++)"), "}", |w| {
                let pointer = matches!(model.layouts.ctype(element), CType::Pointer(_));
                let address = if pointer { "" } else { "&" };
                self.inner(w, element, &format!("{address}v->items[i]"));
            });
        } else {
            unused(w, &[("v", model.layouts.holds_elements(model.graph, node))]);
        }
    }
}
