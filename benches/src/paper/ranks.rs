//! Figure 2: the frequencies of types by rank, each heuristic against the measurement, and the place of the central
//! types.

use super::data::{Data, number};
use crate::prediction::measured::Measured;
use crate::prediction::score::Ranking;
use freq_predict::{Heuristic, Parameters};
use std::fmt::Write;
use stubc::report::picture::chart::{Axis, Chart, Series, Unit};

/// The central types: family, name of the type, and what the paper calls it.
const CENTRAL: [(&str, &str, &str); 3] = [
    ("pkix-certificates", "Name", "names (X.500)"),
    ("z3950", "NamePlusRecord", "records (Z39.50)"),
    ("x400", "ORName", "addresses (X.400)"),
];

/// Frequencies below this are drawn at it: the axis is logarithmic.
const LEAST: f64 = 0.001;

/// Returns the frequency of each type of each family, as measured and by each heuristic. There are none without the
/// messages.
pub fn measure() -> Data {
    let names = Heuristic::ALL.map(Heuristic::name);
    let columns: Vec<&str> = ["family", "type", "measured"].into_iter().chain(names).collect();
    let mut data = Data::new(&columns);
    let parameters = Parameters::standard();
    for family in &Measured::all() {
        let rankings = Heuristic::ALL.map(|heuristic| Ranking::by(family, heuristic, parameters));
        for &node in &family.types {
            let mut row = vec![family.name.to_owned(), family.graph.name(node).to_owned()];
            row.push(format!("{:.6}", family.frequency[node.index()]));
            row.extend(rankings.iter().map(|ranking| format!("{:.6}", ranking.of_type(node))));
            data.rows.push(row);
        }
    }
    data
}

/// A type with its frequencies: measured, then by each heuristic.
struct Type<'d> {
    name: &'d str,
    frequencies: Vec<f64>,
}

/// Returns the types of each family in the order of the data.
fn families(data: &Data) -> Result<Vec<(&str, Vec<Type<'_>>)>, String> {
    let mut families: Vec<(&str, Vec<Type<'_>>)> = Vec::new();
    for row in &data.rows {
        let [family, name, frequencies @ ..] = &row[..] else { return Err("a row is too short".to_owned()) };
        let frequencies = frequencies.iter().map(|cell| number(cell)).collect::<Result<Vec<f64>, _>>()?;
        let ty = Type { name, frequencies };
        match families.last_mut() {
            Some((known, types)) if known == family => types.push(ty),
            _ => families.push((family, vec![ty])),
        }
    }
    Ok(families)
}

/// Returns the rank of a type by one of the frequencies, from 1. Types of equal frequency share the middle rank.
fn rank(types: &[Type<'_>], of: &Type<'_>, by: usize) -> f64 {
    let own = of.frequencies[by];
    let is_near = |other: f64| (other - own).abs() <= 1e-9 * own.abs().max(1.0);
    let above = types.iter().filter(|ty| ty.frequencies[by] > own && !is_near(ty.frequencies[by])).count();
    let equal = types.iter().filter(|ty| is_near(ty.frequencies[by])).count();
    above as f64 + (equal as f64 + 1.0) / 2.0
}

/// Returns the table of the central types.
///
/// # Errors
/// The data are malformed.
pub fn table(data: &Data) -> Result<String, String> {
    let families = families(data)?;
    let names = data.columns[3..].iter().map(|name| format!("`{name}` |")).collect::<String>();
    let mut out = format!("| central type | types | measured | {names}\n|---|---:|---:|");
    out.push_str(&"---:|".repeat(data.columns.len() - 3));
    out.push('\n');
    for (family, ty, about) in CENTRAL {
        let Some((_, types)) = families.iter().find(|(name, _)| *name == family) else { continue };
        let Some(central) = types.iter().find(|known| known.name.rsplit('.').next() == Some(ty)) else {
            continue;
        };
        let ranks = (0..central.frequencies.len()).map(|by| {
            let rank = rank(types, central, by);
            format!(" {rank} ({:.0} %) |", 100.0 * rank / types.len() as f64)
        });
        let _ = writeln!(out, "| {about}: `{ty}` | {} |{}", types.len(), ranks.collect::<String>());
    }
    Ok(out)
}

/// Returns the pictures of each family: the heuristics of 1997, then ours.
///
/// # Errors
/// The data are malformed.
pub fn pictures(data: &Data) -> Result<Vec<(String, Chart)>, String> {
    let mut pictures = Vec::new();
    for (family, mut types) in families(data)? {
        types.sort_by(|a, b| b.frequencies[0].total_cmp(&a.frequencies[0]).then(a.name.cmp(b.name)));
        for (at, column) in data.columns[3..].iter().enumerate() {
            pictures.push((format!("{family}-{column}"), chart(family, column, at + 1, &types)));
        }
    }
    Ok(pictures)
}

fn chart(family: &str, heuristic: &str, by: usize, types: &[Type<'_>]) -> Chart {
    let points = |by: usize| {
        let ranked = types.iter().enumerate();
        let point = |(at, ty): (usize, &Type<'_>)| {
            let frequency = ty.frequencies[by];
            (at as f64 + 1.0, frequency.max(LEAST), format!("{}: {frequency:.3}", ty.name))
        };
        ranked.map(point).collect::<Vec<_>>()
    };
    Chart {
        title: format!("Frequencies of the types of {family}: {heuristic}"),
        about: format!(
            "The measured frequency of each type, most frequent first, and its frequency by the heuristic {heuristic}. \
             Frequencies below {LEAST} are drawn as {LEAST}."
        ),
        x: Axis { label: "rank by measured frequency".to_owned(), unit: Unit::Number },
        y: Axis { label: "values per message".to_owned(), unit: Unit::Logarithm },
        series: vec![
            Series { name: "measured".to_owned(), points: points(0), joined: true },
            Series { name: heuristic.to_owned(), points: points(by), joined: false },
        ],
        marks: vec![(0.2 * types.len() as f64, "20 % of the types".to_owned())],
    }
}

#[cfg(test)]
mod tests {
    use super::{Data, pictures, table};

    fn data() -> Data {
        let mut data = Data::new(&["family", "type", "measured", "markov", "array"]);
        for (name, frequencies) in
            [("M.Other", ["3", "1", "0"]), ("M.Name", ["2", "5", "0"]), ("M.Rest", ["0", "2", "0"])]
        {
            let cells = ["pkix-certificates", name].into_iter().chain(frequencies);
            data.rows.push(cells.map(str::to_owned).collect());
        }
        data
    }

    #[test]
    fn the_central_type_stands_at_its_rank() {
        let text = table(&data()).expect("the data are sound");
        // Second by measurement, first by `markov`; by `array` all three are equal.
        assert!(text.contains("`Name` | 3 | 2 (67 %) | 1 (33 %) | 2 (67 %) |"), "{text}");
    }

    #[test]
    fn each_heuristic_has_a_picture_in_the_measured_order() {
        let pictures = pictures(&data()).expect("the data are sound");
        let names: Vec<&str> = pictures.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["pkix-certificates-markov", "pkix-certificates-array"]);
        let [measured, predicted] = &pictures[0].1.series[..] else { panic!("two series") };
        let heights = |points: &[(f64, f64, String)]| points.iter().map(|point| point.1).collect::<Vec<_>>();
        assert_eq!(heights(&measured.points), [3.0, 2.0, super::LEAST]);
        assert_eq!(heights(&predicted.points), [1.0, 5.0, 2.0]);
    }
}
