//! Counts the valid messages that compiled decoders leave to the interpreter.

use crate::family::{FAMILIES, Family, Place};
use crate::plans;
use crate::stubs::{self, Modes, Program};
use crate::subject::{Record, Subject};
use codegen::{Model, Rules};
use serde_json::Value as Json;

/// The most valid messages of a family that may be left, in percent.
pub const MOST: usize = 1;

/// The valid messages of one family.
#[derive(Debug)]
pub struct Fallbacks {
    /// The family's name.
    pub title: String,
    /// The number of valid messages.
    pub valid: usize,
    /// The titles of those that the interpreter decodes.
    pub left: Vec<String>,
}

impl Fallbacks {
    /// Returns whether at most [`MOST`] percent are left.
    pub fn are_few(&self) -> bool {
        self.left.len() * 100 <= self.valid * MOST
    }
}

/// Returns the families of published messages whose decoders can leave.
pub fn families() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| family.place == Place::Shared && family.rules != Rules::Xdr)
}

/// Decodes all messages of a family with all nodes compiled, and counts those that ran commands.
///
/// # Errors
/// The compiler's output, or a crash.
pub fn count(subject: &Subject, cc: &str, flags: &[&str]) -> Result<Fallbacks, String> {
    let model = counting(subject, subject.rules());
    let program = stubs::build(&model, &plans::compiled(&model, |_| false), cc, flags)?;
    count_of(subject, &program, &subject.records())
}

/// Returns the model of stubs that count their commands.
pub fn counting(subject: &Subject, rules: Rules) -> Model<'_> {
    let mut options = subject.options(rules);
    options.count_commands = true;
    subject.model(options)
}

/// Decodes these messages with such stubs, and counts those that ran commands.
///
/// # Errors
/// The program's output, or a crash.
pub fn count_of(subject: &Subject, program: &Program, records: &[Record]) -> Result<Fallbacks, String> {
    let messages = records.iter().map(|record| (record.root, record.octets.as_slice()));
    let answers = program.feed(Modes::Fresh, messages).map_err(|error| error.text)?;
    let mut found = Fallbacks { title: subject.family.title(), valid: 0, left: Vec::new() };
    for (record, answer) in records.iter().zip(&answers) {
        let answer: Json = serde_json::from_str(answer).map_err(|error| format!("{error} in {answer}"))?;
        let Some(commands) = answer["commands"].as_u64() else { continue };
        found.valid += 1;
        if commands > 0 {
            found.left.push(record.title.clone());
        }
    }
    Ok(found)
}
