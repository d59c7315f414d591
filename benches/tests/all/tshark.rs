//! Filters agree with `tshark -Y`, packet by packet, where tshark has the field.

use codegen::filter::Form;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use stubc_benches::family::family;
use stubc_benches::filters::packets::{LDAP, SNMP, Transport, capture};
use stubc_benches::filters::{Predicate, build, checked, run};
use stubc_benches::subject::{Record, Subject};

/// Predicates on LDAP messages, each with the display filter of the same meaning.
const ON_LDAP: [(&str, &str); 19] = [
    ("messageID > 5", "ldap.messageID > 5"),
    ("messageID in 2..4", "ldap.messageID in {2..4}"),
    ("has protocolOp.searchRequest", "ldap.protocolOp == 3"),
    ("not has protocolOp.searchResEntry", "not ldap.protocolOp == 4"),
    (
        "protocolOp.searchRequest.baseObject ends-with \"dc=example,dc=com\"",
        "ldap.baseObject matches \"(?-i)dc=example,dc=com$\"",
    ),
    (
        "protocolOp.searchRequest.baseObject = \"dc=example,dc=com\"",
        "ldap.baseObject == \"dc=example,dc=com\"",
    ),
    (
        "protocolOp.searchRequest.baseObject != \"dc=example,dc=com\"",
        "ldap.baseObject != \"dc=example,dc=com\"",
    ),
    ("protocolOp.searchRequest.baseObject starts-with \"ou=\"", "ldap.baseObject matches \"(?-i)^ou=\""),
    ("protocolOp.searchRequest.baseObject contains \"people\"", "ldap.baseObject contains \"people\""),
    ("protocolOp.searchRequest.scope = wholeSubtree", "ldap.scope == 2"),
    ("not protocolOp.searchRequest.scope = baseObject", "not ldap.scope == 0"),
    ("protocolOp.searchRequest.sizeLimit in 1..1000", "ldap.sizeLimit in {1..1000}"),
    ("protocolOp.searchRequest.typesOnly = TRUE", "ldap.typesOnly == 1"),
    ("count(protocolOp.searchRequest.attributes) > 1", "ldap.protocolOp == 3 and ldap.attributes > 1"),
    (
        "protocolOp.bindRequest.name = \"cn=admin,dc=example,dc=com\"",
        "ldap.name == \"cn=admin,dc=example,dc=com\"",
    ),
    ("protocolOp.bindRequest.version != 3", "ldap.version != 3"),
    ("protocolOp.searchResEntry.objectName starts-with \"uid=\"", "ldap.objectName matches \"(?-i)^uid=\""),
    ("protocolOp.searchResDone.resultCode = success", "ldap.protocolOp == 5 and ldap.resultCode == 0"),
    (
        "protocolOp.searchResDone.resultCode != success or protocolOp.addResponse.resultCode = success",
        "ldap.resultCode != 0 and ldap.protocolOp == 5 or ldap.resultCode == 0 and ldap.protocolOp == 9",
    ),
];

/// Predicates on SNMP messages of the second version.
const ON_V2: [(&str, &str); 11] = [
    ("data.get-bulk-request.max-repetitions > 50", "snmp.max_repetitions > 50"),
    ("data.get-bulk-request.max-repetitions >= 10", "snmp.max_repetitions >= 10"),
    ("data.get-bulk-request.non-repeaters = 0", "snmp.non_repeaters == 0"),
    ("community = \"public\"", "snmp.community == \"public\""),
    ("community starts-with \"pri\"", "snmp.community matches \"(?-i)^pri\""),
    ("has data.response", "snmp.data == 2"),
    ("data.response.request-id > 1000000000", "snmp.data == 2 and snmp.request_id > 1000000000"),
    ("data.response.error-status != noError", "snmp.data == 2 and snmp.error_status != 0"),
    ("count(data.response.variable-bindings) > 1", "snmp.data == 2 and snmp.variable_bindings > 1"),
    (
        "any data.response.variable-bindings[*].name starts-with { 1 3 6 1 2 1 1 }",
        "snmp.data == 2 and snmp.name[0:6] == 2b:06:01:02:01:01",
    ),
    (
        "any data.response.variable-bindings[*].name = { 1 3 6 1 2 1 1 1 0 }",
        "snmp.data == 2 and snmp.name == 1.3.6.1.2.1.1.1.0",
    ),
];

