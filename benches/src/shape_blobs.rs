//! Blobs of shapes for the engine of a device: all but those that stubc made are random or changed, and harm nothing.

use crate::filters::blobs::{Tried, build, run, write};
use crate::shapes::{SHAPED, blob, engine_files, model};
use codegen::Rules;

/// Tries `count` random and changed blobs over the samples and their beginnings and mutants. `fault`: a text of the
/// engine's source and what takes its place.
///
/// # Errors
/// A blob that is refused and should not be, and reports of the sanitizers.
pub fn fuzz(count: u64, seed: u64, fault: (&str, &str)) -> Result<Tried, String> {
    let mut blobs = Vec::new();
    for shaped in &SHAPED {
        let graph = shaped.graph()?;
        let model = model(&graph, shaped.options(&graph, Rules::Ber, true)?)?;
        blobs.push(blob(&model)?.0);
    }
    let messages: Vec<Vec<u8>> = SHAPED.iter().map(|shaped| (shaped.sample)()).collect();
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    build(folder.path(), &engine_files(Rules::Ber, &[])?, include_str!("shape_blobs.c"), fault)?;
    write(folder.path(), "blobs", blobs.iter().map(Vec::as_slice))?;
    write(folder.path(), "messages", messages.iter().map(Vec::as_slice))?;
    let lines = run(folder.path(), count, seed)?;
    let numbers: Vec<u64> =
        lines.last().iter().flat_map(|line| line.split(' ')).filter_map(|word| word.parse().ok()).collect();
    let [blobs_tried, accepted] = numbers[..] else { return Err(format!("no numbers: {lines:?}")) };
    let octets = blobs.iter().map(Vec::len).sum();
    Ok(Tried { good: (blobs.len(), octets), agreed: 0, blobs: blobs_tried, accepted })
}
