//! Sets up the independent codec by the settings of a compilation.

use crate::settings::{RulesName, Settings};
use interp_runtime::{Codec, Limits, Rules};
use syntax_graph::{Notation, ValidGraph};

/// Returns the codec for the encoding rules of the settings: by default BER, and XDR for .x files. It checks
/// constraints if the generated stubs do.
pub fn codec<'g>(settings: &Settings, graph: &'g ValidGraph) -> Codec<'g> {
    let is_xdr = graph.modules.iter().any(|module| module.notation == Notation::Xdr);
    let rules = match settings.rules {
        _ if is_xdr => Rules::Xdr,
        Some(RulesName::Der) => Rules::Der,
        Some(RulesName::Uper) => Rules::Uper,
        Some(RulesName::Aper) => Rules::Aper,
        Some(RulesName::Oer) => Rules::Oer,
        Some(RulesName::Coer) => Rules::Coer,
        Some(RulesName::Ber | RulesName::Xdr) | None => Rules::Ber,
    };
    let codec = Codec::new(graph, rules);
    let string = settings.max_string.map(|most| most as usize);
    let codec = codec.with_limits(Limits { string, ..Limits::FRESH });
    if settings.check_constraints { codec.with_constraints() } else { codec }
}
