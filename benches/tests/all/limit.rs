//! The hand-written codecs of `benches/limit` agree with generated stubs and with the independent codec on
//! values, codes, offsets, arena use and encodings. They take the messages of the tables in place.

use codegen::emit::harness::harness;
use codegen::{Model, Rules};
use interp_runtime::{Codec, Limits, Random};
use std::path::Path;
use std::process::Command;
use stubc_benches::family::{Family, Place, compile};
use stubc_benches::stubs::{Modes, Program, SANITIZED, WARNINGS, build_around};
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{alteration, damage, plans, sanitizer, witness};

/// Bytes changed in each kind of message.
const CORRUPTIONS: usize = 4000;
/// Changes of the structure of each kind of message.
const DAMAGES: usize = 1500;
/// Random values of each kind of message.
const VALUES: usize = 200;
/// Overwritten parts of each message.
const ALTERATIONS: usize = 60;
/// Messages that are decoded into every size of arena.
const SIZED: usize = 3;

/// A message with a codec by hand; `bytes` are integers held as bytes.
const fn written(
    specs: &'static str,
    roots: &'static [&'static str],
    bytes: &'static [&'static str],
) -> Family {
    let (place, rules) = (Place::Shared, Rules::Ber);
    Family { name: "peers", place, specs, without: &[], roots, bytes, rules, slices: true }
}

static INTEGERS: Family = written("mtseq", &["TSeq"], &[]);
static LDAP: Family = written("ldap", &["LDAPMessage"], &[]);
static SNMP: Family = written("snmp", &["Message"], &[]);
static CERTIFICATE: Family = written("pkix", &["Certificate"], &["CertificateSerialNumber"]);

/// Returns the messages of the tables whose files start with the root's name.
fn messages(folder: &Path, root: &str) -> Vec<Record> {
    let files = test_needs::files_below(folder, "der");
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let is_own = |path: &Path| name(path).split('.').next() == Some(root);
    let read =
        |path: &Path| std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let own = files.iter().filter(|path| is_own(path));
    own.map(|path| Record { root: 0, octets: read(path), title: name(path) }).collect()
}

/// Returns the codec by hand, with its helpers.
fn by_hand(specs: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("limit");
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let codec = read(&format!("{specs}.c"));
    assert!(codec.contains("#include \"limit.h\""));
    codec.replace("#include \"limit.h\"", &read("limit.h"))
}

/// Builds stubs with the codec by hand in place of their entry points; `defines` come before it.
fn with_hand(model: &Model<'_>, family: &Family, defines: &str) -> Program {
    let (codec, root) = (by_hand(family.specs), family.roots[0]);
    let mut main = format!("#include <stdlib.h>\n{defines}\n{codec}\n");
    for (macro_name, entries) in
        [("LIMIT_DECODER", &["decode"][..]), ("LIMIT_ENCODERS", &["encode", "encode_tail"])]
    {
        if codec.contains(&format!("\n{macro_name}({root})")) {
            for entry in entries {
                main += &format!("#define {root}_{entry} limit_{root}_{entry}\n");
            }
        }
    }
    main += &harness(model);
    let techniques = plans::compiled(model, |_| true);
    let built = build_around(model, &techniques, sanitizer::compiler(), SANITIZED, &main, &[]);
    built.unwrap_or_else(|error| panic!("{}: {error}", family.specs))
}

