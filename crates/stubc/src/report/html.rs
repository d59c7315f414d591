//! The report as one HTML page that needs nothing else.

use super::{Report, markdown};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.4 system-ui,sans-serif;margin:2em;max-width:80em}\
table{border-collapse:collapse}td,th{padding:.2em .6em;border-bottom:1px solid #ddd;text-align:left;\
vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}\
tr.compiled td,tr.inline td{background:#eef6ff}dt{font-weight:600}";

/// The report as HTML text.
pub fn write(report: &Report) -> String {
    let title = escape(&format!("{}: plan and reasons", report.name));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n<dl>\n"
    );
    for (name, value) in markdown::facts(report) {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(&value.replace('`', "")));
    }
    out.push_str(
        "</dl>\n<table><thead><tr><th>path</th><th>direction</th><th>technique</th><th>frequency</th>\
         <th>bytes</th><th>instructions</th><th>reason</th></tr></thead><tbody>\n",
    );
    for node in &report.nodes {
        let _ = writeln!(
            out,
            "<tr class=\"{}\"><td>{}</td><td>{}</td><td>{0}</td><td class=n>{:.4}</td><td class=n>{}</td>\
             <td class=n>{:.0}</td><td>{}</td></tr>",
            node.technique,
            escape(&node.path),
            node.direction.name(),
            node.frequency,
            node.size,
            node.time,
            escape(&node.reason)
        );
    }
    out.push_str("</tbody></table></body></html>\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
