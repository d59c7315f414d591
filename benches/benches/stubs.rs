//! Time per message of generated stubs, on the messages whose instructions `src/bin/instructions.rs` counts.
//!
//! Each sample is one run of a program that repeats the message. The fixed cost of a run is the same in every
//! sample; many passes make it small.

#![expect(missing_docs, reason = "the macro of criterion makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::process::Stdio;
use std::time::{Duration, Instant};
use stubc_benches::instructions::{Plan, ROWS, Repeater, prepare};

/// Passes of a run per iteration.
const PASSES: u64 = 1000;

/// Returns the time of this many passes, in one run.
fn run(repeater: &Repeater, direction: &str, passes: u64) -> Duration {
    let start = Instant::now();
    let status = repeater.command(&[], direction, passes).stdout(Stdio::null()).status();
    let elapsed = start.elapsed();
    assert!(status.is_ok_and(|status| status.success()), "the stubs refused their own message");
    elapsed
}

fn stubs(criterion: &mut Criterion) {
    for row in &ROWS {
        let shared = test_needs::shared();
        let messages = row.messages.octets(shared.as_deref());
        if messages.is_empty() {
            continue;
        }
        let mut group = criterion.benchmark_group(row.title);
        group.sample_size(10);
        group.throughput(criterion::Throughput::Elements(PASSES * messages.len() as u64));
        for plan in Plan::ALL {
            let repeater = prepare(row, plan, &messages, &["-O2"]).expect("the stubs compile");
            for direction in ["decode", "encode"] {
                group.bench_function(format!("{} {direction}", plan.name()), |b| {
                    b.iter_custom(|iterations| run(&repeater, direction, iterations * PASSES));
                });
            }
        }
        group.finish();
    }
}

criterion_group!(benches, stubs);
criterion_main!(benches);
