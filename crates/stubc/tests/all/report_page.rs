//! The report as an HTML page: it agrees with JSON and Markdown, and works in a browser.

use crate::common::{Folder, TOY};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use stubc::report::sweep::{Placing, Point, Sweep};
use stubc::report::{Report, html, json, markdown};
use stubc::{Choice, Compiler};

const BROWSER: &str = "chromium";

/// Records all errors from the start of the page.
const LISTEN: &str = "<head><script>
const wrong = [];
addEventListener('error', (event) => wrong.push(String(event.message)));
addEventListener('securitypolicyviolation', (event) => wrong.push(event.violatedDirective));
for (const kind of ['error', 'warn']) console[kind] = (...what) => wrong.push(what.join(' '));
const started = performance.now();
</script>";

const PROBE: &str = concat!("<script>", include_str!("../report_page.js"), "</script></body>");

fn toy() -> Report {
    let compiler = Compiler::new().spec("toy.asn1", TOY).choice(Choice::Auto);
    compiler.compile().expect("the specification must compile").report
}

/// Returns a report of about this many definitions and references.
fn large(types: usize) -> Report {
    let mut text = String::from("Large DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n");
    for at in 0..types {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let _ = write!(text, "T{at} ::= SEQUENCE {{ a INTEGER (0..255)");
        for child in [left, right].into_iter().filter(|child| *child < types) {
            let _ = write!(text, ", c{child} T{child} OPTIONAL");
        }
        text.push_str(" }\n");
    }
    text.push_str("END\n");
    let compiler = Compiler::new().spec("large.asn1", text).pdu("T0").choice(Choice::Interpreted);
    let compiler = compiler.message("message.ber", [0x30, 3, 0x80, 1, 5].as_slice());
    compiler.compile().expect("the specification must compile").report
}

#[test]
fn markdown_and_the_page_say_what_json_says() {
    let report = toy();
    let data: Value = serde_json::from_str(&json::write(&report)).expect("the output must be valid JSON");
    let text = |value: &Value, places: usize| {
        format!("{:.places$}", value.as_f64().expect("the JSON value must be a number"))
    };
    let word = |value: &Value| value.as_str().expect("the JSON value must be a string").to_owned();
    let list = |key: &str| data[key].as_array().expect("the JSON value must be an array").clone();
    let expected: Vec<Vec<Vec<String>>> = vec![
        list("frontier")
            .iter()
            .map(|p| {
                let share = |key: &str| {
                    let share = p[key].as_f64().unwrap_or_else(|| panic!("`{key}` must be a number"));
                    format!("{:.1} %", share * 100.0)
                };
                vec![text(&p["size"], 0), share("instructions_saved"), share("time_saved")]
            })
            .collect(),
        list("bytes")
            .iter()
            .map(|p| vec![word(&p["part"]), word(&p["path"]), text(&p["bytes"], 0)])
            .collect(),
        list("types").iter().map(|t| vec![word(&t["path"]), text(&t["frequency"], 4)]).collect(),
        list("references")
            .iter()
            .map(|r| vec![word(&r["path"]), word(&r["to"]), text(&r["v"], 4), text(&r["frequency"], 4)])
            .collect(),
        list("nodes")
            .iter()
            .map(|n| {
                let mut row = vec![word(&n["path"]), word(&n["direction"]), word(&n["technique"])];
                row.extend([
                    text(&n["frequency"], 4),
                    text(&n["size"], 0),
                    text(&n["time"], 0),
                    word(&n["reason"]),
                ]);
                row
            })
            .collect(),
    ];
    assert!(expected.iter().all(|rows| !rows.is_empty()));
    assert_eq!(markdown_rows(&markdown::write(&report)), expected);
    assert_eq!(page_rows(&html::write(&report, None)), expected);
}

/// Returns the rows of each table.
fn markdown_rows(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("| ") && lines.peek().is_some_and(|next| next.starts_with("|---")) {
            tables.push(Vec::new());
        } else if let Some(row) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
            let cells = row.split(" | ").map(|cell| cell.trim().replace("\\|", "|")).collect();
            tables.last_mut().expect("a table must begin with its head").push(cells);
        }
    }
    tables
}

