//! Time of the compiler's own stages on three specifications: text to graph, prediction, planning, emission.
//!
//! Sizes are estimated, so that no C compiler runs.

#![expect(missing_docs, reason = "the macro of criterion makes a public function")]

use codegen::emit;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use stubc::{Cap, RootRequest, Settings, driver, front, predict};
use stubc_benches::family::specification_files;
use stubc_benches::specs;

/// Folder, root, cap.
const SPECIFICATIONS: [(&str, &str, u64); 3] = [
    ("ldap", "LDAPMessage", 16 * 1024),
    ("z3950", "Z39-50-APDU-1995.PDU", 40 * 1024),
    ("x400", "MTSTransferProtocol.MTS-APDU", 40 * 1024),
];

fn settings(folder: &str, root: &str, cap: u64) -> Settings {
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a transcription can be read");
        (path.display().to_string(), text)
    };
    Settings {
        specs: specification_files(&specs().join(folder)).iter().map(read).collect(),
        roots: vec![RootRequest { name: root.to_owned(), decode: true, encode: true }],
        max_size: Some(Cap::Bytes(cap)),
        ..Settings::default()
    }
}

fn stages(criterion: &mut Criterion) {
    for (folder, root, cap) in SPECIFICATIONS {
        let settings = settings(folder, root, cap);
        let specification = front::specification(&settings).expect("the transcription is sound");
        let prediction = predict::predict(&specification, settings.heuristic);
        let model = driver::model(&specification, &settings).expect("it can be generated");
        let planned =
            driver::plan(&specification, &prediction, &model, &settings, None).expect("the cap is ample");
        let techniques = planned.candidates.techniques(&planned.planned.found.plan);

        let mut group = criterion.benchmark_group(folder);
        group.sample_size(10);
        group.bench_function("parse", |b| b.iter(|| front::specification(black_box(&settings)).is_ok()));
        group.bench_function("predict", |b| {
            b.iter(|| predict::predict(black_box(&specification), settings.heuristic));
        });
        group.bench_function("model", |b| {
            b.iter(|| driver::model(black_box(&specification), &settings).is_ok());
        });
        group.bench_function("plan", |b| {
            b.iter(|| driver::plan(&specification, &prediction, black_box(&model), &settings, None).is_ok());
        });
        group.bench_function("emit", |b| {
            b.iter_batched(
                Default::default,
                |remarks| emit(black_box(&model), &techniques, &remarks),
                BatchSize::SmallInput,
            );
        });
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
