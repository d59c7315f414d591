//! Builds the shapes of a model from what the user declares.

use super::{Found, Hole, Request, Shape, members, paths};
use crate::model::Model;
use syntax_graph::{Diagnostic, Span};

/// The walk of an encoding rule: the number of a root, what is asked, and the sample.
pub type Walk<'w> = &'w dyn Fn(usize, &Request, &[u8]) -> Result<Found, Box<Diagnostic>>;

/// Builds all shapes.
///
/// # Errors
/// What cannot be a shape, with the reason.
pub fn shapes(model: &Model<'_>, walk: Walk<'_>) -> Result<Vec<Shape>, Vec<Diagnostic>> {
    let (mut shapes, mut errors): (Vec<Shape>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for request in &model.options.shapes {
        match shape(model, request, walk) {
            Ok(shape) if shapes.iter().any(|known| known.flat.name == shape.flat.name) => {
                let message = format!("two shapes would have the C name `{}`", shape.flat.name);
                errors.push(Diagnostic::error("shape-name", request.span, message));
            }
            Ok(shape) => shapes.push(shape),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() { Ok(shapes) } else { Err(errors) }
}

fn shape(model: &Model<'_>, request: &Request, walk: Walk<'_>) -> Result<Shape, Vec<Diagnostic>> {
    let position = model.options.roots.iter().position(|root| root.ty == request.root);
    let Some(root) = position else {
        let message = format!(
            "shape `{}`: {} is no message type of this output; name it with --pdu",
            request.name,
            model.graph.type_path(request.root)
        );
        return Err(vec![Diagnostic::error("shape-refused", request.span, message)]);
    };
    let side = |sample: &Option<Vec<u8>>| {
        let found = sample.as_ref().map(|sample| walk(root, request, sample));
        found.transpose().map_err(|error| vec![*error])
    };
    let (decode, encode) = (side(&request.decode)?, side(&request.encode)?);
    let mut errors = Vec::new();
    if let Some(found) = decode.as_ref().or(encode.as_ref()) {
        unmatched(request, found, &mut errors);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let (decode, encode) = (decode.map(|found| found.segments), encode.map(|found| found.segments));
    let Some(segments) = decode.as_ref().or(encode.as_ref()) else {
        let message = format!("shape `{}`: the message type has no such direction", request.name);
        return Err(vec![Diagnostic::error("shape-refused", request.span, message)]);
    };
    if let (Some(decode), Some(encode)) = (&decode, &encode) {
        let moves = |(one, other): (&Hole, &Hole)| {
            one.path == other.path && (one.octets(), one.is_array()) != (other.octets(), other.is_array())
        };
        let mut pairs =
            decode.holes.iter().flat_map(|one| encode.holes.iter().map(move |other| (one, other)));
        if pairs.any(moves) {
            let message = format!(
                "shape `{}`: strings of the sample stand at other places in what encoders send",
                request.name
            );
            let error = Diagnostic::error("shape-refused", request.span, message);
            return Err(vec![error.with_help("give the message as encoders send it, or one direction")]);
        }
    }
    let flat = members::flat(model, request, segments)?;
    Ok(Shape { root, flat, share: request.share, decode, encode })
}

/// Reports the paths that match nothing, each with the nearest path of the sample.
fn unmatched(request: &Request, found: &Found, errors: &mut Vec<Diagnostic>) {
    let mut report = |path: &str, span: Span, what: &str| {
        let message = format!("shape `{}`: `{path}` matches no {what} of the sample message", request.name);
        let mut diagnostic = Diagnostic::error("shape-unmatched", span, message);
        if let Some(near) = paths::nearest(path, &found.paths) {
            diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
        }
        errors.push(diagnostic);
    };
    for (number, hole) in request.holes.iter().enumerate() {
        if found.segments.holes.iter().all(|known| known.request != number) {
            report(&hole.path, hole.span, "scalar");
        }
    }
    for (count, _) in request.counts.iter().zip(&found.counted).filter(|(_, found)| !**found) {
        report(&count.path, count.span, "array");
    }
}
