//! Clusters: random ones against the same calls one by one, in C under the sanitizers, and the errors in their
//! configuration.

use crate::common::{Folder, sanitizer};
use std::fmt::Write;
use std::process::Command;

/// A procedure of `rpc/cluster.x`, as the test knows it.
struct Procedure {
    name: &'static str,
    /// C type and leaves of each argument: path, C type of the leaf, function that fills it.
    arguments: &'static [(&'static str, &'static [(&'static str, Leaf)])],
    result: Option<&'static str>,
    /// What a later call can take: path in the specification, leaf, place in C, condition in C.
    sources: &'static [(&'static str, Leaf, &'static str, &'static str)],
}

#[derive(Clone, Copy, PartialEq)]
enum Leaf {
    Handle,
    Name,
    Key,
    Number,
    Offset,
    /// Optional data, which is no argument of a feed.
    Limit,
}

const WHERE: &[(&str, Leaf)] =
    &[("dir", Leaf::Handle), ("name", Leaf::Name), ("mark", Leaf::Key), ("limit", Leaf::Limit)];
const FOUND: &[(&str, Leaf, &str, &str)] = &[
    ("ok.object", Leaf::Handle, ".u.ok.object", ".status == 0"),
    ("ok.size", Leaf::Number, ".u.ok.size", ".status == 0"),
    ("other", Leaf::Handle, ".u.other", ".status == 1 || RESULT.status == 2"),
    ("why", Leaf::Number, ".u.why", ".status == 3"),
];

const PROCEDURES: &[Procedure] = &[
    Procedure { name: "FIND", arguments: &[("where", WHERE)], result: Some("found"), sources: FOUND },
    Procedure {
        name: "READ",
        arguments: &[("span", &[("file", Leaf::Handle), ("offset", Leaf::Offset), ("count", Leaf::Number)])],
        result: Some("chunk"),
        sources: &[("piece.next", Leaf::Handle, ".u.piece.next", ".good")],
    },
    Procedure {
        name: "MARK",
        arguments: &[("key", &[("", Leaf::Key)]), ("xdr_uint32", &[("", Leaf::Number)])],
        result: Some("key"),
        sources: &[("", Leaf::Key, "", "")],
    },
    Procedure { name: "TOUCH", arguments: &[("fh", &[("", Leaf::Handle)])], result: None, sources: &[] },
    Procedure {
        name: "COUNT",
        arguments: &[],
        result: Some("xdr_uint32"),
        sources: &[("", Leaf::Number, "", "")],
    },
    Procedure {
        name: "LIST",
        arguments: &[("xdr_uint32", &[("", Leaf::Number)])],
        result: Some("numbers"),
        sources: &[],
    },
    Procedure {
        name: "NEST",
        arguments: &[(
            "outer",
            &[
                ("inner.dir", Leaf::Handle),
                ("inner.name", Leaf::Name),
                ("inner.mark", Leaf::Key),
                ("inner.limit", Leaf::Limit),
                ("depth", Leaf::Number),
            ],
        )],
        result: Some("found"),
        sources: FOUND,
    },
];

/// A generator of numbers below a bound.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most
    }
}

/// A leaf of an argument: call, argument, leaf.
type Place = (usize, usize, usize);

/// A random cluster.
struct Case {
    calls: Vec<&'static Procedure>,
    /// Call, argument and leaf that take a value, and the call and source that give it.
    feeds: Vec<(Place, (usize, usize))>,
    stops: bool,
    turns: Option<usize>,
}

impl Case {
    fn random(dice: &mut Dice) -> Self {
        let count = 1 + dice.below(5);
        // LIST, which takes memory, and READ, whose results have no bound, are the most frequent ones.
        let any = |dice: &mut Dice| match dice.below(PROCEDURES.len() + 4) {
            at if at < PROCEDURES.len() => &PROCEDURES[at],
            at if at % 2 == 0 => &PROCEDURES[5],
            _ => &PROCEDURES[1],
        };
        let calls: Vec<&Procedure> = (0..count).map(|_| any(dice)).collect();
        let mut feeds = Vec::new();
        let mut free = 0;
        for (at, call) in calls.iter().enumerate() {
            for (argument, (_, leaves)) in call.arguments.iter().enumerate() {
                for (index, (_, leaf)) in leaves.iter().enumerate() {
                    let sources: Vec<(usize, usize)> = (0..at)
                        .flat_map(|from| (0..calls[from].sources.len()).map(move |source| (from, source)))
                        .filter(|(from, source)| calls[*from].sources[*source].1 == *leaf)
                        .collect();
                    if sources.is_empty() || dice.below(10) < 4 {
                        free += 1;
                    } else {
                        feeds.push(((at, argument, index), sources[dice.below(sources.len())]));
                    }
                }
            }
        }
        let turns = (free > 0 && (count == 1 || dice.below(2) == 0)).then(|| 2 + dice.below(7));
        Self { calls, feeds, stops: dice.below(2) == 0, turns }
    }

