//! The tables of the calibration: the terms of the cost model, and its errors.

use super::fit::fit;
use super::observed::{Measured, Observed, Plan};
use codegen::cost::{Small, Table, Term, Times};
use codegen::{Direction, Rules};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The tables by the name of the rules' times and direction.
pub type Tables = BTreeMap<(&'static str, Direction), Table>;

/// One rule of each name of times.
pub const RULES: [Rules; 4] = [Rules::Ber, Rules::Xdr, Rules::Uper, Rules::Oer];

/// Returns the tables fitted to all families outside a group.
///
/// # Panics
/// The file of starts is malformed.
pub fn tables(all: &[Measured], without: Option<&str>) -> Tables {
    let start = Times::from_toml(include_str!("../../cost-prior.toml")).expect("the starts are sound");
    let mut tables = Tables::new();
    for rules in RULES {
        for direction in Direction::ALL {
            let is_own =
                |family: &&Measured| family.rules.times() == rules.times() && Some(family.group) != without;
            let start = start.table(rules, direction);
            tables.insert((rules.times(), direction), fit(all.iter().filter(is_own), direction, start));
        }
    }
    tables
}

/// Returns the tables in `codegen`'s format, after a comment on their origin.
pub fn toml(
    tables: &Tables,
    small: &dyn Fn(&str) -> Small,
    target: &str,
    [median, nine_in_ten]: [f64; 2],
    provenance: &str,
) -> String {
    let mut out = String::new();
    for line in provenance.lines() {
        let _ = writeln!(out, "{}", format!("# {line}").trim_end());
    }
    let _ = write!(
        out,
        "\n[about]\ntarget = \"{target}\"\nmedian-error = {median:.3}\nnine-in-ten = {nine_in_ten:.3}\n"
    );
    for ((rules, direction), table) in tables {
        let Small { decode, encode } = small(rules);
        if *direction == Direction::Decode && small(rules) != Small::default() {
            let _ = writeln!(out, "\n[{rules}.small]\ndecode = {decode:.2}\nencode = {encode:.2}");
        }
        let _ = writeln!(out, "\n[{rules}.{}]", direction.name());
        for term in Term::ALL {
            let time = table.of(term);
            if time.interpreted > 0.0 {
                let (name, interpreted, compiled) = (term.name(), time.interpreted, time.compiled);
                let _ =
                    writeln!(out, "{name} = {{ interpreted = {interpreted:?}, compiled = {compiled:?} }}");
            }
        }
    }
    out
}

/// Returns how many times slower the interpreter of some rules is if nothing is compiled under a cap: the median over
/// families with messages.
pub fn small(all: &[Measured], rules: &str) -> Small {
    let of = |at: usize| {
        let own = all.iter().filter(|family| family.real && family.rules.times() == rules);
        let ratio = median(own.map(|family| family.small[at]).collect()).unwrap_or(1.0);
        (100.0 * ratio).round() / 100.0
    };
    Small { decode: of(0), encode: of(1) }
}

/// Returns the median of numbers; `None` for an empty list.
pub fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len().checked_sub(1)? / 2;
    Some((numbers[middle] + numbers[numbers.len() / 2]) / 2.0)
}

/// Returns the median error and the 90th percentile over messages, plans and directions. Each family is
/// tested with tables fitted to the others, like an unknown specification.
pub fn summary(all: &[Measured]) -> [f64; 2] {
    let mut fitted: BTreeMap<&str, Tables> = BTreeMap::new();
    let mut errors = Vec::new();
    for family in all.iter().filter(|family| family.real) {
        let others = &*fitted.entry(family.group).or_insert_with(|| tables(all, Some(family.group)));
        errors.extend(
            family.observed.iter().map(|row| row.error(&others[&(family.rules.times(), row.direction)])),
        );
    }
    errors.sort_by(f64::total_cmp);
    let tenth = errors.get(errors.len() * 9 / 10).copied().unwrap_or(0.0);
    [median(errors).unwrap_or(0.0), tenth]
}

