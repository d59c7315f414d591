//! Programs for XDP drop the packets whose message passes the ordinary filter. `--nocapture` prints the table of
//! benches/filters.md.

use stubc_benches::filters::xdp::{ROWS, compare, loader};

#[test]
#[expect(clippy::print_stdout, reason = "the table is for readers")]
fn programs_equal_filters() {
    if !test_needs::program("clang") {
        return;
    }
    let tools = tempfile::tempdir().expect("there is a folder");
    loader(tools.path());
    for row in &ROWS {
        let folder = tempfile::tempdir().expect("there is a folder");
        let Some(compared) = compare(row, folder.path(), &tools.path().join("load")) else { continue };
        let [packets, matches, passed] = compared.packets;
        assert!(packets > 10_000 && matches * 4 > passed * 5, "{row:?}: {compared:?}");
        let Some([bytes, steps]) = compared.loaded else {
            test_needs::skip("the kernel does not permit programs");
            continue;
        };
        println!("| `{}: {}` | {packets} | {matches} | {passed} | {bytes} | {steps} |", row[2].0, row[2].1);
        assert!(bytes < 10_000 && steps < 600_000 && compared.repeated > 100, "{row:?}: {compared:?}");
    }
}
