//! Filters beside what does the same without them: decoding the message and testing the value, the filters of libpcap
//! (BPF), and the display filters of tshark.

use super::checked;
use super::count::{collected, input_of, run};
use super::packets::{LDAP, SNMP, Transport, capture};
use crate::family::family;
use crate::subject::Subject;
use codegen::filter::{Form, Request};
use std::path::Path;
use stubc::{Choice, Compiler};

/// A question about the messages of a family, in four languages.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The families of the specification and of the messages, with their folders.
    families: [(&'static str, &'static str); 2],
    transport: Transport,
    /// The type of the messages in the specification, and in C.
    root: [&'static str; 2],
    /// The predicate, without the type.
    pub predicate: &'static str,
    /// The test of the decoded value `m` in C.
    in_c: &'static str,
    /// The filter of libpcap, where one can be written.
    in_bpf: Option<&'static str>,
    /// The display filter of tshark.
    in_tshark: &'static str,
}

/// The questions.
pub const ROWS: [Row; 3] = [
    Row {
        families: [("ldap", "ldap"), ("ldap", "ldap")],
        transport: LDAP,
        root: ["LDAPMessage", "LDAPMessage"],
        predicate: "protocolOp.searchRequest.baseObject ends-with \"dc=example,dc=com\"",
        in_c: "m.protocolOp.kind == LDAPMessage_protocolOp_kind_searchRequest && \
               m.protocolOp.u.searchRequest.baseObject.length >= 17 && \
               memcmp(m.protocolOp.u.searchRequest.baseObject.data + \
               m.protocolOp.u.searchRequest.baseObject.length - 17, \"dc=example,dc=com\", 17) == 0",
        in_bpf: None,
        in_tshark: "ldap.baseObject matches \"(?-i)dc=example,dc=com$\"",
    },
    Row {
        families: [("project-snmp", "snmp"), ("snmp", "snmp-v2-v3")],
        transport: SNMP,
        root: ["COMMUNITY-BASED-SNMPv2.Message", "Message"],
        predicate: "data.get-bulk-request.max-repetitions > 50",
        in_c: "m.data.kind == PDUs_kind_get_bulk_request && m.data.u.get_bulk_request.max_repetitions > 50",
        in_bpf: None,
        in_tshark: "snmp.max_repetitions > 50",
    },
    Row {
        families: [("project-snmp", "snmp"), ("snmp", "snmp-v2-v3")],
        transport: SNMP,
        root: ["COMMUNITY-BASED-SNMPv2.Message", "Message"],
        predicate: "has data.response",
        in_c: "m.data.kind == PDUs_kind_response",
        // Behind the header of UDP, the version and the community. The length of the message takes one to three octets.
        in_bpf: Some(
            "udp and ((udp[9] < 0x80 and udp[15 + udp[14]] = 0xa2) or (udp[9] = 0x81 and udp[16 + udp[15]] = 0xa2) \
             or (udp[9] = 0x82 and udp[17 + udp[16]] = 0xa2))",
        ),
        in_tshark: "snmp.data == 2",
    },
];

/// Instructions for a message, the mean of the collection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The messages.
    pub messages: usize,
    /// Those that pass.
    pub passed: usize,
    /// The filter, compiled and interpreted.
    pub filter: [f64; 2],
    /// The fastest stubs decode the message, then C tests the value.
    pub decoded: f64,
    /// The filter of libpcap, which it interprets.
    pub bpf: Option<f64>,
    /// All that tshark does for a packet.
    pub tshark: f64,
}

