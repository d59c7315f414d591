//! Turns specification text, configuration and profile into a valid graph with roots.

use crate::clusters;
use crate::config::{self, Config, Entry, FieldFrequency, Occurrences, TypeSettings};
use crate::failure::{CompileError, Failure};
use crate::lints;
use crate::open_tables;
use crate::pattern;
use crate::roots::{self, Roots};
use crate::settings::{RulesName, Settings};
use crate::shapes::config::ShapeEntry;
use codegen::RpcSides;
use codegen::cost::Extent;
use codegen::filter::Form;
use idl_front::{FrontOptions, FrontOutput, is_xdr};
use size_budget::Technique;
use std::collections::{BTreeMap, BTreeSet};
use syntax_graph::filter::Filter;
use syntax_graph::unchecked::unchecked;
use syntax_graph::{
    Diagnostic, FieldId, FileId, IntegerRepr, Module, ModuleId, Notation, Origin, Scalar, SourceMap, Span,
    SyntaxGraph, TypeDef, TypeId, TypeKind, ValidGraph, diagnostic, opens, validate,
};

/// A specification with the user's settings for it.
#[derive(Clone, Debug)]
pub struct Specification {
    /// All texts: specifications, configuration, profile.
    pub sources: SourceMap,
    /// The graph.
    pub graph: ValidGraph,
    /// The message types.
    pub roots: Roots,
    /// Known field frequencies. Among those of the user, later ones win; counts of profiles add up.
    pub frequencies: Vec<(FieldId, FieldFrequency)>,
    /// What messages hold beside their values, as a profile counted it.
    pub extent: Option<Extent>,
    /// Techniques pinned by the configuration.
    pub pins: BTreeMap<TypeId, Technique>,
    /// The filters of the configuration.
    pub filters: Vec<NamedFilter>,
    /// The shapes of the configuration.
    pub shapes: Vec<Entry<ShapeEntry>>,
    /// Warnings and notes so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// A filter of the configuration.
#[derive(Clone, Debug)]
pub struct NamedFilter {
    /// The name of its function, without the prefix.
    pub name: String,
    /// The text of its predicate.
    pub text: String,
    /// Its predicate.
    pub filter: Filter,
    /// How it decides, if the configuration says so.
    pub form: Option<Form>,
}

/// Returns the names of modules that are imported but not given.
pub fn missing_modules(settings: &Settings) -> Vec<String> {
    let (sources, _) = sources(settings);
    front(&sources, settings, &Config::default()).missing_modules
}

/// Parses, resolves, configures and validates the specifications, and chooses the roots.
///
/// # Errors
/// The errors in the specification, the configuration or the roots.
pub fn specification(settings: &Settings) -> Result<Specification, CompileError> {
    let (mut sources, given) = sources(settings);
    let mut diagnostics = Vec::new();
    let read = read(settings, &mut sources, &given, &mut diagnostics);
    lints::apply(&settings.allow, &settings.deny, &mut diagnostics);
    diagnostic::sort(&mut diagnostics);
    let failure = match read {
        Ok(Read { graph, roots, applied, filters }) if !diagnostics.iter().any(Diagnostic::is_error) => {
            let Applied { frequencies, extent, pins, shapes, .. } = applied;
            return Ok(Specification {
                sources,
                graph,
                roots,
                frequencies,
                extent,
                pins,
                filters,
                shapes,
                diagnostics,
            });
        }
        Ok(_) => Failure::Input,
        Err(failure) => failure,
    };
    Err(CompileError { failure, diagnostics, sources })
}

/// A specification without its texts and findings.
struct Read {
    graph: ValidGraph,
    roots: Roots,
    applied: Applied,
    filters: Vec<NamedFilter>,
}

/// Reads all texts. `sources` holds those of the specification, and receives those of the configuration.
fn read(
    settings: &Settings,
    sources: &mut SourceMap,
    given: &BTreeSet<FileId>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Read, Failure> {
    check_rules(settings)?;
    let spec_sources = sources.clone();
    let (profile, config) = configuration(settings, sources, diagnostics)?;
    let output = front(&spec_sources, settings, &config);
    let complete = output.is_ok();
    diagnostics.extend(output.diagnostics);
    if !complete {
        // The resolved types are checked in the same run, unless roots are named.
        if settings.roots.is_empty() && profile.roots.is_empty() && config.roots.is_empty() {
            let mut found = validate::check_incomplete(&output.graph, &output.unresolved);
            settle(&output.graph, &own_modules(&output.graph, given), &mut found);
            diagnostics.append(&mut found);
        }
        return Err(Failure::Input);
    }
    let (mut graph, slices) = (output.graph, output.slices);
    if graph.types.is_empty() && graph.modules.is_empty() {
        let message = "the specification has no module";
        diagnostics.push(Diagnostic::error("empty", syntax_graph::Span::none(), message));
        return Err(Failure::Input);
    }
    let mut applied = Applied::default();
    applied.apply(&mut graph, &profile);
    applied.apply(&mut graph, &config);
    diagnostics.append(&mut applied.diagnostics);
    clusters::add(&mut graph, &config.clusters, settings.rpc.any(), diagnostics);
    let own = own_modules(&graph, given);
    let (configured, measured) = (&config.roots, &profile.roots);
    let roots = match roots::choose(&graph, &settings.roots, settings.rpc, configured, measured, &own) {
        Ok(roots) => {
            // A specification of values alone gives a header with constants.
            if roots.roots.is_empty() && graph.constants.is_empty() {
                let message = "the specification defines neither a message type nor a value";
                diagnostics.push(Diagnostic::warning("no-message", syntax_graph::Span::none(), message));
            }
            Some(without_flawed(&graph, roots))
        }
        Err(roots::RootsError::Usage(message)) => return Err(Failure::Usage(message)),
        Err(roots::RootsError::Input(errors)) => {
            diagnostics.extend(errors);
            None
        }
    };
    let graph = valid(graph, roots.as_ref(), diagnostics);
    let (Some(graph), Some(roots)) = (graph, roots) else { return Err(Failure::Input) };
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Failure::Input);
    }
    diagnostics.extend(roots.left_out.iter().map(|left| left_out(&graph, *left)));
    let types: Vec<TypeId> = roots.roots.iter().map(|root| root.ty).collect();
    if settings.check_constraints {
        diagnostics.extend(unchecked(&graph, &types));
    }
    diagnostics.extend(applied.unasked_slices(&graph, &types, slices));
    let filters = filters(&config, sources, &graph).map_err(|errors| {
        diagnostics.extend(errors);
        Failure::Input
    })?;
    Ok(Read { graph, roots, applied, filters })
}

