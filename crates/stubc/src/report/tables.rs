//! Makes tables of the report, which Markdown and HTML print.

use super::text::percent;
use super::{Report, special};

/// A table of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its id in the page.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// The meaning of its numbers.
    pub about: String,
    /// Names of the columns, and whether they hold numbers.
    pub columns: Vec<(&'static str, bool)>,
    /// The rows, one text per column.
    pub rows: Vec<Vec<String>>,
}

/// Returns all tables of a report, in the order shown.
pub fn all(report: &Report) -> Vec<Table> {
    let shapes = (!report.shapes.is_empty()).then(|| special::shape_table(&report.shapes));
    let filters = (!report.filters.is_empty()).then(|| special::filter_table(&report.filters));
    let always = [frontier(report), bytes(report), types(report), references(report), nodes(report)];
    shapes.into_iter().chain(filters).chain(always).collect()
}

fn frontier(report: &Report) -> Table {
    let about = "The predicted shares of instructions and of time saved at each size, against the all-interpreted plan. Sizes are predicted, \
                 corrected by those of the smallest, this and the fastest plan as measured.";
    Table {
        id: "frontier",
        title: "Size against time",
        about: about.to_owned(),
        columns: vec![("bytes", true), ("instructions saved", true), ("time saved", true)],
        rows: report
            .frontier
            .iter()
            .map(|point| {
                let saved = [point.instructions_saved, point.time_saved].map(percent);
                [vec![point.size.to_string()], saved.to_vec()].concat()
            })
            .collect(),
    }
}

fn bytes(report: &Report) -> Table {
    let about = "Object code by type. Procedures are measured one by one, inlined copies are predicted. The part `around \
                 them` is the rest of the measured size: entry points, tables, padding.";
    Table {
        id: "bytes",
        title: "Where the bytes go",
        about: about.to_owned(),
        columns: vec![("part", false), ("type or field", false), ("bytes", true)],
        rows: report
            .bytes
            .iter()
            .map(|piece| vec![piece.part.to_owned(), piece.path.clone(), piece.bytes.to_string()])
            .collect(),
    }
}

fn types(report: &Report) -> Table {
    let profiled = report.types.iter().any(|ty| ty.guessed.is_some());
    let (mut columns, about) =
        (vec![("type", false), ("frequency", true)], "Visits of each type per message");
    let about = if profiled {
        columns.push(("predicted without the profile", true));
        format!("{about}, with the profile and predicted without it.")
    } else {
        format!("{about}, predicted without a profile.")
    };
    let row = |ty: &super::TypeReport| {
        let mut row = vec![ty.path.clone(), frequency(ty.frequency)];
        row.extend(ty.guessed.map(frequency));
        row
    };
    Table {
        id: "types",
        title: "Types: prediction and profile",
        about,
        columns,
        rows: report.types.iter().map(row).collect(),
    }
}

fn references(report: &Report) -> Table {
    Table {
        id: "references",
        title: "The type reference graph",
        about: "The fields from type to type: mean occurrences per value of the enclosing type (v), and per message."
            .to_owned(),
        columns: vec![("field", false), ("to", false), ("v", true), ("frequency", true)],
        rows: report
            .references
            .iter()
            .map(|arc| {
                vec![
                    arc.path.clone(),
                    report.types[arc.to].path.clone(),
                    frequency(arc.v),
                    frequency(arc.frequency),
                ]
            })
            .collect(),
    }
}

fn nodes(report: &Report) -> Table {
    Table {
        id: "nodes",
        title: "Every definition and reference",
        about: "For a definition, its bytes and its instructions per visit; for a reference, the bytes that inlining \
                adds and the instructions it saves, or would."
            .to_owned(),
        columns: vec![
            ("path", false),
            ("direction", false),
            ("technique", false),
            ("frequency", true),
            ("bytes", true),
            ("instructions", true),
            ("reason", false),
        ],
        rows: report
            .nodes
            .iter()
            .map(|node| {
                vec![
                    node.path.clone(),
                    node.direction.name().to_owned(),
                    node.technique.to_owned(),
                    frequency(node.frequency),
                    node.size.to_string(),
                    format!("{:.0}", node.time),
                    node.reason.clone(),
                ]
            })
            .collect(),
    }
}

fn frequency(f: f64) -> String {
    format!("{f:.4}")
}