/// Compiles the codec by hand by itself, with all warnings.
fn compiles_cleanly(stubs: &Program, specs: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("limit");
    for compiler in ["cc", "clang"] {
        if !test_needs::program(compiler) {
            continue;
        }
        let mut command = Command::new(compiler);
        // Which entry points a program uses is its affair.
        command.args(WARNINGS).args(["-Wno-unused-function", "-O2", "-fsyntax-only", "-I"]);
        command.arg(stubs.folder()).arg(folder.join(format!("{specs}.c")));
        sanitizer::run(&mut command).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Decodes and encodes the messages by hand in a program that aborts if it calls the general codec.
fn takes_in_place(alone: &Program, messages: &[Record]) {
    let folder = tempfile::tempdir().expect("a folder");
    for record in messages {
        let path = folder.path().join(&record.title);
        std::fs::write(&path, &record.octets).expect("it is writable");
        for direction in ["decode", "encode"] {
            let mut command = Command::new(alone.folder().join("harness"));
            command.args(["bench", "0", direction, "1"]).arg(&path).env("ASAN_OPTIONS", "detect_leaks=0");
            sanitizer::run(&mut command)
                .unwrap_or_else(|error| panic!("{} {direction}: {error}", record.title));
        }
    }
}

/// Returns messages with a byte changed, and messages cut off.
fn corrupted(messages: &[Record]) -> Vec<Record> {
    let mut random = Random::new(17);
    let mut records = Vec::new();
    for _ in 0..CORRUPTIONS {
        let message = &messages[random.below(messages.len() as u64) as usize];
        let at = random.below(message.octets.len() as u64) as usize;
        let mut octets = message.octets.clone();
        let what = random.below(6);
        let octet = octets[at];
        octets[at] = match what {
            0 => octet ^ 1,
            1 => octet ^ 0x80,
            2 => 0,
            3 => 0xff,
            4 => octet.wrapping_add(1),
            _ => octet,
        };
        if what == 5 {
            octets.truncate(at);
        }
        records.push(Record { root: 0, octets, title: format!("{} octet {at}, {what}", message.title) });
    }
    records
}

/// Compares the programs with the codec under limits of elements and bytes.
fn obeys_limits(subject: &Subject, codec: &Codec<'_>, programs: &[(&str, Program)], messages: &[Record]) {
    let longest = messages.iter().map(|message| message.octets.len()).max().unwrap_or(0);
    let elements = [0, 1, 2, 3, 9, 10].map(|elements| Limits { elements, ..Limits::FRESH });
    let bytes = [1, longest - 1, longest].map(|bytes| Limits { bytes: Some(bytes), ..Limits::FRESH });
    for limits in elements.into_iter().chain(bytes) {
        let codec = codec.clone().with_limits(limits);
        let compared = witness::compare(&codec, &subject.roots, programs, Modes::Limits(limits), messages);
        compared.unwrap_or_else(|error| panic!("{limits:?}: {error}"));
    }
}

fn agrees(family: &'static Family) {
    let Some(shared) = test_needs::published("peers") else { return };
    let file = shared.join(format!("specs/{}.asn1", family.specs));
    let graph = compile(&[file], family.roots, family.bytes, true).unwrap_or_else(|error| panic!("{error}"));
    let usual = messages(&shared.join("msgs"), family.roots[0]);
    assert!(!usual.is_empty(), "{}: no messages", family.specs);
    let roots = family.root_types(&graph, &[]);
    let subject = Subject { family, graph, roots, messages: Vec::new() };
    let model = subject.model(subject.options(Rules::Ber));
    let codec = subject.codec(Rules::Ber);
    takes_in_place(&with_hand(&model, family, "#define LIMIT_GENERAL(call) (abort(), 0)"), &usual);
    let general = plans::compiled(&model, |_| true);
    let mut programs = witness::programs(&subject, &model, vec![("general", general)]);
    compiles_cleanly(&programs[0].1, family.specs);
    programs.push(("by hand", with_hand(&model, family, "")));
    let mut records = usual.clone();
    records.extend(corrupted(&usual));
    records.extend(damage::structural(&usual, DAMAGES, 17));
    records.extend(subject.random_records(&codec, VALUES, 17));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{}: {error}", family.specs));
    assert!(tally.accepted > 500 && tally.refused > 1000, "{}: {tally:?}", family.specs);
    let altered =
        alteration::compare(&codec, &model, &subject.roots, &programs, &records[..usual.len()], ALTERATIONS);
    altered.unwrap_or_else(|error| panic!("{}: {error}", family.specs));
    witness::sizes(&programs, &usual[..usual.len().min(SIZED)]);
    obeys_limits(&subject, &codec, &programs, &usual);
}

#[test]
fn ten_integers() {
    agrees(&INTEGERS);
}

#[test]
fn ldap_search_result_entry() {
    agrees(&LDAP);
}

#[test]
fn snmp_get_response() {
    agrees(&SNMP);
}

#[test]
fn x509_certificate() {
    agrees(&CERTIFICATE);
}
