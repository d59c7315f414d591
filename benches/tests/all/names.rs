//! Names that the specification shares with C, system headers or generated code: the output compiles beside
//! all system headers, in every technique, and keeps all names.

use codegen::emit::emit;
use codegen::names::reserved::{self, Kind};
use codegen::{Model, Techniques};
use interp_runtime::Random;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use stubc::front::Specification;
use stubc::{RulesName, Settings};
use stubc_benches::plans;
use stubc_benches::stubs::{WARNINGS, run};

/// Keywords of the notations, which cannot be names.
const WORDS: &str = "bool case char const default double enum FALSE float hyper int long opaque program quadruple short string struct switch \
    TRUE typedef u_char u_int u_long u_short union unsigned version void MAX MIN NULL";

/// Names of generated code and similar ones, and names that differ only in case or in characters that become
/// `_`.
const NEAR: &[&str] = &[
    "has_x",
    "x",
    "has_has_x",
    "u",
    "kind",
    "items",
    "count",
    "raw",
    "unknown",
    "nothing",
    "next",
    "item",
    "node",
    "item_next",
    "items_item",
    "value",
    "decode_x",
    "x_decode",
    "x_decode_exact",
    "x_kind_u",
    "x_ENCODED_MAX",
    "encode_x",
    "decode_root_x",
    "root_x",
    "step_x",
    "NODE_x",
    "count_x",
    "count_root_x",
    "holds_default_x_u",
    "names_H",
    "NAMES_H",
    "stubc",
    "stubc_rt",
    "stubc_slice",
    "stubc_root_x",
    "STUBC_OP_NULL",
    "stubc_names",
    "default_octets",
    "is_permitted_0",
    "contained_0",
    "Item",
    "ITEM",
    "X",
    "a_b",
    "a__b",
    "_a",
    "_Bool",
    "__x",
    "A",
    "names_services",
    "argument",
    "client",
    "call",
    "result",
    "spec_stubc",
    "x_2",
    "x_",
    "serve_x",
    "dispatch_1_1",
];

fn settings(file: &str, text: &str) -> Settings {
    Settings {
        specs: vec![(file.to_owned(), text.to_owned())],
        name: Some("names".to_owned()),
        ..Settings::default()
    }
}

fn specification(settings: &Settings) -> Specification {
    stubc::front::specification(settings).unwrap_or_else(|error| {
        let errors = error.diagnostics.iter().filter(|one| one.is_error());
        panic!("{:?}", errors.map(|one| &one.message).collect::<Vec<_>>())
    })
}

fn model<'g>(specification: &'g Specification, settings: &Settings) -> Model<'g> {
    stubc::driver::model(specification, settings).unwrap_or_else(|error| panic!("{:?}", error.diagnostics))
}

/// Returns a file that includes every system header; with `cpp`, without those that C++ cannot use.
fn system_headers(cpp: bool) -> String {
    let foreign = ["stdatomic.h", "stdnoreturn.h", "tgmath.h", "threads.h", "complex.h", "stdalign.h"];
    let mut text = String::new();
    for header in reserved::headers().filter(|header| !(cpp && foreign.contains(header))) {
        let _ = writeln!(text, "#if __has_include(<{header}>)\n#include <{header}>\n#endif");
    }
    text
}

/// Compiles the output of one technique, before and after all system headers.
fn compile(model: &Model<'_>, techniques: &Techniques, everything: bool, what: &str) {
    compile_file(model, techniques, everything, "c", what);
}

