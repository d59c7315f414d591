//! Compiled decoders decode nearly all valid messages themselves, without the interpreter.

use stubc_benches::fallbacks::{MOST, count, families};
use stubc_benches::stubs::QUICK;
use stubc_benches::subject::Subject;

#[test]
fn at_most_one_message_in_a_hundred_is_left_to_the_interpreter() {
    for family in families() {
        let Some(subject) = Subject::load(family) else { continue };
        let found = count(&subject, "cc", QUICK).unwrap_or_else(|error| panic!("{}: {error}", family.title()));
        assert!(found.valid > 0, "{found:?}");
        assert!(found.are_few(), "at most {MOST} % of the messages: {found:?}");
    }
}