    fn is_possible(&self) -> bool {
        self.calls.len() > 1 || self.turns.is_some()
    }

    fn feed(&self, place: Place) -> Option<(usize, usize)> {
        self.feeds.iter().find(|(to, _)| *to == place).map(|(_, from)| *from)
    }

    fn config(&self, number: usize) -> String {
        let names: Vec<String> = self.calls.iter().map(|call| format!("\"{}\"", call.name)).collect();
        let feeds = self.feeds.iter().map(|((at, argument, index), (from, source))| {
            let call = self.calls[*at];
            let mut to = at.to_string();
            if call.arguments.len() > 1 {
                let _ = write!(to, ".argument{}", argument + 1);
            }
            let leaf = call.arguments[*argument].1[*index].0;
            let value = self.calls[*from].sources[*source].0;
            let joined = |end: &str| if end.is_empty() { String::new() } else { format!(".{end}") };
            format!("\"{to}{}\" = \"{from}{}\"", joined(leaf), joined(value))
        });
        let feeds = feeds.collect::<Vec<_>>().join(", ");
        let on_error = if self.stops { "stop" } else { "continue" };
        let turns = self.turns.map_or_else(String::new, |turns| format!("loop = {turns}\n"));
        format!(
            "[cluster.C{number}]\ncalls = [{}]\nfeed = {{ {feeds} }}\non-error = \"{on_error}\"\n{turns}",
            names.join(", ")
        )
    }

    /// Returns the member of the cluster's arguments for an argument, and whether it has one.
    fn member(&self, at: usize, argument: usize) -> Option<String> {
        let leaves = self.calls[at].arguments[argument].1;
        let is_left = (0..leaves.len()).any(|index| self.feed((at, argument, index)).is_none());
        let single = self.calls[at].arguments.len() == 1;
        is_left.then(|| if single { format!("call{at}") } else { format!("call{at}_{}", argument + 1) })
    }

    /// Writes C that runs the cluster and the model, and compares them.
    fn test(&self, number: usize) -> String {
        let most = self.turns.unwrap_or(1);
        let places = || {
            (0..self.calls.len())
                .flat_map(|at| (0..self.calls[at].arguments.len()).map(move |argument| (at, argument)))
        };
        let has_any = places().any(|(at, argument)| self.member(at, argument).is_some());
        let mut c = format!("static void case_{number}(stubc_rpc_client *client)\n{{\n");
        let _ = writeln!(c, "    static c{number}_2_results results[{most}], expected[{most}];");
        if has_any {
            let _ = writeln!(c, "    static C{number}_arguments items[{most}];");
        }
        if self.turns.is_some() {
            let _ = writeln!(c, "    C{number}_turns whole;");
        }
        let turns = if self.turns.is_some() { format!("chance({most} + 1)") } else { "1".to_owned() };
        let _ = writeln!(c, "    const size_t turns = {turns};\n    size_t t, i;\n    unsigned sent;");
        c.push_str("    int first = 0, outcome;\n    bool stopped = false;\n");
        c.push_str("    for (t = 0; t < turns; t++) {\n");
        for (at, argument) in places() {
            let Some(member) = self.member(at, argument) else { continue };
            for (index, (path, leaf)) in self.calls[at].arguments[argument].1.iter().enumerate() {
                if self.feed((at, argument, index)).is_none() {
                    let _ = writeln!(c, "        {}", filled(*leaf, &format!("items[t].{member}"), path));
                }
            }
        }
        c.push_str("    }\n    sent = travels;\n");
        let arguments = match (self.turns.is_some(), has_any) {
            (true, _) => {
                // More turns than the loop has are refused, and nothing is sent.
                let _ = writeln!(c, "    whole.items = items;\n    whole.count = {most} + 1;");
                let _ = writeln!(
                    c,
                    "    CHECK(c{number}_2(client, &whole, results) == STUBC_BAD_VALUE && travels == sent);"
                );
                c.push_str("    whole.count = turns;\n");
                "&whole, "
            }
            (false, true) => "items, ",
            (false, false) => "",
        };
        let _ = writeln!(c, "    outcome = c{number}_2(client, {arguments}results);");
        c.push_str("    if (turns && travels == sent + 1) {\n        wholes++;\n    } else {\n        singles++;\n    }\n");
        // The model: the calls one by one, each by a client of its own whose results stay.
        c.push_str("    alone = 0;\n    travels = sent;\n    memset(expected, 0, sizeof expected);\n");
        let _ = writeln!(
            c,
            "    for (t = 0; t < turns; t++) {{\n        c{number}_2_results *const r = &expected[t];"
        );
        (0..self.calls.len()).for_each(|at| self.model(at, &mut c));
        c.push_str("    }\n    if (!compares)\n        return;\n    CHECK(outcome == first);\n");
        self.comparison(&mut c);
        c
    }

