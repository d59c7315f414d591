//! Emits C for a model and its techniques: `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.

use crate::c::escape::{lines_of_comment, owner};
use crate::c::helpers::Called;
use crate::c::resolve::{Resolver, Symbol};
use crate::c::runtime::{Serving, prefixed};
use crate::c::wrap::wrapped;
use crate::c::writer::Apart;
use crate::c::{header, places, several};
use crate::model::names::identifier;
use crate::model::{Helpers, Model};
use crate::program::techniques::{Direction, Techniques};
use crate::rules::{Purpose, runtimes};
use crate::stub::{Node, Stub};
use interp_runtime::sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::c::escape;
pub use crate::c::escape::{MADE, owner_line};
pub use crate::c::fuzz::{Sample, harness_files, harness_names};
pub use crate::c::harness;
pub use crate::c::instrument::LENGTHS;
#[cfg(feature = "places")]
pub use crate::c::places::key as place_key;
pub use crate::c::remarks::Remarks;
pub use crate::c::runtime::{Configuration, DERIVED, MAX_STRING, PACKED, Parts, Resolved};

/// Emitted files: name and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFiles {
    /// The files in the order `NAME.h`, `NAME.c`, `stubc_rt.h`, `stubc_rt.c`.
    pub files: Vec<(String, String)>,
}

/// Emits the C. Nodes whose programs the interpreter cannot run (see [`table_limits`]) must be compiled.
pub fn emit(model: &Model<'_>, techniques: &Techniques, remarks: &Remarks) -> OutputFiles {
    emit_all(&[Unit::new(model, techniques, remarks)], &model.options.prefix, &remarks.banner)
}

/// Emits the C of several specifications with one runtime, whose names and files have this prefix. The files
/// are `NAME.h` and `NAME.c` of each, then those of the runtime, whose first comment holds `banner`.
pub fn emit_all(units: &[Unit<'_>], prefix: &str, banner: &[String]) -> OutputFiles {
    let runtime = Remarks { banner: banner.to_vec(), ..Remarks::default() };
    print(units, prefix, &runtime, &Apart::Nothing)
}

/// Emits the C without remarks, for measuring. The compiler merges no procedure with its caller, so each has
/// its own size.
pub fn emit_apart(model: &Model<'_>, techniques: &Techniques) -> OutputFiles {
    print(
        &[Unit::new(model, techniques, &Remarks::default()).unnamed()],
        &model.options.prefix,
        &Remarks::default(),
        &Apart::All,
    )
}

/// Emits the procedures of these stubs as [`emit_apart`] does, and declares the others: `NAME.h`, `NAME.c` and
/// `stubc_rt.h`, which compile but do not link. Unused declarations remain.
pub fn emit_part(model: &Model<'_>, techniques: &Techniques, stubs: BTreeSet<Stub>) -> OutputFiles {
    let remarks = Remarks::default();
    let unit = Unit::new(model, techniques, &remarks).unnamed();
    let apart = Apart::These(Arc::new(stubs));
    let mut output = print(&[unit], &model.options.prefix, &remarks, &apart);
    output.files.retain(|(name, _)| !is_runtime(name));
    output
}

/// Returns whether a file is the source of the runtime.
pub fn is_runtime(name: &str) -> bool {
    name.ends_with("stubc_rt.c")
}

/// One of the specifications that are emitted together.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// Its model.
    pub model: &'a Model<'a>,
    /// The plan.
    pub techniques: &'a Techniques,
    /// The comments.
    pub remarks: &'a Remarks,
    /// The name of its files, without prefix and ending.
    name: &'a str,
}

impl<'a> Unit<'a> {
    /// Returns a specification, whose files have the name that its options say.
    pub fn new(model: &'a Model<'_>, techniques: &'a Techniques, remarks: &'a Remarks) -> Self {
        Self { model, techniques, remarks, name: &model.options.name }
    }

    /// Returns the specification with the same name for every specification, to measure its procedures: a cache of
    /// objects then serves all names.
    pub fn unnamed(self) -> Self {
        Self { name: UNNAMED, ..self }
    }
}

/// The name of files that are only measured.
const UNNAMED: &str = "stubs";

