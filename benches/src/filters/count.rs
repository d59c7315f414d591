//! Bytes and instructions of filters over a collection of messages.

use crate::family::family;
use crate::filters::{checked, views};
use crate::subject::{Record, Subject};
use codegen::filter::{Form, Request};
use codegen::measure::object_size;
use std::path::Path;
use std::process::Command;
use syntax_graph::filter::Filter;

/// A filter over the messages of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The name of the function.
    pub name: &'static str,
    /// The family of the specification, and its folder.
    pub family: (&'static str, &'static str),
    /// The family of the messages, and its folder.
    pub messages: (&'static str, &'static str),
    /// The predicate.
    pub predicate: &'static str,
    /// The most instructions for a message and the most bytes, if there is a target.
    pub target: Option<(f64, u64)>,
}

/// The rows of the table.
pub const ROWS: [Row; 7] = [
    Row {
        name: "by_base",
        family: ("ldap", "ldap"),
        messages: ("ldap", "ldap"),
        predicate: "LDAPMessage: protocolOp.searchRequest.baseObject ends-with \"dc=example,dc=com\"",
        target: Some((80.0, 600)),
    },
    Row {
        name: "bulk",
        family: ("project-snmp", "snmp"),
        messages: ("snmp", "snmp-v2-v3"),
        predicate: "COMMUNITY-BASED-SNMPv2.Message: data.get-bulk-request.max-repetitions > 50",
        target: Some((92.0, 900)),
    },
    Row {
        name: "of_mib",
        family: ("project-snmp", "snmp"),
        messages: ("snmp", "snmp-v2-v3"),
        predicate: "COMMUNITY-BASED-SNMPv2.Message: any data.response.variable-bindings[*].name starts-with { 1 3 6 1 2 1 1 }",
        target: None,
    },
    Row {
        name: "by_issuer",
        family: ("pkix-certificates", "pkix"),
        messages: ("pkix-certificates", "pkix"),
        predicate: "Certificate: count(tbsCertificate.issuer.rdnSequence) > 3 and has tbsCertificate.extensions",
        target: None,
    },
    Row {
        name: "reads",
        family: ("onc-rpc", "nfs3.x"),
        messages: ("onc-rpc", "nfs3.x"),
        predicate: "READ3args: count > 4096 and offset >= 0",
        target: None,
    },
    Row {
        name: "ambulances",
        family: ("project-its", "its"),
        messages: ("project-its", "its"),
        predicate: "CAM: cam.camParameters.basicContainer.stationType = 10",
        target: Some((15.0, 100)),
    },
    Row {
        name: "nearby",
        family: ("project-its", "its"),
        messages: ("project-its", "its"),
        predicate: "CAM: cam.camParameters.basicContainer.referencePosition.latitude in 480000000..490000000",
        target: None,
    },
];

/// The rows of the table of views: the predicate is a type and paths.
pub const VIEWS: [Row; 3] = [
    Row {
        name: "routing",
        family: ("ldap", "ldap"),
        messages: ("ldap", "ldap"),
        predicate: "LDAPMessage: messageID, protocolOp.searchRequest.baseObject",
        target: None,
    },
    Row {
        name: "serials",
        family: ("pkix-certificates", "pkix"),
        messages: ("pkix-certificates", "pkix"),
        predicate: "Certificate: tbsCertificate.version, tbsCertificate.serialNumber",
        target: None,
    },
    Row {
        name: "stations",
        family: ("project-its", "its"),
        messages: ("project-its", "its"),
        predicate: "CAM: header.stationID, cam.camParameters.basicContainer.stationType",
        target: None,
    },
];

/// The measurements of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The messages.
    pub messages: usize,
    /// Those that pass.
    pub passed: usize,
    /// Bytes of object code at -Os.
    pub bytes: u64,
    /// Bytes of commands, if the filter is interpreted.
    pub commands: u64,
    /// Instructions for a message at -O2, the mean.
    pub instructions: f64,
}