    /// Writes C that makes one call of the model.
    fn model(&self, at: usize, c: &mut String) {
        let call = self.calls[at];
        c.push_str("        {\n");
        let mut handed = vec!["fresh()".to_owned()];
        let mut conditions = Vec::new();
        for (argument, (ty, leaves)) in call.arguments.iter().enumerate() {
            let _ = writeln!(c, "            {ty} x{argument};");
            let constant = if *ty == "key" { "(const key *)" } else { "" };
            handed.push(format!("{constant}&x{argument}"));
            for (from, source) in (0..leaves.len()).filter_map(|index| self.feed((at, argument, index))) {
                conditions.push(format!("!r->outcome[{from}]"));
                let condition = self.calls[from].sources[source].3;
                if !condition.is_empty() {
                    let result = format!("r->result{from}");
                    conditions.push(format!("({result}{})", condition.replace("RESULT", &result)));
                }
            }
        }
        for (argument, (ty, leaves)) in call.arguments.iter().enumerate() {
            let _ = writeln!(c, "            memset(&x{argument}, 0, sizeof x{argument});");
            for (index, (path, leaf)) in leaves.iter().enumerate() {
                let joined =
                    |base: &str| if path.is_empty() { base.to_owned() } else { format!("{base}.{path}") };
                let to = joined(&format!("x{argument}"));
                let from = match (self.feed((at, argument, index)), self.member(at, argument)) {
                    (Some((from, source)), _) => {
                        format!("r->result{from}{}", self.calls[from].sources[source].2)
                    }
                    (None, Some(member)) => joined(&format!("items[t].{member}")),
                    (None, None) => panic!("{ty} has a leaf that nothing fills"),
                };
                let _ = writeln!(c, "            memcpy(&{to}, &{from}, sizeof {to});");
                if *leaf == Leaf::Limit {
                    let flag = |place: &str| place.replace(".limit", ".has_limit");
                    let _ = writeln!(c, "            {} = {};", flag(&to), flag(&from));
                }
            }
        }
        handed.extend(call.result.map(|_| format!("&r->result{at}")));
        let made = format!("t_{}_1({})", call.name.to_lowercase(), handed.join(", "));
        let all = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" && ") };
        let _ =
            writeln!(c, "            r->outcome[{at}] = stopped || !({all}) ? STUBC_RPC_NOT_MADE : {made};");
        let _ = writeln!(c, "            stopped = stopped || ({} && r->outcome[{at}]);", self.stops);
        let _ = writeln!(c, "            first = first ? first : r->outcome[{at}];\n        }}");
    }

    /// Writes C that compares outcomes and results.
    fn comparison(&self, c: &mut String) {
        let count = self.calls.len();
        c.push_str("    for (t = 0; t < turns; t++) {\n");
        let _ = writeln!(c, "        for (i = 0; i < {count}; i++)");
        c.push_str("            CHECK(same_outcome(results[t].outcome[i], expected[t].outcome[i]));\n");
        for (at, call) in self.calls.iter().enumerate() {
            let Some(result) = call.result else { continue };
            let compare = if result == "xdr_uint32" { "number" } else { result };
            let constant = if result == "key" { "(const key *)" } else { "" };
            let _ = writeln!(
                c,
                "        CHECK(expected[t].outcome[{at}] || same_{compare}({constant}&results[t].result{at}, {constant}&expected[t].result{at}));"
            );
        }
        c.push_str("    }\n}\n\n");
    }
}

