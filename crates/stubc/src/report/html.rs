//! Writes the report as one self-contained HTML page: SVG pictures, a table for each, and a script that sorts
//! and searches the tables. The page works without the script.

use super::picture::chart::{Axis, Chart, Series, Unit};
use super::picture::{self, Picture, escape};
use super::several::{self, Several};
use super::sweep::Sweep;
use super::tables::{self, Table};
use super::text::percent;
use super::{Report, markdown, octets};
use crate::plural::{count, grouped};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the report as HTML, with the measurements of a sweep first.
pub fn write(report: &Report, sweep: Option<&Sweep>) -> String {
    let title = escape(&format!("{}: plan and reasons", report.name));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\n\
         <style>{}{STYLE}</style></head>\n<body>\n<header><h1>{title}</h1>\n<dl>\n",
        picture::STYLE
    );
    for (name, value) in markdown::facts(report) {
        // Digits in the flags of the compiler, which are in backquotes, stay as they are.
        let parts = value.split('`').enumerate();
        let parts = parts.map(|(at, part)| if at % 2 == 0 { grouped(part) } else { part.to_owned() });
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(&parts.collect::<String>()));
    }
    let tables = tables::all(report);
    let measured = sweep.map(Sweep::table);
    out.push_str("</dl>\n<nav aria-label=\"Sections\"><ul>\n");
    for table in measured.iter().chain(&tables) {
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", table.id, escape(table.title));
    }
    for (at, message) in report.messages.iter().enumerate() {
        let _ = writeln!(out, "<li><a href=\"#message{at}\">Message {}</a></li>", escape(&message.file));
    }
    for (at, shape) in report.shapes.iter().enumerate() {
        let _ = writeln!(out, "<li><a href=\"#shape{at}\">Shape {}</a></li>", escape(&shape.name));
    }
    out.push_str("</ul></nav></header>\n<main>\n");
    if let (Some(sweep), Some(table)) = (sweep, &measured) {
        section(&mut out, table, Some(&for_screens(|width| sweep.chart().drawn(width))));
    }
    for table in &tables {
        section(&mut out, table, drawn(report, table.id).as_deref());
    }
    samples(&mut out, report);
    let _ = writeln!(out, "{END}<script>{SCRIPT}</script>\n</body></html>");
    out
}

/// Writes the messages that the user asked to annotate, and the samples of shapes.
fn samples(out: &mut String, report: &Report) {
    for (at, message) in report.messages.iter().enumerate() {
        let (file, about) = (escape(&message.file), escape(&octets::about(message)));
        let _ = writeln!(
            out,
            "<section aria-labelledby=\"message{at}\">\n<h2 id=\"message{at}\">Message {file}</h2>\n<p>{about}</p>\n\
             <div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Bytes of {file}\">{}</div>",
            octets::drawn(message)
        );
        let table = octets::table(message);
        let _ = writeln!(out, "<p>{}</p>", escape(&table.about));
        write_table(out, &table);
        out.push_str("</section>\n");
    }
    for (at, shape) in report.shapes.iter().enumerate() {
        let (name, about) = (escape(&shape.name), escape(&shape.line()));
        let _ = writeln!(
            out,
            "<section aria-labelledby=\"shape{at}\">\n<h2 id=\"shape{at}\">Shape {name}</h2>\n<p>{about}. Colored octets are holes; \
             those without a color are constant, or lengths that follow from holes.</p>\n\
             <div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Octets of {name}\">{}</div>",
            octets::drawn(&shape.annotated())
        );
        write_table(out, &shape.holes());
        out.push_str("</section>\n");
    }
}

/// The end of the page's main part.
const END: &str = "</main>\n";

/// Returns the reports of a build as one page: first the report of all, with every node in its tables, then the
/// numbers and the bytes of each.
pub fn write_all(several: &Several<'_>) -> String {
    let page = write(several.all, None);
    let mut parts = String::new();
    for (at, part) in several.parts.iter().enumerate() {
        let name = escape(&part.name);
        let _ = writeln!(
            parts,
            "<section aria-labelledby=\"part-{at}\">\n<h2 id=\"part-{at}\">{name}</h2>\n<dl>"
        );
        for (fact, value) in several::facts(part) {
            let _ = writeln!(parts, "<dt>{}</dt><dd>{}</dd>", escape(fact), escape(&grouped(&value)));
        }
        let picture = for_screens(|width| picture::treemap::draw(&part.bytes, width));
        let _ = writeln!(
            parts,
            "</dl>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{name}: bytes (picture)\">\n\
             {picture}</div>\n</section>"
        );
    }
    page.replacen(END, &format!("{parts}{END}"), 1)
}

/// The classes of screens in `page.css`, and the width of a picture on each.
const SCREENS: [(&str, f64); 3] = [("wide", 1150.0), ("medium", 680.0), ("narrow", 340.0)];

/// Returns a picture drawn once for each class of screens, of which the page shows one. So text has the same size on
/// all screens.
fn for_screens(draw: impl Fn(f64) -> Picture) -> String {
    let on = |(class, width): (&str, f64)| format!("<div class=\"{class}\">{}</div>\n", draw(width).inline());
    SCREENS.into_iter().map(on).collect()
}

/// Returns the picture above a table.
fn drawn(report: &Report, id: &str) -> Option<String> {
    match id {
        "frontier" => Some(for_screens(|width| frontier(report).drawn(width))),
        "bytes" => Some(for_screens(|width| picture::treemap::draw(&report.bytes, width))),
        "references" => Some(picture::graph::draw(report).inline()),
        "types" => comparison(report).map(|chart| for_screens(|width| chart.drawn(width))),
        _ => None,
    }
}

