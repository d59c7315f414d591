//! Shapes that `stubc profile --shapes` proposes: their shares are those of messages that their decoders take.

use codegen::Model;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use stubc::shapes::mined::{Wanted, proposals};
use stubc::{Compiler, RootRequest, RulesName, Settings, driver, front};
use stubc_benches::{family::specification_files, sanitizer, specs};

/// Reads messages, each after its length in 4 bytes, and prints for each a digit for each decoder: 1 if it takes the
/// message.
const MAIN: &str = r#"#include "s.h"
#include <stdio.h>
int main(void)
{
    static uint8_t input[1 << 16];
    uint8_t head[4];
    while (fread(head, 1, 4, stdin) == 4) {
        size_t length = head[0] | (size_t)head[1] << 8;
        if (fread(input, 1, length, stdin) != length)
            return 1;
@CALLS@        putchar('\n');
    }
    return 0;
}
"#;

/// Proposes shapes of a folder's messages, and compares them with the C of the configuration.
fn hold(specs: &Path, root: &str, messages: &Path, rules: Option<RulesName>) {
    let mut files: Vec<_> =
        fs::read_dir(messages).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ber" || ending == "uper"));
    files.sort();
    let specs = specification_files(specs);
    let text = |path: &std::path::PathBuf| {
        (path.display().to_string(), fs::read_to_string(path).expect("specifications are readable"))
    };
    let request = RootRequest { name: root.to_owned(), decode: true, encode: true };
    let mut settings =
        Settings { specs: specs.iter().map(text).collect(), roots: vec![request], ..Settings::default() };
    (settings.name, settings.rules) = (Some("s".to_owned()), rules);
    let specification =
        front::specification(&settings).unwrap_or_else(|error| panic!("{:?}", error.diagnostics));
    let ty = specification.roots.roots[0].ty;
    let codec = stubc::witness::codec(&settings, &specification.graph);
    let mut all: Vec<Vec<u8>> =
        files.iter().map(|file| fs::read(file).expect("messages are readable")).collect();
    all.retain(|message| codec.decode_exact(ty, message).is_ok());
    let found = proposals(&specification, &settings, &all, Wanted { ty, most: 8, direction: None });
    let hits: usize = found.shapes.iter().map(|(_, hits)| hits).sum();
    assert_eq!(found.seen + found.held_out, all.len());
    assert!(hits * 4 > found.held_out, "{root}: {hits} of {}", found.held_out);
    // What is proposed is a configuration, and the decoders of its C agree with the count for every message.
    settings.configs = vec![("shapes.toml".to_owned(), found.to_toml())];
    let configured =
        front::specification(&settings).unwrap_or_else(|error| panic!("{:?}", error.diagnostics));
    let model =
        driver::model(&configured, &settings).unwrap_or_else(|error| panic!("{:?}", error.diagnostics));
    let known: Vec<String> = all.iter().map(|message| digits(&model, message)).collect();
    let taken = answers(&model, &settings, &all);
    assert_eq!(known, taken, "{root}");
    assert!(
        known.iter().any(|digits| digits.contains('1')) && known.iter().any(|digits| digits.contains('0'))
    );
}

fn digits(model: &Model<'_>, message: &[u8]) -> String {
    let segments = model.shapes.iter().map(|shape| shape.decode.as_ref().expect("all shapes decode"));
    segments.map(|segments| if segments.is_like(message) { '1' } else { '0' }).collect()
}

fn answers(model: &Model<'_>, settings: &Settings, messages: &[Vec<u8>]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut calls = String::new();
    for shape in &model.shapes {
        let name = &shape.flat.name;
        let _ = writeln!(
            calls,
            "        {{ {name} flat; putchar({name}_decode(&flat, input, length) < 0 ? '0' : '1'); }}"
        );
    }
    let compiled = Compiler::with_settings(settings.clone()).compile().expect("the configuration compiles");
    for (name, text) in &compiled.files.files {
        fs::write(folder.path().join(name), text).expect("the folder is writable");
    }
    fs::write(folder.path().join("main.c"), MAIN.replace("@CALLS@", &calls)).expect("the folder is writable");
    sanitizer::build(folder.path(), &["-std=c99"], &["main.c", "s.c", "stubc_rt.c"], "main")
        .unwrap_or_else(|error| panic!("{error}"));
    let mut input = Vec::new();
    for message in messages {
        input.extend(u32::try_from(message.len()).expect("messages are small").to_le_bytes());
        input.extend(message);
    }
    fs::write(folder.path().join("input"), input).expect("the folder is writable");
    let input = fs::File::open(folder.path().join("input")).expect("the input was written");
    let output =
        Command::new(folder.path().join("main")).stdin(input).output().expect("the program must start");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn of_ldap() {
    let Some(shared) = test_needs::shared() else { return };
    hold(&specs().join("ldap"), "LDAPMessage", &shared.join("messages/ldap"), None);
}

#[test]
fn of_snmp() {
    let Some(shared) = test_needs::shared() else { return };
    hold(&specs().join("snmp"), "COMMUNITY-BASED-SNMPv2.Message", &shared.join("messages/snmp"), None);
}

#[test]
fn of_z3950() {
    hold(&specs().join("z3950"), "PDU", &specs().join("z3950/messages"), None);
}

#[test]
fn of_vehicles_under_uper() {
    let Some(shared) = test_needs::shared() else { return };
    let (specs, messages) = (shared.join("specs/asn1/its-cam"), shared.join("messages/its"));
    hold(&specs, "CAM", &messages, Some(RulesName::Uper));
}
