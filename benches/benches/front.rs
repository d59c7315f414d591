//! Throughput of the front end on ASN.1: text to a checked graph, in MB/s.
//!
//! `growing` is one specification at 1, 2, 4, 8 and 16 times its size: equal throughput means linear time.
//! The others are the transcriptions, and the largest published family beside the repository, if present.

#![expect(missing_docs, reason = "the macro of criterion makes a public function")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use idl_front::{FrontOptions, parse};
use std::hint::black_box;
use std::path::Path;
use stubc_benches::family::specification_files;
use stubc_benches::specs;
use syntax_graph::SourceMap;
use syntax_graph::validate::validate;

/// Returns a specification with all kinds of definitions, which refer to each other.
fn growing(times: usize) -> String {
    let mut text = "Growing DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n\
        KIND ::= CLASS { &id INTEGER UNIQUE, &Type } WITH SYNTAX { TYPE &Type ID &id }\n\
        Boxed { Item, INTEGER : most } ::= SEQUENCE (SIZE (0..most)) OF Item\n"
        .to_owned();
    for n in 0..250 * times {
        let (before, half) = (n.saturating_sub(1), n / 2);
        text += &format!(
            "Record{n} ::= SEQUENCE {{ id INTEGER (0..limit{n}), name UTF8String (SIZE (1..64)) OPTIONAL, \
             kind Kind{half} DEFAULT second, next Record{before} OPTIONAL, ..., more BOOLEAN }} -- of many\n\
             Kind{n} ::= ENUMERATED {{ first, second, third(9), ... }}\n\
             Union{n} ::= CHOICE {{ record Record{n}, list SEQUENCE OF Union{half}, boxed Boxed {{ Kind{n}, 4 }} }}\n\
             limit{n} INTEGER ::= {n}\n\
             object{n} KIND ::= {{ TYPE Record{n} ID {n} }}\n"
        );
        if n % 25 == 0 {
            text += &format!(
                "Objects{n} KIND ::= {{ object{n} | object{half}, ... }}\n\
                 Holder{n} ::= SEQUENCE {{ id KIND.&id ({{Objects{n}}}), value KIND.&Type ({{Objects{n}}}{{@id}}) }}\n"
            );
        }
    }
    text + "END\n"
}

fn family(folder: &Path) -> Option<SourceMap> {
    let mut sources = SourceMap::new();
    for file in folder.is_dir().then(|| specification_files(folder))? {
        let text = String::from_utf8_lossy(&std::fs::read(&file).ok()?).into_owned();
        sources.add(file.display().to_string(), text);
    }
    Some(sources)
}

fn octets(sources: &SourceMap) -> u64 {
    sources.files().map(|(_, file)| file.text.len() as u64).sum()
}

fn check(sources: &SourceMap) -> bool {
    let output = parse(black_box(sources), &FrontOptions::default());
    output.is_ok() && validate(output.graph).is_ok()
}

fn front(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("growing");
    group.sample_size(10);
    for times in [1, 2, 4, 8, 16] {
        let mut sources = SourceMap::new();
        sources.add("growing.asn1", growing(times));
        assert!(check(&sources), "the specification is sound");
        group.throughput(Throughput::Bytes(octets(&sources)));
        group.bench_with_input(BenchmarkId::from_parameter(times), &sources, |b, sources| {
            b.iter(|| check(sources))
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("families");
    group.sample_size(10);
    let published = specs().join("../../shared/specs/asn1");
    let folders =
        [specs().join("ldap"), specs().join("x400"), published.join("lte-rrc"), published.join("x400")];
    for folder in folders {
        let Some(sources) = family(&folder) else { continue };
        let of = if folder.starts_with(&published) { "published" } else { "transcribed" };
        let name =
            folder.file_name().map_or(String::new(), |name| format!("{of} {}", name.to_string_lossy()));
        group.throughput(Throughput::Bytes(octets(&sources)));
        group.bench_with_input(BenchmarkId::from_parameter(name), &sources, |b, sources| {
            b.iter(|| check(sources))
        });
    }
    group.finish();
}

criterion_group!(benches, front);
criterion_main!(benches);
