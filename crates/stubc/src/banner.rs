//! Makes the banner of generated files: version, specifications, options and compiler; and finds the place of each
//! type. The banner holds no time and no folder, so the same input gives the same file on any machine.

use crate::front::Specification;
use crate::settings::{Cache, Cap, Choice, RootRequest, Settings, Solver};
use crate::toolchain::Toolchain;
use codegen::model::layout::members_of;
use codegen::{Helpers, Model, RpcSides};
use freq_predict::Heuristic;
use std::collections::BTreeMap;
use syntax_graph::{FieldId, Span, TypeId};

/// Returns the lines of the banner: version, names of the specifications, options that differ from their defaults,
/// and the compiler if there is one.
pub fn banner(settings: &Settings, toolchain: Option<&dyn Toolchain>) -> Vec<String> {
    let names = settings.specs.iter().chain(&settings.includes).map(|(name, _)| file_name(name));
    let names: Vec<&str> = names.collect();
    let mut lines = vec![
        format!("Version: stubc {}", env!("CARGO_PKG_VERSION")),
        format!("Specifications: {}", names.join(", ")),
    ];
    let options = options(settings);
    if !options.is_empty() {
        lines.push(format!("Options: {}", options.join(" ")));
    }
    if let Some(toolchain) = toolchain {
        lines.push(format!("Compiler: {}", without_folders(&toolchain.describe())));
    }
    lines
}

/// Returns the place of the definition of each type of a model, as `file:line`.
pub fn places(specification: &Specification, model: &Model<'_>) -> BTreeMap<TypeId, String> {
    let types = model.nodes.iter().map(|node| node.ty).chain(model.scalars.iter().copied());
    types.filter_map(|ty| Some((ty, place(specification, specification.graph.types[ty].span)?))).collect()
}

/// Returns the place of each field of a model's types, as `file:line`.
pub fn fields(specification: &Specification, model: &Model<'_>) -> BTreeMap<FieldId, String> {
    let fields = model.types.iter().flat_map(|ty| members_of(&specification.graph, *ty));
    fields
        .filter_map(|field| Some((field, place(specification, specification.graph.fields[field].span)?)))
        .collect()
}

fn place(specification: &Specification, span: Span) -> Option<String> {
    let (line, _) = specification.sources.line_column(span);
    (line > 0).then(|| format!("{}:{line}", file_name(&specification.sources.file(span.file).name)))
}

/// Returns a command without the folders of the paths in it.
pub fn without_folders(command: &str) -> String {
    let word = |word: &str| match (word.find('/'), word.rfind('/')) {
        (Some(first), Some(last)) => format!("{}{}", &word[..first], &word[last + 1..]),
        _ => word.to_owned(),
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn options(settings: &Settings) -> Vec<String> {
    let mut options = Vec::new();
    let mut given = |name: &str, value: Option<String>| {
        options.extend(value.map(|value| format!("--{name} {value}")));
    };
    let file = |(name, _): &(String, String)| file_name(name).to_owned();
    given("max-size", settings.max_size.map(cap));
    given("rules", settings.rules.map(|rules| rules.name().to_owned()));
    settings.roots.iter().for_each(|request| given("pdu", Some(root(request))));
    let RpcSides { client, server, apart, batch } = settings.rpc;
    let sides = [("client", client), ("server", server), ("split", apart), ("batch", batch)];
    sides.iter().filter(|(_, is_on)| *is_on).for_each(|(name, _)| given("rpc", Some((*name).to_owned())));
    settings.configs.iter().for_each(|config| given("config", Some(file(config))));
    given("profile", settings.profile.as_ref().map(file));
    given("max-string", settings.max_string.map(|most| most.to_string()));
    given("name", settings.name.clone());
    given("prefix", Some(settings.prefix.clone()).filter(|prefix| !prefix.is_empty()));
    let heuristic = match settings.heuristic {
        Heuristic::Markov => None,
        Heuristic::References => Some("references"),
        Heuristic::Optional => Some("optional"),
        Heuristic::Array => Some("array"),
    };
    given("heuristic", heuristic.map(str::to_owned));
    match &settings.choice {
        Choice::Auto => {}
        Choice::Interpreted => given("technique", Some("interpreted".to_owned())),
        Choice::Compiled => given("technique", Some("compiled".to_owned())),
        Choice::Inlined => given("technique", Some("inlined".to_owned())),
        Choice::Plan(name, _) => given("plan", Some(file_name(name).to_owned())),
    }
    given("cache", (settings.cache != Cache::default()).then(|| settings.cache.to_string()));
    given("solver", (settings.solver == Solver::Exact).then(|| "exact".to_owned()));
    let switches = [
        ("--error-paths", settings.error_paths),
        ("--check-constraints", settings.check_constraints),
        ("--instrument", settings.instrument),
        ("--count-commands", settings.count_commands),
        ("--plug", settings.plug),
        ("--util", settings.helpers == Helpers::Beside),
        ("--util=counted", settings.helpers == Helpers::Counted),
    ];
    options.extend(switches.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| (*name).to_owned()));
    options
}

fn root(root: &RootRequest) -> String {
    let direction = match (root.decode, root.encode) {
        (true, false) => ":decode",
        (false, true) => ":encode",
        _ => "",
    };
    format!("{}{direction}", root.name)
}

fn cap(cap: Cap) -> String {
    match cap {
        Cap::Bytes(bytes) => bytes.to_string(),
        Cap::Percent(percent) => format!("{percent}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_folder_remains() {
        assert_eq!(without_folders("/opt/arm/bin/gcc -Os -I/home/me/include"), "gcc -Os -Iinclude");
        assert_eq!(file_name("C:\\specs\\a.asn1"), "a.asn1");
        let spec = |name: &str| (name.to_owned(), String::new());
        let settings = Settings {
            specs: vec![spec("/home/me/a.asn1"), spec("b.asn1")],
            includes: vec![spec("../lib/c.asn1")],
            roots: vec!["T:decode".parse().expect("a root")],
            max_size: Some(Cap::Bytes(4096)),
            configs: vec![spec("conf/d.toml")],
            error_paths: true,
            ..Settings::default()
        };
        let lines = banner(&settings, None);
        assert_eq!(
            lines[1..],
            [
                "Specifications: a.asn1, b.asn1, c.asn1",
                "Options: --max-size 4096 --pdu T:decode --config d.toml --error-paths",
            ]
        );
    }
}