/// Returns C that fills a leaf.
fn filled(leaf: Leaf, base: &str, path: &str) -> String {
    let place = if path.is_empty() { base.to_owned() } else { format!("{base}.{path}") };
    match leaf {
        Leaf::Handle => format!("any_fh(&{place});"),
        Leaf::Name => format!("any_name(&{place});"),
        Leaf::Key => format!("any_key(&{place});"),
        Leaf::Number => format!("any_number(&{place});"),
        Leaf::Offset => format!("any_offset(&{place});"),
        Leaf::Limit => format!("any_limit(&{}, &{place});", place.replace(".limit", ".has_limit")),
    }
}

const CLEAN: [&str; 8] =
    ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-O1"];

/// Clusters have the outcomes and results of their calls one by one, whatever fails.
#[test]
fn clusters_are_their_calls_one_by_one() {
    let folder = Folder::new(&[
        ("cluster.x", include_str!("../rpc/cluster.x")),
        ("check.h", include_str!("../rpc/check.h")),
    ]);
    let mut dice = Dice(7);
    let mut cases: Vec<Case> = Vec::new();
    while cases.len() < 20 {
        let case = Case::random(&mut dice);
        // Clusters that make the same calls are an error.
        if case.is_possible() && cases.iter().all(|other| other.config(0) != case.config(0)) {
            cases.push(case);
        }
    }
    let config: Vec<String> = cases.iter().enumerate().map(|(at, case)| case.config(at)).collect();
    folder.write("clusters.toml", config.join("\n").as_bytes());
    let mut c = String::from("static bool compares = true;\n\n");
    cases.iter().enumerate().for_each(|(at, case)| c.push_str(&case.test(at)));
    let all = (0..cases.len()).map(|at| format!("case_{at}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(c, "static case_fn *const cases[] = {{{all}}};");
    folder.write("main.c", include_bytes!("../rpc/cluster.c"));
    for technique in ["--max-size 50%", "--technique interpreted"] {
        let made =
            folder.stubc(&format!("cluster.x -q --rpc client,server {technique} --config clusters.toml"));
        assert_eq!(made.code, 0, "expected exit code 0: {}\n{}", made.err, config.join("\n"));
        let numbers: Vec<String> = folder
            .read("cluster.c")
            .lines()
            .filter_map(|line| Some(line.trim().strip_prefix("case ")?.split_once("u:")?.0.to_owned()))
            .filter(|number| number.len() > 8)
            .map(|number| format!("{number}u"))
            .collect();
        assert_eq!(numbers.len(), cases.len(), "{numbers:?}");
        let numbers = format!("static const uint32_t numbers_of_clusters[] = {{{}}};\n", numbers.join(", "));
        folder.write("cases.h", (c.clone() + &numbers).as_bytes());
        let sources = ["main.c", "cluster.c", "stubc_rt.c"];
        sanitizer::build(folder.path(), &CLEAN, &sources, "program")
            .unwrap_or_else(|error| panic!("{error}"));
        let ran =
            Command::new(folder.path().join("program")).arg("100").output().expect("the program must start");
        let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
        assert!(ran.status.success(), "the program must succeed:\n{said}");
    }
}

/// Each mistake is reported at its place, with a way out. The first lines make the sound part of the configuration.
#[test]
fn mistakes_are_reported() {
    let folder = Folder::new(&[("cluster.x", include_str!("../rpc/cluster.x"))]);
    let mut said = String::new();
    for mistake in [
        "calls = [\"FIND\", \"REED\"]",
        "calls = [\"FIND\"]",
        "calls = []",
        "calls = [\"FIND\", \"FIND\", \"FIND\", \"FIND\", \"FIND\", \"FIND\", \"FIND\", \"FIND\", \"FIND\"]",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"1.fil\" = \"0.ok.object\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"1.file\" = \"0.ok.objekt\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"1.file\" = \"0.ok.size\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"1.file\" = \"1.piece.next\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"2.file\" = \"0.ok.object\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"file\" = \"0.ok.object\" }",
        "calls = [\"FIND\", \"READ\"]\nfeed = { \"1.file\" = \"0.ok.object\", \"1\" = \"0.ok\" }",
        "calls = [\"FIND\", \"FIND\"]\nfeed = { \"1.limit\" = \"0.ok.size\" }",
        "calls = [\"LIST\", \"COUNT\"]\nfeed = { \"1\" = \"0\" }",
        "calls = [\"TOUCH\", \"TOUCH\"]\nfeed = { \"1\" = \"0\" }",
        "calls = [\"LIST\", \"LIST\"]\nfeed = { \"1\" = \"0.item\" }",
        "calls = [\"MARK\", \"MARK\"]\nfeed = { \"1\" = \"0\" }",
        "calls = [\"FIND\", \"TOUCH\"]\nfeed = { \"1\" = \"0.ok.object\", \"1.\" = \"0.other\" }",
        "calls = [\"COUNT\", \"TOUCH\"]\nloop = 5000",
        "calls = [\"COUNT\", \"COUNT\"]\nloop = 5",
        "calls = [\"FIND\", \"READ\"]\nloop = \"many\"",
        "calls = [\"FIND\", \"READ\"]\nversion = 1",
        "calls = [\"FIND\", \"READ\"]\non-error = \"ignore\"",
        "calls = [\"FIND\", \"READ\"]\nfeeds = {}",
        "calls = [\"T_1.FIND\", \"T_2.READ\"]",
        "calls = [\"FIND\", \"READ\"]\n[cluster.other]\ncalls = [\"FIND\", \"READ\"]",
    ] {
        folder.write("clusters.toml", format!("[cluster.join]\n{mistake}\n").as_bytes());
        let run = folder.stubc("check cluster.x --config clusters.toml");
        assert_eq!(run.code, 1, "{mistake}: expected exit code 1: {}", run.err);
        let _ = writeln!(said, "{}", run.err.trim_end());
        said.push('\n');
    }
    folder.write("plain.x", b"struct point { int x; };\n");
    folder.write("clusters.toml", b"[cluster.join]\ncalls = [\"A\", \"B\"]\n");
    let run = folder.stubc("check plain.x --config clusters.toml");
    assert_eq!(run.code, 1, "expected exit code 1: {}", run.err);
    said.push_str(&run.err);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/clusters.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &said).expect("the golden file must be writable");
    }
    let golden = std::fs::read_to_string(path).expect("the golden file must be readable");
    assert!(said == golden, "the messages must be those of tests/golden/clusters.txt, not:\n{said}");
}

