//! What a report says, as tables of text: Markdown and HTML print the same ones.

use super::Report;
use super::text::percent;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in the page.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What its numbers mean.
    pub about: String,
    /// Names of the columns, and whether they hold numbers.
    pub columns: Vec<(&'static str, bool)>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
}

/// All tables of a report, in the order in which they are shown.
pub fn all(report: &Report) -> Vec<Table> {
    vec![frontier(report), bytes(report), types(report), references(report), nodes(report)]
}

fn frontier(report: &Report) -> Table {
    let about = "The best time that each size buys, as predicted: the share of the time of the all-interpreted plan that \
                 is saved. Sizes are moved to what the smallest, this and the fastest plan measure.";
    Table {
        id: "frontier",
        title: "Size against time",
        about: about.to_owned(),
        columns: vec![("bytes", true), ("time saved", true)],
        rows: report
            .frontier
            .iter()
            .map(|point| vec![point.size.to_string(), percent(point.time_saved)])
            .collect(),
    }
}

fn bytes(report: &Report) -> Table {
    let about = "Object code by type. Procedures are what the compiler made of each alone, inlined copies are predicted; \
                 what is around them is the rest of what was measured: entry points, tables, padding.";
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
        format!("{about}, with the profile and as predicted without it.")
    } else {
        format!("{about}, as predicted; no profile was given.")
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
        about: "The fields that lead from type to type: mean occurrences per value of the enclosing type (v), and \
                per message."
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
        about: "Of a definition bytes and instructions a visit in its technique; of a reference what inlining adds and \
                saves, or would."
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
