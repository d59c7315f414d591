//! Predicted sizes of first plans are within a few percent of the measured ones: `src/bin/sizes.rs` has all
//! families.

use codegen::emit::Remarks;
use codegen::measure::object_size;
use codegen::{Techniques, emit};
use stubc::measuring::all_compiled;
use stubc::{Toolchain, apart, measuring};
use stubc_benches::sizes::{Host, compare, families};
use stubc_benches::subject::Subject;

/// The allowed error as a share of the measured size. A plan with few procedures needs less of the runtime than predicted.
const MOST: f64 = 0.08;

#[test]
fn first_plans_are_predicted() {
    let family = families().find(|family| family.name == "project-snmp").expect("it is one of them");
    let subject = Subject::load(family).expect("the specification is ours");
    let sized = compare(&subject).expect("the C compiles");
    assert_eq!(sized.first.len(), 3);
    for compared in sized.first {
        assert!(compared.error().abs() <= MOST, "{compared:?}");
    }
}

/// The procedures of a large specification have the same bytes in several objects as in one object where the compiler
/// knows as little of their callers. Where it sees all callers it saves some bytes more, which the search for a plan
/// corrects.
#[test]
fn parts_measure_as_the_whole() {
    let family = families().find(|family| family.name == "project-ldap").expect("it is one of them");
    let subject = Subject::load(family).expect("the specification is ours");
    let model = subject.model(subject.options(subject.rules()));
    let stubs = model.stubs.iter().count();
    let [parts, whole] = [stubs / 3 + 1, stubs]
        .map(|most| apart::in_parts(&model, &all_compiled(&model), &Host, most).expect("the C compiles"));
    assert_eq!((&parts.by_symbol, parts.runtime), (&whole.by_symbol, whole.runtime));
    assert!(whole.by_symbol.keys().filter(|name| name.starts_with("encode_")).count() > 30);
    // Each object pads its unwind table, and begins it with some bytes for all functions.
    let generated = [&parts, &whole].map(|build| build.generated.get());
    assert!(generated[0].abs_diff(generated[1]) <= 2 * 32, "{generated:?}");
    let mut frames = parts.frames.iter().zip(&whole.frames);
    assert!(frames.all(|(one, other)| one.0 == other.0 && one.1.abs_diff(*other.1) <= 4));
    let together = apart::compiled(&model, false, &Host).expect("the C compiles");
    let [whole, together] = [whole, together].map(|build| build.total().get());
    assert!(together < whole && whole - together < whole / 20, "{whole} bytes apart, {together} together");
}

/// The bytes of commands are predicted without a compiler.
#[test]
fn commands_are_predicted() {
    for name in ["project-ldap", "project-snmp"] {
        let family = families().find(|family| family.name == name).expect("it is one of them");
        let subject = Subject::load(family).expect("the specification is ours");
        let mut options = subject.options(subject.all_rules()[0]);
        // Every plan that decodes has all commands.
        options.roots.iter_mut().for_each(|root| root.decode = false);
        let model = subject.model(options);
        let predicted: u64 = measuring::estimated_sizes(&model).commands.each().map(|(_, bytes)| bytes).sum();
        let files = emit(&model, &Techniques::default(), &Remarks::default());
        let objects = Host.compile(&files, &[]).expect("the C compiles");
        let tables = ["stubc_programs", "stubc_nodes", "stubc_wides", "stubc_hops"];
        let of = |data: &[u8]| object_size(data).expect("an object of the host").by_symbol;
        let symbols = objects.iter().flat_map(|object| of(&object.data));
        let measured: u64 =
            symbols.filter(|(symbol, _)| tables.contains(&symbol.as_str())).map(|(_, bytes)| bytes).sum();
        let error = predicted as f64 / measured as f64 - 1.0;
        assert!(error.abs() <= 0.15, "{name}: {predicted} bytes predicted, {measured} measured");
    }
}
