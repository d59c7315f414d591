//! Fuzz targets with a program of their own: filters compiled and interpreted, views, filters that arrive as blobs, stubs with
//! a shape and without.

use super::Tally;
use super::differential::{FUZZER, QUICK};
use super::targets::Target;
use crate::filters::{self, Predicate, blobs, views};
use crate::plans;
use crate::shapes::{SHAPED, Shaped, model, trying, write, write_comparison};
use crate::stubs::run;
use crate::subject::{Record, Subject};
use codegen::Rules;
use codegen::blob::{Blob, Kind};
use codegen::filter::{Form, Request};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use syntax_graph::Value;

/// Random predicates on the messages of a target.
const PREDICATES: usize = 24;

/// Views of random fields of these messages.
const VIEWS: usize = 12;
/// The most bytes of a message that views and filters decide under the packed rules: longer ones may have fragments.
const MOST_PACKED: usize = 1 << 11;

/// A target of this module.
#[derive(Clone, Copy, Debug)]
enum Pair {
    /// Filters on the messages of a target of generated code.
    Filters(Target),
    /// Views of messages of a target of generated code.
    Views(Target),
    /// Blobs of filters on the messages of a target, for the engine of a device.
    Blobs(Target),
    /// A shape, and the rules of its messages.
    Shape(&'static Shaped, Rules),
}

const fn of(family: (&'static str, &'static str), rules: Rules, root: &'static str) -> Target {
    Target { name: "", family, rules, root }
}

const LDAP: Target = of(("project-ldap", "ldap"), Rules::Ber, "LDAPMessage");
const SNMP: Target = of(("project-snmp", "snmp"), Rules::Ber, "SNMPv3Message");
const CERTIFICATE: Target = of(("project-pkix", "pkix"), Rules::Der, "Certificate");
const NFS: Target = of(("project-xdr", "nfs3.x"), Rules::Xdr, "READDIRPLUS3res");

/// Returns the target of every kind of type under a packed rule.
const fn packed(rules: Rules) -> Target {
    of(("packed-kinds", "packed"), rules, "Everything")
}

/// The targets with their names.
const PAIRS: [(&str, Pair); 19] = [
    ("filter-ldap", Pair::Filters(LDAP)),
    ("filter-snmp", Pair::Filters(SNMP)),
    ("filter-certificate", Pair::Filters(CERTIFICATE)),
    ("filter-nfs", Pair::Filters(NFS)),
    ("filter-uper", Pair::Filters(packed(Rules::Uper))),
    ("filter-aper", Pair::Filters(packed(Rules::Aper))),
    ("filter-oer", Pair::Filters(packed(Rules::Oer))),
    ("filter-coer", Pair::Filters(packed(Rules::Coer))),
    ("view-ldap", Pair::Views(LDAP)),
    ("view-certificate", Pair::Views(CERTIFICATE)),
    ("view-nfs", Pair::Views(NFS)),
    ("view-uper", Pair::Views(packed(Rules::Uper))),
    ("view-coer", Pair::Views(packed(Rules::Coer))),
    ("blob-ldap", Pair::Blobs(LDAP)),
    ("blob-snmp", Pair::Blobs(SNMP)),
    ("blob-certificate", Pair::Blobs(CERTIFICATE)),
    ("shape-ldap", Pair::Shape(&SHAPED[0], Rules::Ber)),
    ("shape-snmp", Pair::Shape(&SHAPED[1], Rules::Ber)),
    ("shape-kerberos", Pair::Shape(&SHAPED[2], Rules::Der)),
];

/// Returns the names of the targets.
pub fn names() -> impl Iterator<Item = &'static str> {
    PAIRS.iter().map(|(name, _)| *name)
}