/// Returns the rows of each table.
fn page_rows(page: &str) -> Vec<Vec<Vec<String>>> {
    let cell = |text: &str| {
        let numeric = text.starts_with(" class=\"n\"");
        let text =
            text.split_once('>').map_or(text, |(_, text)| text).split("</td>").next().unwrap_or_default();
        let text = if numeric { text.replace(',', "") } else { text.to_owned() };
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    };
    let bodies = page.split("<tbody>").skip(1).map(|rest| rest.split("</tbody>").next().unwrap_or_default());
    bodies
        .map(|body| {
            let rows = body.lines().filter(|line| line.starts_with("<tr>"));
            rows.map(|row| row.split("<td").skip(1).map(cell).collect()).collect()
        })
        .collect()
}

#[test]
fn a_sweep_is_drawn_and_told() {
    let point = |percent, size, measured, time_won| Point {
        percent,
        size,
        compiled_share: percent / 100.0,
        predicted: measured,
        measured,
        predicted_conversions: measured,
        measured_conversions: measured / 2.0,
        at_most: Some(0.875),
        calls: 1,
        conversions: 1,
        instructions: time_won,
        instructions_saved: measured / 4.0,
        instructions_saved_measured: time_won.map(|_| 0.125),
        time_saved: measured / 5.0,
        time_won: time_won.map(|won: u64| won as f64 / 100.0),
    };
    let sweep = Sweep {
        root: "M.<T>".to_owned(),
        messages: 3,
        compiler: "cc -Os".to_owned(),
        placing: Placing::Compiled,
        cache: stubc::Cache::Mixed,
        calls: 4,
        conversions: 2,
        points: vec![
            point(0.0, 100, 0.0, Some(0)),
            point(50.0, 900, 0.75, None),
            point(100.0, 1000, 1.0, Some(100)),
        ],
    };
    let picture = sweep.chart().draw().file();
    assert!(picture.starts_with("<svg ") && !picture.contains("M.<T>"));
    for tip in ["calls eliminated at 50 %: 75.0 % (900 bytes)", "time won at 100 %: 100.0 % (1000 bytes)"] {
        assert!(picture.contains(tip), "the picture must contain `{tip}`: {picture}");
    }
    let data: Value = serde_json::from_str(&sweep.json()).expect("the output must be valid JSON");
    assert_eq!(data["points"][1]["calls_eliminated_measured"], 0.75);
    assert_eq!(data["points"][1]["time_won"], Value::Null);
    assert!(
        sweep.text().contains(
            "| 50 % | 900 | 50.0 % | 75.0 % | 87.5 % | 75.0 % | 75.0 % | 37.5 % | - | 18.8 % | - | 15.0 % | - |"
        ),
        "{}",
        sweep.text()
    );
    let page = html::write(&toy(), Some(&sweep));
    assert_eq!(page_rows(&page)[0], sweep.table().rows);
}