/// Writes a heading, a picture and its table. A table that repeats a picture is collapsed.
fn section(out: &mut String, table: &Table, picture: Option<&str>) {
    let Table { id, title, about, .. } = table;
    let _ = writeln!(
        out,
        "<section aria-labelledby=\"{id}\">\n<h2 id=\"{id}\">{}</h2>\n<p>{}</p>",
        escape(title),
        escape(about)
    );
    let Some(picture) = picture else {
        write_table(out, table);
        out.push_str("</section>\n");
        return;
    };
    let _ = writeln!(
        out,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{} (picture)\">\n{picture}</div>",
        escape(title)
    );
    let _ = writeln!(out, "<details><summary>As a table, {}</summary>", count(table.rows.len(), "row"));
    write_table(out, table);
    out.push_str("</details>\n</section>\n");
}

fn write_table(out: &mut String, table: &Table) {
    let (columns, least) = columns(table);
    let _ = write!(
        out,
        "<table style=\"--columns:{columns};--least:{least}ch\"><caption>{}</caption><thead><tr>",
        escape(table.title)
    );
    let class = |numeric: bool| if numeric { " class=\"n\"" } else { "" };
    for (name, numeric) in &table.columns {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(*numeric), escape(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (cell, (_, numeric)) in row.iter().zip(&table.columns) {
            let cell = if *numeric { grouped(cell) } else { cell.clone() };
            let _ = write!(out, "<td{}>{}</td>", class(*numeric), escape(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
}

/// Returns the widths of the columns: a numeric column fits its longest number; text columns share the rest
/// by their usual lengths. Also returns the least width of a row that can be read, in the width of a digit.
fn columns(table: &Table) -> (String, usize) {
    let width = |(at, (name, numeric)): (usize, &(&str, bool))| {
        let mut lengths: Vec<usize> = table.rows.iter().map(|row| row[at].chars().count()).collect();
        lengths.sort_unstable();
        // A heading needs room for the arrow of the sort order, a cell for its padding.
        let head = name.chars().count() + 5;
        let longest = lengths.last().copied().unwrap_or_default() + 3;
        let most = lengths.get(lengths.len() * 9 / 10).copied().unwrap_or_default();
        if *numeric {
            (format!("{}ch", head.max(longest)), head.max(longest))
        } else {
            (format!("minmax({head}ch,{}fr)", most.clamp(8, 60)), head.max(most.clamp(8, 20)))
        }
    };
    let (widths, least): (Vec<String>, Vec<usize>) = table.columns.iter().enumerate().map(width).unzip();
    (widths.join(" "), least.iter().sum())
}

/// Returns the chart of size against time, with the plan and its cap.
pub fn frontier(report: &Report) -> Chart {
    let line = report.frontier.iter().map(|point| (point.size as f64, point.time_saved, String::new()));
    let ends = [("smallest", report.smallest), ("fastest", report.fastest)];
    let mut marks: Vec<(f64, String)> =
        ends.into_iter().map(|(name, size)| (size as f64, name.to_owned())).collect();
    marks.extend(report.cap.map(|cap| (cap as f64, grouped(&format!("cap {cap}")))));
    let total = report.size.total;
    let tip = format!("this plan: {}, {} of time saved", count(total, "byte"), percent(report.time_saved));
    Chart {
        title: format!("{}: size against time", report.name),
        about: format!("A line from the smallest to the fastest plan; {tip}."),
        x: Axis { label: "bytes of object code".to_owned(), unit: Unit::Number },
        y: Axis { label: "time saved".to_owned(), unit: Unit::Percent },
        series: vec![
            Series { name: "frontier, predicted".to_owned(), points: line.collect(), joined: true },
            Series {
                name: "this plan".to_owned(),
                points: vec![(total as f64, report.time_saved, tip)],
                joined: false,
            },
        ],
        marks,
    }
}

/// Returns the chart of predicted frequencies against the profile's; `None` without a profile.
fn comparison(report: &Report) -> Option<Chart> {
    let both: Vec<(f64, f64, String)> = report
        .types
        .iter()
        .filter_map(|ty| {
            let guessed = ty.guessed?;
            let tip = format!("{}: {:.4} with the profile, predicted {guessed:.4}", ty.path, ty.frequency);
            Some((guessed, ty.frequency, tip))
        })
        .collect();
    let (low, high) = both.iter().fold((f64::MAX, 0.0_f64), |(low, high), point| {
        (low.min(point.0.min(point.1).max(1e-6)), high.max(point.0.max(point.1)))
    });
    if both.is_empty() {
        return None;
    }
    let diagonal = vec![(low, low, String::new()), (high.max(low), high.max(low), String::new())];
    Some(Chart {
        title: "Frequencies: prediction against profile".to_owned(),
        about: "One dot per type. On the line both agree; above it, a type occurs more often than predicted."
            .to_owned(),
        x: Axis { label: "predicted, visits per message".to_owned(), unit: Unit::Logarithm },
        y: Axis { label: "with the profile".to_owned(), unit: Unit::Logarithm },
        series: vec![
            Series { name: "types".to_owned(), points: both, joined: false },
            Series { name: "alike".to_owned(), points: diagonal, joined: true },
        ],
        marks: Vec::new(),
    })
}