/// Measures a row; `None` if its messages, valgrind or tshark are absent.
///
/// # Errors
/// A program that fails, with its output, or two that disagree.
pub fn count(row: &Row) -> Result<Option<Counted>, String> {
    let load = |(name, specs)| Subject::load(family(name, specs));
    let (Some(subject), Some(collection)) = (load(row.families[0]), load(row.families[1])) else {
        return Ok(None);
    };
    if !test_needs::program("valgrind") || !test_needs::program("tshark") {
        return Ok(None);
    }
    let text = format!("{}: {}", row.root[0], row.predicate);
    let filter = checked(&subject.graph, &text)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path();
    let write = |name: &str, data: &[u8]| std::fs::write(folder.join(name), data).map_err(|e| e.to_string());
    for (name, form) in [("compiled", Form::Compiled), ("interpreted", Form::Interpreted)] {
        let request = Request { name, text: &text, filter: &filter, form };
        let files = codegen::filter::filters(&subject.graph, subject.rules(), name, &[], &[request]);
        for (name, text) in files.map_err(|errors| format!("{errors:?}"))?.files {
            write(&name, text.as_bytes())?;
        }
    }
    let mut compiler = Compiler::new().name("stubs").choice(Choice::Auto).pdu(row.root[0]);
    for file in subject.family.files().unwrap_or_default() {
        let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
        compiler = compiler.spec(file.display().to_string(), text);
    }
    let stubs = compiler.compile().map_err(|error| format!("{:?}", error.diagnostics))?;
    for (name, text) in &stubs.files.files {
        write(name, text.as_bytes())?;
    }
    let (input, messages) = input_of(&subject, &collection, &filter)?;
    write("messages", &input)?;
    write("main.c", MAIN.replace("TYPE", row.root[1]).replace("TEST", row.in_c).as_bytes())?;
    let sources = ["main.c", "compiled.c", "interpreted.c", "stubs.c", "stubc_rt.c"];
    run(folder, "cc", &[&["-std=c99", "-O2", "-o", "program"], &sources[..]].concat())?;
    let numbers = run(folder, "./program", &[])?.0;
    let numbers: Vec<usize> = numbers.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [passed, interpreted, decoded] = numbers[..] else { return Err("no numbers of messages".to_owned()) };
    let each = |function| collected(folder, function).map(|sum| sum / messages as f64);
    let (filter, by_decoding) = ([each("compiled")?, each("interpreted")?], each("decoded")?);

    let records: Vec<&[u8]> = divided(&input);
    write("once.pcap", &capture(&row.transport, records.iter().copied()))?;
    let often = records.iter().cycle().take(records.len() * TIMES);
    write("often.pcap", &capture(&row.transport, often.copied()))?;
    let bpf = row.in_bpf.map(|text| by_libpcap(folder, text, (messages, passed))).transpose()?;
    let shown = ["-n", "-r", "once.pcap", "-Y", row.in_tshark, "-T", "fields", "-e", "frame.number"];
    let shown = run(folder, "tshark", &shown)?.0.lines().count();
    if [interpreted, decoded, shown] != [passed; 3] {
        return Err(format!("{text}: {passed}, {interpreted}, {decoded} and {shown} messages pass"));
    }
    let whole = |capture| {
        let words =
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", "tshark", "-n", "-r", capture, "-Y"];
        super::count::sum(&run(folder, "valgrind", &[&words, &[row.in_tshark][..]].concat())?.1)
    };
    let tshark = (whole("often.pcap")? - whole("once.pcap")?) / ((TIMES - 1) * messages) as f64;
    Ok(Some(Counted { messages, passed, filter, decoded: by_decoding, bpf, tshark }))
}

/// The messages of the longer capture are those of the shorter one so many times.
const TIMES: usize = 6;

/// Returns the instructions of libpcap for a packet.
fn by_libpcap(folder: &Path, text: &str, (messages, passed): (usize, usize)) -> Result<f64, String> {
    std::fs::write(folder.join("bpf.c"), BPF.replace("FILTER", text)).map_err(|error| error.to_string())?;
    run(folder, "cc", &["-O2", "-o", "program", "bpf.c", "-lpcap"])?;
    let found = run(folder, "./program", &[])?.0;
    if found.trim() != passed.to_string() {
        return Err(format!("{text}: libpcap finds {} messages, and not {passed}", found.trim()));
    }
    Ok(collected(folder, "decided")? / messages as f64)
}

/// Returns the messages of an input.
fn divided(mut input: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while let Some((length, rest)) = input.split_first_chunk::<4>() {
        let (message, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        found.push(message);
        input = rest;
    }
    found
}

/// Asks both filters and the decoder about each message, and prints how many pass each.
const MAIN: &str = r#"#include "compiled.h"
#include "interpreted.h"
#include "stubs.h"
#include <stdio.h>
#include <string.h>

int decoded(const uint8_t *message, size_t octets);

__attribute__((noinline)) int decoded(const uint8_t *message, size_t octets)
{
    static uint8_t memory[1 << 20];
    static TYPE m;
    stubc_context context = stubc_context_over(memory, sizeof memory);
    return TYPE_decode(&m, message, octets, &context, NULL) > 0 && TEST;
}

int main(void)
{
    FILE *const file = fopen("messages", "rb");
    static uint8_t message[1 << 22];
    uint8_t length[4];
    int passed[3] = {0, 0, 0};
    while (file != NULL && fread(length, 1, 4, file) == 4) {
        const size_t octets = length[0] | length[1] << 8 | length[2] << 16 | (size_t)length[3] << 24;
        if (octets > sizeof message || fread(message, 1, octets, file) != octets) {
            return 1;
        }
        passed[0] += compiled(message, octets) == 1;
        passed[1] += interpreted(message, octets) == 1;
        passed[2] += decoded(message, octets);
    }
    printf("%d %d %d\n", passed[0], passed[1], passed[2]);
    return 0;
}
"#;

/// Asks the filter of libpcap about each packet, and prints how many pass.
const BPF: &str = r#"#include <pcap/pcap.h>
#include <stdio.h>

int decided(struct bpf_program *filter, struct pcap_pkthdr *header, const u_char *packet);

__attribute__((noinline)) int decided(struct bpf_program *filter, struct pcap_pkthdr *header, const u_char *packet)
{
    return pcap_offline_filter(filter, header, packet) != 0;
}

int main(void)
{
    char error[PCAP_ERRBUF_SIZE];
    pcap_t *const file = pcap_open_offline("once.pcap", error);
    struct bpf_program filter;
    struct pcap_pkthdr *header;
    const u_char *packet;
    int passed = 0;
    if (file == NULL || pcap_compile(file, &filter, "FILTER", 1, PCAP_NETMASK_UNKNOWN) != 0) {
        return 1;
    }
    while (pcap_next_ex(file, &header, &packet) == 1) {
        passed += decided(&filter, header, packet);
    }
    printf("%d\n", passed);
    return 0;
}
"#;