/// Checks the filters of the configuration.
fn filters(
    config: &Config,
    sources: &mut SourceMap,
    graph: &ValidGraph,
) -> Result<Vec<NamedFilter>, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for Entry { key, value: config::Predicate { text, span, form }, .. } in &config.filters {
        let place = place(sources, *span, text, &format!("filter.{key}"));
        match idl_front::filter::filter_within(sources, place, graph) {
            Ok(filter) => {
                found.push(NamedFilter { name: key.clone(), text: text.clone(), filter, form: *form });
            }
            Err(own) => errors.extend(own),
        }
    }
    for Entry { key, value: config::ViewEntry { ty, fields }, .. } in &config.views {
        let mut own = |(text, span): &(String, Span)| place(sources, *span, text, &format!("view.{key}"));
        let (place, paths) = (own(ty), fields.iter().map(own).collect::<Vec<_>>());
        match idl_front::filter::view(sources, place, &paths, graph) {
            Ok(filter) => {
                let paths: Vec<&str> = fields.iter().map(|(path, _)| path.as_str()).collect();
                let text = format!("{}: {}", ty.0, paths.join(", "));
                found.push(NamedFilter { name: key.clone(), text, filter, form: Some(Form::Compiled) });
            }
            Err(own) => errors.extend(own),
        }
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// Returns the place of a string's text. A string without escapes has its own place in the file; otherwise its text
/// becomes a file, which belongs to this table.
fn place(sources: &mut SourceMap, span: Span, text: &str, table: &str) -> Span {
    match sources.text(span).find(text) {
        Some(at) => {
            let start = span.start as usize + at;
            Span::new(span.file, start, start + text.len())
        }
        None => {
            let name = format!("{}: [{table}]", sources.file(span.file).name);
            Span::new(sources.add(name, text), 0, text.len())
        }
    }
}

/// Reads the profile, and all files of configuration as one.
fn configuration(
    settings: &Settings,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(Config, Config), Failure> {
    let mut read = |(name, text): &(String, String)| {
        let id = sources.add(name.as_str(), text.as_str());
        let (config, found) = match config::parse(id, text) {
            Ok((config, warnings)) => (config, warnings),
            Err(errors) => (Config::default(), errors),
        };
        diagnostics.extend(found);
        config
    };
    let profile = settings.profile.as_ref().map(&mut read).unwrap_or_default();
    let mut config = Config::default();
    for file in &settings.configs {
        config.add(read(file));
    }
    if diagnostics.iter().any(Diagnostic::is_error) { Err(Failure::Input) } else { Ok((profile, config)) }
}

/// Validates the graph. Errors in types that no root reaches are warnings.
fn valid(graph: SyntaxGraph, roots: Option<&Roots>, diagnostics: &mut Vec<Diagnostic>) -> Option<ValidGraph> {
    let checked = match roots.filter(|roots| roots.named || !roots.left_out.is_empty()) {
        Some(roots) => {
            let types: Vec<TypeId> = roots.roots.iter().map(|root| root.ty).collect();
            der_values::validate(graph, Some(&types))
        }
        None => der_values::validate(graph, None),
    };
    match checked {
        Ok(graph) => {
            diagnostics.extend(graph.warnings().iter().cloned());
            Some(graph)
        }
        Err(errors) => {
            diagnostics.extend(errors);
            None
        }
    }
}

/// Returns the modules of the files that the user named.
fn own_modules(graph: &SyntaxGraph, given: &BTreeSet<FileId>) -> BTreeSet<ModuleId> {
    let is_own =
        |module: &(ModuleId, &Module)| !module.1.span.is_some() || given.contains(&module.1.span.file);
    graph.modules.enumerated().filter(is_own).map(|(id, _)| id).collect()
}

/// Drops default roots that hold types in error, if modules without such types have roots as well. Default
/// roots are a guess, and a side module may define types that are never sent.
fn without_flawed(graph: &SyntaxGraph, mut roots: Roots) -> Roots {
    if roots.named {
        return roots;
    }
    let flawed = validate::flawed_types(graph);
    let homes: BTreeSet<ModuleId> = flawed.iter().map(|ty| graph.types[*ty].module).collect();
    let holds_flawed = |root: &roots::ChosenRoot| {
        let reached = validate::reach(graph, &[root.ty]);
        flawed.iter().any(|ty| reached[*ty])
    };
    if flawed.is_empty() {
        return roots;
    }
    let (bad, good): (Vec<_>, Vec<_>) = roots.roots.iter().cloned().partition(holds_flawed);
    let elsewhere = good.iter().any(|root| !homes.contains(&graph.types[root.ty].module));
    if elsewhere && bad.iter().all(|root| homes.contains(&graph.types[root.ty].module)) {
        roots.left_out = bad.iter().map(|root| root.ty).collect();
        roots.roots = good;
    }
    roots
}

/// Turns errors into warnings if the types in error would be left out. The graph is incomplete.
fn settle(graph: &SyntaxGraph, own: &BTreeSet<ModuleId>, found: &mut [Diagnostic]) {
    if !found.iter().any(Diagnostic::is_error) {
        return;
    }
    if let Ok(roots) = roots::choose(graph, &[], RpcSides::default(), &[], &[], own)
        && !without_flawed(graph, roots).left_out.is_empty()
    {
        for diagnostic in found.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
            diagnostic.severity = syntax_graph::Severity::Warning;
            diagnostic.add_note("this type is not compiled, because no other type needs it");
        }
    }
}

fn left_out(graph: &SyntaxGraph, root: TypeId) -> Diagnostic {
    let message = format!("{} is not compiled: it contains a type with an error", graph.type_path(root));
    Diagnostic::warning("root-left-out", graph.types[root].span, message)
        .with_note("no other type needs it")
        .with_help("to compile it, name it with --pdu")
}

/// Returns the texts of the specification, and the files that the user named.
fn sources(settings: &Settings) -> (SourceMap, BTreeSet<syntax_graph::FileId>) {
    let mut sources = SourceMap::new();
    let given = settings.specs.iter().map(|(name, text)| sources.add(name.as_str(), text.as_str())).collect();
    for (name, text) in &settings.includes {
        sources.add(name.as_str(), text.as_str());
    }
    (sources, given)
}

fn front(sources: &SourceMap, settings: &Settings, config: &Config) -> FrontOutput {
    let named: Vec<String> = if settings.rpc.any() {
        Vec::new()
    } else if settings.roots.is_empty() {
        config.roots.iter().map(|root| root.key.clone()).collect()
    } else {
        settings.roots.iter().map(|root| root.name.clone()).collect()
    };
    let roots = (!named.is_empty()).then_some(named);
    idl_front::parse(sources, &FrontOptions { roots, searched: settings.searched.clone() })
}

fn check_rules(settings: &Settings) -> Result<(), Failure> {
    let xdr = settings.specs.iter().filter(|spec| is_xdr(&spec.0)).count();
    if xdr > 0 && xdr < settings.specs.len() {
        return Err(Failure::Usage(
            "ASN.1 and XDR (.x) specifications cannot be compiled together; run stubc for each".to_owned(),
        ));
    }
    match settings.rules {
        None => Ok(()),
        Some(RulesName::Xdr) if xdr > 0 => Ok(()),
        Some(_) if xdr > 0 => Err(Failure::Usage(
            "XDR (.x) specifications work only with --rules xdr; leave out --rules".to_owned(),
        )),
        Some(RulesName::Xdr) => Err(Failure::Usage(
            "--rules xdr works only with XDR (.x) specifications; use --rules ber or der".to_owned(),
        )),
        Some(_) => Ok(()),
    }
}

/// The changes that the configuration and the profile make.
#[derive(Default)]
struct Applied {
    frequencies: Vec<(FieldId, FieldFrequency)>,
    extent: Option<Extent>,
    pins: BTreeMap<TypeId, Technique>,
    shapes: Vec<Entry<ShapeEntry>>,
    /// Open types that the configuration makes slices.
    slices: BTreeSet<TypeId>,
    diagnostics: Vec<Diagnostic>,
}

impl Applied {
    fn apply(&mut self, graph: &mut SyntaxGraph, config: &Config) {
        if config.open_slice == Some(true) {
            graph.keep_slices(None);
            self.slices.extend(graph.types.ids());
        }
        for entry in &config.types {
            self.apply_type(graph, entry);
        }
        self.apply_frequencies(graph, &config.frequency);
        self.extent = config.extent.or(self.extent);
        self.shapes.extend(config.shapes.iter().cloned());
    }

    /// Returns the warnings about open types that the roots reach, except those that the configuration makes slices.
    /// Instances of a parameterized type share one warning.
    fn unasked_slices(
        &self,
        graph: &SyntaxGraph,
        roots: &[TypeId],
        slices: Vec<(TypeId, Diagnostic)>,
    ) -> Vec<Diagnostic> {
        let reached = validate::reach(graph, roots);
        let mut places = BTreeSet::new();
        let mut is_new = |open: TypeId| {
            let span = graph.types[open].span;
            places.insert((span.file, span.start))
        };
        let unasked = slices.into_iter().filter(|(open, _)| reached[*open] && !self.slices.contains(open));
        unasked.filter(|(open, _)| is_new(*open)).map(|(_, warning)| warning).collect()
    }

    fn apply_frequencies(&mut self, graph: &SyntaxGraph, entries: &[Entry<FieldFrequency>]) {
        if entries.is_empty() {
            return;
        }
        let mut by_path: BTreeMap<String, Vec<FieldId>> = BTreeMap::new();
        for field in graph.fields.ids() {
            let path = graph.field_path(field);
            if let Some((_, rest)) = path.split_once('.') {
                by_path.entry(rest.to_owned()).or_default().push(field);
            }
            by_path.entry(path).or_default().push(field);
        }
        let mut counted = BTreeSet::new();
        for entry in entries {
            let fields: Vec<FieldId> = if entry.key.contains('*') {
                graph.fields.ids().filter(|field| covers(&entry.key, &graph.field_path(*field))).collect()
            } else {
                by_path.get(&entry.key).cloned().unwrap_or_default()
            };
            if fields.is_empty() {
                self.diagnostics.push(unmatched(entry, "no field"));
            }
            if matches!(entry.value.occurrences, Occurrences::Counted { .. }) {
                counted.extend(fields.iter().copied());
            }
            self.frequencies.extend(fields.into_iter().map(|field| (field, entry.value)));
        }
        let owners: BTreeSet<TypeId> = counted.iter().map(|field| graph.fields[*field].owner).collect();
        let all = owners.iter().flat_map(|owner| graph.fields_of(*owner));
        for field in all.filter(|field| !counted.contains(field)) {
            let message =
                format!("`{}` is not in the profile; its frequency is predicted", graph.field_path(*field));
            self.diagnostics.push(Diagnostic::note("profile-added", graph.fields[*field].span, message));
        }
    }

    /// Applies `keep-unknown` to the structures with an extension marker among these types, or else those of fields.
    fn keep_unknown(
        &mut self,
        graph: &mut SyntaxGraph,
        entry: &Entry<TypeSettings>,
        keep: bool,
        (types, fields): (&[TypeId], &[FieldId]),
    ) {
        let targets = fields.iter().map(|field| graph.fields[*field].target).filter(|_| types.is_empty());
        let named = types.iter().copied().chain(targets).map(|ty| graph.resolve(ty));
        let nodes: Vec<TypeId> = named.filter(|ty| is_extensible(graph, *ty)).collect();
        if nodes.is_empty() {
            let what = "no SEQUENCE or SET with an extension marker (only these can keep unknown additions)";
            self.diagnostics.push(unmatched(entry, what));
        }
        for node in nodes {
            // Later entries win.
            if keep {
                graph.extended.insert(node)
            } else {
                graph.extended.remove(&node)
            };
        }
    }

    fn apply_type(&mut self, graph: &mut SyntaxGraph, entry: &Entry<TypeSettings>) {
        let types: Vec<TypeId> =
            graph.types.ids().filter(|ty| covers(&entry.key, &graph.type_path(*ty))).collect();
        let fields: Vec<FieldId> =
            graph.fields.ids().filter(|field| covers(&entry.key, &graph.field_path(*field))).collect();
        if types.is_empty() && fields.is_empty() {
            self.diagnostics.push(unmatched(entry, "no type and no field"));
            return;
        }
        if entry.value.integer_bytes {
            let mut found = false;
            for &ty in &types {
                found |= hold_as_bytes(graph, ty);
            }
            for &field in &fields {
                found |= hold_field_as_bytes(graph, field);
            }
            if !found {
                self.diagnostics.push(unmatched(entry, "no INTEGER"));
            }
        }
        if let Some(technique) = entry.value.technique {
            let targets = fields.iter().map(|field| graph.fields[*field].target).filter(|_| types.is_empty());
            let nodes: Vec<TypeId> = types
                .iter()
                .copied()
                .chain(targets)
                .map(|ty| graph.resolve(ty))
                .filter(|ty| is_node(graph, *ty))
                .collect();
            if nodes.is_empty() {
                self.diagnostics.push(unmatched(entry, "no structure, union or array"));
            }
            self.pins.extend(nodes.into_iter().map(|node| (node, technique)));
        }
        if let Some(keep) = entry.value.keep_bytes {
            let targets = fields.iter().map(|field| graph.fields[*field].target).filter(|_| types.is_empty());
            let is_asn1 = |ty: &TypeId| graph.modules[graph.types[*ty].module].notation == Notation::Asn1;
            let named = types.iter().copied().chain(targets).map(|ty| graph.resolve(ty));
            let nodes: Vec<TypeId> = named.filter(|ty| is_node(graph, *ty) && is_asn1(ty)).collect();
            if nodes.is_empty() {
                let what = "no SEQUENCE, SET or CHOICE (only these can keep their bytes)";
                self.diagnostics.push(unmatched(entry, what));
            }
            for node in nodes {
                // Later entries win.
                if keep {
                    graph.kept.insert(node)
                } else {
                    graph.kept.remove(&node)
                };
            }
        }
        if let Some(keep) = entry.value.keep_unknown {
            self.keep_unknown(graph, entry, keep, (&types, &fields));
        }
        if let Some(slice) = entry.value.open_slice {
            let targets = fields.iter().map(|field| graph.fields[*field].target);
            let opens: Vec<TypeId> =
                types.iter().copied().chain(targets).flat_map(|ty| opens_in(graph, ty)).collect();
            if opens.is_empty() {
                self.diagnostics.push(unmatched(entry, "no open type"));
            }
            if slice {
                graph.keep_slices(Some(&opens));
                self.slices.extend(opens);
            } else {
                opens::make_arms(graph, Some(&opens));
            }
        }
        if !entry.value.alternatives.is_empty() {
            let targets = fields.iter().map(|field| graph.fields[*field].target);
            let opens: BTreeSet<TypeId> =
                types.iter().copied().chain(targets).flat_map(|ty| opens_in(graph, ty)).collect();
            let opens: Vec<TypeId> = opens.into_iter().collect();
            if opens.is_empty() {
                self.diagnostics.push(unmatched(entry, "no open type"));
            } else if let Err(errors) = open_tables::apply(graph, &opens, &entry.value.alternatives) {
                self.diagnostics.extend(errors);
            }
        }
    }
}

/// Returns whether a pattern matches a path, with or without the module's name in front.
fn covers(key: &str, path: &str) -> bool {
    pattern::matches(key, path) || path.split_once('.').is_some_and(|(_, rest)| pattern::matches(key, rest))
}

fn unmatched<T>(entry: &Entry<T>, what: &str) -> Diagnostic {
    let message = format!("`{}` matches {what} of the specification", entry.key);
    Diagnostic::error("config-unmatched", entry.span, message).with_help(
        "write a path as Module.Type.field, where `*` matches any characters; `stubc dump graph` \
             lists all paths",
    )
}

fn is_node(graph: &SyntaxGraph, ty: TypeId) -> bool {
    matches!(graph.types[ty].kind, TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_))
}

