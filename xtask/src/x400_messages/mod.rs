//! Writes the synthetic P1 messages of `specs/x400/messages`.
//!
//! No public collection of real P1 traffic exists, so this chore makes one: addresses of four to eight
//! attributes, mostly one or two recipients, one to four hops of trace, rare extensions. The seed is fixed
//! and there is no other input: the files are the same on every machine. It has its own BER writer and shares
//! nothing with the tested codecs.

mod ber;
mod extensions;
mod fields;
mod message;
mod names;
mod random;
mod report;
mod security;
mod text;

use crate::message_folder::{self, Entry};
use ber::Form;
use random::Random;
use std::path::Path;

/// The seed: about the day X.411 (1988) was approved.
const SEED: u64 = 19_881_125;
/// Number of messages.
const COUNT: usize = 300;
/// Time of the first message, in seconds since the start of 1990.
const START: u64 = 4 * 365 * 86_400;

/// Writes all messages.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let files = files();
    message_folder::write(&root.join("specs/x400/messages"), &files)?;
    Ok(format!("{COUNT} synthetic messages"))
}

/// Returns names and contents of all files of the folder.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut random = Random::new(SEED);
    let mut clock = START;
    let entries: Vec<Entry> = (0..COUNT).map(|_| entry(&mut random, &mut clock)).collect();
    message_folder::files(&entries, &["form", "origin"])
}

fn entry(random: &mut Random, clock: &mut u64) -> Entry {
    *clock += random.between(5, 4000);
    let (kind, value) = match random.weighted(&[80, 15, 5]) {
        0 => ("message", message::message(random, *clock)),
        1 => ("report", report::report(random, *clock)),
        _ => ("probe", message::probe(random, *clock)),
    };
    let form = if random.percent(15) { Form::Indefinite } else { Form::Definite };
    let origin = format!("synthetic: cargo xtask x400-messages, seed {SEED}");
    let notes = vec![format!("{form:?}").to_lowercase(), origin];
    Entry { octets: value.encode(form), kind: kind.to_owned(), notes }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// The checked-in files equal the generator's output.
    #[test]
    fn checked_in_messages_are_the_generators() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../specs/x400/messages");
        let files = super::files();
        for (name, octets) in &files {
            let found = std::fs::read(folder.join(name)).unwrap_or_default();
            assert!(
                found == *octets,
                "{name} differs; run `cargo xtask x400-messages` and review the change"
            );
        }
        let present = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(
            present,
            files.len(),
            "{} holds files that the generator does not write",
            folder.display()
        );
    }
}
