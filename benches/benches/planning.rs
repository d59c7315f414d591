//! Time of planning by size: problems of 100 to 100,000 nodes, shaped like protocols.
//!
//! `cargo bench -p stubc-benches --bench planning`. Users are promised less than a second at 10,000 nodes.
//! From row to row the time may grow a little faster than the nodes.

#![expect(missing_docs, reason = "the macro of criterion makes a public function")]

#[path = "../../crates/size-budget/tests/protocol/mod.rs"]
mod protocol;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use protocol::protocol;
use size_budget::{cap_for_percent, greedy};
use std::hint::black_box;

fn planning(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("planning");
    group.sample_size(10);
    for nodes in [100, 1_000, 10_000, 100_000] {
        let problem = protocol(nodes, 1);
        let cap = cap_for_percent(&problem, 25.0);
        group.throughput(Throughput::Elements(nodes as u64));
        group.bench_with_input(BenchmarkId::from_parameter(nodes), &problem, |b, problem| {
            b.iter(|| greedy(black_box(problem), cap).is_ok());
        });
    }
    group.finish();
}

criterion_group!(benches, planning);
criterion_main!(benches);