fn print(units: &[Unit<'_>], prefix: &str, runtime: &Remarks, apart: &Apart) -> OutputFiles {
    let mut files = Vec::new();
    let mut serving = Vec::new();
    for (at, of_rule) in by_rule(units, |unit| unit.model).iter().enumerate() {
        let is_several = of_rule.len() > 1;
        let none = BTreeSet::new();
        let configuration = |unit: &Unit<'_>, called: &Called, shared: &BTreeSet<String>| {
            unit.model.code.configuration(unit.model, Purpose::Plan(unit.techniques), called, shared)
        };
        let encoding = of_rule[0].model.options.rules.encoding();
        let shared = if is_several {
            let before: Vec<Configuration> =
                of_rule.iter().map(|unit| configuration(unit, &Called::Any, &none)).collect();
            encoding.united(&before).features
        } else {
            none.clone()
        };
        let mut configurations = Vec::new();
        for unit in of_rule {
            let Unit { model, techniques, remarks, name } = **unit;
            let edition = Edition { techniques, remarks, apart, shared: &shared };
            let w = model.code.code(model, &edition);
            let own = configuration(unit, &w.called(), &shared);
            let (mut header, mut code) =
                (header::header(model, name, remarks), beginning(model, name, remarks));
            if is_several {
                let parts = encoding.runtime_parts();
                let tables = several::declarations(&own.resolve(&parts, &str::to_owned).header);
                let between = if tables.is_empty() { "" } else { "\n" };
                code = several::with_own_tables(
                    &(code + &tables + between + &w.finish()),
                    &unit_name(model, name),
                );
            } else {
                code.push_str(&w.finish());
            }
            if at > 0 {
                let rule = encoding.runtime();
                header = several::of_rule(&header, rule, sources::PUBLIC);
                code = several::of_rule(&code, rule, sources::PUBLIC);
            }
            let stem = format!("{}{name}", model.options.prefix);
            let place = units.iter().position(|known| std::ptr::eq(known.model, model));
            files.push((place, format!("{stem}.h"), wrapped(&prefixed(&header, prefix))));
            files.push((place, format!("{stem}.c"), wrapped(&prefixed(&code, prefix))));
            for (end, w) in model.code.code_beside(model) {
                let code = beginning(model, name, remarks) + &w.finish();
                files.push((place, format!("{stem}{end}.c"), wrapped(&prefixed(&code, prefix))));
            }
            let filters = model.options.filters.iter();
            files.extend(filters.map(|(name, text)| (place, name.clone(), text.clone())));
            configurations.push(own);
        }
        let parts = encoding.runtime_parts();
        serving.push(Serving {
            rule: encoding.runtime(),
            parts,
            configuration: encoding.united(&configurations),
        });
    }
    files.sort_by_key(|file| file.0);
    let models: Vec<&Model<'_>> = units.iter().map(|unit| unit.model).collect();
    let mut files: Vec<(String, String)> = files.into_iter().map(|(_, name, text)| (name, text)).collect();
    let names: Vec<&str> = units.iter().map(|unit| unit.name).collect();
    files.extend(runtime_files(&serving, &names, prefix, runtime));
    if let Some(model) = models.iter().find(|model| model.options.helpers == Helpers::Counted) {
        files.extend(helpers(model).files);
    }
    OutputFiles { files }
}

/// Returns the first lines of `NAME.c` and of the files beside it.
fn beginning(model: &Model<'_>, name: &str, remarks: &Remarks) -> String {
    let prefix = &model.options.prefix;
    let head = remarks.head(&format!("{name}: marshalling code {MADE}"), &[]);
    format!("{}\n#include \"{prefix}{name}.h\"\n\n", head.trim_end())
}

/// Returns the part of table names that identifies a specification.
fn unit_name(model: &Model<'_>, name: &str) -> String {
    identifier(&format!("{}{name}", model.options.prefix))
}