/// Fuzzes a target for a time. The answers of filters over the corpus are compared with the meaning of the predicates.
///
/// # Errors
/// There is no such target, or its program cannot be built.
pub fn fuzzed(name: &str, folder: &Path, time: Duration) -> Result<Tally, String> {
    let pair = PAIRS.iter().find(|(known, _)| *known == name).ok_or("no such target")?.1;
    match pair {
        Pair::Shape(shaped, rules) => {
            let build = |place: &str, flags: &[&str]| build_shape(shaped, rules, &folder.join(place), flags);
            let programs = [build("quick", QUICK)?, build("build", FUZZER)?];
            let octets = (shaped.sample)();
            let record = Record { root: 0, octets, title: shaped.title.to_owned() };
            super::campaign(name, &programs, &[record], folder, time).map(|(tally, _)| tally)
        }
        Pair::Blobs(target) => {
            let (subject, records, predicates) = on(name, &target)?;
            let build = |place: &str, flags: &[&str]| build_blobs(target.rules, &folder.join(place), flags);
            let programs = [build("quick", QUICK)?, build("build", FUZZER)?];
            let seeds = blobs_with_messages(&subject, target.rules, &predicates, &records)?;
            super::campaign(name, &programs, &seeds, folder, time).map(|(tally, _)| tally)
        }
        Pair::Views(target) => {
            let (subject, records, _) = on(name, &target)?;
            let codec = subject.codec(target.rules);
            let own = views::random_on(&subject, target.rules, &codec, &records, VIEWS);
            let build = |place: &str, flags: &[&str]| {
                build_views(&subject, target.rules, &own, &folder.join(place), flags)
            };
            let programs = [build("quick", QUICK)?, build("build", FUZZER)?];
            let (mut tally, kept) = super::campaign(name, &programs, &records, folder, time)?;
            let kept = whole(&subject, target.rules, &kept);
            let place = tempfile::tempdir().map_err(|error| error.to_string())?;
            views::build(&subject, target.rules, &own, place.path());
            let may_be_other = |record: &Record, value: &Value| is_odd(&subject, target.rules, record, value);
            match views::compare(&subject, &codec, &own, &kept, place.path(), &may_be_other) {
                Ok(_) => tally.compared = kept.len(),
                Err(difference) => tally.findings.push(difference),
            }
            Ok(tally)
        }
        Pair::Filters(target) => {
            let (subject, records, predicates) = on(name, &target)?;
            let build = |place: &str, flags: &[&str]| {
                build_filters(&subject, target.rules, &predicates, &folder.join(place), flags)
            };
            let programs = [build("quick", QUICK)?, build("build", FUZZER)?];
            let (mut tally, kept) = super::campaign(name, &programs, &records, folder, time)?;
            match compared(&subject, target.rules, &predicates, &kept) {
                Ok(()) => tally.compared = kept.len(),
                Err(difference) => tally.findings.push(difference),
            }
            Ok(tally)
        }
    }
}

/// Returns the specification of a target, its valid messages, and random predicates on them.
fn on(name: &str, target: &Target) -> Result<(Subject, Vec<Record>, Vec<Predicate>), String> {
    let subject = target.subject().ok_or_else(|| format!("{name}: no specification"))?;
    let records = target.seeds(&subject, 100);
    let codec = subject.codec(target.rules);
    let predicates = filters::random_on(&subject, &codec, &records, PREDICATES, 1);
    Ok((subject, records, predicates))
}

/// Returns whether filters and views may leave a message of this value to decoders: it has an unusual form, or fragments.
fn is_odd(subject: &Subject, rules: Rules, record: &Record, value: &Value) -> bool {
    let is_packed = !matches!(rules, Rules::Ber | Rules::Der | Rules::Xdr);
    (is_packed && record.octets.len() > MOST_PACKED)
        || subject.codec(rules).encode(subject.roots[record.root], value).as_deref() != Ok(&record.octets[..])
}

/// Returns the messages that end where the input does. The comparison with the codec is about these alone.
fn whole(subject: &Subject, rules: Rules, records: &[Record]) -> Vec<Record> {
    let codec = subject.codec(rules);
    let is_whole = |record: &&Record| codec.decode_exact(subject.roots[record.root], &record.octets).is_ok();
    records.iter().filter(is_whole).cloned().collect()
}

/// Compares interpreted filters with the meaning of their predicates, for the messages that the codec decodes.
fn compared(
    subject: &Subject,
    rules: Rules,
    predicates: &[Predicate],
    records: &[Record],
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    filters::build(subject, (rules, Form::Interpreted), predicates, folder.path());
    let records = whole(subject, rules, records);
    let answers = filters::run(folder.path(), &records, usize::MAX);
    let may_be_other = |record: &Record, value: &Value| is_odd(subject, rules, record, value);
    filters::compare(subject, &subject.codec(rules), predicates, &records, &answers, &may_be_other)
        .map(|_| ())
}

/// Compiles the C files of a folder to the fuzzing program there.
fn link(folder: &Path, flags: &[&str], sources: &[String]) -> Result<PathBuf, String> {
    let mut clang = Command::new("clang");
    clang.args(["-std=c99", "-w", "-DSTUBC_FUZZ"]).args(flags).arg("-fsanitize=fuzzer").args(sources);
    run(clang.args(["-o", "target"]).current_dir(folder))?;
    Ok(folder.join("target"))
}

/// Builds the program that compares stubs with a shape and without one.
fn build_shape(shaped: &Shaped, rules: Rules, folder: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let graph = shaped.graph()?;
    let with = model(&graph, shaped.options(&graph, rules, true)?)?;
    let mut options = shaped.options(&graph, rules, false)?;
    options.prefix = "g_".to_owned();
    let without = model(&graph, options)?;
    let mut sources = write(folder, &with, &trying(&with, plans::interpreted(&with)))?;
    sources.extend(write(folder, &without, &plans::compiled(&without, |_| true))?);
    write_comparison(folder, &with)?;
    let mut sources: Vec<String> = sources.iter().map(|path| path.display().to_string()).collect();
    sources.push("main.c".to_owned());
    link(folder, flags, &sources)
}