/// The C of a cluster is clean for each side, with a prefix, and beside batches and apart files.
#[test]
fn stubs_of_clusters_are_clean() {
    let config = "[cluster.FIND_READ]\ncalls = [\"FIND\", \"READ\"]\nfeed = { \"1.file\" = \"0.ok.object\" }\n\
                  [cluster.READS]\ncalls = [\"READ\"]\nloop = 64\n";
    for options in [
        "--rpc client",
        "--rpc server",
        "--rpc client,server,batch,split",
        "--rpc client,server --prefix my_",
        "--rpc client,batch --prefix my_ --technique compiled",
    ] {
        let folder = Folder::new(&[("cluster.x", include_str!("../rpc/cluster.x")), ("c.toml", config)]);
        let made = folder.stubc(&format!("cluster.x -q --config c.toml --max-size 100% {options}"));
        assert_eq!(made.code, 0, "{options}: expected exit code 0: {}", made.err);
        let files = std::fs::read_dir(folder.path()).expect("the folder must be readable");
        let names = files.map(|file| file.expect("the entry must be readable").file_name());
        let sources: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".c")).collect();
        let mut compiler = Command::new("cc");
        compiler.args(CLEAN).arg("-fsyntax-only").args(&sources).current_dir(folder.path());
        let built = compiler.output().expect("the compiler must start");
        assert!(built.status.success(), "{options}: {}", String::from_utf8_lossy(&built.stderr));
    }
}
