//! What the report says of specialized stubs: shapes, filters and views.

use super::Report;
use super::messages::{Annotated, Stretch};
use super::tables::Table;
use super::text::percent;
use crate::candidates::{Candidates, ShapeForm};
use crate::driver::Stages;
use crate::front::Specification;
use crate::plural::count;
use crate::settings::Settings;
use crate::shapes::planned::SHARE;
use codegen::Model;
use codegen::emit::escape::visible;
use codegen::filter::Form;
use codegen::shape::{Segments, Shape};
use serde_json::{Value, json};
use std::fmt::Write;
use std::ops::Range;
use syntax_graph::filter::Test;

/// A shape under the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeReport {
    /// Its name in C, `T_NAME`.
    pub name: String,
    /// `Module.Type` of its messages.
    pub root: String,
    /// `compiled` or `data` if decoders of any message try it first, else `none`.
    pub technique: &'static str,
    /// The share of the type's messages that have it.
    pub share: f64,
    /// Bytes of the decoder that tries it; without one, of the decoder that would.
    pub bytes: u64,
    /// Bytes of the table and of the function on its holes, which runs it too; `None`: that function is compiled.
    pub table: Option<u64>,
    /// Predicted instructions to decode a message that has it.
    pub time: f64,
    /// Predicted instructions to decode it without the shape: by compiled stubs; in plans with tables, by those of the
    /// plan without tables.
    pub general: f64,
    /// The sample.
    pub octets: Vec<u8>,
    /// For each octet the bits that every message of the shape has.
    pub masks: Vec<u8>,
    /// The holes, in the order of the message.
    pub holes: Vec<HoleReport>,
}

/// A hole of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoleReport {
    /// Its path in the message.
    pub path: String,
    /// Its member in the struct of holes.
    pub member: String,
    /// Its octets in the sample.
    pub place: Range<usize>,
    /// Whether its length is that of the sample.
    pub is_fixed: bool,
}

/// A filter or a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterReport {
    /// The name of its function, without prefix; empty for what several share.
    pub name: String,
    /// Its predicate, or the fields of a view.
    pub text: String,
    /// `compiled`, `interpreted` or `view`.
    pub technique: &'static str,
    /// Bytes of its code and its table; `None` if no compiler was run.
    pub bytes: Option<u64>,
}

/// Returns the shapes under a plan.
pub(super) fn shapes(model: &Model<'_>, stages: &Stages) -> Vec<ShapeReport> {
    let candidates = &stages.candidates;
    let numbered = model.shapes.iter().enumerate();
    numbered
        .filter_map(|(at, shape)| Some(one(model, stages, candidates, (at, shape, sides(shape)?))))
        .collect()
}

fn sides(shape: &Shape) -> Option<&Segments> {
    shape.decode.as_ref().or(shape.encode.as_ref())
}

fn one(
    model: &Model<'_>,
    stages: &Stages,
    candidates: &Candidates,
    (at, shape, segments): (usize, &Shape, &Segments),
) -> ShapeReport {
    let id = candidates.shapes[at];
    let node = candidates.instructions.node(id);
    let form = match shape.decode {
        Some(_) => candidates.form(&stages.planned.found.plan, at),
        None => ShapeForm::None,
    };
    let (sizes, table) = (&stages.sizes, stages.sizes.table(at).filter(|_| form != ShapeForm::Compiled));
    let compiled = sizes.shapes.get(at).copied().unwrap_or(0);
    let time = match (&shape.decode, form) {
        (Some(segments), ShapeForm::Compiled) => codegen::shape::cost::instructions(segments),
        _ => node.compiled.time,
    };
    let holes = segments.holes.iter().map(|hole| HoleReport {
        path: hole.path.clone(),
        member: shape.flat.lvalue("", hole).trim_start_matches("->").to_owned(),
        place: hole.contents.clone(),
        is_fixed: hole.is_fixed,
    });
    ShapeReport {
        name: shape.flat.name.clone(),
        root: model.graph.type_path(model.options.roots[shape.root].ty),
        technique: form.name(),
        share: shape.share.unwrap_or(SHARE),
        bytes: table.map_or(compiled, |table| table.tried),
        table: table.map(|table| table.holes),
        time,
        general: sizes.hits.as_ref().map_or(node.interpreted.time, |hits| hits.general[at]),
        octets: segments.octets.clone(),
        masks: segments.masks.clone(),
        holes: holes.collect(),
    }
}