/// Compiles the source or the header alone, by `ending`.
fn compile_file(model: &Model<'_>, techniques: &Techniques, everything: bool, ending: &str, what: &str) {
    let folder = tempfile::tempdir().expect("a folder for C");
    let place = folder.path();
    let put =
        |name: &str, text: &str| std::fs::write(place.join(name), text).expect("the folder is writable");
    let output = emit(model, techniques, &Default::default());
    output.files.iter().for_each(|(name, text)| put(name, text));
    let (prefix, name) = (&model.options.prefix, &model.options.name);
    put("system.h", &system_headers(false));
    put("system.hpp", &system_headers(true));
    put("before.c", &format!("#include \"system.h\"\n#include \"{prefix}{name}.{ending}\"\n"));
    put("behind.c", &format!("#include \"{prefix}{name}.{ending}\"\n#include \"system.h\"\n"));
    put("before.cpp", &format!("#include \"system.hpp\"\n#include \"{prefix}{name}.h\"\n"));
    put("behind.cpp", &format!("#include \"{prefix}{name}.h\"\n#include \"system.hpp\"\n"));
    let sources = ["before.c", "behind.c"];
    for cc in ["gcc", "clang"].into_iter().filter(|cc| test_needs::program(cc)) {
        for source in sources.into_iter().take(if everything { 2 } else { 1 }) {
            syntax(cc, WARNINGS, source, place, what);
        }
    }
    if everything {
        syntax("gcc", WARNINGS, &format!("{prefix}stubc_rt.c"), place, what);
        for source in ["before.cpp", "behind.cpp"] {
            let flags = ["-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
            syntax("g++", &flags, source, place, what);
        }
    }
}

fn syntax(cc: &str, flags: &[&str], source: &str, folder: &Path, what: &str) {
    let mut command = Command::new(cc);
    command.args(flags).args(["-D_GNU_SOURCE", "-fsyntax-only", source]).current_dir(folder);
    run(&mut command).unwrap_or_else(|error| panic!("{what}, {cc} {source}: {error}"));
}

/// Returns all names that are valid in XDR.
fn xdr_names() -> Vec<&'static str> {
    let words: BTreeSet<&str> = WORDS.split_whitespace().collect();
    let all: BTreeSet<&str> = reserved::names().map(|(name, _)| name).chain(NEAR.iter().copied()).collect();
    all.difference(&words).copied().collect()
}

/// Returns the same in ASN.1 form, with hyphens and a first letter of the right case.
fn asn1_names(capital: bool) -> BTreeSet<String> {
    let name = |name: &str| {
        let name = name.replace('_', "-");
        let first = name.starts_with(|c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == capital);
        (first && !name.contains("--") && !name.ends_with('-')).then_some(name)
    };
    xdr_names().into_iter().filter_map(name).collect()
}

#[test]
fn every_name_of_others_may_be_a_name_in_xdr() {
    let names = xdr_names();
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        let _ = match at % 4 {
            0 => writeln!(text, "struct {name} {{ int {name}; }};"),
            1 => writeln!(text, "typedef opaque {name}<4>;"),
            2 => writeln!(text, "enum {name} {{ I{at} = {at} }};"),
            _ => writeln!(text, "union {name} switch (int {name}) {{ case 0: int {name}; default: void; }};"),
        };
    }
    text.push_str("struct all_types {\n");
    for (at, name) in names.iter().enumerate() {
        let _ = writeln!(text, "    {name} m{at};");
    }
    text.push_str("};\nstruct all_members {\n");
    for name in &names {
        let _ = writeln!(text, "    int {name};");
    }
    text.push_str("};\nstruct all_optional {\n");
    for name in &names {
        let _ = writeln!(text, "    int *{name};");
    }
    text.push_str("};\nenum all_items {\n    zero_ = 0");
    for (at, name) in names.iter().enumerate() {
        let _ = write!(text, ",\n    {name}_ = {}", 7 * at + 1);
    }
    text.push_str("\n};\nstruct everything { all_types t; all_members m; all_optional o; all_items i; };\n");
    let settings = settings("names.x", &text);
    let specification = specification(&settings);
    let model = model(&specification, &settings);
    compile_file(&model, &plans::interpreted(&model), true, "h", "XDR");
}

