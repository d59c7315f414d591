//! Reports INTEGER types without bounds. C holds them in 64 bits, unless the configuration says otherwise.

use crate::lints;
use crate::settings::Settings;
use codegen::Model;
use syntax_graph::{Diagnostic, IntegerRepr, Origin, Scalar, TypeId};

/// The code of the findings.
pub const UNBOUNDED: &str = "unbounded-integer";

/// Returns a warning for each defined INTEGER type that has neither bounds nor named numbers, such as the serial
/// number of a certificate. Returns a note for each other INTEGER without bounds.
///
/// # Errors
/// All findings, if `--deny` makes the warnings errors.
pub fn integers(model: &Model<'_>, settings: &Settings) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let graph = model.graph;
    let fields = model.types.iter().flat_map(|&node| graph.fields_of(node));
    let mut types: Vec<TypeId> = fields.map(|&field| graph.fields[field].target).collect();
    types.extend(model.options.roots.iter().map(|root| root.ty));
    types.sort_unstable();
    types.dedup();
    let mut found: Vec<Diagnostic> = types.into_iter().filter_map(|ty| finding(model, ty)).collect();
    lints::apply(&settings.allow, &settings.deny, &mut found);
    if found.iter().any(Diagnostic::is_error) { Err(found) } else { Ok(found) }
}

fn finding(model: &Model<'_>, ty: TypeId) -> Option<Diagnostic> {
    let graph = model.graph;
    let Some(Scalar::Integer(integer)) = graph.scalar(ty) else { return None };
    let is_open = integer.range.min.is_none() || integer.range.max.is_none();
    if !is_open || !matches!(integer.repr, IntegerRepr::I64 | IntegerRepr::U64) {
        return None;
    }
    let (path, span) = (graph.type_path(ty), graph.types[ty].span);
    let is_defined = matches!(graph.types[ty].origin, Origin::Definition(_));
    let message = format!("`{path}` has no bounds and is held in 64 bits; larger values are refused");
    let finding = if is_defined && integer.named.is_empty() {
        Diagnostic::warning("unbounded-integer", span, message)
    } else {
        Diagnostic::note(UNBOUNDED, span, message)
    };
    let help = format!(
        "to accept any value, write `\"{path}\" = {{ integer = \"bytes\" }}` in [types] of the \
         configuration"
    );
    Some(finding.with_help(help))
}