/// Returns the filters and views of a specification under a plan, and what they share.
pub(crate) fn filters(
    specification: &Specification,
    settings: &Settings,
    stages: &Stages,
) -> Vec<FilterReport> {
    let own = &specification.filters;
    let size = &stages.planned.size;
    let prefix = &settings.prefix;
    let file = format!("{prefix}{}_filters.c", crate::driver::output_name(settings));
    let all = size.by_source.get(&file).map(|bytes| bytes.get());
    let names: Vec<String> = own.iter().map(|filter| format!("{prefix}{}", filter.name)).collect();
    // A symbol belongs to the filter with the longest name that begins it.
    let owner = |symbol: &str| {
        let begins = |name: &&String| {
            symbol.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        names.iter().filter(begins).max_by_key(|name| name.len())
    };
    let mut told = 0;
    let mut found = Vec::new();
    for (filter, name) in own.iter().zip(&names) {
        let symbols = size.by_symbol.iter().filter(|(symbol, _)| owner(symbol) == Some(name));
        let bytes = all.map(|_| symbols.map(|(_, bytes)| bytes).sum());
        told += bytes.unwrap_or(0);
        let technique = match (&filter.filter.test, filter.form.unwrap_or(settings.filters)) {
            (Test::Members(_), _) => "view",
            (_, Form::Interpreted) => "interpreted",
            (_, Form::Compiled | Form::Xdp) => "compiled",
        };
        let text = visible(&filter.text);
        found.push(FilterReport { name: filter.name.clone(), text, technique, bytes });
    }
    if let Some(rest) = all.map(|all: u64| all.saturating_sub(told)).filter(|rest| *rest > 0) {
        let text = "what they share".to_owned();
        found.push(FilterReport { name: String::new(), text, technique: "", bytes: Some(rest) });
    }
    found
}

/// Returns a line for each shape and each filter, for the terminal.
pub(super) fn lines(report: &Report) -> String {
    let shapes = report.shapes.iter().map(|shape| format!("  shape      {}\n", shape.line()));
    shapes.chain(report.filters.iter().map(|filter| format!("  filter     {}\n", filter.line()))).collect()
}

impl ShapeReport {
    /// Returns one line about the shape.
    pub fn line(&self) -> String {
        let constant = self.masks.iter().filter(|mask| **mask == 0xff).count();
        let about = format!(
            "{} of {}, {} constant, {}; predicted {:.0} instructions against {:.0} for {} of the messages",
            self.name,
            count(self.octets.len(), "octet"),
            constant,
            count(self.holes.len(), "hole"),
            self.time,
            self.general,
            percent(self.share)
        );
        let about = match self.technique {
            "compiled" => format!("{about}; tried first, {}", count(self.bytes, "byte")),
            "data" => format!("{about}; tried first as data, {}", count(self.bytes, "byte")),
            _ => format!("{about}; not tried, which would take {}", count(self.bytes, "byte")),
        };
        match self.table {
            Some(bytes) => {
                format!("{about}; its table, with the function on holes, {}", count(bytes, "byte"))
            }
            None => about,
        }
    }

    /// Returns the sample in lines of sixteen octets, each with its offset: holes in brackets, octets that follow from
    /// the lengths of holes in parentheses.
    pub fn drawn(&self) -> String {
        let mut out = String::new();
        for (line, octets) in self.octets.chunks(16).enumerate() {
            let _ = write!(out, "{:06x} ", line * 16);
            for (at, octet) in octets.iter().enumerate() {
                let at = line * 16 + at;
                let is_hole = |at: usize| self.holes.iter().any(|hole| hole.place.contains(&at));
                let _ = match (is_hole(at), self.masks[at]) {
                    (true, _) => write!(out, "[{octet:02x}]"),
                    (false, 0xff) => write!(out, " {octet:02x} "),
                    (false, _) => write!(out, "({octet:02x})"),
                };
            }
            out.push('\n');
        }
        out
    }

    /// Returns the sample with its holes, for the page.
    pub(super) fn annotated(&self) -> Annotated {
        // Holes that share an octet are drawn one after the other.
        let mut before = 0;
        let stretch = |hole: &HoleReport| {
            let start = before.max(hole.place.start);
            before = start.max(hole.place.end);
            Stretch {
                path: hole.path.clone(),
                name: hole.member.clone(),
                ty: String::new(),
                depth: 0,
                start,
                end: before,
                value: Some(hole.member.clone()),
                cost: None,
            }
        };
        let parts = self.holes.iter().map(stretch).collect();
        let (file, root) = (self.name.clone(), self.root.clone());
        Annotated { file, root, octets: self.octets.clone(), parts, error: None }
    }

    pub(super) fn json(&self) -> Value {
        let octets = self.octets.iter().fold(String::new(), |mut text, octet| {
            let _ = write!(text, "{octet:02x}");
            text
        });
        json!({
            "name": self.name,
            "type": self.root,
            "technique": self.technique,
            "share": self.share,
            "bytes": self.bytes,
            "table_bytes": self.table,
            "instructions": self.time,
            "instructions_without": self.general,
            "message": octets,
            "holes": self.holes.iter().map(|hole| json!({
                "path": hole.path,
                "member": hole.member,
                "start": hole.place.start,
                "end": hole.place.end,
                "fixed_length": hole.is_fixed,
            })).collect::<Vec<_>>(),
        })
    }

    /// Returns the table of the holes.
    pub(super) fn holes(&self) -> Table {
        let row = |hole: &HoleReport| {
            let length = if hole.is_fixed { "of the sample" } else { "0 to 127" };
            let [start, octets] = [hole.place.start, hole.place.len()].map(|number| number.to_string());
            vec![start, octets, hole.path.clone(), hole.member.clone(), length.to_owned()]
        };
        Table {
            id: "holes",
            title: "Holes of the shape",
            about: "Places and octets are those of the sample.".to_owned(),
            columns: vec![
                ("offset", true),
                ("octets", true),
                ("path", false),
                ("member", false),
                ("length", false),
            ],
            rows: self.holes.iter().map(row).collect(),
        }
    }
}

impl FilterReport {
    /// Returns one line about the filter.
    pub fn line(&self) -> String {
        let bytes = self.bytes.map_or_else(|| "not measured".to_owned(), |bytes| count(bytes, "byte"));
        match self.name.as_str() {
            "" => format!("{}, {bytes}", self.text),
            name => format!("{name} {}, {bytes}", self.technique),
        }
    }

    pub(super) fn json(&self) -> Value {
        json!({ "name": self.name, "text": self.text, "technique": self.technique, "bytes": self.bytes })
    }
}

/// Returns the table of shapes.
pub(super) fn shape_table(shapes: &[ShapeReport]) -> Table {
    let row = |shape: &ShapeReport| {
        vec![
            shape.name.clone(),
            shape.root.clone(),
            shape.technique.to_owned(),
            percent(shape.share),
            shape.bytes.to_string(),
            shape.table.map(|bytes| bytes.to_string()).unwrap_or_default(),
            format!("{:.0}", shape.time),
            format!("{:.0}", shape.general),
            shape.holes.len().to_string(),
        ]
    };
    Table {
        id: "shapes",
        title: "Shapes",
        about: "Messages like a sample, which decoders try first where the technique is `compiled`, or `data`: then an engine \
                runs a table. Its bytes stand apart, with those of the function on holes. Instructions are predicted for \
                a message that has the shape, by its decoder and without it."
            .to_owned(),
        columns: vec![
            ("shape", false),
            ("type", false),
            ("technique", false),
            ("share of messages", true),
            ("bytes", true),
            ("table", true),
            ("instructions", true),
            ("without it", true),
            ("holes", true),
        ],
        rows: shapes.iter().map(row).collect(),
    }
}

/// Returns the table of filters and views.
pub(super) fn filter_table(filters: &[FilterReport]) -> Table {
    let row = |filter: &FilterReport| {
        let bytes = filter.bytes.map(|bytes| bytes.to_string()).unwrap_or_default();
        vec![filter.name.clone(), filter.technique.to_owned(), bytes, filter.text.clone()]
    };
    Table {
        id: "filters",
        title: "Filters and views",
        about: "Functions that decide about messages, or show fields of them, without decoding. Their bytes are part of the generated ones."
            .to_owned(),
        columns: vec![("function", false), ("technique", false), ("bytes", true), ("predicate or fields", false)],
        rows: filters.iter().map(row).collect(),
    }
}
