//! `stubc filter`: its files, errors and exit codes.

use crate::common::{Folder, TOY};
use sha2::{Digest, Sha256};
use std::process::Command;

const PREDICATE: &str = "Message: body.text starts-with \"a\" and id > 3";

#[test]
fn a_filter_is_two_files_that_need_no_others() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = folder.stubc_args(&["filter", PREDICATE, "--name", "pass", "-o", "out", "toy.asn1"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("pass: ") && run.out.ends_with(" bytes\n"), "{}", run.out);
    assert!(folder.read("out/pass.h").contains("int pass(const uint8_t *input, size_t length);"));
    assert!(
        folder.read("out/pass.c").contains("Message: body.text starts-with"),
        "the predicate is a comment"
    );
    assert_eq!(folder.names(), ["out", "toy.asn1"]);
    let again = folder.stubc_args(&["filter", PREDICATE, "--name", "pass", "-o", "out", "toy.asn1"]);
    assert_eq!(again.code, 0, "a filter replaces its own files: {}", again.err);
    folder.write("out/pass.c", b"int mine;\n");
    let refused = folder.stubc_args(&["filter", PREDICATE, "--name", "pass", "-o", "out", "toy.asn1"]);
    assert_eq!(refused.code, 1, "a file of the user is kept");
}