/// Measures a filter; `None` if its messages or valgrind are absent.
///
/// # Errors
/// A program that fails, with its output.
pub fn count(row: &Row, form: Form) -> Result<Option<Counted>, String> {
    let load = |(name, specs)| Subject::load(family(name, specs));
    let (Some(subject), Some(collection)) = (load(row.family), load(row.messages)) else { return Ok(None) };
    if !test_needs::program("valgrind") {
        return Ok(None);
    }
    let is_view = VIEWS.contains(row);
    let filter = match is_view {
        true => views::checked(&subject.graph, row.predicate)?,
        false => checked(&subject.graph, row.predicate)?,
    };
    let function = if is_view { format!("{}_view", row.name) } else { row.name.to_owned() };
    let request = Request { name: row.name, text: row.predicate, filter: &filter, form };
    let files = codegen::filter::filters(&subject.graph, subject.rules(), row.name, &[], &[request])
        .map_err(|errors| format!("{errors:?}"))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let write =
        |name: &str, data: &[u8]| std::fs::write(folder.path().join(name), data).map_err(|e| e.to_string());
    for (name, text) in &files.files {
        write(name, text.as_bytes())?;
    }
    let (input, messages) = input_of(&subject, &collection, &filter)?;
    write("messages", &input)?;
    let program = match is_view {
        true => PROGRAM
            .replace(
                "passed += NAME(message, octets) == 1;",
                "passed += NAME_view(&view, message, octets) > 0;",
            )
            .replace("int passed = 0;", "int passed = 0;\n    static NAME view;"),
        false => PROGRAM.to_owned(),
    };
    write("main.c", program.replace("NAME", row.name).as_bytes())?;
    let source = format!("{}.c", row.name);
    run(folder.path(), "cc", &["-std=c99", "-Os", "-c", &source, "-o", "small.o"])?;
    run(folder.path(), "cc", &["-std=c99", "-O2", "main.c", &source, "-o", "program"])?;
    let object = std::fs::read(folder.path().join("small.o")).map_err(|error| error.to_string())?;
    let passed =
        run(folder.path(), "./program", &[])?.0.trim().parse().map_err(|_| "no number of messages")?;
    let total = collected(folder.path(), &function)?;
    let size = object_size(&object)?;
    let commands = size.by_symbol.get(&format!("{}_commands", row.name)).copied().unwrap_or(0);
    Ok(Some(Counted {
        messages,
        passed,
        bytes: size.counted,
        commands,
        instructions: total / messages as f64,
    }))
}

/// Returns the valid messages of a filter's type in a collection, each behind its length, and their number.
pub(super) fn input_of(
    subject: &Subject,
    collection: &Subject,
    filter: &Filter,
) -> Result<(Vec<u8>, usize), String> {
    let mut input = Vec::new();
    let mut messages = 0;
    let codec = subject.codec(subject.rules());
    let is_valid = |record: &&Record| codec.decode(filter.root, &record.octets).is_ok();
    for record in collection.records().iter().filter(is_valid) {
        input.extend(u32::try_from(record.octets.len()).map_err(|error| error.to_string())?.to_le_bytes());
        input.extend(&record.octets);
        messages += 1;
    }
    Ok((input, messages))
}

/// Returns the instructions of a function, and of what it calls, in a run of `program`.
pub(super) fn collected(folder: &Path, function: &str) -> Result<f64, String> {
    let toggle = format!("--toggle-collect={function}");
    let words = ["--tool=callgrind", &toggle, "--callgrind-out-file=/dev/null", "./program"];
    sum(&run(folder, "valgrind", &words)?.1)
}

/// Returns the instructions that callgrind says it collected.
pub(super) fn sum(said: &str) -> Result<f64, String> {
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    collected.and_then(|(_, number)| number.trim().parse().ok()).ok_or_else(|| "no instructions".to_owned())
}

/// Runs a program. Returns its output and its messages.
pub(super) fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(String, String), String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok((text(&output.stdout), text(&output.stderr))),
        false => Err(format!("{program}: {}", text(&output.stderr))),
    }
}

/// Calls the filter once for each message, and prints the number of those that pass.
const PROGRAM: &str = "#include \"NAME.h\"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *const file = fopen(\"messages\", \"rb\");
    static uint8_t message[1 << 22];
    uint8_t length[4];
    int passed = 0;
    while (file != NULL && fread(length, 1, 4, file) == 4) {
        const size_t octets = length[0] | length[1] << 8 | length[2] << 16 | (size_t)length[3] << 24;
        if (octets > sizeof message || fread(message, 1, octets, file) != octets) {
            return 1;
        }
        passed += NAME(message, octets) == 1;
    }
    printf(\"%d\\n\", passed);
    return 0;
}
";