/// Returns the error of each family, one line each: the median errors under each plan, decode and encode.
pub fn by_family(all: &[Measured], stored: &Tables) -> String {
    let mut out = String::from("| family | messages |");
    let mut line = String::from("|---|---:|");
    for plan in Plan::ALL {
        let _ = write!(out, " {}: decode | encode |", plan.name());
        line.push_str("---:|---:|");
    }
    out = format!("{out} others fitted |\n{line}---:|\n");
    let mut fitted: BTreeMap<&str, Tables> = BTreeMap::new();
    let mut sums = Medians::default();
    for family in all {
        let others = &*fitted.entry(family.group).or_insert_with(|| tables(all, Some(family.group)));
        let kind = if family.real { family.messages.to_string() } else { "values".to_owned() };
        let _ = write!(out, "| {} | {kind} |", family.title);
        let mut blind = Vec::new();
        for plan in Plan::ALL {
            for direction in Direction::ALL {
                let key = (family.rules.times(), direction);
                let is_asked = |row: &&Observed| (row.plan, row.direction) == (plan, direction);
                let rows: Vec<&Observed> = family.observed.iter().filter(is_asked).collect();
                blind.extend(rows.iter().map(|row| row.error(&others[&key])));
                sums.add(plan, family.real, rows.iter().copied(), &stored[&key], &others[&key]);
                let errors = rows.iter().map(|row| row.error(&stored[&key])).collect();
                let _ = write!(out, " {:.1} % |", 100.0 * median(errors).unwrap_or(0.0));
            }
        }
        let _ = writeln!(out, " {:.1} % |", 100.0 * median(blind).unwrap_or(0.0));
    }
    out + "\n" + &sums.text()
}

/// Returns the error of each family: with `codegen`'s tables, and with tables fitted to the other groups.
pub fn errors(all: &[Measured], stored: &Tables) -> String {
    let mut out = String::from(
        "| family | messages | plan | decode: counted | predicted | error | others fitted | encode: counted | predicted | error | others fitted |\n\
         |---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut fitted: BTreeMap<&str, Tables> = BTreeMap::new();
    let mut sums = Medians::default();
    for family in all {
        let others = &*fitted.entry(family.group).or_insert_with(|| tables(all, Some(family.group)));
        for plan in Plan::ALL {
            let kind = if family.real { family.messages.to_string() } else { "values".to_owned() };
            let _ = write!(out, "| {} | {kind} | {} |", family.title, plan.name());
            for direction in Direction::ALL {
                let key = (family.rules.times(), direction);
                let rows: Vec<&Observed> = family
                    .observed
                    .iter()
                    .filter(|row| (row.plan, row.direction) == (plan, direction))
                    .collect();
                let mean = |of: &dyn Fn(&Observed) -> f64| {
                    rows.iter().map(|row| of(row)).sum::<f64>() / rows.len().max(1) as f64
                };
                let of = |of: &dyn Fn(&Observed) -> f64| {
                    median(rows.iter().map(|row| of(row)).collect()).unwrap_or(0.0)
                };
                let error = of(&|row| row.error(&stored[&key]));
                let blind = of(&|row| row.error(&others[&key]));
                sums.add(plan, family.real, rows.iter().copied(), &stored[&key], &others[&key]);
                let _ = write!(
                    out,
                    " {:.0} | {:.0} | {:.1} % | {:.1} % |",
                    mean(&|row| row.counted),
                    mean(&|row| row.predicted(&stored[&key])),
                    100.0 * error,
                    100.0 * blind
                );
            }
            out.push('\n');
        }
    }
    out + "\n" + &sums.text()
}

/// Errors of single messages, gathered over families.
#[derive(Default)]
struct Medians {
    by_plan: BTreeMap<Plan, [Vec<f64>; 3]>,
}

impl Medians {
    fn add<'o>(
        &mut self,
        plan: Plan,
        real: bool,
        rows: impl Iterator<Item = &'o Observed>,
        stored: &Table,
        others: &Table,
    ) {
        if !real {
            return;
        }
        let [by_stored, by_others, blind] = self.by_plan.entry(plan).or_default();
        for row in rows {
            by_stored.push(row.error(stored));
            by_others.push(row.error(others));
            blind.push(row.blind_error(stored));
        }
    }

    fn text(self) -> String {
        let mut out = String::from(
            "| plan | messages and directions | median error | others fitted | nine in ten below | by static frequencies |\n|---|---:|---:|---:|---:|---:|\n",
        );
        let mut all: [Vec<f64>; 3] = Default::default();
        let line = |name: &str, [stored, others, blind]: [Vec<f64>; 3]| {
            let percent = |value: Option<f64>| format!("{:.1} %", 100.0 * value.unwrap_or(0.0));
            let count = stored.len();
            let mut sorted = others.clone();
            sorted.sort_by(f64::total_cmp);
            let tenth = sorted.get(sorted.len() * 9 / 10).copied();
            format!(
                "| {name} | {count} | {} | {} | {} | {} |\n",
                percent(median(stored)),
                percent(median(others)),
                percent(tenth),
                percent(median(blind))
            )
        };
        for (plan, errors) in self.by_plan {
            for (sum, more) in all.iter_mut().zip(&errors) {
                sum.extend(more);
            }
            out.push_str(&line(plan.name(), errors));
        }
        out.push_str(&line("all", all));
        out
    }
}
