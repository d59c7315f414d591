//! Shows widths under the packed encoding rules, for `stubc dump graph`.

use super::{OctetInteger, OctetView, PackedView};
use crate::types::{Scalar, TypeKind};

/// Returns the widths of values of a constrained type; empty if the packed rules see none of its constraints.
pub(super) fn widths(kind: &TypeKind, packed: &PackedView, octet: &OctetView) -> String {
    if *packed == PackedView::default() && *octet == OctetView::default() {
        return String::new();
    }
    let (packed, octets) = match kind {
        TypeKind::Scalar(Scalar::Integer(_)) => (packed_integer(packed), octet_integer(octet.integer())),
        TypeKind::Scalar(Scalar::Real) => {
            let octets = octet.float.map_or(0, crate::types::FloatWidth::octets);
            ("length".to_owned(), format!("{octets} bytes"))
        }
        _ => (
            packed_sizes(packed),
            octet.sizes.fixed().map_or("length".to_owned(), |size| format!("size {size}")),
        ),
    };
    format!(", PER {packed}, OER {octets}")
}

fn packed_integer(packed: &PackedView) -> String {
    let marker = if packed.values.extensible { "1 + " } else { "" };
    match (packed.values.bits(), &packed.values.min) {
        (Some(1), _) => format!("{marker}1 bit"),
        (Some(bits), _) => format!("{marker}{bits} bits"),
        (None, Some(least)) => format!("{marker}length, from {least}"),
        (None, None) => format!("{marker}length"),
    }
}

fn octet_integer(integer: OctetInteger) -> String {
    let sign = if integer.signed { ", signed" } else { "" };
    match integer.bytes {
        Some(1) => format!("1 byte{sign}"),
        Some(bytes) => format!("{bytes} bytes{sign}"),
        None => format!("length{sign}"),
    }
}

fn packed_sizes(packed: &PackedView) -> String {
    let sizes = &packed.sizes;
    let marker = if sizes.extensible { ", ..." } else { "" };
    let size = match sizes.max {
        Some(most) if most == sizes.min => format!("size {most}{marker}"),
        Some(most) => format!("size {}..{most}{marker}", sizes.min),
        None => format!("size {}..MAX{marker}", sizes.min),
    };
    match &packed.alphabet {
        Some(alphabet) => {
            let count: u64 = alphabet.iter().map(|(low, high)| u64::from(high - low) + 1).sum();
            format!("{size} of {count} characters")
        }
        None => size,
    }
}
