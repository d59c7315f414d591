//! XDR's arrays on Cortex-M4: compiled loops take the instructions that an integer needs, not more with more integers.

use stubc_benches::calibration::target::Target;
use stubc_benches::xdr_targets::rows;

#[test]
fn arrays_take_as_much_per_integer_however_long_they_are() {
    let target = Target::named("cortex-m4").expect("it is one of the targets");
    if !["arm-none-eabi-gcc", "qemu-arm"].into_iter().all(test_needs::program) {
        return;
    }
    let rows = rows(&target, &[20, 100, 500]).expect("the stubs build and run");
    for kind in rows.chunks(3) {
        let [short, middle, long] = kind else { panic!("three lengths of each kind") };
        for way in [0, 1] {
            let step = |one: u64, other: u64, integers: u64| other.abs_diff(one) / integers;
            let early = step(short.compiled[way], middle.compiled[way], 80);
            let late = step(middle.compiled[way], long.compiled[way], 400);
            assert!((3..=8).contains(&late) && early.abs_diff(late) <= 1, "{early} and {late}: {kind:?}");
            assert!(long.interpreted[way] > long.compiled[way], "{kind:?}");
        }
    }
}
