//! Draws the type reference graph: roots at the left, each type one column right of the first type that
//! refers to it, shaded by frequency.

use super::{Anchor, Picture, name_in_module, shortened};
use crate::plural::count;
use crate::report::Report;
use std::collections::VecDeque;
use std::fmt::Write;

const BOX: [f64; 2] = [170.0, 18.0];
const GAP: [f64; 2] = [80.0, 6.0];
/// Maximum number of types in the picture, the most frequent ones. The tables hold all.
const MOST: usize = 400;

/// Draws the graph.
pub fn draw(report: &Report) -> Picture {
    let types = &report.types;
    let mut order: Vec<usize> = (0..types.len()).collect();
    order.sort_by(|&a, &b| {
        types[b]
            .root
            .cmp(&types[a].root)
            .then(types[b].frequency.total_cmp(&types[a].frequency))
            .then(a.cmp(&b))
    });
    order.truncate(MOST);
    let columns = columns(report, &order);
    let mut places: Vec<Option<[f64; 2]>> = vec![None; types.len()];
    for (column, members) in columns.iter().enumerate() {
        for (row, &ty) in members.iter().enumerate() {
            let at = |index: usize, side: usize| index as f64 * (BOX[side] + GAP[side]) + 8.0;
            places[ty] = Some([at(column, 0), at(row, 1)]);
        }
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let extent = |count: usize, side: usize| count as f64 * (BOX[side] + GAP[side]) + 16.0;
    let about = format!(
        "The {} of {} with the highest frequency. A darker type occurs more often in a message. Dashed arcs \
         lead back. The tables below hold the same numbers.",
        order.len(),
        count(types.len(), "type")
    );
    let mut picture =
        Picture::new(extent(columns.len().max(1), 0), extent(rows, 1), "The type reference graph", &about);
    arcs(report, &places, &mut picture);
    for &ty in &order {
        let (Some([x, y]), kind) = (places[ty], &types[ty]) else { continue };
        let mut class = format!("type s{}", shade(kind.frequency));
        if kind.root {
            class.push_str(" root");
        }
        let mut tip = format!("{}: {:.4} per message", kind.path, kind.frequency);
        if let Some(guessed) = kind.guessed {
            let _ = write!(tip, " (predicted {guessed:.4})");
        }
        picture.rectangle([x, y, BOX[0], BOX[1]], "paper", "");
        picture.rectangle([x, y, BOX[0], BOX[1]], &class, &tip);
        let name = shortened(name_in_module(&kind.path), BOX[0] - 8.0);
        picture.text(x + 4.0, y + 13.0, Anchor::Start, &name);
    }
    picture
}

/// Returns the types by their distance from a root. In each column, types with the same first owner are
/// neighbors.
fn columns(report: &Report, drawn: &[usize]) -> Vec<Vec<usize>> {
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); report.types.len()];
    for arc in &report.references {
        targets[arc.from].push(arc.to);
    }
    let mut columns: Vec<Vec<usize>> = Vec::new();
    let mut met = vec![false; report.types.len()];
    let mut wanted = vec![false; report.types.len()];
    drawn.iter().for_each(|&ty| wanted[ty] = true);
    let mut open: VecDeque<(usize, usize)> =
        drawn.iter().filter(|&&ty| report.types[ty].root).map(|&ty| (ty, 0)).collect();
    let mut rest = drawn.iter();
    loop {
        while let Some((ty, depth)) = open.pop_front() {
            if !wanted[ty] || std::mem::replace(&mut met[ty], true) {
                continue;
            }
            columns.resize(columns.len().max(depth + 1), Vec::new());
            columns[depth].push(ty);
            open.extend(targets[ty].iter().map(|&target| (target, depth + 1)));
        }
        // A type that is reached only through omitted types is placed in the first column.
        match rest.next() {
            Some(&ty) => open.push_back((ty, 0)),
            None => break,
        }
    }
    columns
}

fn arcs(report: &Report, places: &[Option<[f64; 2]>], picture: &mut Picture) {
    for arc in &report.references {
        let (Some([x, y]), Some([tx, ty])) = (places[arc.from], places[arc.to]) else { continue };
        let (x, y, ty) = (x + BOX[0], y + BOX[1] / 2.0, ty + BOX[1] / 2.0);
        let back = tx < x;
        let bend = if back { GAP[0] * 0.9 } else { (tx - x) / 2.0 };
        let data = format!("M{x:.1} {y:.1}C{:.1} {y:.1} {:.1} {ty:.1} {tx:.1} {ty:.1}", x + bend, tx - bend);
        picture.path(&data, if back { "arc back" } else { "arc" });
    }
}

/// Returns one of seven shades, a factor of three apart, from a thousandth of a visit per message to 1 and
/// more.
fn shade(frequency: f64) -> u32 {
    let steps = (frequency.max(1e-9).log10() / 3_f64.log10() + 6.0).round();
    steps.clamp(0.0, 6.0) as u32
}
