//! Compares predictors of frequencies with the families' messages, and fits the standard one.
//!
//! `prediction [--write]` prints the tables of `benches/report.md`; `prediction fit [--write]` fits the
//! parameters from `benches/prior.toml` and stores them in freq-predict. `prediction types FAMILY` lists the
//! family's types with measured and predicted frequencies. `prediction calls [FAMILY ...] [--write]` plans each folder of
//! messages from predictions that were not fitted to it. `prediction fields FAMILY` lists the fields of
//! types in messages, largest errors first.

use freq_predict::{Heuristic, Parameters, ReferenceId};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use stubc_benches::console::say;
use stubc_benches::prediction::counted::Counted;
use stubc_benches::prediction::fit::{KNOBS, fit, rewrite};
use stubc_benches::prediction::measured::Measured;
use stubc_benches::prediction::planned::{self, Row};
use stubc_benches::prediction::score::{Ranking, SHARES};
use stubc_benches::prediction::{GROUPS, group};
use stubc_benches::report;

/// The three heuristics of 1997.
const PAPER: [Heuristic; 3] = [Heuristic::References, Heuristic::Optional, Heuristic::Array];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.iter().any(|argument| argument == "--write");
    let all = Measured::all();
    if all.is_empty() {
        say("skipped: the messages are not beside the repository");
        return ExitCode::SUCCESS;
    }
    if let [word, name, ..] = arguments.as_slice()
        && let Some(list) = match word.as_str() {
            "types" => Some(types as fn(&Measured)),
            "fields" => Some(fields as fn(&Measured)),
            _ => None,
        }
    {
        match all.iter().filter(|family| family.name == name).collect::<Vec<_>>() {
            // A folder that only the table of `calls` has.
            own if own.is_empty() => {
                Counted::named(&[name]).iter().map(Measured::of_counted).for_each(|family| list(&family));
            }
            own => own.into_iter().for_each(list),
        }
        return ExitCode::SUCCESS;
    }
    let done = match arguments.first().map(String::as_str) {
        Some("fit") => fitted(&all, write),
        Some("calls") => calls(&all, &arguments[1..]),
        _ => tables(&all, write),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

/// Prints the types of a family, most frequent first.
fn types(family: &Measured) {
    let predicted = Ranking::by(family, Heuristic::Markov, Parameters::standard());
    let mut types = family.types.clone();
    types.sort_by(|a, b| family.frequency[b.index()].total_cmp(&family.frequency[a.index()]));
    say("   measured  predicted  type");
    for ty in types {
        let (measured, name) = (family.frequency[ty.index()], family.graph.name(ty));
        say(&format!("{measured:11.4}{:11.4}  {name}", predicted.of_type(ty)));
    }
}

/// Prints the fields of a family, those with the most wrongly predicted values first.
fn fields(family: &Measured) {
    let predicted = Ranking::by(family, Heuristic::Markov, Parameters::standard());
    let graph = &family.graph;
    let wrong = |id: ReferenceId| {
        let owners = family.frequency[graph.owner(id).index()];
        owners * (family.field[id.index()] - predicted.of_field(id)).abs()
    };
    let mut fields: Vec<ReferenceId> = graph.references().filter(|id| wrong(*id) > 0.0).collect();
    fields.sort_by(|a, b| wrong(*b).total_cmp(&wrong(*a)));
    say("     wrong   measured  predicted  field");
    for id in fields {
        let (reference, owner) = (graph.reference(id), graph.name(graph.owner(id)));
        say(&format!(
            "{:10.4}{:11.4}{:11.4}  {owner}.{} ({}) -> {}",
            wrong(id),
            family.field[id.index()],
            predicted.of_field(id),
            reference.name,
            reference.kind.word(),
            graph.name(graph.target(id)),
        ));
    }
}

/// Returns the parameters where fits start.
fn prior_text() -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("prior.toml");
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Fits to all groups, and prints the changes.
fn fitted(all: &[Measured], write: bool) -> Result<(), String> {
    let prior = Parameters::from_toml(&prior_text()?)?;
    let groups: Vec<_> = GROUPS.iter().map(|(name, _)| group(all, name)).collect();
    let parameters = fit(&groups, &prior);
    say(&moves(&prior, &parameters));
    if write {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/freq-predict/src/parameters.toml");
        std::fs::write(&path, rewrite(&prior_text()?, &parameters)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn moves(prior: &Parameters, parameters: &Parameters) -> String {
    let value = |knob: &stubc_benches::prediction::fit::Knob, of: &Parameters| *(knob.of)(&mut of.clone());
    let moved = KNOBS.iter().filter(|knob| value(knob, prior) != value(knob, parameters));
    let shown: Vec<String> = moved
        .map(|knob| {
            let (from, to) = (value(knob, prior), value(knob, parameters));
            format!("{}.{} {from} -> {to}", knob.table, knob.name)
        })
        .collect();
    if shown.is_empty() { "nothing moved".to_owned() } else { shown.join(", ") }
}

fn tables(all: &[Measured], write: bool) -> Result<(), String> {
    let tables = format!("{}\n{}", figure_2(all), left_out(all)?);
    say(&tables);
    if write {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md");
        report::replace(&path, "prediction", &tables)?;
    }
    Ok(())
}

/// Plans the families of these names, or all, each by parameters fitted to the groups that it is not of.
fn calls(all: &[Measured], arguments: &[String]) -> Result<(), String> {
    let prior = Parameters::from_toml(&prior_text()?)?;
    let names: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|word| !word.starts_with("--")).collect();
    let without = |name: &str| {
        let others = GROUPS.iter().filter(|(other, _)| *other != name);
        fit(&others.map(|(other, _)| group(all, other)).collect::<Vec<_>>(), &prior)
    };
    let fits: Vec<(&str, Parameters)> = GROUPS.iter().map(|(name, _)| (*name, without(name))).collect();
    let whole = without("");
    let counted = Counted::named(&names);
    let mut rows = Vec::new();
    for family in counted.chunk_by(|a, b| a.folder == b.folder) {
        let family: Vec<&Counted> = family.iter().collect();
        let own = fits.iter().find(|(name, _)| Some(*name) == family[0].group());
        rows.push(Row::of(&family, own.map_or(&whole, |(_, parameters)| parameters)));
    }
    let table = planned::table(&rows);
    say(&table);
    if arguments.iter().any(|argument| argument == "--write") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report.md");
        report::replace(&path, "calls", &table)?;
    }
    Ok(())
}

/// Returns the paper's figure 2: rankings of types by each predictor, against the messages.
fn figure_2(all: &[Measured]) -> String {
    let mut out = String::from(
        "| family | types | messages | ranked by | correlation | top 10 % | top 20 % | top 30 % | mean |\n\
         |---|---:|---:|---|---:|---:|---:|---:|---:|\n",
    );
    let markov = Parameters::standard();
    for family in all {
        let named = |heuristic: Heuristic| (heuristic.name(), Ranking::by(family, heuristic, markov));
        let mut rankings: Vec<_> = PAPER.into_iter().chain([Heuristic::Markov]).map(named).collect();
        rankings.push(("profile", Ranking::measured(family)));
        for (at, (name, ranking)) in rankings.iter().enumerate() {
            let (title, types, messages) = match at {
                0 => (family.name.to_owned(), family.types.len().to_string(), family.messages.to_string()),
                _ => Default::default(),
            };
            // A single type has no order.
            let correlation = ranking.correlation(family);
            let correlation =
                if correlation.is_finite() { format!("{correlation:.2}") } else { "-".to_owned() };
            let _ = write!(out, "| {title} | {types} | {messages} | {name} | {correlation} |");
            for share in SHARES {
                let _ = write!(out, " {:.1} % |", 100.0 * ranking.coverage(family, share));
            }
            let _ = writeln!(out, " {:.1} % |", 100.0 * ranking.mean_coverage(family));
        }
    }
    out
}

/// Predicts every group with parameters fitted to the others.
fn left_out(all: &[Measured]) -> Result<String, String> {
    let prior = Parameters::from_toml(&prior_text()?)?;
    let mut out = String::from(
        "| left out | types | best of 1997 | `markov` | profile | gap closed | commands eliminated at 25 %: `markov` | profile | at 50 %: `markov` | profile |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut closed = Vec::new();
    let mut notes = Vec::new();
    let mut held_out: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
    held_out.push("never fitted");
    for name in held_out {
        let others: Vec<_> =
            GROUPS.iter().filter(|(other, _)| *other != name).map(|(other, _)| group(all, other)).collect();
        let parameters = fit(&others, &prior);
        notes.push(format!("- {name}: {}", moves(&prior, &parameters)));
        let members = match name {
            // x400, whose messages are synthetic, and families added after the fit.
            "never fitted" => {
                let fitted =
                    |family: &Measured| GROUPS.iter().any(|(_, members)| members.contains(&family.name));
                all.iter().filter(|family| !fitted(family)).collect()
            }
            _ => group(all, name),
        };
        for family in members {
            let scored = |heuristic| Ranking::by(family, heuristic, &parameters).mean_coverage(family);
            let best = PAPER.into_iter().map(scored).fold(0.0, f64::max);
            let (markov, profile) =
                (Ranking::by(family, Heuristic::Markov, &parameters), Ranking::measured(family));
            let (own, most) = (markov.mean_coverage(family), profile.mean_coverage(family));
            let share = (own - best) / (most - best);
            let shown = if family.counts() {
                closed.push(share);
                format!("{:.0} %", 100.0 * share)
            } else {
                "too few types".to_owned()
            };
            let percent = |value: f64| format!("{:.1} %", 100.0 * value);
            let _ = write!(out, "| {} | {} ", family.name, family.types.len());
            let _ = write!(out, "| {} | {} | {} | {shown} ", percent(best), percent(own), percent(most));
            for share in [0.25, 0.5] {
                let eliminated =
                    [&markov, &profile].map(|ranking| percent(ranking.eliminated(family, share)));
                let _ = write!(out, "| {} | {} ", eliminated[0], eliminated[1]);
            }
            out.push_str("|\n");
        }
    }
    let mean = closed.iter().sum::<f64>() / closed.len() as f64;
    let _ = writeln!(
        out,
        "\nMean of the gaps closed, over families of at least 20 types: {:.0} %.\n",
        100.0 * mean
    );
    let _ = writeln!(out, "What each fit moved from the start:\n\n{}", notes.join("\n"));
    Ok(out)
}
