//! The tables of `benches/clock.md`.

use super::{JUDGED, Plan, State, Timed, quantile};
use std::fmt::Write;
use stubc::Cache;

/// The share by which a smaller plan may be faster.
const TOLERATED: f64 = 0.02;

/// A plan beside the fastest smaller one.
#[derive(Clone, Debug)]
struct Judged<'a> {
    plan: &'a Plan,
    smaller: &'a Plan,
    /// Median over the runs of the share by which the smaller plan is faster; negative if it is slower.
    gain: f64,
    /// Half of the distance between the quartiles of that share.
    spread: f64,
}

impl Judged<'_> {
    fn holds(&self) -> bool {
        self.gain <= TOLERATED.max(self.spread)
    }
}

/// Compares the plan that a setting gives with the smaller plan that is fastest in the state that the setting means.
fn judge<'a>(timed: &'a Timed, cache: Cache, cap: Option<&str>) -> Option<Judged<'a>> {
    let plan = timed.plan(cache, cap)?;
    let ticks = plan.ticks(cache);
    let beside = |smaller: &'a Plan| {
        let gains: Vec<f64> =
            ticks.iter().zip(smaller.ticks(cache)).map(|(own, other)| 1.0 - other / own).collect();
        let spread = (quantile(gains.clone(), 0.75) - quantile(gains.clone(), 0.25)) / 2.0;
        Judged { plan, smaller, gain: quantile(gains, 0.5), spread }
    };
    let smaller = timed.plans.iter().filter(|other| other.bytes < plan.bytes).map(beside);
    smaller.max_by(|a, b| a.gain.total_cmp(&b.gain))
}

/// Returns the table that says for each setting and cap by how much the fastest smaller plan is faster.
pub fn judged(all: &[Timed]) -> String {
    let mut out = String::from(
        "| family | cache | cap | bytes | fastest smaller plan | bytes | faster by | spread | |\n\
         |---|---|---|---:|---|---:|---:|---:|---|\n",
    );
    let (mut held, mut count) = (0, 0);
    for timed in all {
        for cache in Cache::ALL {
            for cap in JUDGED {
                let Some(judged) = judge(timed, cache, cap) else { continue };
                let Judged { plan, smaller, gain, spread } = &judged;
                count += 1;
                held += usize::from(judged.holds());
                let _ = writeln!(
                    out,
                    "| {} | {cache} | {} | {} | {} | {} | {:+.1} % | {:.1} % | {} |",
                    timed.name,
                    cap.unwrap_or("none"),
                    plan.bytes,
                    smaller.named(),
                    smaller.bytes,
                    100.0 * gain,
                    100.0 * spread,
                    if judged.holds() { "" } else { "slower" }
                );
            }
        }
    }
    let _ = writeln!(
        out,
        "\nIn {held} of {count} rows, no smaller plan is faster by more than {:.0} % or the spread.",
        100.0 * TOLERATED
    );
    out
}

/// Returns the table of all plans of a family.
pub fn table(timed: &Timed) -> String {
    let mut out = format!(
        "{}, {} messages\n\n| plan | bytes | warm | other code | other work |\n|---|---:|---:|---:|---:|\n",
        timed.name, timed.messages
    );
    for plan in &timed.plans {
        let [warm, code, work] =
            [State::Warm, State::OtherCode, State::OtherWork].map(|state| plan.median(state));
        let _ = writeln!(out, "| {} | {} | {warm:.0} | {code:.0} | {work:.0} |", plan.named(), plan.bytes);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_smaller_plan_is_found() {
        let plan = |name: &str, bytes, warm, cold| Plan {
            names: vec![name.to_owned()],
            bytes,
            runs: vec![[warm, warm, cold], [warm * 1.1, warm, cold], [warm * 1.2, warm, cold]],
        };
        let plans = vec![
            plan("interpreted", 10, 300.0, 400.0),
            plan("cold no cap", 20, 120.0, 300.0),
            plan("warm no cap", 30, 100.0, 500.0),
        ];
        let timed = Timed { name: "toy".to_owned(), messages: 3, plans };
        let warm = judge(&timed, Cache::Warm, None).expect("there are smaller plans");
        assert!(warm.smaller.bytes == 20 && warm.holds() && (warm.gain + 0.2).abs() < 1e-9, "{warm:?}");
        let cold = judge(&timed, Cache::Cold, None).expect("there is a smaller plan");
        assert!(cold.smaller.bytes == 10 && cold.gain < 0.0, "{cold:?}");
        assert!(judge(&timed, Cache::Mixed, None).is_none());
        assert!(judged(&[timed]).contains("In 2 of 2 rows"));
    }
}
