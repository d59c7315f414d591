//! Prints rigid shapes: decoders compare and read, encoders write, each part at its known place.

mod decode;
mod encode;
mod helpers;
mod words;

use crate::c::helpers::Called;
use crate::c::shapes::signature;
use crate::c::writer::Writer;
use crate::model::{Model, Root};
use crate::program::techniques::{Direction, Techniques};
use crate::shape::Shape;
use helpers::{CHARACTERS, COPY, LIKE, MEMORY, PUT};

/// The features of the runtime that [`features`] may ask for.
pub const FEATURES: [&str; 8] = [
    "BIG_WORDS",
    "RIGID_CHARACTERS",
    "RIGID_COPY",
    "RIGID_LIKE",
    "RIGID_MEMORY",
    "RIGID_PUT",
    "SHAPES",
    "TRY_SHAPES",
];

/// Returns the features of the runtime that the shapes of a model need. `tries`: whether decoders try some first.
pub fn features(model: &Model<'_>, called: &Called, tries: bool) -> Vec<&'static str> {
    if model.shapes.is_empty() {
        return Vec::new();
    }
    let helpers = [COPY, PUT, CHARACTERS, MEMORY].into_iter().filter(|helper| called.has(*helper));
    let mut features: Vec<&'static str> = helpers.map(|helper| helper.feature).collect();
    // Only a plan shows whether there are tables: runtimes for any plan are measured without their engine.
    features.extend(called.names(LIKE).then_some(LIKE.feature));
    features.extend(["BIG_WORDS", "SHAPES"]);
    if tries {
        features.push("TRY_SHAPES");
    }
    features
}

/// Prints the functions of all shapes: those on the structs of holes, and those that the plan tries first.
pub fn functions(w: &mut Writer, model: &Model<'_>, techniques: &Techniques) {
    for (number, shape) in model.shapes.iter().enumerate() {
        let root = model.names.stem(model.options.roots[shape.root].ty);
        if let Some(segments) = &shape.decode {
            let side = &techniques.decode;
            let has_table = side.tables.contains(&number) && decode::constant(w, shape, segments);
            w.comment(&format!(
                "Decodes the holes of a message of the shape. Returns its bytes, or STUBC_OTHER: {root}_decode decides."
            ));
            w.function(&signature(model, shape, Direction::Decode), |w| {
                decode::flat(w, model, (shape, segments), has_table);
            });
            if side.shapes.contains(&number) {
                w.comment("Decodes a message of the shape; returns STUBC_OTHER for others.");
                let parameters = "void *value, const uint8_t *p, size_t length, stubc_context *context";
                let name = &shape.flat.name;
                w.function(&format!("static stubc_result shape_{name}({parameters})"), |w| {
                    decode::same(w, model, (shape, segments), has_table);
                });
            }
        }
        if let Some(segments) = &shape.encode {
            encode::constant(w, shape, segments);
            w.comment(&format!(
                "Encodes a message of the shape from its holes. Returns its bytes, or STUBC_OTHER: {root}_encode decides."
            ));
            w.function(&signature(model, shape, Direction::Encode), |w| {
                encode::flat(w, model, shape, segments);
            });
        }
    }
}

/// Prints the function that tries the shapes of a root, if there are any, and returns the members of the root's constant.
pub fn tried(w: &mut Writer, model: &Model<'_>, root: &Root, techniques: &Techniques) -> Vec<String> {
    let shapes = techniques.decode.shapes.iter().filter_map(|number| model.shapes.get(*number));
    let own = |shape: &&Shape| model.options.roots[shape.root].ty == root.ty && shape.decode.is_some();
    let names: Vec<String> = shapes.filter(own).map(|shape| format!("shape_{}", shape.flat.name)).collect();
    let function = match &names[..] {
        [] => return Vec::new(),
        [only] => only.clone(),
        [before @ .., last] => {
            let function = format!("shaped_{}", model.names.inner(root.ty));
            let parameters = "void *value, const uint8_t *p, size_t length, stubc_context *context";
            w.function(&format!("static stubc_result {function}({parameters})"), |w| {
                w.line("stubc_result result;");
                for name in before {
                    w.line(&format!("result = {name}(value, p, length, context);"));
                    w.when("result >= 0", |w| w.line("return result;"));
                }
                w.line(&format!("return {last}(value, p, length, context);"));
            });
            function
        }
    };
    let ty = model.names.ty(model.graph.resolve(root.ty));
    vec![format!("STUBC_SHAPED({ty}) .shape = {function}")]
}
