//! Generated C compiles without warnings under various compilers, and in other people's programs.

use codegen::{Model, Root, Rules};
use std::path::Path;
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::plans;
use stubc_benches::stubs::{WARNINGS, run, write};
use stubc_benches::subject::Subject;
use syntax_graph::{TypeId, TypeKind};

/// A C compiler with its flags. gcc's flow warnings need optimization, clang's only parsing.
const COMPILERS: &[(&str, &[&str])] =
    &[("gcc", &["-O1", "-c", "-o", "/dev/null"]), ("clang", &["-fsyntax-only"])];

fn compile(folder: &Path, sources: &[String], compilers: &[(&str, &[&str])], what: &str) {
    for source in sources {
        for (cc, flags) in compilers {
            run(Command::new(cc).args(WARNINGS).args(*flags).arg(source).current_dir(folder))
                .unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    }
}

/// Compiles the header alone as C++.
fn include_from_cpp(folder: &Path, model: &Model<'_>, what: &str) {
    let text =
        format!("#include \"{0}{1}.h\"\n#include \"{0}{1}.h\"\n", model.options.prefix, model.options.name);
    std::fs::write(folder.join("includes.cpp"), text).expect("the folder is writable");
    let flags = ["-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "includes.cpp"];
    run(Command::new("g++").args(flags).current_dir(folder))
        .unwrap_or_else(|error| panic!("{what}: {error}"));
}

/// Compiles a family in every shape: rules, directions, prefix, techniques.
fn clean(name: &str, specs: &str) {
    if let Some(subject) = Subject::load_once(family(name, specs)) {
        clean_subject(name, &subject, false);
    }
}

/// Values with received bytes, constraint checks, and errors with the path of the field.
#[test]
fn extras() {
    for (name, specs) in [("opens", "opens"), ("project-kerberos", "kerberos")] {
        let mut subject = Subject::load(family(name, specs)).expect("it is in the repository");
        let graph = &subject.graph;
        let is_node = |ty: &TypeId| !matches!(graph.kind(*ty), TypeKind::Scalar(_) | TypeKind::Open(_));
        let kept = graph.types.ids().filter(is_node).map(|ty| graph.resolve(ty)).step_by(2).collect();
        subject.graph = subject.graph.with_kept(kept);
        clean_subject(name, &subject, true);
    }
}

/// The same under XDR, which also has field paths.
#[test]
fn extras_of_xdr() {
    let subject = Subject::load(family("project-xdr", "kinds.x")).expect("it is in the repository");
    clean_subject("kinds.x", &subject, true);
}

/// Messages and components without contents.
#[test]
fn nothing_to_hold() {
    let text = "Empty DEFINITIONS ::= BEGIN
        A ::= NULL
        B ::= [5] EXPLICIT NULL
        C ::= SEQUENCE {}
        D ::= SET { ... }
        E ::= CHOICE { a NULL, b [1] SEQUENCE {} }
        F ::= SEQUENCE OF NULL
        END";
    let settings = stubc::Settings {
        specs: vec![("empty.asn1".to_owned(), text.to_owned())],
        ..stubc::Settings::default()
    };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = ["A", "B", "C", "D", "E", "F"].iter().flat_map(|name| graph.definitions(name)).collect();
    let subject = Subject { family: family("opens", "opens"), graph, roots, messages: Vec::new() };
    clean_subject("empty", &subject, true);
}

/// The directions with and without a cap: the title, whether messages are decoded and encoded, and whether the
/// interpreter is small at any level of optimization.
const SHAPES: [(&str, bool, bool, bool); 4] = [
    ("both", true, true, false),
    ("compact", true, true, true),
    ("decode", true, false, false),
    ("encode", false, true, false),
];

fn clean_subject(name: &str, subject: &Subject, extras: bool) {
    let compilers = compilers();
    for rules in subject.all_rules() {
        // DER differs from BER in few functions: the other rule than that of the messages needs one shape.
        let shapes = if rules == subject.rules() { &SHAPES[..] } else { &SHAPES[..1] };
        for &(direction, decode, encode, compact) in shapes {
            let mut options = subject.options(rules);
            options.compact = compact;
            options.check_constraints = extras;
            options.error_paths = extras;
            options.roots =
                subject.roots.iter().map(|&ty| Root { ty, decode, encode, entry_points: true }).collect();
            options.prefix = if direction == "both" { String::new() } else { format!("my_{direction}_") };
            let model = subject.model(options);
            for (at, (plan, techniques)) in plans::all_or_few(&model).iter().enumerate() {
                // A single direction prints what both print, with other parts of the runtime: every other plan will
                // do.
                if direction != "both" && (at + usize::from(decode && !compact)) % 2 == 1 {
                    continue;
                }
                let what = format!("{name} {rules:?} {direction} {plan}");
                let folder = tempfile::tempdir().expect("a folder for C");
                let sources = write(&model, techniques, folder.path()).expect("the folder is writable");
                // The compilers take turns, with every rule and technique in some; the proof compiles all
                // plans.
                let turn =
                    at + usize::from(rules == Rules::Der) + usize::from(decode) + 2 * usize::from(encode);
                let chosen = &compilers[turn % compilers.len()..][..1];
                compile(folder.path(), &sources, chosen, &what);
                if at < 2 {
                    include_from_cpp(folder.path(), &model, &what);
                }
            }
        }
    }
}

#[track_caller]
fn compilers() -> Vec<(&'static str, &'static [&'static str])> {
    COMPILERS.iter().copied().filter(|(cc, _)| test_needs::program(cc)).collect()
}

stubc_benches::families! {
    clean:
    kerberos: "kerberos" "kerberos"
    pkix_certificates: "pkix-certificates" "pkix"
    z3950: "z3950" "z3950"
    x400: "x400" "x400"
    project_z3950: "project-z3950" "z3950"
    project_x400: "project-x400" "x400"
    project_ldap: "project-ldap" "ldap"
    xdr_kinds: "project-xdr" "kinds.x"
    project_snmp_v1: "project-snmp-v1" "snmp"
    project_snmp: "project-snmp" "snmp"
    project_kerberos: "project-kerberos" "kerberos"
    project_pkix: "project-pkix" "pkix"
    project_micro: "project-micro" "micro"
    project_kinds: "project-kinds" "kinds"
}

#[test]
fn checks_of_every_form() {
    let subject = Subject::load(family("project-constraints", "constraints")).expect("specs/ is there");
    clean_subject("constraints", &subject, true);
}

/// Two outputs in one folder, each with its prefix, and a program that includes both.
fn two_outputs(prefixes: [&str; 2]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder for C");
    let mut sources = Vec::new();
    let mut main = String::new();
    for (specs, prefix) in ["ldap", "micro"].into_iter().zip(prefixes) {
        let subject = Subject::load(family(&format!("project-{specs}"), specs)).expect("specs/ is there");
        let mut options = subject.options(Rules::Ber);
        options.prefix = prefix.to_owned();
        let model = subject.model(options);
        // Without prefixes the runtimes would overwrite each other; each header then finds its own.
        let place = if prefix.is_empty() { folder.path().join(specs) } else { folder.path().to_owned() };
        std::fs::create_dir_all(&place).expect("the folder is writable");
        sources.extend(write(&model, &plans::random(&model, 1), &place).expect("the folder is writable"));
        let header =
            if prefix.is_empty() { format!("{specs}/{specs}.h") } else { format!("{prefix}{specs}.h") };
        main.push_str(&format!("#include \"{header}\"\n"));
    }
    main.push_str("int main(void) { return 0; }\n");
    std::fs::write(folder.path().join("main.c"), main).expect("the folder is writable");
    (folder, sources)
}

#[test]
fn two_prefixes_link_into_one_program() {
    let (folder, sources) = two_outputs(["one_", "two_"]);
    let mut link = Command::new("cc");
    link.args(WARNINGS).args(sources).args(["main.c", "-o", "both"]).current_dir(folder.path());
    run(&mut link).expect("both link");
    run(&mut Command::new(folder.path().join("both"))).expect("it runs");
}

#[test]
fn without_prefixes_one_translation_unit_says_why() {
    let (folder, _) = two_outputs(["", ""]);
    let error = run(Command::new("cc").args(["-std=c99", "-c", "main.c"]).current_dir(folder.path()))
        .expect_err("two runtimes do not mix");
    assert!(error.contains("generate both with different --prefix"), "{error}");
}

#[test]
fn thirty_two_bits() {
    let folder = tempfile::tempdir().expect("a folder for C");
    std::fs::write(folder.path().join("probe.c"), "#include <string.h>\n").expect("the folder is writable");
    let mut probe = Command::new("cc");
    if run(probe.args(["-m32", "-c", "probe.c"]).current_dir(folder.path())).is_err() {
        return test_needs::missing("cc has no -m32 (Debian: gcc-multilib)");
    }
    // What differs from 64 bits are types and conversions, which the parser judges.
    let m32: &[(&str, &[&str])] = &[("cc", &["-m32", "-fsyntax-only"])];
    for (name, specs) in [("ldap", "ldap"), ("z3950", "z3950"), ("pkix", "pkix"), ("xdr", "kinds.x")] {
        let subject = Subject::load(family(&format!("project-{name}"), specs)).expect("specs/ is there");
        for rules in subject.all_rules() {
            let model = subject.model(subject.options(rules));
            for (plan, techniques) in plans::all_or_few(&model) {
                let folder = tempfile::tempdir().expect("a folder for C");
                let sources = write(&model, &techniques, folder.path()).expect("the folder is writable");
                compile(folder.path(), &sources, m32, &format!("{specs} {rules:?} {plan}"));
            }
        }
    }
}
