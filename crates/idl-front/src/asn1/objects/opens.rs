//! Finds the alternatives of open types and the fields that choose among them (X.682 clause 10).

use crate::asn1::lowering::Lowering;
use crate::asn1::names::Scope;
use crate::asn1::objects::Relation;
use crate::asn1::objects::sets::table_set;
use crate::asn1::objects::{Governed, Object};
use crate::asn1::parse::ast::{AtNotation, ClassFieldKind, Setting, Type, TypeKind, Value, ValueKind};
use crate::asn1::rules::relations::key_field;
use crate::asn1::types::Enclosing;
use crate::spelling::nearest;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax_graph::governors::completed;
use syntax_graph::{Diagnostic, FieldId, OpenAlternative, OpenType, Origin, TypeId};

/// The alternatives of an open type while the objects of its set are read.
#[derive(Default)]
struct Choices<'a> {
    /// Each with the name of its object, by the text of its identifier.
    known: BTreeMap<String, (OpenAlternative, &'a str)>,
    /// The texts in the order of the set.
    order: Vec<String>,
    /// Identifiers of several types, with the names of the first two objects.
    shared: BTreeMap<String, [&'a str; 2]>,
    /// Whether an object sets a type at all.
    any: bool,
}

impl<'a> Choices<'a> {
    fn add(&mut self, alternative: OpenAlternative, object: &'a str) {
        let spelled = format!("{:?}", alternative.identifier);
        match self.known.get(&spelled) {
            Some((known, _)) if known.target == alternative.target => {}
            Some((_, first)) => drop(self.shared.entry(spelled).or_insert([first, object])),
            None => {
                self.order.push(spelled.clone());
                self.known.insert(spelled, (alternative, object));
            }
        }
    }

    /// The alternatives that their identifiers select, and the names of two objects for each identifier that selects several
    /// types: with such a one an open type stays a slice.
    fn settled(mut self) -> (Vec<OpenAlternative>, Vec<[&'a str; 2]>) {
        let order = self.order.iter().filter(|spelled| !self.shared.contains_key(*spelled));
        let alternatives = order.filter_map(|spelled| Some(self.known.remove(spelled)?.0)).collect();
        (alternatives, self.shared.into_values().collect())
    }
}

impl<'a> Lowering<'a> {
    /// Finds governors and alternatives. Alternatives may be types with open types of their own.
    pub fn resolve_relations(&mut self) {
        while !self.objects.relations.is_empty() {
            for relation in std::mem::take(&mut self.objects.relations) {
                if self.over_budget(self.graph.types[relation.open].span) {
                    return;
                }
                self.resolve_relation(&relation);
            }
            self.drain();
        }
    }

    fn resolve_relation(&mut self, relation: &Relation<'a>) {
        let Some(table) = &relation.table else { return };
        let paths: Vec<Vec<FieldId>> =
            table.at.iter().filter_map(|at| self.at_notation(at, &relation.enclosing, true)).collect();
        let unique =
            || relation.class.class.fields.iter().find(|field| field.unique).map(|field| field.name.text);
        let key_of = |path: &Vec<FieldId>| path.last().and_then(|field| Some(self.field_use(*field)?.field));
        // Where several components choose, one that chooses alone does.
        let chosen = paths.iter().find(|path| unique().is_some_and(|unique| key_of(path) == Some(unique)));
        let governor = chosen.or(paths.first()).cloned().unwrap_or_default();
        let key = key_of(&governor).or_else(|| key_field(&relation.class));
        let typed = if key_of(&governor).is_some() { governor.clone() } else { Vec::new() };
        let mut choices = Choices::default();
        let parsed = table_set(table.tokens);
        if let Some(set) = self.parsed(table.tokens, parsed) {
            for object in self.object_set(&set, table.scope, &relation.class).objects {
                choices.any |= matches!(object.get(relation.field), Some((Setting::Type(_), _)));
                if let Some(key) = key
                    && let Some(alternative) = self.alternative(&object, key, relation.field, &typed)
                {
                    choices.add(alternative, object.name);
                }
            }
        }
        let has_types = choices.any;
        let (alternatives, shared) = choices.settled();
        // An at-notation that names nothing is reported, unless what it names may lie around a string.
        let is_hidden = relation.enclosing.hidden && relation.enclosing.structures.is_empty();
        if let Some(at) = table.at.first()
            && has_types
            && (!paths.is_empty() || is_hidden)
        {
            let place = at.path.last().map_or(table.tokens.whole_span(), |name| name.span);
            self.objects.governed.push(Governed { open: relation.open, place, key, shared, is_hidden });
        }
        self.graph.types[relation.open].kind =
            syntax_graph::TypeKind::Open(OpenType { governor, alternatives, arms: Vec::new() });
    }

    /// Returns the path to the component that an at-notation names; warns if there is none. `open`: for an open type.
    pub fn at_notation(
        &mut self,
        at: &AtNotation<'a>,
        enclosing: &Enclosing,
        open: bool,
    ) -> Option<Vec<FieldId>> {
        let (found, names) = match self.governor(at, enclosing) {
            Ok(path) => (Some(path), Vec::new()),
            Err(names) => (None, names),
        };
        // What a string contains stands alone in the graph: its governors are out of sight.
        if found.is_none()
            && !(enclosing.hidden && enclosing.structures.is_empty())
            && let Some(last) = at.path.last()
        {
            let path: Vec<&str> = at.path.iter().map(|name| name.text).collect();
            let what = if open { "open type" } else { "component" };
            let message =
                format!("no structure around this {what} has a component `{}` at this level", path.join("."));
            let near = at.path.iter().find_map(|name| nearest(name.text, names.iter().map(String::as_str)));
            let near = near.map(|near| format!("did you mean `{near}`?"));
            let report = Diagnostic::warning("unresolved-governor", last.span, message);
            self.report(near.into_iter().fold(report, Diagnostic::with_help).with_note(if open {
                "`@` begins at the outermost structure, `@.` at the innermost (X.682 clause 10.8); the \
                             value stays a slice"
            } else {
                "`@` begins at the outermost structure, `@.` at the innermost (X.682 clause 10.8)"
            }));
        }
        found
    }

    /// The path to the component that an at-notation names (X.682 clause 10.8 to 10.11); else the names that could stand
    /// where there is none.
    pub fn governor(&self, at: &AtNotation<'a>, enclosing: &Enclosing) -> Result<Vec<FieldId>, Vec<String>> {
        let around = &enclosing.structures;
        let start = match at.level {
            0 => around.get(enclosing.text).or(around.first()),
            level => around.len().checked_sub(level).map(|index| &around[index]),
        };
        let mut structure = *start.ok_or_else(Vec::new)?;
        let mut path = Vec::new();
        for name in &at.path {
            let fields = self.graph.fields_of(self.graph.resolve(structure));
            let field = fields.iter().find(|field| self.graph.fields[**field].name == name.text);
            let names = || -> Vec<String> {
                fields.iter().map(|field| self.graph.fields[*field].name.clone()).collect()
            };
            let field = *field.ok_or_else(names)?;
            path.push(field);
            structure = self.graph.fields[field].target;
        }
        Ok(path)
    }

    fn alternative(
        &mut self,
        object: &Rc<Object<'a>>,
        key: &'a str,
        field: &'a str,
        governor: &[FieldId],
    ) -> Option<OpenAlternative> {
        let (Setting::Type(ty), scope) = object.get(field)? else { return None };
        let (Setting::Value(identifier), there) = object.get(key)? else { return None };
        let key_field = object.class.field(key)?.kind.clone();
        let ClassFieldKind::Value(key_type) = key_field else { return None };
        let class_scope = object.class.scope;
        let governor = governor.last().map(|field| self.graph.fields[*field].target);
        let identifier = match governor.filter(|ty| self.is_structure(*ty)) {
            // Its components are those of the governor: a type in place has others each time that it is named.
            Some(ty) => {
                let value = self.graph_value(ty, &identifier, there)?;
                completed(&self.graph, ty, &value)
            }
            None => self.value_of_type(&key_type, class_scope, &identifier, there)?,
        };
        let target = self.object_type(object, field, &ty, scope);
        Some(OpenAlternative { identifier, target, mandatory: said_mandatory(object) })
    }

    fn is_structure(&self, ty: TypeId) -> bool {
        matches!(self.graph.types[self.graph.resolve(ty)].kind, syntax_graph::TypeKind::Structure(_))
    }

    /// The node of a type that an object gives: the definition that it names, or one named for the object.
    fn object_type(
        &mut self,
        object: &Rc<Object<'a>>,
        field: &'a str,
        ty: &Rc<Type<'a>>,
        scope: Scope,
    ) -> TypeId {
        let key = (object.id, field);
        if let Some(id) = self.objects.types.get(&key) {
            return *id;
        }
        let plain =
            ty.tags.is_empty() && ty.constraints.is_empty() && matches!(ty.kind, TypeKind::Reference(_));
        let id = match if plain { Some(self.step(ty, scope)) } else { None } {
            Some(crate::asn1::types::Step::Definition { entity, env, .. }) => self.definition(entity, env),
            _ => {
                let base = if object.name.is_empty() { "object" } else { object.name };
                let name =
                    self.names.fresh_name(scope.module, &format!("{base}-{}", field.trim_start_matches('&')));
                let id = self.new_node(Origin::Definition(name), scope.module, ty.span);
                self.objects.types.insert(key, id);
                self.lower_alone(id, ty, scope, Enclosing::default());
                id
            }
        };
        self.objects.types.insert(key, id);
        id
    }

    /// A value of a type that is known by its notation alone.
    pub fn value_of_type(
        &mut self,
        ty: &Rc<Type<'a>>,
        scope: Scope,
        value: &Rc<Value<'a>>,
        there: Scope,
    ) -> Option<syntax_graph::Value> {
        if let Some(scalar) = self.scalar_of(ty, scope) {
            return self.scalar_value(&scalar, value, there);
        }
        match self.step(ty, scope) {
            crate::asn1::types::Step::Definition { entity, env, .. } => {
                let id = self.definition(entity, env);
                self.drain();
                self.graph_value(id, value, there)
            }
            crate::asn1::types::Step::Inline { ty: next, scope, .. } => {
                self.deeper(|own| own.value_of_type(&next, scope, value, there))?
            }
            _ => None,
        }
    }
}

/// Whether an object says that messages must have its value, by the name of an enumerated value. Protocols of cellular
/// networks have such a field in the classes of their information elements.
fn said_mandatory(object: &Object<'_>) -> Option<bool> {
    object.settings.iter().find_map(|(_, setting, _)| match setting {
        Setting::Value(value) => match value.kind {
            ValueKind::Reference(ref own) if own.name.text == "mandatory" => Some(true),
            ValueKind::Reference(ref own) if ["optional", "conditional"].contains(&own.name.text) => {
                Some(false)
            }
            _ => None,
        },
        _ => None,
    })
}