/// Builds the program that asks each filter in both forms.
fn build_filters(
    subject: &Subject,
    rules: Rules,
    predicates: &[Predicate],
    folder: &Path,
    flags: &[&str],
) -> Result<PathBuf, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let mut sources = vec!["main.c".to_owned()];
    for (of_form, form) in [("compiled", Form::Compiled), ("interpreted", Form::Interpreted)] {
        let names: Vec<String> = (0..predicates.len()).map(|number| format!("{of_form}_{number}")).collect();
        let requests: Vec<Request<'_>> = predicates
            .iter()
            .zip(&names)
            .map(|(predicate, name)| Request { name, text: &predicate.text, filter: &predicate.filter, form })
            .collect();
        let files = codegen::filter::filters(&subject.graph, rules, of_form, &[], &requests);
        let files = files.map_err(|errors| format!("{}: {errors:?}", subject.family.title()))?;
        for (name, text) in &files.files {
            std::fs::write(folder.join(name), text).map_err(told)?;
        }
        sources.push(format!("{of_form}.c"));
    }
    let list: String = (0..predicates.len()).map(|number| format!("X({number}) ")).collect();
    let main = include_str!("../../data/filter_pairs.c").replace("THE_FILTERS", &list);
    sources.extend(write_stubs(subject, rules, folder, &main).map_err(told)?);
    link(folder, flags, &sources)
}

/// Writes the main file of a target, with the name of the message type, and the stubs that it calls: the decoder tells which
/// messages are valid, because others may get any answer. Returns the C files of the stubs.
fn write_stubs(subject: &Subject, rules: Rules, folder: &Path, main: &str) -> std::io::Result<Vec<String>> {
    let mut options = subject.options(rules);
    options.name = "stubs".to_owned();
    let model = subject.model(options);
    let mut sources = Vec::new();
    for (name, text) in codegen::emit(&model, &plans::interpreted(&model), &Default::default()).files {
        std::fs::write(folder.join(&name), text)?;
        sources.extend(name.ends_with(".c").then_some(name));
    }
    let root = subject.roots[0];
    let main = main.replace("THE_TYPE", model.names.ty(root)).replace("THE_STEM", model.names.stem(root));
    std::fs::write(folder.join("main.c"), main)?;
    Ok(sources)
}

/// Builds the program that asks each view.
fn build_views(
    subject: &Subject,
    rules: Rules,
    own: &[views::Fields],
    folder: &Path,
    flags: &[&str],
) -> Result<PathBuf, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let table = views::write(subject, rules, own, folder);
    let main = include_str!("../../data/view_fuzz.c").replace("/* views */\n", &table);
    let mut sources = write_stubs(subject, rules, folder, &main).map_err(told)?;
    sources.extend(["main.c", "views.c"].map(str::to_owned));
    link(folder, flags, &sources)
}

/// Builds the program that checks blobs and runs them.
fn build_blobs(rules: Rules, folder: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    let engine = codegen::blob::engine(rules, Kind::Filter, "engine", &[], &blobs::DIGEST, &[]);
    for (name, text) in &engine.ok_or("these rules have no interpreted filters")?.files {
        std::fs::write(folder.join(name), text).map_err(told)?;
    }
    std::fs::write(folder.join("main.c"), include_str!("../../data/engine_fuzz.c")).map_err(told)?;
    link(folder, flags, &["main.c", "engine.c"].map(str::to_owned))
}

/// Returns inputs of that program: each good blob with some messages.
fn blobs_with_messages(
    subject: &Subject,
    rules: Rules,
    predicates: &[Predicate],
    records: &[Record],
) -> Result<Vec<Record>, String> {
    const HEADER: usize = 10;
    let mut all = Vec::new();
    for (at, predicate) in predicates.iter().enumerate() {
        // Filters that commands cannot express are compiled.
        let Ok(commands) = codegen::filter::commands(&subject.graph, rules, &predicate.filter) else {
            continue;
        };
        let blob = Blob::new(Kind::Filter, &blobs::DIGEST, &[], &commands).ok_or("a table is too large")?.0;
        let body = &blob[HEADER..];
        let length = u16::try_from(body.len()).map_err(|error| error.to_string())?.to_le_bytes();
        for record in records.iter().skip(at).step_by(predicates.len()).take(8) {
            let octets = [&length[..], body, &record.octets].concat();
            all.push(Record { root: 0, octets, title: predicate.text.clone() });
        }
    }
    Ok(all)
}