#[test]
fn every_name_of_others_may_be_a_name_in_asn1() {
    let (types, fields) = (asn1_names(true), asn1_names(false));
    let mut text = String::from("Names DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n");
    for (at, name) in types.iter().enumerate() {
        let _ = match at % 3 {
            0 => writeln!(text, "{name} ::= SEQUENCE {{ a BOOLEAN }}"),
            1 => writeln!(text, "{name} ::= ENUMERATED {{ a, b }}"),
            _ => writeln!(text, "{name} ::= CHOICE {{ a NULL, b INTEGER }}"),
        };
    }
    let list =
        |suffix: &str| -> Vec<String> { fields.iter().map(|name| format!("{name}{suffix}")).collect() };
    let members: Vec<String> = types.iter().enumerate().map(|(at, name)| format!("m{at} {name}")).collect();
    let _ = writeln!(text, "All-Types ::= SEQUENCE {{ {} }}", members.join(", "));
    let _ = writeln!(text, "All-Members ::= SEQUENCE {{ {} }}", list(" INTEGER").join(", "));
    let _ = writeln!(text, "All-Optional ::= SET {{ {} }}", list(" INTEGER OPTIONAL").join(", "));
    let _ = writeln!(text, "All-Arms ::= CHOICE {{ {} }}", list(" INTEGER").join(", "));
    let _ = writeln!(text, "All-Items ::= ENUMERATED {{ {} }}", list("").join(", "));
    text.push_str(
        "Everything ::= SEQUENCE { t All-Types, m All-Members, o All-Optional, a All-Arms, i All-Items }\nEND\n",
    );
    let settings = settings("names.asn1", &text);
    let specification = specification(&settings);
    let model = model(&specification, &settings);
    compile_file(&model, &plans::interpreted(&model), true, "h", "ASN.1");
}

/// Handwritten names that collide with each other.
#[test]
fn names_of_one_specification_stay_apart() {
    let text = "Names-H DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        NAMES-H ::= SEQUENCE { has-x BOOLEAN, x INTEGER OPTIONAL, has-has-x BOOLEAN OPTIONAL, has-EOF-x NULL, default INTEGER OPTIONAL }
        A ::= SEQUENCE { b-c SEQUENCE { d BOOLEAN } DEFAULT { d TRUE }, b-c-d BOOLEAN, x-1 A-b-c OPTIONAL }
        A-b ::= SEQUENCE { c SEQUENCE { d BOOLEAN } DEFAULT { d FALSE } }
        A-b-c ::= SEQUENCE { a A-b, kind CHOICE { kind BOOLEAN, u INTEGER }, raw OCTET STRING }
        A-kind ::= ENUMERATED { b, c }
        A-decode ::= CHOICE { decode A, kind-b A-kind, b A-b }
        EOF ::= SEQUENCE OF EOF-item
        EOF-item ::= INTEGER { a(1), a-b(70000), b(-5) }
        Root ::= SEQUENCE { n NAMES-H, a A, ab A-b, abc A-b-c, k A-kind, d A-decode, e EOF, list SEQUENCE OF SEQUENCE { item BOOLEAN } }
        END";
    let mut settings = settings("names.asn1", text);
    let specification = specification(&settings);
    for rules in [RulesName::Ber, RulesName::Der] {
        settings.rules = Some(rules);
        let model = model(&specification, &settings);
        let members: Vec<&String> = model.names.members.values().collect();
        assert!(
            members.contains(&&"has_x_2".to_owned()) && members.contains(&&"x".to_owned()),
            "{members:?}"
        );
        assert!(model.names.types.values().any(|name| name == "NAMES_H"));
        let eof = model.names.renamed.iter().find(|one| one.wanted == "EOF").expect("it is another");
        assert_eq!((eof.name.as_str(), eof.reason.as_str()), ("EOF_", "taken by <stdio.h>"));
        for (plan, techniques) in plans::all(&model) {
            compile(&model, &techniques, plan == "compiled", &format!("{rules:?} {plan}"));
        }
    }
}