/// Shapes and filters of the configuration: what they cost, what they save, and where the holes are.
#[test]
fn shapes_and_filters_are_told() {
    let folder = Folder::new(&[("toy.asn1", TOY)]);
    let config = "[shape.like]\ntype = \"Message\"\nmessage = \"3008800107a10380017A\"\nshare = 0.75\n[shape.like.holes]\n\
                  \"id\" = \"id\"\n\"body.text\" = \"text\"\n[filter.few]\npredicate = \"Message: id < 5\"\n\
                  [filter.many]\npredicate = \"Message: id > 5\"\n[view.brief]\ntype = \"Message\"\nfields = [\"id\"]\n";
    folder.write("c.toml", config.as_bytes());
    let run = folder.stubc("toy.asn1 --config c.toml --report r.json --report r.html --report r.md");
    assert_eq!(run.code, 0, "{}", run.err);
    let data: Value = serde_json::from_str(&folder.read("r.json")).expect("the output must be valid JSON");
    let shape = &data["shapes"][0];
    assert_eq!(
        (&shape["name"], &shape["technique"], &shape["share"], &shape["message"]),
        (&"Message_like".into(), &"compiled".into(), &0.75.into(), &"3008800107a10380017a".into())
    );
    let holes: Vec<String> = ["path", "member", "start", "end"]
        .map(|key| format!("{} {}", shape["holes"][0][key], shape["holes"][1][key]))
        .into();
    assert_eq!(holes, ["\"id\" \"body.text\"", "\"id\" \"text\"", "4 9", "5 10"]);
    let number = |value: &Value| value.as_f64().expect("the JSON value must be a number");
    assert!(number(&shape["instructions"]) < number(&shape["instructions_without"]));
    assert!(number(&shape["bytes"]) > 100.0, "{shape}");
    let filters = data["filters"].as_array().expect("the JSON value must be an array");
    let told = |key: &str| -> Vec<String> { filters.iter().map(|filter| filter[key].to_string()).collect() };
    assert_eq!(told("name"), ["\"few\"", "\"many\"", "\"brief\"", "\"\""]);
    assert_eq!(told("technique"), ["\"compiled\"", "\"compiled\"", "\"view\"", "\"\""]);
    // Their bytes are those of the object.
    let status = Command::new("cc").args(["-Os", "-c", "toy_filters.c"]).current_dir(folder.path()).status();
    assert!(status.is_ok_and(|status| status.success()));
    let object = std::fs::read(folder.path().join("toy_filters.o")).expect("the compiler wrote the object");
    let size = codegen::measure::object_size(&object).expect("the object is readable");
    assert_eq!(filters.iter().map(|filter| number(&filter["bytes"])).sum::<f64>() as u64, size.counted);
    for name in ["few", "many", "brief_view"] {
        let known = filters.iter().find(|filter| name.starts_with(filter["name"].as_str().unwrap_or("?")));
        let bytes = known.map_or(0.0, |filter| number(&filter["bytes"]));
        assert_eq!(bytes as u64, size.by_symbol[name], "{name}");
    }

    assert!(
        run.out.contains("  shape      Message_like of 10 octets, 4 constant, 2 holes; predicted "),
        "{}",
        run.out
    );
    assert!(run.out.contains(" for 75.0 % of the messages; tried first, "), "{}", run.out);
    assert!(
        run.out.contains("  filter     few compiled, ") && run.out.contains("  filter     brief view, "),
        "{}",
        run.out
    );
    let (page, text) = (folder.read("r.html"), folder.read("r.md"));
    assert!(text.contains("| Message_like | Toy.Message | compiled | 75.0 % |"), "{text}");
    assert!(text.contains("| many | compiled | ") && text.contains(" | Message: id > 5 |"), "{text}");
    assert!(page.contains("<h2 id=\"shape0\">Shape Message_like</h2>"), "the page shows the sample");
    assert!(
        page.contains("<span class=\"field1\" title=\"body.text: text\">7a</span>"),
        "the page colors holes"
    );

    let run = folder.stubc("explain toy.asn1 --config c.toml --type Message --max-size 60%");
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("    000000  30 (08) 80 (01)[07] a1 (03) 80 (01)[7a]\n"), "{}", run.out);
    assert!(run.out.contains("    [000009] body.text is text\n"), "{}", run.out);
    let run = folder.stubc("toy.asn1 --config c.toml --technique interpreted");
    assert!(run.out.contains("; not tried, which would take "), "{}", run.out);
}

#[test]
fn the_page_is_one_file() {
    let page = html::write(&toy(), None);
    for foreign in ["src=", "url(", "@import", "<link", "fetch(", "https:"] {
        assert!(!page.contains(foreign), "the page must not contain `{foreign}`");
    }
    // The SVG name space is a name; nothing is fetched.
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("http:"));
}

#[test]
fn a_page_shows_hostile_names_as_text() {
    let mut report = toy();
    report.nodes[0].path = "<script>alert(1)</script>\"'&".to_owned();
    report.types[0].path = "</title></svg><script>alert(1)</script>".to_owned();
    report.name = "</title><b>".to_owned();
    let page = html::write(&report, None);
    assert!(!page.contains("<script>alert") && !page.contains("</title><b>"));
}

/// Which bytes hold which field, of a valid message, of one in error, and of one that goes on.
#[test]
fn messages_are_annotated() {
    let text = "M DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Other ::= [7] NULL
        Msg ::= SEQUENCE { name OCTET STRING, list SEQUENCE OF INTEGER } END";
    let valid = b"\x30\x0c\x80\x02<b\xa1\x06\x02\x01\x07\x02\x01\x08";
    let wrong = [&valid[..11], b"\x04\x01\x08"].concat();
    let more = [&valid[..], b"\x05"].concat();
    let compiler = Compiler::new().spec("m.asn1", text).choice(Choice::Interpreted);
    let compiler =
        compiler.message("valid.ber", *valid).message("wrong.ber", wrong).message("more.ber", more);
    let report = compiler.compile().expect("the specification must compile").report;
    let data: Value = serde_json::from_str(&json::write(&report)).expect("the output must be valid JSON");
    let errors: Vec<&Value> = (0..3).map(|at| &data["messages"][at]["error"]["text"]).collect();
    assert_eq!(errors[0], &Value::Null);
    assert_eq!(errors[1], "BAD_TAG at offset 11 in M.Msg.list[1]");
    assert_eq!(errors[2], "TRAILING: bytes follow the message");
    let parts = data["messages"][0]["parts"].as_array().expect("`messages.parts` must be an array");
    let shown = |part: &Value| {
        let cost = if part["technique"].is_null() { "" } else { " costs" };
        let value = part["value"].as_str().unwrap_or("-");
        format!(
            "{} {}..{} {} {value}{cost}",
            part["path"].as_str().unwrap_or("?"),
            part["start"],
            part["end"],
            part["type"]
        )
    };
    let expected = [
        " 0..14 \"Msg\" - costs",
        "name 2..6 \"\" <b = \"3C62\"",
        "list 6..14 \"\" - costs",
        "list[0] 8..11 \"\" 7",
        "list[1] 11..14 \"\" 8",
    ];
    assert_eq!(parts.iter().map(shown).collect::<Vec<_>>(), expected);
    let page = html::write(&report, None);
    assert!(
        page.contains("title=\"name: &lt;b = &quot;3C62&quot;\">80 02 3c 62</span>"),
        "expected `title=\"name: &lt;b = &quot;3C62&quot;\">80 02 3c 62</span>` in:\n{page}"
    );
    assert!(
        page.contains("<span class=\"wrong\" title=\"list\">04</span>"),
        "expected `<span class=\"wrong\" title=\"list\">04</span>` in:\n{page}"
    );
}

