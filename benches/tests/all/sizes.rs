//! Predicted sizes of first plans are within a few percent of the measured ones: `src/bin/sizes.rs` has all
//! families.

use codegen::emit::Remarks;
use codegen::measure::object_size;
use codegen::{Techniques, emit};
use stubc::{Toolchain, measuring};
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
        let predicted: u64 = measuring::estimated_sizes(&model).tables.each().map(|(_, bytes)| bytes).sum();
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
