//! `sweep`: size against interpreter calls eliminated, predicted and measured, and instructions.

use super::counting::{Counter, is_installed};
use super::message::codec;
use super::{Job, Stop};
use crate::args::{AxisArg, SweepArgs};
use crate::files;
use serde_json::{Value, json};
use size_budget::{Plan, all_compiled, all_interpreted, greedy};
use std::fmt::Write;
use stubc::candidates::Candidates;
use stubc::planning::{self, Chooser};
use stubc::{
    Cap, CompileError, Failure, RootRequest, Settings, candidates, driver, front, measuring, predict,
};

/// Steps of the search for the budget of a share of compiled code.
const BISECTIONS: usize = 24;

/// One point of the table.
struct Point {
    percent: f64,
    size: u64,
    compiled_share: f64,
    predicted: f64,
    measured: f64,
    instructions: Option<u64>,
}

/// Plans at each point, and measures over the messages.
pub fn run(job: &mut Job, args: &SweepArgs) -> Result<(), Stop> {
    if let Some(name) = &args.ty {
        job.settings.roots = vec![RootRequest { name: name.clone(), decode: true, encode: true }];
    }
    let cc = job.cc()?;
    let specification = front::specification(&job.settings).map_err(|error| job.failed(&error))?;
    let prediction = predict::predict(&specification, job.settings.heuristic);
    let model = driver::model(&specification, &job.settings).map_err(|error| job.failed(&error))?;
    let counting = Settings { count_commands: true, ..job.settings.clone() };
    let counting = driver::model(&specification, &counting).map_err(|error| job.failed(&error))?;
    let root = &model.options.roots[0];
    if !root.decode || !root.encode {
        return Err(job.usage("a sweep decodes and encodes: the root needs both directions"));
    }
    let messages = messages(job, args, &specification, root.ty)?;
    let failed = |failure: Failure| {
        let (diagnostics, sources) = (Vec::new(), specification.sources.clone());
        job.failed(&CompileError { failure, diagnostics, sources })
    };
    let mut sizes =
        measuring::measured_sizes(&model, &cc).map_err(|error| failed(Failure::Toolchain(error)))?;
    let candidates = candidates::candidates(&model, &prediction, &sizes, &specification.pins);
    let count = |plan: &Plan| {
        let counter = Counter::build(&counting, &candidates.techniques(plan), &cc)?;
        counter.commands(&messages)
    };
    let none = all_interpreted(&candidates.problem);
    let all = count(&none).map_err(|message| job.input_error(&message))?;
    let valgrind = is_installed("valgrind");
    let mut points = Vec::new();
    for &percent in &args.points {
        let plan = match args.axis {
            // Not what is fastest within the size of the all-compiled plan, but that plan.
            _ if percent == 100.0 => all_compiled(&candidates.problem),
            AxisArg::Size => {
                let chooser = Chooser::Auto(job.settings.solver);
                let cap = Some(Cap::Percent(percent));
                planning::plan(&model, &candidates, &chooser, cap, Some(&cc), &mut sizes.builds)
                    .map_err(failed)?
                    .plan
            }
            AxisArg::Compiled => with_share(&candidates, percent / 100.0),
        };
        let size =
            planning::size_of(&model, &candidates, &plan, Some(&cc), &mut sizes.builds).map_err(failed)?;
        let commands = count(&plan).map_err(|message| job.input_error(&message))?;
        let instructions = if valgrind {
            Counter::build(&model, &candidates.techniques(&plan), &cc)
                .map_err(|message| job.input_error(&message))?
                .instructions(&messages)
        } else {
            None
        };
        let share = |part: f64, whole: f64| if whole > 0.0 { 1.0 - part / whole } else { 0.0 };
        points.push(Point {
            percent,
            size: size.total(),
            compiled_share: compiled_share(&candidates, &plan),
            predicted: share(plan.totals.dispatches, none.totals.dispatches),
            measured: share(commands as f64, all as f64),
            instructions,
        });
    }
    let axis = if args.axis == AxisArg::Size { "size" } else { "compiled" };
    let title = format!(
        "{}, {} messages, axis {axis}, {} {}",
        specification.graph.type_path(root.ty),
        messages.len(),
        job.args.cc,
        job.args.cflags
    );
    let ending = job.args.out_dir.as_ref().and_then(|path| path.extension()?.to_str().map(str::to_owned));
    job.deliver(&match ending.as_deref() {
        Some("json") => json_text(axis, &points),
        Some("html") => html(&title, &points),
        _ => text(&title, &points),
    })
}