fn is_extensible(graph: &SyntaxGraph, ty: TypeId) -> bool {
    matches!(&graph.types[ty].kind, TypeKind::Structure(structure) if structure.extension.is_some())
}

/// Returns the open types that a type is or holds, embedded types included.
fn opens_in(graph: &SyntaxGraph, ty: TypeId) -> Vec<TypeId> {
    let mut found = Vec::new();
    let mut left = vec![graph.resolve(ty)];
    while let Some(ty) = left.pop() {
        if let TypeKind::Open(_) = graph.types[ty].kind {
            found.push(ty);
            continue;
        }
        let targets = graph.fields_of(ty).iter().map(|field| graph.fields[*field].target);
        left.extend(targets.filter(|target| matches!(graph.types[*target].origin, Origin::Embedded(_))));
    }
    found
}

/// Makes an INTEGER hold its contents octets; an alias first gets its own type.
fn hold_as_bytes(graph: &mut SyntaxGraph, ty: TypeId) -> bool {
    let TypeKind::Scalar(Scalar::Integer(integer)) = graph.kind(ty) else { return false };
    // XDR integers have a fixed width.
    if graph.modules[graph.types[ty].module].notation == Notation::Xdr {
        return false;
    }
    let mut integer = integer.clone();
    integer.repr = IntegerRepr::Bytes;
    graph.types[ty].kind = TypeKind::Scalar(Scalar::Integer(integer));
    true
}

/// Makes the INTEGER of one field hold its contents octets; a shared definition stays as it is.
fn hold_field_as_bytes(graph: &mut SyntaxGraph, field: FieldId) -> bool {
    let target = graph.fields[field].target;
    if let Origin::Embedded(_) = graph.types[target].origin {
        return hold_as_bytes(graph, target);
    }
    let TypeKind::Scalar(Scalar::Integer(_)) = graph.kind(target) else { return false };
    let copy = TypeDef { origin: Origin::Embedded(field), ..graph.types[target].clone() };
    let copy = graph.types.push(copy);
    graph.fields[field].target = copy;
    hold_as_bytes(graph, copy)
}