/// Predicates on SNMP messages of the first version.
const ON_V1: [(&str, &str); 6] = [
    ("community != \"public\"", "snmp.community != \"public\""),
    ("has data.get-response or has data.trap", "snmp.data == 2 or snmp.data == 4"),
    ("data.get-response.error-index > 0", "snmp.data == 2 and snmp.error_index > 0"),
    ("not data.get-response.error-status = noError", "not (snmp.data == 2 and snmp.error_status == 0)"),
    ("data.get-next-request.request-id < 1000000000", "snmp.data == 1 and snmp.request_id < 1000000000"),
    ("count(data.get-response.variable-bindings) in 1..1", "snmp.data == 2 and snmp.variable_bindings == 1"),
];

/// Returns the numbers, from 0, of the packets that pass a display filter.
fn passed(folder: &Path, filter: &str) -> BTreeSet<usize> {
    let output = Command::new("tshark")
        .current_dir(folder)
        .env("WIRESHARK_CONFIG_DIR", folder)
        .args(["-n", "-r", "messages.pcap", "-Y", filter, "-T", "fields", "-e", "frame.number"])
        .output()
        .expect("tshark must start");
    assert!(output.status.success(), "{filter}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| line.parse::<usize>().expect("a number of a packet") - 1).collect()
}

/// Compares the filters of the messages of a type in both forms with tshark.
fn agree(
    (specs, messages, protocol): ((&str, &str), (&str, &str), &str),
    ty: &str,
    transport: &Transport,
    pairs: &[(&str, &str)],
) {
    if !test_needs::program("tshark") {
        return;
    }
    let load = |(name, specs)| Subject::load(family(name, specs));
    // The published modules of SNMP keep the PDU as an open type, so their messages go with the project's modules.
    let (Some(subject), Some(collection)) = (load(specs), load(messages)) else { return };
    let root = 0;
    let (rules, codec) = (subject.rules(), subject.codec(subject.rules()));
    let records = collection.records();
    let is_valid =
        |record: &&Record| record.root == root && codec.decode(subject.roots[root], &record.octets).is_ok();
    let records: Vec<&Record> = records.iter().filter(is_valid).collect();
    let folder = tempfile::tempdir().expect("a temporary folder must be creatable");
    std::fs::write(
        folder.path().join("messages.pcap"),
        capture(transport, records.iter().map(|record| &record.octets[..])),
    )
    .expect("the folder must be writable");
    let unknown = passed(folder.path(), &format!("not {protocol} or _ws.malformed"));
    assert!(unknown.is_empty(), "{protocol}: tshark does not know the packets {unknown:?}");
    let predicates: Vec<Predicate> = pairs
        .iter()
        .map(|(text, _)| {
            let text = format!("{ty}: {text}");
            let filter = checked(&subject.graph, &text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
            Predicate { text, filter, root }
        })
        .collect();
    let second: Vec<BTreeSet<usize>> =
        pairs.iter().map(|(_, filter)| passed(folder.path(), filter)).collect();
    let own: Vec<Record> = records.iter().map(|&record| record.clone()).collect();
    let mut split = 0;
    for form in [Form::Compiled, Form::Interpreted] {
        build(&subject, (rules, form), &predicates, folder.path());
        let answers = run(folder.path(), &own, own.len());
        for (number, (text, filter)) in pairs.iter().enumerate() {
            let mut found = [0; 3];
            for (at, (record, line)) in own.iter().zip(&answers).enumerate() {
                let answer = line.as_bytes()[number];
                let is_passed = second[number].contains(&at);
                let title = &record.title;
                match answer {
                    b'O' => found[2] += 1,
                    b'0' | b'1' if (answer == b'1') == is_passed => found[usize::from(is_passed)] += 1,
                    _ => panic!("{title}: {text}: {}, and {filter}: {is_passed}", char::from(answer)),
                }
            }
            assert!(found[2] * 4 <= own.len(), "{text}: too many messages are undecided: {found:?}");
            split += usize::from(found[0] > 0 && found[1] > 0);
        }
    }
    // Of most predicates, some messages pass, and some do not.
    assert!(
        split * 4 > pairs.len() * 2 * 2,
        "{protocol}: {split} of {} filters tell messages apart",
        2 * pairs.len()
    );
}

#[test]
fn ldap() {
    agree((("ldap", "ldap"), ("ldap", "ldap"), "ldap"), "LDAPMessage", &LDAP, &ON_LDAP);
}

#[test]
fn snmp_v2() {
    let collection = (("project-snmp", "snmp"), ("snmp", "snmp-v2-v3"), "snmp");
    agree(collection, "COMMUNITY-BASED-SNMPv2.Message", &SNMP, &ON_V2);
}

#[test]
fn snmp_v1() {
    let collection = (("project-snmp-v1", "snmp"), ("snmp", "snmp-v1"), "snmp");
    agree(collection, "RFC1157-SNMP.Message", &SNMP, &ON_V1);
}
