//! Writes the synthetic P1 messages.

use std::path::Path;

/// Not written yet: the transcription of X.400 comes first.
pub(crate) fn run(_root: &Path) -> Result<String, String> {
    Err("the generator is not written yet".into())
}