/// A struct of XDR that stands alone and as the element of its own list is one type in C, with what is embedded in it.
/// Enumerators are those of rpcgen, unless they clash.
#[test]
fn one_type_of_xdr_is_one_type_in_c() {
    let text = "enum genre { K_BOOK = 1, K_FILM = 2, EOF = 3, holder = 70000 };
        struct book { int v; genre g; struct { int w; enum { M_A, M_B } m; } *inner; opaque tail<3>; book *next; };
        struct holder_ { book *all; book one; book two[2]; };";
    let settings = settings("names.x", text);
    let specification = specification(&settings);
    let model = model(&specification, &settings);
    for (plan, techniques) in plans::all(&model) {
        compile(&model, &techniques, plan == "compiled", plan);
        let header = &emit(&model, &techniques, &Default::default()).files[0].1;
        let has = |line: &str| header.lines().any(|one| one.trim().split(" /*").next() == Some(line));
        assert_eq!(header.matches("struct book {").count(), 1, "{header}");
        for line in ["book one;", "K_BOOK = 1,", "K_FILM = 2,", "genre_EOF = 3,", "M_A = 0,", "M_B = 1,"] {
            assert!(has(line), "{line}: {header}");
        }
        assert_eq!(header.matches("M_A").count(), 1, "{header}");
    }
    let reasons: Vec<String> = model
        .names
        .renamed
        .iter()
        .map(|one| format!("{} {}: {}", one.wanted, one.name, one.reason))
        .collect();
    assert!(reasons.contains(&"EOF genre_EOF: taken by <stdio.h>".to_owned()), "{reasons:?}");
}

/// Programs and versions are macros: no member, variable or system struct may have their names.
#[test]
fn programs_are_called_as_anything_else_is() {
    for [program, version, procedure] in [
        ["length", "buffer", "VALUE"],
        ["st_size", "p", "MAIN"],
        ["u", "context", "t"],
        ["stubc_rpc_client", "error", "NULL_"],
        ["s_addr", "EOF", "exit"],
    ] {
        let text = format!(
            "enum t {{ code = 100000, {version} = 1 }}; struct {program}_s {{ t {program}; int {version}; t t_code; {program}_s *next; }};
             program {program} {{ version {version} {{ {program}_s {procedure}({program}_s, t) = 1; t two(t) = 2; }} = 7; }} = 536870913;"
        );
        let mut settings = settings("names.x", &text);
        settings.rpc = codegen::RpcSides { client: true, server: true, apart: false, batch: true };
        let specification = specification(&settings);
        let model = model(&specification, &settings);
        for (plan, techniques) in plans::all(&model) {
            compile(&model, &techniques, plan == "compiled", &format!("{plan}\n{text}"));
        }
    }
}

/// Random names for random shapes.
fn draw(random: &mut Random, names: &[&str]) -> String {
    let mut name = || names[random.below(names.len() as u64) as usize];
    let (mut text, mut known) = (String::new(), Vec::new());
    for at in 0..14 {
        let own = name();
        if known.contains(&own) {
            continue;
        }
        let of = |known: &[&str]| known.last().map_or("int", |last| *last).to_owned();
        let mut members = BTreeSet::new();
        members.extend([name(), name(), name()]);
        let members: Vec<&str> = members.into_iter().collect();
        let (first, last) = (members[0], members[members.len() - 1]);
        let _ = match at % 7 {
            0 => writeln!(text, "struct {own} {{ int {first}; {own} *{last}_; }};"),
            1 => writeln!(text, "struct {own} {{ {} {first}; int *{last}x; }};", of(&known)),
            2 => writeln!(
                text,
                "union {own} switch (int {first}) {{ case 1: {} {last}; default: void; }};",
                of(&known)
            ),
            3 => writeln!(text, "typedef {} {own}<>;", of(&known)),
            4 => writeln!(text, "enum {own} {{ {first}_{at} = 1, {last}_{at}x = 100000 }};"),
            5 => writeln!(
                text,
                "struct {own} {{ {} {first}[3]; {} *{last}y; opaque {last}z<7>; }};",
                of(&known),
                of(&known)
            ),
            _ => writeln!(
                text,
                "struct {own} {{ {} *{first}; bool has_{first}; string {last}w<>; }};",
                of(&known)
            ),
        };
        known.push(own);
    }
    let members = known.iter().enumerate().map(|(at, own)| format!("{own} {own}{at};"));
    let _ = writeln!(text, "struct everything {{ {} }};", members.collect::<String>());
    text
}