/// The messages that the independent codec accepts.
fn messages(
    job: &Job,
    args: &SweepArgs,
    specification: &front::Specification,
    root: syntax_graph::TypeId,
) -> Result<Vec<Vec<u8>>, Stop> {
    let codec = codec(job, specification);
    let mut messages = Vec::new();
    for file in files::message_files(&args.messages).map_err(|message| job.input_error(&message))? {
        let octets = files::read_octets(&file).map_err(|message| job.input_error(&message))?;
        match codec.decode_exact(root, &octets) {
            Ok(_) => messages.push(octets),
            Err(error) => job.renderer.line(&format!("warning: {} is left out: {error}", file.display())),
        }
    }
    if messages.is_empty() {
        return Err(job.input_error("no message could be decoded: there is nothing to measure"));
    }
    Ok(messages)
}

/// The fastest plan of at most this share of compiled code.
fn with_share(candidates: &Candidates, share: f64) -> Plan {
    let problem = &candidates.problem;
    let mut best = all_interpreted(problem);
    let (mut low, mut high) = (best.totals.size, all_compiled(problem).totals.size.max(best.totals.size) * 2);
    for _ in 0..BISECTIONS {
        if high - low < 8 {
            break;
        }
        let budget = low + (high - low) / 2;
        match greedy(problem, budget) {
            Ok(plan) if compiled_share(candidates, &plan) <= share + 1e-9 => {
                if plan.totals.time < best.totals.time {
                    best = plan;
                }
                low = budget;
            }
            _ => high = budget,
        }
    }
    best
}

fn compiled_share(candidates: &Candidates, plan: &Plan) -> f64 {
    let whole = all_compiled(&candidates.problem).totals.compiled_size;
    if whole == 0 { 0.0 } else { plan.totals.compiled_size as f64 / whole as f64 }
}

fn json_text(axis: &str, points: &[Point]) -> String {
    let point = |point: &Point| -> Value {
        json!({
            "cap_percent": point.percent,
            "size": point.size,
            "compiled_share": point.compiled_share,
            "calls_eliminated_predicted": point.predicted,
            "calls_eliminated_measured": point.measured,
            "instructions_per_message": point.instructions,
        })
    };
    format!("{:#}\n", json!({ "axis": axis, "points": points.iter().map(point).collect::<Vec<_>>() }))
}

/// The columns of the table.
const COLUMNS: [&str; 6] = ["point", "size", "compiled", "predicted", "measured", "instructions"];

fn cells(point: &Point) -> [String; 6] {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    [
        format!("{} %", point.percent),
        point.size.to_string(),
        percent(point.compiled_share),
        percent(point.predicted),
        percent(point.measured),
        point.instructions.map_or_else(|| "-".to_owned(), |count| count.to_string()),
    ]
}

fn text(title: &str, points: &[Point]) -> String {
    let mut out = format!("{title}\n\n| {} |\n|{}\n", COLUMNS.join(" | "), "---:|".repeat(COLUMNS.len()));
    for point in points {
        let _ = writeln!(out, "| {} |", cells(point).join(" | "));
    }
    out
}

fn html(title: &str, points: &[Point]) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>\
         body{{font:15px/1.4 system-ui,sans-serif;margin:2em}}td,th{{padding:.2em .8em;text-align:right}}\
         </style></head><body><h1>{title}</h1>\n<table><tr>"
    );
    for column in COLUMNS {
        let _ = write!(out, "<th>{column}</th>");
    }
    out.push_str("</tr>\n");
    for point in points {
        let _ = writeln!(out, "<tr><td>{}</td></tr>", cells(point).join("</td><td>"));
    }
    out.push_str("</table></body></html>\n");
    out
}
