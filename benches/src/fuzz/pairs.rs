//! Fuzz targets whose program compares functions itself: filters compiled and interpreted, stubs with a shape and without.

use super::Tally;
use super::differential::{FUZZER, QUICK};
use super::targets::Target;
use crate::filters::{self, Predicate};
use crate::plans;
use crate::shapes::{SHAPED, Shaped, model, trying, write, write_comparison};
use crate::stubs::run;
use crate::subject::{Record, Subject};
use codegen::Rules;
use codegen::filter::{Form, Request};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Random predicates on the messages of a target.
const PREDICATES: usize = 24;

/// A target of this module.
#[derive(Clone, Copy, Debug)]
enum Pair {
    /// Filters on the messages of a target of generated code.
    Filters(Target),
    /// A shape, and the rules of its messages.
    Shape(&'static Shaped, Rules),
}

const fn filters_of(family: (&'static str, &'static str), rules: Rules, root: &'static str) -> Pair {
    Pair::Filters(Target { name: "", family, rules, root })
}

/// The targets with their names.
const PAIRS: [(&str, Pair); 7] = [
    ("filter-ldap", filters_of(("project-ldap", "ldap"), Rules::Ber, "LDAPMessage")),
    ("filter-snmp", filters_of(("project-snmp", "snmp"), Rules::Ber, "SNMPv3Message")),
    ("filter-certificate", filters_of(("project-pkix", "pkix"), Rules::Der, "Certificate")),
    ("filter-nfs", filters_of(("project-xdr", "nfs3.x"), Rules::Xdr, "READDIRPLUS3res")),
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
        Pair::Filters(target) => {
            let subject = target.subject().ok_or_else(|| format!("{name}: no specification"))?;
            let records = target.seeds(&subject, 100);
            let codec = subject.codec(target.rules);
            let predicates = filters::random_on(&subject, &codec, &records, PREDICATES, 1);
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

/// Returns the form that is compared with compiled filters. Under XDR there is one form.
fn form(rules: Rules) -> Form {
    if rules == Rules::Xdr { Form::Compiled } else { Form::Interpreted }
}

/// Compares interpreted filters with the meaning of their predicates, for the messages that the codec decodes.
fn compared(
    subject: &Subject,
    rules: Rules,
    predicates: &[Predicate],
    records: &[Record],
) -> Result<(), String> {
    let codec = subject.codec(rules);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    filters::build(subject, (rules, form(rules)), predicates, folder.path());
    let answers = filters::run(folder.path(), records, usize::MAX);
    let may_be_other = |record: &Record, value: &syntax_graph::Value| {
        codec.encode(subject.roots[record.root], value).as_deref() != Ok(&record.octets[..])
    };
    // Messages that are cut off or end earlier than the input are no messages of the comparison.
    let whole = |record: &Record| codec.decode_exact(subject.roots[record.root], &record.octets).is_ok();
    let (records, answers): (Vec<Record>, Vec<String>) =
        records.iter().cloned().zip(answers).filter(|(record, _)| whole(record)).unzip();
    filters::compare(subject, &codec, predicates, &records, &answers, &may_be_other).map(|_| ())
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
    for (of_form, form) in [("compiled", Form::Compiled), ("interpreted", form(rules))] {
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
    // The decoder tells which messages are valid: others may get any answer.
    let mut options = subject.options(rules);
    options.name = "stubs".to_owned();
    let model = subject.model(options);
    for (name, text) in codegen::emit(&model, &plans::interpreted(&model), &Default::default()).files {
        std::fs::write(folder.join(&name), text).map_err(told)?;
        sources.extend(name.ends_with(".c").then_some(name));
    }
    let root = subject.roots[0];
    let list: String = (0..predicates.len()).map(|number| format!("X({number}) ")).collect();
    let main = include_str!("../../data/filter_pairs.c").replace("THE_FILTERS", &list);
    let main = main.replace("THE_TYPE", model.names.ty(root)).replace("THE_STEM", model.names.stem(root));
    std::fs::write(folder.join("main.c"), main).map_err(told)?;
    link(folder, flags, &sources)
}