#[test]
fn the_page_works_in_a_browser() {
    if !test_needs::program(BROWSER) {
        return;
    }
    let report = large(700);
    assert!(report.nodes.len() >= 2_000, "the test needs at least 2000 nodes, found {}", report.nodes.len());
    for (report, dark) in [(toy(), true), (report, false)] {
        let page = html::write(&report, None);
        let probed = page.replacen("<head>", LISTEN, 1).replacen("</body>", PROBE, 1);
        assert!(probed.contains("const wrong") && probed.contains("const found"));
        let folder = Folder::new(&[("page.html", &probed), ("plain.html", &page)]);
        let found = browsed(&folder, dark);
        let cells = |value: &Value| -> Vec<String> {
            value
                .as_array()
                .expect("the JSON value must be an array")
                .iter()
                .map(|v| v.as_str().expect("the JSON value must be a string").to_owned())
                .collect()
        };
        assert_eq!(found["wrong"], serde_json::json!([]));
        assert_eq!(found["searched"], true);
        let mut sizes: Vec<i64> = report.nodes.iter().map(|node| node.size).collect();
        sizes.sort_unstable();
        let numbers = |value: &Value| -> Vec<i64> {
            cells(&value["cells"])
                .iter()
                .map(|cell| cell.replace(',', "").parse().expect("the cell must be a number"))
                .collect()
        };
        assert_eq!((numbers(&found["up"]), &found["up"]["order"]), (sizes.clone(), &"ascending".into()));
        sizes.reverse();
        assert_eq!((numbers(&found["down"]), &found["down"]["order"]), (sizes, &"descending".into()));
        let mut paths: Vec<String> = report.nodes.iter().map(|node| node.path.clone()).collect();
        paths.sort();
        assert_eq!(cells(&found["paths"]["cells"]), paths);
        let holds = |node: &&stubc::report::NodeReport| {
            let text = format!("{} {} {}", node.path, node.technique, node.reason);
            node.direction == codegen::Direction::Decode && text.contains("interpreted")
        };
        let mut some: Vec<String> = report.nodes.iter().filter(holds).map(|node| node.path.clone()).collect();
        some.sort();
        assert_eq!(cells(&found["some"]["shown"]), some);
        let said = format!("{} of {} rows", some.len(), report.nodes.len());
        assert_eq!(found["some"]["said"], said.as_str());
        assert_eq!(cells(&found["all"]["shown"]), paths);
        assert_eq!(found["unlabeled"], 0);
        assert_eq!(found["fetched"], 0);
        // Each picture but the graph is there for three widths of screens, and shown for one.
        let pictures = found["pictures"].as_array().expect("`pictures` must be an array");
        let pictures: Vec<&Value> =
            pictures.iter().filter(|picture| picture[0].as_f64() > Some(0.0)).collect();
        assert_eq!(pictures.len(), 3);
        assert!(
            pictures.iter().all(|picture| picture[0].as_f64() > Some(100.0) && picture[1].as_u64() > Some(4))
        );
        assert_eq!(found["paper"], if dark { "rgb(20, 23, 27)" } else { "rgb(255, 255, 255)" });
        // Times depend on the machine's load: they are printed, not tested.
        let time = |key: &str| found[key].as_f64().expect("the JSON value must be a number");
        say(&format!(
            "{} rows: {:.0} ms to load, at most {:.0} ms to sort or search",
            report.nodes.len(),
            time("loaded"),
            time("slowest")
        ));
        if dark {
            printed(&folder);
        }
    }
}

