//! Makes the harness of a type: a fuzz target, and a test with random values that the independent codec encodes.

use crate::driver::failure;
use crate::failure::{CompileError, Failure};
use crate::front::Specification;
use crate::roots;
use crate::settings::Settings;
use crate::witness::codec;
use codegen::Model;
use codegen::emit::{Remarks, Sample, harness_files};
use interp_runtime::{Codec, Generator};
use syntax_graph::{Diagnostic, TypeId};

/// A request for a harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// The type of its messages: `Type` or `Module.Type`. It must be a root in both directions.
    pub ty: String,
    /// The seed of its random values.
    pub seed: u64,
    /// The number of its random values.
    pub values: usize,
}

/// The most bytes of all messages in a test.
const MOST_BYTES: usize = 1 << 18;

/// Returns the type of a harness.
///
/// # Errors
/// The type is no root in both directions, or has no value that the codec can encode.
pub fn root(specification: &Specification, request: &Harness) -> Result<TypeId, CompileError> {
    let refuse = |message: String| failure(specification, Failure::Usage(message), Vec::new());
    let ty = roots::message(&specification.graph, &request.ty).map_err(|(message, hint)| {
        refuse(format!("--type: {message}{}", hint.map(|hint| format!("; {hint}")).unwrap_or_default()))
    })?;
    let is_root = |root: &roots::ChosenRoot| root.ty == ty && root.decode.is_some() && root.encode.is_some();
    if specification.roots.roots.iter().any(is_root) {
        return Ok(ty);
    }
    let name = &request.ty;
    Err(refuse(format!("a harness decodes and encodes `{name}`; let --pdu {name} have both directions")))
}

/// Returns the files of a harness: name and text.
///
/// # Errors
/// No random value of the type has an encoding.
pub fn files(
    specification: &Specification,
    settings: &Settings,
    model: &Model<'_>,
    request: &Harness,
    remarks: &Remarks,
) -> Result<Vec<(String, String)>, CompileError> {
    let ty = root(specification, request)?;
    let graph = &specification.graph;
    let samples = samples(&codec(settings, graph), &Generator::new(graph), ty, request);
    if samples.is_empty() {
        let message = format!("no value of {} can be made for its harness", graph.type_path(ty));
        let error = Diagnostic::error("harness", graph.types[ty].span, message)
            .with_help("choose another --seed, or more --values");
        return Err(failure(specification, Failure::Input, vec![error]));
    }
    Ok(harness_files(model, ty, &samples, remarks))
}

/// Returns messages of random values: the usual encoding of each and, where the rules have one, an unusual one.
fn samples(codec: &Codec<'_>, generator: &Generator<'_>, ty: TypeId, request: &Harness) -> Vec<Sample> {
    let (mut samples, mut left): (Vec<Sample>, usize) = (Vec::new(), MOST_BYTES);
    for at in 0..request.values as u64 {
        let seed = request.seed.wrapping_mul(1_000_003).wrapping_add(at);
        let Some(value) = generator.value(ty, seed) else { continue };
        let usual = codec.encode(ty, &value).ok();
        let unusual = codec.encode_oddly(ty, &value, seed).ok().filter(|bytes| Some(bytes) != usual.as_ref());
        for received in [usual, unusual].into_iter().flatten() {
            let Ok(decoded) = codec.decode_exact(ty, &received) else { continue };
            let Ok(sent) = codec.encode(ty, &decoded) else { continue };
            let size = received.len() + sent.len();
            if size <= left {
                left -= size;
                samples.push(Sample { received, sent });
            }
        }
    }
    samples
}
