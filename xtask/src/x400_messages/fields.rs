//! Fields shared by messages, probes and reports: trace, and the common part of an envelope.

use super::ber::{
    Value, application, bits, constructed, context, integer, primitive, sequence, set, universal,
};
use super::names::{self, Domain};
use super::random::Random;
use super::text;

/// Returns a TraceInformation of one to four hops that starts in this domain at this time.
pub(crate) fn trace(random: &mut Random, first: Domain, clock: u64) -> Value {
    let hops = 1 + random.weighted(&[36, 40, 17, 7]);
    let mut at = clock;
    let elements = (0..hops).map(|hop| {
        at += random.between(1, 600);
        let domain = if hop == 0 { first } else { names::domain(random) };
        let mut supplied =
            vec![text::time(random, context(0), at), integer(context(2), u64::from(random.percent(4)))];
        if random.percent(3) {
            let other = names::domain(random);
            supplied.push(names::global_domain(random, other));
        }
        if random.percent(2) {
            supplied.push(text::time(random, context(1), at + 7200));
        }
        if random.percent(2) {
            supplied.push(names::information_types(random));
        }
        if random.percent(3) {
            supplied.push(bits(context(3), &[usize::from(random.percent(50))], 2));
        }
        sequence(vec![names::global_domain(random, domain), set(supplied)])
    });
    constructed(application(9), elements.collect())
}

/// Returns the fields from the identifier to the content identifier, including the content type.
pub(crate) fn beginning(random: &mut Random, domain: Domain, clock: u64) -> (Vec<Value>, u64) {
    let mut fields =
        vec![names::mts_identifier(random, domain, clock), names::or_name_in(random, application(0), domain)];
    if random.percent(85) {
        fields.push(names::information_types(random));
    }
    let content_type = [22, 2, 35, 1, 0, 40][random.weighted(&[59, 28, 9, 2, 1, 1])];
    fields.push(integer(application(6), content_type));
    if random.percent(50) {
        fields.push(content_identifier(random));
    }
    (fields, content_type)
}

/// Returns a ContentIdentifier.
pub(crate) fn content_identifier(random: &mut Random) -> Value {
    let word = random.pick(&["Note", "Ref", "Order", "Memo"]);
    primitive(application(10), format!("{word} {}", random.between(1, 99_999)))
}

/// Returns a PerDomainBilateralInformation with one element: the domain and arbitrary contents.
pub(crate) fn bilateral_information(random: &mut Random) -> Value {
    let domain = names::domain(random);
    let mut fields = names::bilateral_domain(random, domain);
    fields.push(primitive(universal::IA5_STRING, "tariff 3"));
    sequence(vec![sequence(fields)])
}