/// Frames the page at some widths and tells how wide its contents are.
const FRAMES: &str = "<script>
addEventListener('load', () => {
  const found = [...document.querySelectorAll('iframe')].map((frame) => {
    const page = frame.contentDocument;
    page.querySelectorAll('details').forEach((part) => (part.open = true));
    const shown = [...page.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect()).filter((box) => box.width);
    // The graph scrolls by itself.
    const pictures = shown.slice(0, -1).map((box) => [box.left, box.right]);
    return { width: frame.clientWidth, scrolls: page.scrollingElement.scrollWidth, pictures };
  });
  const result = document.createElement('pre');
  result.id = 'found';
  result.textContent = JSON.stringify(found);
  document.body.replaceChildren(result);
});
</script>";

/// On a telephone, a small window and a wide one nothing is cut, the page does not scroll sideways, and charts use the width.
#[test]
fn the_page_fits_every_width() {
    if !test_needs::program(BROWSER) {
        return;
    }
    let page = html::write(&large(100), None).replace('&', "&amp;").replace('"', "&quot;");
    let widths = [320, 400, 640, 1000, 1280, 1600];
    let frame = |width| {
        format!("<iframe style=\"width:{width}px;height:900px;border:0\" srcdoc=\"{page}\"></iframe>\n")
    };
    let frames: String = widths.into_iter().map(frame).collect();
    let text = format!("<!DOCTYPE html><html><head>{FRAMES}</head><body>{frames}</body></html>");
    let folder = Folder::new(&[("page.html", &text)]);
    let found = browsed(&folder, false);
    let found = found.as_array().expect("the JSON value must be an array");
    assert_eq!(found.len(), widths.len());
    for frame in found {
        let number = |value: &Value| value.as_f64().expect("the JSON value must be a number");
        let width = number(&frame["width"]);
        assert!(number(&frame["scrolls"]) <= width, "{frame}");
        let pictures = frame["pictures"].as_array().expect("`pictures` must be an array");
        assert_eq!(pictures.len(), 2, "{frame}");
        for picture in pictures {
            let (left, right) = (number(&picture[0]), number(&picture[1]));
            assert!(left >= 0.0 && right <= width && right - left >= width.min(1312.0) * 0.85, "{frame}");
        }
    }
}

/// Returns the probe's results. The console must stay empty.
fn browsed(folder: &Folder, dark: bool) -> Value {
    let scheme = if dark {
        "--blink-settings=preferredColorScheme=0"
    } else {
        "--blink-settings=preferredColorScheme=1"
    };
    let output = browser(folder.path(), &["--enable-logging=stderr", "--dump-dom", scheme, "page.html"]);
    let (dom, log) = (String::from_utf8_lossy(&output.0), String::from_utf8_lossy(&output.1));
    assert!(!log.contains("CONSOLE"), "the browser's log must not contain `CONSOLE`:\n{log}");
    let found = dom.split("<pre id=\"found\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let found = found.unwrap_or_else(|| panic!("the script in the page must end: {log}"));
    let found = found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&found).expect("the output must be valid JSON")
}

/// Prints the page.
fn printed(folder: &Folder) {
    browser(folder.path(), &["--print-to-pdf=page.pdf", "plain.html"]);
    let pdf = std::fs::read(folder.path().join("page.pdf")).expect("the file must be readable");
    assert!(
        pdf.starts_with(b"%PDF") && pdf.len() > 10_000,
        "the printed page must be a PDF of more than 10,000 bytes, found {}",
        pdf.len()
    );
}

fn browser(folder: &Path, words: &[&str]) -> (Vec<u8>, Vec<u8>) {
    let (page, options) = words.split_last().expect("the arguments must end with the page");
    let output = Command::new(BROWSER)
        // CI containers run as root, where Chromium has no sandbox; the page is our own.
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .arg(format!("--user-data-dir={}", folder.join("user").display()))
        .args(options)
        .arg(format!("file://{}", folder.join(page).display()))
        .current_dir(folder)
        .output()
        .expect("the browser must start");
    assert!(
        output.status.success(),
        "the program must succeed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    (output.stdout, output.stderr)
}

#[expect(clippy::print_stderr, reason = "a test says what it measured")]
fn say(text: &str) {
    eprintln!("{text}");
}
