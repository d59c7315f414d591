//! Programs for XDP beside ordinary filters, on the host and in the kernel.

use super::checked;
use crate::subject::{Record, Subject};
use crate::{family::family, sanitizer};
use codegen::Rules;
use codegen::filter::{Form, Request, filters, xdp};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The filters: the families of the specification and of the messages, and a predicate.
pub const ROWS: [[(&str, &str); 3]; 10] = [
    [
        ("project-snmp", "snmp"),
        ("snmp", "snmp-v2-v3"),
        ("COMMUNITY-BASED-SNMPv2.Message", "data.get-bulk-request.max-repetitions > 50"),
    ],
    [
        ("project-snmp", "snmp"),
        ("snmp", "snmp-v2-v3"),
        ("COMMUNITY-BASED-SNMPv2.Message", "data.get-bulk-request.max-repetitions > 5"),
    ],
    [
        ("project-snmp", "snmp"),
        ("snmp", "snmp-v2-v3"),
        (
            "COMMUNITY-BASED-SNMPv2.Message",
            "any data.response.variable-bindings[*].name starts-with { 1 3 6 1 2 1 1 }",
        ),
    ],
    [
        ("ldap", "ldap"),
        ("ldap", "ldap"),
        ("LDAPMessage", "protocolOp.searchRequest.baseObject ends-with \"dc=example,dc=com\""),
    ],
    [
        ("ldap", "ldap"),
        ("ldap", "ldap"),
        (
            "LDAPMessage",
            "protocolOp.searchRequest.typesOnly = FALSE and count(protocolOp.searchRequest.attributes) < 3",
        ),
    ],
    [
        ("ldap", "ldap"),
        ("ldap", "ldap"),
        ("LDAPMessage", "protocolOp.bindRequest.name = \"\" or messageID in 2..3"),
    ],
    [
        ("project-x400", "x400"),
        ("project-x400", "x400"),
        (
            "MTSTransferProtocol.MTS-APDU",
            "message.envelope.priority = urgent and count(message.envelope.per-recipient-fields) < 3",
        ),
    ],
    [
        ("project-pkix", "pkix"),
        ("pkix-certificates", "pkix"),
        ("Certificate", "count(tbsCertificate.issuer.rdnSequence) > 2 and has tbsCertificate.extensions"),
    ],
    [
        ("project-z3950", "z3950"),
        ("project-z3950", "z3950"),
        ("Z39-50-APDU-1995.PDU", "close.closeReason = 0"),
    ],
    [
        ("project-kinds", "kinds"),
        ("project-kinds", "kinds"),
        ("Scalars", "not any times[*].general starts-with \"19\""),
    ],
];

/// What a comparison found.
#[derive(Debug)]
pub struct Compared {
    /// The packets, those that match, and those that match but that the program lets pass.
    pub packets: [u64; 3],
    /// The bytes and the steps of the verifier, if the kernel permits programs.
    pub loaded: Option<[u64; 2]>,
    /// The packets that the kernel has decided.
    pub repeated: usize,
}

/// Compares the program of a row with its filter.
///
/// # Panics
/// They differ, or something does not compile.
pub fn compare(row: &[(&str, &str); 3], folder: &Path, load: &Path) -> Option<Compared> {
    let subject = Subject::load(family(row[0].0, row[0].1))?;
    let messages = Subject::load(family(row[1].0, row[1].1))?;
    let text = format!("{}: {}", row[2].0, row[2].1);
    let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let request = |name| Request { name, text: &text, filter: &filter, form: Form::Compiled };
    let headers = "#define STUBC_XDP_IPV4\n#define STUBC_XDP_UDP 161";
    let mut files =
        filters(&subject.graph, Rules::Ber, "ordinary", &[], &[request("ordinary")]).expect(&text).files;
    files.extend(xdp(&subject.graph, Rules::Ber, &[], &request("program"), headers).expect(&text).files);
    files.push(("main.c".to_owned(), include_str!("xdp.c").to_owned()));
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("the folder is writable"));
    let flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror"];
    sanitizer::build(folder, &flags, &["ordinary.c", "main.c"], "compare")
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut input = Vec::new();
    let mut records = messages.spread(150);
    let is_random = records.is_empty();
    if is_random {
        records = messages.random_records(&messages.codec(Rules::Ber), 150, 9);
    }
    for Record { octets, .. } in records {
        input.extend(u32::try_from(octets.len()).expect("messages are small").to_le_bytes());
        input.extend(octets);
    }
    fs::write(folder.join("input"), input).expect("the folder is writable");
    let mut run = Command::new("./compare");
    run.args(is_random.then_some("random")).current_dir(folder).stdin(File::open(folder.join("input")).ok()?);
    let said = output(&mut run);
    let said = said.unwrap_or_else(|said| panic!("{text}: {said}"));
    let numbers: Vec<u64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let clang = ["-O2", "-Wall", "-Werror", "-target", "bpf", "-c", "program.c", "-o", "program.o"];
    output(Command::new("clang").args(clang).current_dir(folder))
        .unwrap_or_else(|said| panic!("{text}: {said}"));
    let packets = [numbers[0], numbers[1], numbers[2]];
    let mut command = Command::new(load);
    command.arg("program.o").current_dir(folder).stdin(File::open(folder.join("packets")).ok()?);
    let said = match output(&mut command) {
        Ok(said) => said,
        Err(said) if said.starts_with("2 ") => return Some(Compared { packets, loaded: None, repeated: 0 }),
        Err(said) => panic!("{text}: {said}"),
    };
    let (first, answers) = said.split_once('\n').expect("there is a first line");
    assert_eq!(answers, fs::read_to_string(folder.join("answers")).expect("there are answers"), "{text}");
    let numbers: Vec<u64> = first.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    Some(Compared { packets, loaded: Some([numbers[0], numbers[1]]), repeated: answers.lines().count() })
}

/// Builds the loader of the example.
///
/// # Panics
/// It does not compile.
pub fn loader(folder: &Path) {
    let source = folder.join("load.c");
    fs::File::create(&source)
        .and_then(|mut file| file.write_all(include_bytes!("../../../examples/snmp-xdp/load.c")))
        .expect("the folder is writable");
    let flags = ["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "load.c", "-o", "load"];
    output(Command::new("gcc").args(flags).current_dir(folder)).unwrap_or_else(|said| panic!("{said}"));
}

/// Returns what a program prints, or its exit code and what it says.
fn output(command: &mut Command) -> Result<String, String> {
    let run = command.stderr(Stdio::piped()).output().expect("the program starts");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let code = run.status.code().unwrap_or(-1);
    if code == 0 { Ok(text) } else { Err(format!("{code} {text}{}", String::from_utf8_lossy(&run.stderr))) }
}
