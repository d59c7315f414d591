//! Bounds checks: messages cut and mended, values that no decoder makes, and random specifications, in every
//! technique and with both runtimes.

use codegen::{Model, Options, Rules};
use interp_runtime::Codec;
use stubc_benches::family::{compile, family};
use stubc_benches::stubs::{Modes, Program};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{alteration, damage, plans, random_specs, witness};
use syntax_graph::{Id, TypeKind};

/// Altered values per message.
const ALTERATIONS: usize = 8;

/// The programs of a subject, and the codec that they are held to.
struct Case<'a> {
    title: &'a str,
    subject: &'a Subject,
    codec: &'a Codec<'a>,
    model: &'a Model<'a>,
    programs: &'a [(&'a str, Program)],
}

/// Compares programs and codec on messages with `count` faults, and on altered values.
fn hold(case: &Case<'_>, messages: &[Record], count: usize) {
    let Case { title, subject, codec, model, programs } = *case;
    let mut records = damage::structural(messages, count, 1);
    assert!(records.len() * 10 > count * 9, "{title}: {} faults", records.len());
    records.extend_from_slice(messages);
    let tally = witness::compare(codec, &subject.roots, programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{title}: {error}"));
    assert!(tally.refused > count / 3 && tally.accepted > messages.len() / 2, "{title}: {tally:?}");
    let tally = alteration::compare(codec, model, &subject.roots, programs, messages, ALTERATIONS);
    let tally = tally.unwrap_or_else(|error| panic!("{title}: {error}"));
    assert!(tally.sent > messages.len() && tally.refused > messages.len() / 2, "{title}: {tally:?}");
}

/// Tests a family with faults in its messages and in random ones.
fn family_of(name: &str, specs: &str) {
    const VALUES: usize = 300;
    const FAULTS: usize = 4000;
    let Some(subject) = Subject::load(family(name, specs)) else { return };
    let rules = subject.rules();
    let model = subject.model(subject.options(rules));
    let codec = subject.codec(rules);
    let mut messages = subject.random_records(&codec, VALUES, 21);
    messages.extend(subject.spread(30));
    let programs = witness::programs(&subject, &model, plans::few(&model));
    let case = Case { title: name, subject: &subject, codec: &codec, model: &model, programs: &programs };
    hold(&case, &messages, FAULTS);
}

/// Keeps the received bytes of the structures, unions and arrays that `chosen` selects by number.
fn keep(subject: &mut Subject, chosen: impl Fn(usize) -> bool) {
    let is_node =
        |kind: &TypeKind| matches!(kind, TypeKind::Structure(_) | TypeKind::Union(_) | TypeKind::Array(_));
    let types = subject.graph.types.enumerated();
    let kept = types.filter(|(ty, def)| chosen(ty.index()) && is_node(&def.kind)).map(|(ty, _)| ty);
    let kept = kept.collect();
    subject.graph = subject.graph.clone().with_kept(kept);
}

/// Tests a random specification, under one choice of rules and options.
fn random(seed: u64) {
    const VALUES: usize = 200;
    const FAULTS: usize = 2500;
    let mut subject = random_specs::subject(seed);
    let rules = [Rules::Ber, Rules::Der][seed as usize % 2];
    let checks = seed % 3 == 2;
    // Random values have no received bytes.
    let plain = subject.codec(rules);
    let messages = subject.random_records(&plain, VALUES, seed);
    if seed % 4 == 3 {
        keep(&mut subject, |at| at % 2 == 0);
    }
    let codec = if checks { subject.codec(rules).with_constraints() } else { subject.codec(rules) };
    let options = Options { check_constraints: checks, ..subject.options(rules) };
    let model = subject.model(options);
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let title = format!("seed {seed}");
    let case = Case { title: &title, subject: &subject, codec: &codec, model: &model, programs: &programs };
    hold(&case, &messages, FAULTS);
}

/// Types at the limits of X.680: open types without tags and without siblings, and unknown alternatives, also
/// in SETs.
const BORDERS: &str = "Borders DEFINITIONS IMPLICIT TAGS ::= BEGIN
    A ::= SET { any TYPE-IDENTIFIER.&Type }
    B ::= SET { number [0] INTEGER, more CHOICE { none [1] NULL, ... }, long [16384] NULL OPTIONAL }
    C ::= SEQUENCE { number INTEGER OPTIONAL, any [3] TYPE-IDENTIFIER.&Type OPTIONAL, last TYPE-IDENTIFIER.&Type }
    D ::= SET OF TYPE-IDENTIFIER.&Type
    F ::= BIT STRING
    G ::= [APPLICATION 77] SEQUENCE { list [4000] SEQUENCE OF NULL, set [PRIVATE 40] SET { number INTEGER }, more SEQUENCE { } }
    E ::= SEQUENCE { set SET OF CHOICE { none NULL, ... } OPTIONAL, bits BIT STRING, text BMPString (PATTERN \".*\") }
    H ::= SEQUENCE { text BMPString } (WITH COMPONENTS { text (PATTERN \".*\") })
    END";

#[test]
fn borders_of_what_is_permitted() {
    const VALUES: usize = 150;
    const FAULTS: usize = 2000;
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join("borders.asn1");
    std::fs::write(&file, BORDERS).expect("the folder is writable");
    let graph = compile(&[file], &names, &[], false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots = names.iter().flat_map(|name| graph.definitions(name)).collect();
    let mut subject =
        Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() };
    for (rules, is_kept) in [(Rules::Ber, false), (Rules::Der, false), (Rules::Ber, true)] {
        // Random values have no received bytes.
        let messages = subject.random_records(&subject.codec(rules), VALUES, 5);
        if is_kept {
            keep(&mut subject, |_| true);
        }
        let codec = subject.codec(rules).with_constraints();
        let model = subject.model(Options { check_constraints: true, ..subject.options(rules) });
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let case =
            Case { title: "borders", subject: &subject, codec: &codec, model: &model, programs: &programs };
        hold(&case, &messages, FAULTS);
    }
}

stubc_benches::families! {
    family_of:
    ldap: "project-ldap" "ldap"
    kerberos: "project-kerberos" "kerberos"
    kinds: "project-kinds" "kinds"
    opens: "opens" "opens"
}

macro_rules! random {
    ($($name:ident: $seed:literal)*) => {
        $(#[test]
        fn $name() {
            random($seed);
        })*
    };
}

random! {
    random_0: 0
    random_1: 1
    random_2: 2
    random_3: 3
    random_5: 5
    random_7: 7
}