/// The headers of a filter and of stubs declare the same codes, in either order, also for C++.
#[test]
fn a_filter_stands_beside_stubs() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    assert_eq!(folder.stubc("-q toy.asn1").code, 0);
    let run = folder.stubc_args(&["filter", PREDICATE, "--name", "pass", "-q", "toy.asn1"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let body = "int codes(void);\nint codes(void) { return STUBC_TRUNCATED + STUBC_OTHER; }\n";
    for (name, headers) in
        [("first.c", ["pass", "toy"]), ("second.c", ["toy", "pass"]), ("third.cc", ["pass", "toy"])]
    {
        let text: String = headers.iter().map(|header| format!("#include \"{header}.h\"\n")).collect();
        folder.write(name, (text + body).as_bytes());
        let compiler = if name.ends_with("cc") { "c++" } else { "cc" };
        if compiler == "c++" && !test_needs::program("c++") {
            continue;
        }
        let done = Command::new(compiler)
            .args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", name, "-o", "object.o"])
            .current_dir(folder.path())
            .output()
            .expect("the compiler must start");
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn a_wrong_predicate_writes_nothing() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = folder.stubc_args(&["filter", "Message: idd = 5 and body.text > 3", "toy.asn1"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("<predicate>:1:10") && run.err.contains("did you mean `id`?"), "{}", run.err);
    assert!(run.err.contains("2 errors, nothing was written"), "{}", run.err);
    assert_eq!(folder.names(), ["toy.asn1"]);
    assert_eq!(folder.stubc_args(&["filter", "Message: id = 5"]).code, 2, "a specification is missing");
    for name in ["a-b", "int", "string"] {
        let run = folder.stubc_args(&["filter", "Message: id = 5", "--name", name, "toy.asn1"]);
        assert_eq!(run.code, 2, "{name}: {}", run.err);
    }
}

/// A table of commands and its interpreter take the place of code where an option or the cap asks for it.
#[test]
fn a_filter_may_be_interpreted() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let run = |options: &[&str]| {
        folder.stubc_args(
            &[&["filter", PREDICATE, "--name", "pass", "-o", "out", "toy.asn1"], options].concat(),
        )
    };
    let interpreted = run(&["--technique", "interpreted"]);
    assert_eq!(interpreted.code, 0, "{}", interpreted.err);
    assert!(interpreted.out.ends_with(" of them commands\n"), "{}", interpreted.out);
    let text = folder.read("out/pass.c");
    assert!(text.contains("static const uint8_t pass_commands[]") && text.contains("filter_run("), "{text}");
    let compiled = run(&["--max-size", "4K"]);
    assert_eq!(compiled.code, 0, "{}", compiled.err);
    assert!(!folder.read("out/pass.c").contains("pass_commands"), "the compiled form fits");
    let bytes = compiled.out.trim_start_matches("pass: ").trim_end_matches(" bytes\n").replace(',', "");
    let cap = bytes.parse::<u64>().expect("the bytes must be a number") - 1;
    let refused = run(&["--max-size", &cap.to_string()]);
    assert_eq!(refused.code, 3, "one small filter is smaller compiled: {}", refused.err);
    assert!(refused.err.contains(&format!("the smallest needs {bytes}")), "{}", refused.err);
    assert_eq!(run(&["--max-size", "10%"]).code, 2, "a share of what?");
    folder.write("f.toml", b"[filter.few]\npredicate = \"Message: id < 3\"\ntechnique = \"interpreted\"\n");
    let beside = folder.stubc("toy.asn1 -q --config f.toml -o beside");
    assert_eq!(beside.code, 0, "{}", beside.err);
    assert!(folder.read("beside/toy_filters.c").contains("few_commands"));
    folder.write("f.toml", b"[filter.few]\npredicate = \"Message: id < 3\"\ntechnique = \"inlined\"\n");
    assert!(folder.stubc("check toy.asn1 --config f.toml").err.contains("`technique` must be"));
}

/// Filters in a folder compile without warnings.
fn compiles_cleanly(folder: &Folder, place: &str, rules: &str) {
    for compiler in ["gcc", "clang", "g++"].into_iter().filter(|name| test_needs::program(name)) {
        let kind = if compiler == "g++" { "c++" } else { "c" };
        let mut cc = Command::new(compiler);
        cc.args(["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-Os", "-c"]);
        cc.args(["-x", kind, "m_filters.c", "-o", "object.o"]);
        let built = cc.current_dir(folder.path().join(place)).output();
        let said = built.expect("the compiler must start");
        assert!(said.status.success(), "{rules}, {compiler}: {}", String::from_utf8_lossy(&said.stderr));
    }
}

/// Under each encoding rule, filters of one file share an interpreter, which has no warnings, and gives the answers of
/// compiled filters.
#[test]
fn each_rule_has_an_interpreter() {
    const ASN1: &str = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER, tree Tree OPTIONAL, name UTF8String, level INTEGER (-5..300) DEFAULT 7,
    flags BIT STRING { a(0), b(3) }, ids SEQUENCE OF INTEGER (0..70000), ..., added INTEGER OPTIONAL }
Tree ::= CHOICE { leaf BOOLEAN, note IA5String, more SEQUENCE OF Tree, ..., big INTEGER }
END
";
    const XDR: &str = "struct Tree { Tree *left; string note<>; };
union Kind switch (int kind) { case 1: int one; case 2: string two<>; default: void; };
struct Message { int id; Tree *tree; string name<>; hyper level; Kind kinds<>; int ids<>; unsigned last[2]; };
";
    const FILTERS: [(&str, &str); 4] = [
        ("by_id", "Message: id > 3"),
        ("by_name", "Message: name contains \"ab\" or not name = \"\""),
        ("by_ids", "Message: count(ids) > 2 and all ids[*] < 70000"),
        ("by_level", "Message: level in -2..280 or id = 1"),
    ];
    let entries: String = FILTERS
        .iter()
        .map(|(name, text)| format!("[filter.{name}]\npredicate = '{text}'\ntechnique = \"TECHNIQUE\"\n"))
        .collect();
    let cases: String = FILTERS.iter().map(|(name, _)| format!("    ask({name});\n")).collect();
    let main = format!(
        "#include \"m_filters.h\"\n#include <stdio.h>\n#include <string.h>\n
static void ask(int (*filter)(const uint8_t *, size_t))
{{
    static uint8_t message[24];
    uint32_t state = 1;
    int n, at;
    for (n = 0; n < 20000; n++) {{
        for (at = 0; at < 24; at++) {{
            state = state * 1664525u + 1013904223u;
            message[at] = (uint8_t)(state >> 24 & (n % 2 == 0 ? 255 : 7));
        }}
        if (BER) {{
            memcpy(message, \"\\x30\\x16\\x80\\x01\", 4);
        }}
        printf(\"%d,\", filter(message, (size_t)(n % 25)));
    }}
}}

int main(void)\n{{\n{cases}    return 0;\n}}\n"
    );
    for rules in ["ber", "uper", "aper", "oer", "coer", "xdr"] {
        let (file, text) = if rules == "xdr" { ("m.x", XDR) } else { ("m.asn1", ASN1) };
        let folder = Folder::new(&[(file, text), ("main.c", &main)]);
        let [compiled, interpreted] = ["compiled", "interpreted"].map(|technique| {
            folder.write("f.toml", entries.replace("TECHNIQUE", technique).as_bytes());
            let mut words = format!("-q --config f.toml -o {technique} {file}");
            if rules != "xdr" {
                words = format!("{words} --rules {rules}");
            }
            let run = folder.stubc(&words);
            assert_eq!(run.code, 0, "{rules}: {}", run.err);
            let source = folder.read(&format!("{technique}/m_filters.c"));
            assert!(source.matches("static int filter_run(").count() <= 1, "one interpreter is enough");
            compiles_cleanly(&folder, technique, rules);
            let mut cc = Command::new("cc");
            cc.args(["-I", technique, "main.c", &format!("{technique}/m_filters.c"), "-o", "ask"]);
            cc.arg(format!("-DBER={}", i32::from(rules == "ber")));
            assert!(cc.current_dir(folder.path()).status().expect("the compiler must start").success());
            let asked = Command::new(folder.path().join("ask")).output().expect("the program must start");
            String::from_utf8_lossy(&asked.stdout).into_owned()
        });
        assert!(compiled.contains("1,") && compiled.contains("0,"), "{rules}: both answers must occur");
        let differs = compiled.split(',').zip(interpreted.split(',')).position(|(one, other)| one != other);
        assert_eq!(differs, None, "{rules}: the forms differ on an input");
    }
}

/// What commands cannot hold is refused with the reason, and compiled.
#[test]
fn what_is_too_large_for_commands_is_compiled() {
    let fields: String = (0..70).map(|n| format!("f{n} INTEGER OPTIONAL, ")).collect();
    let text = format!(
        "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN Message ::= SEQUENCE {{ {fields}last INTEGER (0..7) }} END\n"
    );
    let folder = Folder::new(&[("m.asn1", &text)]);
    let run = |technique: &str, predicate: &str| {
        folder.stubc_args(&["filter", predicate, "--rules", "uper", "--technique", technique, "m.asn1"])
    };
    assert_eq!(run("compiled", "Message: last = 3").code, 0);
    let refused = run("interpreted", "Message: last = 3");
    let message = "the predicate has too many optional fields in a structure for an interpreted filter";
    assert!(refused.code == 1 && refused.err.contains(message), "{}", refused.err);
    let questions: Vec<String> = (0..33).map(|n| format!("f{n} = 1")).collect();
    let refused = run("interpreted", &format!("Message: {}", questions.join(" or ")));
    assert_eq!(refused.code, 0, "each answer that is yes decides: {}", refused.err);
    assert_eq!(
        run("interpreted", "Message: f3 = 2 and has f60").code,
        0,
        "flags behind the last one are skipped"
    );
}

/// An engine runs tables that arrive at run time; its digest is that of rules and type alone.
#[test]
fn an_engine_stands_for_a_type() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let engine = |words: &str| folder.stubc(&format!("filter {words} --engine --name plugged toy.asn1"));
    let made = engine("Message");
    assert_eq!(made.code, 0, "{}", made.err);
    let digest = |out: &str| out.trim_end().rsplit(' ').next().unwrap_or_default().to_owned();
    let text = "stubc filter\nformat 1\nrules ber\ntype Toy.Message\n";
    assert_eq!(digest(&made.out), format!("{:x}", Sha256::digest(text)), "{}", made.out);
    assert!(folder.read("plugged.h").contains("bool plugged_check(const uint8_t *blob, size_t length);"));
    assert_eq!(digest(&engine("Toy.Message --rules der").out), digest(&made.out));
    assert_ne!(digest(&engine("Note").out), digest(&made.out));
    for (words, code, message) in [
        ("Massage", 2, "did you mean"),
        ("Message --rules oer", 1, "these encoding rules have no filters that arrive at run time"),
    ] {
        let refused = engine(words);
        assert!(refused.code == code && refused.err.contains(message), "{words}: {}", refused.err);
    }
    for compiler in ["gcc", "clang", "g++"].into_iter().filter(|name| test_needs::program(name)) {
        let source = if compiler == "g++" { "#include \"plugged.h\"\n" } else { "#include \"plugged.c\"\n" };
        let name = if compiler == "g++" { "use.cc" } else { "use.c" };
        folder.write(name, source.as_bytes());
        let clean = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-Os", "-c"];
        let built = Command::new(compiler).args(clean).arg(name).current_dir(folder.path()).output();
        let said = built.expect("the compiler must start");
        assert!(said.status.success(), "{compiler}: {}", String::from_utf8_lossy(&said.stderr));
    }
}

/// Many filters share an interpreter where no plan keeps the cap beside compiled ones.
#[test]
fn a_small_cap_has_filters_interpreted() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let filters: String = (0..16)
        .map(|n| {
            format!("[filter.test_{n}]\npredicate = 'Message: body.text starts-with \"a{n}\" and id > {n}'\n")
        })
        .collect();
    folder.write("f.toml", filters.as_bytes());
    for rules in ["ber", "uper", "aper", "oer"] {
        let words = |cap: &str| format!("toy.asn1 -q --rules {rules} --config f.toml --max-size {cap}");
        let tables = |cap: &str| {
            let run = folder.stubc(&words(cap));
            assert_eq!(run.code, 0, "{rules}, {cap}: {}", run.err);
            folder.read("toy_filters.c").matches("_commands[]").count()
        };
        assert_eq!(tables("40K"), 0, "{rules}: compiled filters fit");
        let error = folder.stubc(&words("100")).err;
        let smallest =
            error.split("needs ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        assert_eq!(tables(smallest), 16, "{rules}: only interpreted filters fit: {error}");
    }
}

/// Filters of a configuration are files beside the stubs, which the cap counts.
#[test]
fn a_configuration_has_filters() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let size = |words: &str| {
        let run = folder.stubc(words);
        assert_eq!(run.code, 0, "{}", run.err);
        let json: serde_json::Value =
            serde_json::from_str(&folder.read("r.json")).expect("the report must be JSON");
        json["size"]["total"].as_u64().expect("the report must have a size")
    };
    let without = size("toy.asn1 -q --technique interpreted --report r.json");
    folder.write(
        "filters.toml",
        b"[filter.few]\npredicate = \"Message: id < 3\"\n[filter.deep]\npredicate = '''\nMessage:\n  body.text contains \"a\"\n'''\n",
    );
    let with = size("toy.asn1 -q --technique interpreted --report r.json --config filters.toml --prefix p_");
    assert!(with > without + 200, "the filters count: {without} and {with}");
    let header = folder.read("p_toy_filters.h");
    assert!(header.contains("int p_few(const uint8_t *input") && header.contains("int p_deep("), "{header}");
    let cap = folder.stubc(&format!("toy.asn1 -q --config filters.toml --prefix p_ --max-size {}", with - 1));
    assert_eq!(cap.code, 3, "{}", cap.err);
    folder.write("filters.toml", b"[filter.few]\npredicate = \"Message: idd < 3\"\n[filter.a-b]\ntest = 1\n");
    let run = folder.stubc("check toy.asn1 --config filters.toml");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("must be a name in C") && run.err.contains("predicate ="), "{}", run.err);
    folder.write("filters.toml", b"[filter.few]\npredicate = \"Message: idd < 3\"\n");
    let run = folder.stubc("check toy.asn1 --config filters.toml");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("filters.toml:2:23") && run.err.contains("did you mean `id`?"), "{}", run.err);
}

