//! Strings, integers, real numbers and times with arbitrary bytes, as no decoder makes them. All techniques
//! encode or refuse them like the codec, and sent values decode again.

use codegen::{Options, Rules};
use stubc_benches::family::{compile, family};
use stubc_benches::subject::Subject;
use stubc_benches::{alteration, plans, witness};

/// Values of each message with one part overwritten.
const ALTERATIONS: usize = 24;

/// Compares techniques on altered values of `count` random messages.
fn hold(subject: &Subject, rules: Rules, count: usize) {
    hold_to(subject, rules, count, false);
}

/// The same, with constraint checks.
fn hold_to(subject: &Subject, rules: Rules, count: usize, check_constraints: bool) {
    let codec = subject.codec(rules);
    let codec = if check_constraints { codec.with_constraints() } else { codec };
    let model = subject.model(Options { check_constraints, ..subject.options(rules) });
    let mut records = subject.random_records(&subject.codec(rules), count, 9);
    records.extend(subject.spread(count / 4));
    let programs = witness::programs(subject, &model, plans::all(&model));
    let tally = alteration::compare(&codec, &model, &subject.roots, &programs, &records, ALTERATIONS);
    let tally = tally.unwrap_or_else(|error| panic!("{} {rules:?}: {error}", subject.family.title()));
    assert!(tally.sent > count && tally.refused > count, "{tally:?}");
}

/// Returns a specification with this text.
fn subject(name: &str, file: &str, text: &str, bytes: &[&str], roots: &[&str]) -> Subject {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = folder.path().join(file);
    std::fs::write(&file, text).expect("the folder is writable");
    let graph = compile(&[file], &[], bytes, false).unwrap_or_else(|errors| panic!("{errors}"));
    let roots: Vec<_> = roots.iter().flat_map(|root| graph.definitions(root)).collect();
    assert!(!roots.is_empty());
    let family =
        if name == "xdr" { family("project-xdr", "kinds.x") } else { family("project-kinds", "kinds") };
    Subject { family, graph, roots, messages: Vec::new() }
}

/// Every kind of string, by itself and with a default, for which other bytes may stand, too.
#[test]
fn strings() {
    const TEXT: &str = "Strings DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Big ::= INTEGER
        Named ::= BIT STRING { first(0), second(9) }
        Part ::= SEQUENCE { big Big, named Named, many SET OF Named OPTIONAL, id RELATIVE-OID OPTIONAL }
        Message ::= SEQUENCE {
            id OBJECT IDENTIFIER, of OBJECT IDENTIFIER DEFAULT { 1 2 3 }, relative RELATIVE-OID DEFAULT { 5 200 },
            big Big, five Big DEFAULT 5, minus Big DEFAULT -129,
            named Named, set Named DEFAULT { first }, none Named DEFAULT { }, zero Named DEFAULT '1000'B,
            bits BIT STRING, known BIT STRING DEFAULT '10'B, octets OCTET STRING DEFAULT '00'H,
            real REAL, one REAL DEFAULT 1, text UTF8String, utc UTCTime, general GeneralizedTime, date DATE,
            times SEQUENCE OF CHOICE { time TIME, duration DURATION, day TIME-OF-DAY },
            part Part, whole Part DEFAULT { big 0, named { second }, many { { }, { first } } }
        }
        END";
    let subject = subject("asn1", "strings.asn1", TEXT, &["Big"], &["Message", "Part"]);
    hold(&subject, Rules::Ber, 150);
    hold(&subject, Rules::Der, 150);
}

/// Defaults that are integers held as bytes, in forms with more bytes too, and a default of a type without values.
#[test]
fn defaults_of_packed_rules() {
    const TEXT: &str = "Defaults DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Big ::= INTEGER
        Message ::= SEQUENCE { big Big, five Big DEFAULT 5, minus Big DEFAULT -129, text OCTET STRING DEFAULT '00'H }
        END";
    let numbers = subject("asn1", "defaults.asn1", TEXT, &["Big"], &["Message"]);
    const NONE: &str = "None DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= SEQUENCE { id OBJECT IDENTIFIER, none NULL DEFAULT NULL }
        END";
    let none = subject("asn1", "none.asn1", NONE, &[], &["Message"]);
    for rules in [Rules::Uper, Rules::Oer] {
        hold(&numbers, rules, 60);
        hold(&none, rules, 60);
    }
}

/// Bytes of a number or bits in another form are accepted where these are.
#[test]
fn constraints() {
    const TEXT: &str = "Constraints DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Big ::= INTEGER (-5..5 | 1000..MAX)
        Wide ::= INTEGER (1..99999999999999999999)
        Named ::= BIT STRING { first(0), second(9) } (SIZE (0..4))
        Message ::= SEQUENCE {
            one Big, many SEQUENCE OF Wide, two Big DEFAULT 5, flags Named, text PrintableString (SIZE (0..3)),
            time UTCTime
        } (WITH COMPONENTS { ..., one (ALL EXCEPT 3) })
        END";
    let subject = subject("asn1", "constraints.asn1", TEXT, &["Big", "Wide"], &["Message"]);
    hold_to(&subject, Rules::Ber, 100, true);
    hold_to(&subject, Rules::Der, 100, true);
}

/// Strings outside their bounds.
#[test]
fn strings_of_xdr() {
    const TEXT: &str = "typedef string name<6>; typedef opaque data<>; struct item { name short; opaque key<3>; item *next; };
        union choice switch (int kind) { case 0: string text<2>; case 1: data bytes; default: void; };
        struct message { name first; data second; choice third; name names<4>; item *items; opaque fixed[5]; };";
    let subject = subject("xdr", "strings.x", TEXT, &[], &["message"]);
    hold(&subject, Rules::Xdr, 100);
}

fn all_rules(family_name: &str, specs: &str) {
    let Some(subject) = Subject::load(family(family_name, specs)) else { return };
    for rules in subject.all_rules() {
        hold(&subject, rules, 60);
    }
}

stubc_benches::families! {
    all_rules:
    snmp: "project-snmp" "snmp"
    pkix: "project-pkix" "pkix"
}