#[test]
fn names_by_lot_compile_in_every_technique() {
    let pool = xdr_names();
    let local = reserved::names().filter(|(_, kind)| *kind == Kind::Local).map(|(name, _)| name);
    let words: BTreeSet<&str> = WORDS.split_whitespace().collect();
    let near: Vec<&str> = local.chain(NEAR.iter().copied()).filter(|name| !words.contains(name)).collect();
    let mut random = Random::new(17);
    for round in 0..12 {
        let text = draw(&mut random, if round % 3 == 2 { &pool } else { &near });
        let mut settings = settings("names.x", &text);
        let specification = specification(&settings);
        settings.error_paths = round % 2 == 1;
        settings.instrument = round % 4 == 1;
        settings.prefix = if round % 5 == 4 { "my_".to_owned() } else { String::new() };
        let model = model(&specification, &settings);
        let all = plans::all(&model);
        let (plan, techniques) = &all[round % all.len()];
        compile(&model, techniques, true, &format!("{plan}\n{text}"));
    }
}

/// All names that functions of generated code declare are listed, so that no type collides with them.
#[test]
fn locals_are_listed() {
    let mut unlisted = BTreeSet::new();
    for (file, folder) in [
        ("kinds.asn1", "kinds"),
        ("kinds.x", "kinds.x"),
        ("constraints.asn1", "constraints"),
        ("opens.asn1", "opens"),
    ] {
        let family = stubc_benches::family::FAMILIES.iter().find(|family| family.specs == folder);
        let family = family.unwrap_or_else(|| panic!("{file} is in the repository"));
        let subject = stubc_benches::subject::Subject::load(family).expect("it is in the repository");
        for rules in subject.all_rules() {
            let mut options = subject.options(rules);
            options.prefix = "zz_".to_owned();
            options.error_paths = true;
            options.check_constraints = true;
            let model = subject.model(options);
            for (_, techniques) in plans::all(&model) {
                let output = emit(&model, &techniques, &Default::default());
                unlisted.extend(unlisted_words(&output.files[1].1));
            }
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:?}");
}

/// Returns the words of a C file that are not listed, public names or members.
fn unlisted_words(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    let mut before = ' ';
    let mut in_offset = false;
    while let Some(c) = rest.chars().next() {
        let skip =
            |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
        let length = if rest.starts_with("/*") {
            skip("*/", 2)
        } else if c == '#' {
            skip("\n", 0)
        } else if c == '"' || c == '\'' {
            skip(&c.to_string(), 1)
        } else if c.is_ascii_alphabetic() || c == '_' {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..length];
            in_offset |= matches!(word, "offsetof" | "zz_STUBC_OFFSET" | "zz_STUBC_AT");
            let is_ours = word.contains("zz_") || before == '.' || before == '>' || in_offset;
            if !is_ours && reserved::holder(word, reserved::Place::File).is_none() {
                found.insert(word.to_owned());
            }
            length
        } else if c.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())
        } else {
            in_offset &= c != ')';
            c.len_utf8()
        };
        if !c.is_whitespace() {
            before = c;
        }
        rest = &rest[length..];
    }
    found
}