/// Returns the positions of models that share runtime code, by group: one encoding rule and its variants.
pub fn sharing(models: &[&Model<'_>]) -> Vec<Vec<usize>> {
    let numbered: Vec<(usize, &Model<'_>)> = models.iter().copied().enumerate().collect();
    let groups = by_rule(&numbered, |(_, model)| model);
    groups.into_iter().map(|group| group.into_iter().map(|(at, _)| *at).collect()).collect()
}

/// Groups specifications by the runtime of their encoding rule, in the order of `rules/mod.rs`.
fn by_rule<'u, T>(units: &'u [T], model: impl Fn(&'u T) -> &'u Model<'u>) -> Vec<Vec<&'u T>> {
    let rule = |unit: &'u T| model(unit).options.rules.encoding().runtime();
    let mut groups: Vec<Vec<&T>> = Vec::new();
    for name in runtimes() {
        if groups.iter().all(|group| rule(group[0]) != name) {
            let group: Vec<&T> = units.iter().filter(|unit| rule(unit) == name).collect();
            groups.extend((!group.is_empty()).then_some(group));
        }
    }
    groups
}

fn runtime_files(
    serving: &[Serving],
    names: &[&str],
    prefix: &str,
    remarks: &Remarks,
) -> [(String, String); 2] {
    let (header, source) = crate::c::runtime::files(serving, names);
    let owner = names.join(", ");
    let file = |ending: &str, text: &str| {
        (format!("{prefix}stubc_rt.{ending}"), owned(&owner, &prefixed(text, prefix), remarks))
    };
    [file("h", &header), file("c", &source)]
}

/// The input of printing a specification's own C, besides its model.
pub struct Edition<'a> {
    /// The plan.
    pub techniques: &'a Techniques,
    /// The comments.
    pub remarks: &'a Remarks,
    /// The procedures that the compiler must not merge with their callers.
    pub apart: &'a Apart,
    /// The features of a runtime that also serves other specifications of the rule; empty for one
    /// specification.
    pub shared: &'a BTreeSet<String>,
}

/// Returns the text of a file after a comment that names its owner and what made it.
pub(crate) fn owned(name: &str, text: &str, remarks: &Remarks) -> String {
    format!("{}\n{text}", lines_of_comment(&owner(name), &remarks.banner))
}

/// Emits the runtime for both procedures and commands, for measuring. A runtime for only one of them is
/// smaller. `small_runtime`: as in [`Techniques`].
pub fn runtime_for_both(model: &Model<'_>, small_runtime: bool) -> OutputFiles {
    runtime_of(&[model], &model.options.prefix, small_runtime)
}

/// Emits the runtime of several specifications for both procedures and commands.
pub fn runtime_of(models: &[&Model<'_>], prefix: &str, small_runtime: bool) -> OutputFiles {
    let mut serving = Vec::new();
    for of_rule in by_rule(models, |model| model) {
        let encoding = of_rule[0].options.rules.encoding();
        let configuration = |shared: &BTreeSet<String>| -> Configuration {
            let both = Purpose::Both { small_runtime };
            let all = of_rule.iter().map(|model| model.code.configuration(model, both, &Called::Any, shared));
            encoding.united(&all.collect::<Vec<_>>())
        };
        let none = BTreeSet::new();
        let shared = if of_rule.len() > 1 { configuration(&none).features } else { none };
        let parts = encoding.runtime_parts();
        serving.push(Serving { rule: encoding.runtime(), parts, configuration: configuration(&shared) });
    }
    OutputFiles { files: runtime_files(&serving, &[UNNAMED], prefix, &Remarks::default()).into() }
}

/// Emits the transport of remote procedure calls over POSIX sockets, if there are stubs. The cap does not
/// count it, and generated code does not depend on it.
pub fn transport(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{NET, NET_HEADER};
    let sides = model.options.rpc;
    let symbols = [("STUBC_RPC_CLIENT", sides.client), ("STUBC_RPC_SERVER", sides.server)];
    let symbols: BTreeMap<String, Symbol> = symbols
        .into_iter()
        .map(|(name, is_on)| (name.to_owned(), if is_on { Symbol::Present } else { Symbol::Absent }))
        .collect();
    let resolved = |text: &str| Resolver::new(symbols.clone()).resolve(text);
    let (header, source) = (resolved(NET_HEADER), resolved(NET));
    let texts = [("stubc_net.h", header.as_str()), ("stubc_net.c", source.as_str())];
    if sides.any() { as_given(model, &texts) } else { OutputFiles { files: Vec::new() } }
}

/// Emits helpers for applications: object identifiers, bits, times and strings. Neither generated code nor
/// the runtime calls them.
pub fn helpers(model: &Model<'_>) -> OutputFiles {
    use interp_runtime::sources::{UTIL, UTIL_HEADER};
    as_given(model, &[("stubc_util.h", UTIL_HEADER), ("stubc_util.c", UTIL)])
}

/// Emits plugs: tables that are replaced while other threads use them. Neither generated code nor the runtime uses
/// them.
pub fn plugs(model: &Model<'_>) -> OutputFiles {
    as_given(model, &[("stubc_plug.h", interp_runtime::sources::PLUG_HEADER)])
}

/// Emits files whose texts are the same for all specifications, except for the prefix.
fn as_given(model: &Model<'_>, texts: &[(&str, &str)]) -> OutputFiles {
    let prefix = &model.options.prefix;
    let file = |(name, text): &(&str, &str)| {
        let text = prefixed(&places::of_text(text), prefix);
        (format!("{prefix}{name}"), owned(&model.options.name, &text, &Remarks::default()))
    };
    OutputFiles { files: texts.iter().map(file).collect() }
}

/// Returns whether the interpreter can run a node's program. Under BER and DER it always can; under XDR, very
/// large nodes are always compiled.
pub fn table_limits(model: &Model<'_>, node: Node) -> bool {
    model.code.fits(model, node)
}

/// Returns whether a node can be compiled. Others are interpreted, whatever the plan.
pub fn can_compile(model: &Model<'_>, node: Node) -> bool {
    model.code.compiles(node)
}

/// Returns whether procedures of a direction leave unusual messages to the interpreter: then every plan with that
/// direction holds the interpreter and the commands of all nodes that it converts.
pub fn leaves(model: &Model<'_>, direction: Direction) -> bool {
    model.code.leaves(direction)
}

/// Returns whether plans for a target, such as `x86-64 -O2`, may choose a small runtime ([`Techniques::small_runtime`]).
pub fn has_small_runtime(model: &Model<'_>, target: &str) -> bool {
    model.code.has_small_runtime(target)
}

/// Returns the bytes of a node in the table of programs.
pub fn table_octets(model: &Model<'_>, node: Node) -> u64 {
    model.code.table_octets(model, node)
}