#[test]
fn a_view_shows_fields_beside_stubs() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    folder.write("view.toml", b"[view.brief]\ntype = \"Message\"\nfields = [\"id\"]\n");
    let run = folder.stubc("-q --config view.toml toy.asn1");
    assert_eq!(run.code, 0, "{}", run.err);
    let header = folder.read("toy_filters.h");
    let signature = "ptrdiff_t brief_view(brief *view, const uint8_t *input, size_t length);";
    assert!(header.contains(signature) && header.contains("} brief;"), "{header}");
    folder.write("view.toml", b"[view.brief]\ntype = \"Message\"\nfields = [\"idd\", \"body\"]\n");
    let run = folder.stubc("-q --config view.toml toy.asn1");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("view.toml:3:12") && run.err.contains("did you mean `id`?"), "{}", run.err);
    assert!(run.err.contains("a view does not hold"), "{}", run.err);
}

/// An alternative that the specification does not know may have a long tag: filters once took its second octet for the length,
/// and a sender could choose the answer.
#[test]
fn long_tags_of_unknown_alternatives() {
    const TEXT: &str = "M DEFINITIONS IMPLICIT TAGS ::= BEGIN
Message ::= SEQUENCE { id INTEGER, body CHOICE { text [0] UTF8String, ... }, level [1] INTEGER OPTIONAL }
END
";
    // The unknown alternative is BF 22 26 and 38 octets; among them, 0x22 octets behind BF 22, is a false `level`.
    const MAIN: &str = "#include \"pass.h\"
int main(void)
{
    uint8_t message[46] = {0x30, 44, 2, 1, 1, 0xbf, 0x22, 38};
    message[5 + 2 + 0x22] = 0x81;
    message[5 + 2 + 0x22 + 1] = 1;
    message[5 + 2 + 0x22 + 2] = 9;
    return pass(message, sizeof message);
}
";
    for technique in ["compiled", "interpreted"] {
        let folder = Folder::new(&[("m.asn1", TEXT), ("main.c", MAIN)]);
        let predicate = "Message: level = 9";
        let run =
            folder.stubc_args(&["filter", predicate, "--name", "pass", "--technique", technique, "m.asn1"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let cc =
            Command::new("cc").args(["main.c", "pass.c", "-o", "ask"]).current_dir(folder.path()).status();
        assert!(cc.expect("the compiler must start").success());
        let asked = Command::new(folder.path().join("ask")).status().expect("the program must start");
        assert_eq!(asked.code(), Some(0), "{technique}: the message has no `level`");
    }
}

/// Elements without bits take no move, and their number had no use: the C had a warning.
#[test]
fn elements_without_bits_are_skipped() {
    let text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { nulls SEQUENCE (SIZE (0..15)) OF NULL, level INTEGER (0..7) }
END
";
    // A number of elements that cannot be below 0 is not compared.
    let predicates = ["Message: level = 5", "Message: level = 5 and count(nulls) < 0"];
    for (rules, predicate) in
        ["uper", "aper", "oer"].into_iter().flat_map(|rules| predicates.map(|text| (rules, text)))
    {
        let folder = Folder::new(&[("m.asn1", text)]);
        let words = ["filter", predicate, "--name", "pass", "--rules", rules, "m.asn1"];
        let run = folder.stubc_args(&words);
        assert_eq!(run.code, 0, "{}", run.err);
        for compiler in ["cc", "clang"].into_iter().filter(|compiler| test_needs::program(compiler)) {
            let done = Command::new(compiler)
                .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "pass.c", "-o", "object.o"])
                .current_dir(folder.path())
                .output()
                .expect("the compiler must start");
            assert!(done.status.success(), "{rules}: {}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

/// The numbers of items are in a table, whose block once had two braces.
#[test]
fn a_view_of_an_enumeration_has_its_numbers() {
    let text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
Message ::= SEQUENCE { level INTEGER (0..7), shade ENUMERATED { light(7), dark(-3) } }
END
";
    let main = "#include \"m_filters.h\"
int main(void)
{
    static const uint8_t message[] = {0xb0};
    brief seen;
    return brief_view(&seen, message, sizeof message) == 1 && seen.shade == 7 ? 0 : 1;
}
";
    let config = "[view.brief]\ntype = \"Message\"\nfields = [\"shade\"]\n";
    let folder = Folder::new(&[("m.asn1", text), ("main.c", main), ("view.toml", config)]);
    let run = folder.stubc("-q --rules uper --config view.toml m.asn1");
    assert_eq!(run.code, 0, "{}", run.err);
    let mut cc = Command::new("cc");
    cc.args(["main.c", "m_filters.c", "-o", "ask"]).current_dir(folder.path());
    assert!(cc.status().expect("the compiler must start").success());
    let asked = Command::new(folder.path().join("ask")).status().expect("the program must start");
    assert_eq!(asked.code(), Some(0));
}

/// What has no bound in the kernel is refused, with the reason.
#[test]
fn a_program_for_xdp_is_one_file() {
    let module = "M DEFINITIONS IMPLICIT TAGS ::= BEGIN
        T ::= SEQUENCE { id INTEGER, text OCTET STRING, flags BIT STRING { a(0) }, bits BIT STRING } END";
    let folder = Folder::new(&[("m.asn1", module)]);
    let run = |predicate: &str, skip: &str, more: &[&str]| {
        let start = ["filter", "--target", "xdp", predicate, "--skip", skip, "--name", "drop", "-o", "out"];
        folder.stubc_args(&[&start[..], more, &["m.asn1"]].concat())
    };
    let made = run("T: id > 3", "eth,ipv4|ipv6,udp:161|tcp:161", &[]);
    assert_eq!(
        (made.code, made.out.as_str()),
        (0, "drop: compile it by `clang -O2 -target bpf -c drop.c`\n"),
        "{}",
        made.err
    );
    let text = folder.read("out/drop.c");
    for line in [
        "#define STUBC_XDP_IPV4\n",
        "#define STUBC_XDP_IPV6\n",
        "#define STUBC_XDP_UDP 161\n",
        "/* T: id > 3 */",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.lines().all(|line| line.len() <= 120));
    let long = format!("T: text = '{}'H", "00".repeat(256));
    for (predicate, more, reason) in [
        ("T: text contains \"a\"", &[][..], "`contains` searches a string of any length"),
        (&long, &[], "it compares more than 255 octets"),
        ("T: flags = '1'B", &[], "a BIT STRING with named bits may end with any number of zeros"),
        ("T: id > 18446744073709551616", &[], "it compares numbers of more than 64 bits"),
        ("T: id > 3", &["--rules", "uper"], "only filters under BER and DER have a form for XDP"),
    ] {
        let refused = run(predicate, "eth,ipv4,udp:161", more);
        let message = format!("error[filter-xdp]: the filter has no form for XDP: {reason}\n");
        assert!(refused.code == 1 && refused.err.contains(&message), "{predicate}: {}", refused.err);
    }
    for skip in
        ["ipv4,udp:161", "eth,ipv4", "eth,ipv4,udp:70000", "eth,ipv4,udp:1|udp:2", "eth,vlan,udp:1", ""]
    {
        let wrong = run("T: id > 3", skip, &[]);
        assert!(
            wrong.code == 2 && wrong.err.contains("then `udp:PORT` or `tcp:PORT`"),
            "{skip}: {}",
            wrong.err
        );
    }
    assert_eq!(run("T: bits = '101'B", "eth,ipv6,tcp:5", &[]).code, 0);
}
