//! Prints the entry points of the roots: prototypes, the constant of each root, and the counting form.

use crate::c::instrument;
use crate::c::writer::Writer;
use crate::model::{Model, Root};
use crate::program::techniques::Direction;

/// One entry point.
pub struct Signature {
    /// Its prototype without the semicolon.
    pub text: String,
    /// The call whose result it returns.
    call: String,
    /// Its direction.
    pub direction: Direction,
}

impl Signature {
    /// Prints the entry point in the header: inline, or as a declaration if it counts.
    pub fn declare(&self, w: &mut Writer, model: &Model<'_>) {
        if model.options.instrument {
            w.line(&format!("{};", self.text));
        } else {
            w.line(&format!("STUBC_ENTRY {}", self.text));
            w.block("", "}", |w| w.line(&format!("return {};", self.call)));
        }
    }
}

/// Returns the entry points of a root, in the order of the header.
pub fn signatures(model: &Model<'_>, root: &Root) -> Vec<Signature> {
    let name = model.names.ty(root.ty);
    let mut all = Vec::new();
    let mut push = |direction: Direction, verb: &str, parameters: &str, function: &str, arguments: &str| {
        all.push(Signature {
            direction,
            text: format!("stubc_result {}_{verb}({parameters})", model.names.stem(root.ty)),
            call: format!("stubc_{function}({arguments}, &{})", root_name(model, root)),
        });
    };
    let [value, input, length, context, error, buffer, capacity, start] =
        ["value", "input", "length", "context", "error", "buffer", "capacity", "start"]
            .map(|wanted| model.names.local(wanted));
    let around = format!("stubc_context *{context}, stubc_error *{error}");
    if root.decode {
        let parameters = format!("{name} *{value}, const uint8_t *{input}, size_t {length}, {around}");
        let arguments = format!("{value}, {input}, {length}, {context}, {error}");
        for (verb, function) in [("decode", "decode_message"), ("decode_exact", "decode_exactly")] {
            push(Direction::Decode, verb, &parameters, function, &arguments);
        }
    }
    if root.encode {
        let parameters = format!("const {name} *{value}, uint8_t *{buffer}, size_t {capacity}, {around}");
        let arguments = format!("{value}, {buffer}, {capacity}, {context}, {error}");
        push(Direction::Encode, "encode", &parameters, "encode_message", &arguments);
        let (parameters, arguments) =
            (format!("{parameters}, uint8_t **{start}"), format!("{arguments}, {start}"));
        push(Direction::Encode, "encode_tail", &parameters, "encode_at_tail", &arguments);
    }
    all
}

/// Returns the name of the constant for a message type.
pub fn root_name(model: &Model<'_>, root: &Root) -> String {
    format!("stubc_root_{}", model.names.ty(root.ty))
}

/// Prints the constant for a message type; static if the type has no entry points, and no other file uses it.
pub fn root_constant(w: &mut Writer, model: &Model<'_>, root: &Root, mut members: Vec<String>) {
    if model.options.error_paths {
        let path = model.graph.type_path(root.ty);
        let name = path.split_once('.').map_or(path.as_str(), |(_, name)| name);
        members.insert(0, format!(".name = \"{name}\""));
    }
    let is_public = root.entry_points || model.options.rpc.apart;
    let linkage = if is_public { "" } else { "static " };
    w.line(&format!("{linkage}const stubc_root {} = {{{}}};", root_name(model, root), members.join(", ")));
    w.blank();
}

/// Prints the counting entry points, which are not inline.
pub fn counting(w: &mut Writer, model: &Model<'_>, root: &Root) {
    if model.options.instrument && root.entry_points {
        for signature in signatures(model, root) {
            w.function(&signature.text, |w| {
                instrument::entry(w, model, root.ty, signature.direction, &signature.call);
            });
        }
    }
}
