//! Extension fields for each of their places. All are rare, as in real traffic.

use super::ber::{
    Value, application, bits, constructed, context, integer, object, primitive, sequence, set, universal,
};
use super::random::Random;
use super::{names, security, text};

/// Number of the bit that makes an extension critical for delivery.
const FOR_DELIVERY: usize = 2;

/// Returns an ExtensionField of a standard extension, with its criticality.
fn standard(number: u64, critical: bool, value: Value) -> Value {
    let mut fields = vec![integer(context(0), number)];
    if critical {
        fields.push(bits(context(1), &[FOR_DELIVERY], FOR_DELIVERY + 1));
    }
    fields.push(constructed(context(2), vec![value]));
    sequence(fields)
}

fn yes() -> Value {
    integer(universal::ENUMERATED, 1)
}

/// Returns the extensions under this tag; `None` if there are none.
fn field(identifier: u8, extensions: Vec<Value>) -> Option<Value> {
    (!extensions.is_empty()).then(|| constructed(identifier, extensions))
}

/// Returns MessageTransferExtensions, under their tag.
pub(crate) fn of_message(random: &mut Random, clock: u64) -> Option<Value> {
    let mut found = of_submission(random, clock);
    if random.percent(3) {
        found.push(standard(5, true, text::time(random, universal::UTC_TIME, clock + 172_800)));
    }
    if random.percent(1) {
        found.push(standard(13, false, names::or_address(random)));
    }
    if random.percent(1) {
        found.push(standard(15, false, security::certificates(random, clock)));
    }
    if random.percent(1) {
        found.push(standard(17, true, security::algorithm(&security::CIPHER)));
    }
    if random.percent(1) {
        found.push(standard(19, true, security::signature(random)));
    }
    if random.percent(3) {
        found.push(standard(26, false, expansions(random, clock)));
    }
    if random.percent(1) {
        let exempted = names::or_name(random, application(0));
        found.push(standard(42, false, set(vec![exempted])));
    }
    if random.percent(2) {
        found.push(private(random));
    }
    field(context(3), found)
}

/// Returns ProbeTransferExtensions, under their tag.
pub(crate) fn of_probe(random: &mut Random, clock: u64) -> Option<Value> {
    let found = of_submission(random, clock);
    field(context(3), found)
}

/// Returns an originator's requests in messages and probes, and the trace within a domain.
fn of_submission(random: &mut Random, clock: u64) -> Vec<Value> {
    let mut found = Vec::new();
    for (number, share) in [(1, 3), (3, 8), (4, 5)] {
        if random.percent(share) {
            found.push(standard(number, true, yes()));
        }
    }
    if random.percent(2) {
        found.push(standard(20, true, security::label(random)));
    }
    if random.percent(5) {
        let correlator = format!("ticket-{}", random.between(1, 999_999));
        found.push(standard(23, false, primitive(universal::IA5_STRING, correlator)));
    }
    if random.percent(13) {
        found.push(standard(38, false, internal_trace(random, clock)));
    }
    found
}

/// Returns PerRecipientMessageTransferExtensions, under their tag.
pub(crate) fn of_recipient(random: &mut Random, clock: u64) -> Option<Value> {
    let mut found = of_any_recipient(random, clock);
    if random.percent(1) {
        found.extend(physical_delivery(random));
    }
    if random.percent(1) {
        found.push(standard(16, true, security::token(random, clock)));
    }
    if random.percent(1) {
        found.push(standard(18, true, security::signature(random)));
    }
    if random.percent(1) {
        found.push(standard(22, true, yes()));
    }
    field(context(3), found)
}

/// Returns PerRecipientProbeTransferExtensions, under their tag.
pub(crate) fn of_probe_recipient(random: &mut Random, clock: u64) -> Option<Value> {
    let found = of_any_recipient(random, clock);
    field(context(3), found)
}

fn of_any_recipient(random: &mut Random, clock: u64) -> Vec<Value> {
    let mut found = Vec::new();
    if random.percent(3) {
        found.push(standard(2, false, names::or_name(random, application(0))));
    }
    if random.percent(3) {
        let methods = [&[0][..], &[1], &[1, 2], &[5, 1]][random.weighted(&[3, 4, 2, 1])];
        let methods = methods.iter().map(|method| integer(universal::INTEGER, *method));
        found.push(standard(6, false, sequence(methods.collect())));
    }
    if random.percent(2) {
        found.push(standard(25, false, redirections(random, clock)));
    }
    found
}

/// Returns an originator's requests to a postal service.
fn physical_delivery(random: &mut Random) -> Vec<Value> {
    let basic = object(universal::OBJECT_IDENTIFIER, &[2, 6, 3, 5, 0]);
    let telephone = format!("+351 21 555 {}", random.between(1000, 9999));
    vec![
        standard(7, true, yes()),
        standard(8, true, yes()),
        standard(9, true, bits(universal::BIT_STRING, &[0, 2], 3)),
        standard(10, true, integer(universal::INTEGER, random.between(0, 2))),
        standard(11, true, primitive(universal::TELETEX_STRING, telephone)),
        standard(12, true, basic),
        standard(14, true, integer(universal::INTEGER, random.between(0, 3))),
    ]
}

/// Returns ReportTransferEnvelopeExtensions, under their tag.
pub(crate) fn of_report(random: &mut Random, clock: u64) -> Option<Value> {
    let mut found = Vec::new();
    if random.percent(2) {
        found.push(standard(20, true, security::label(random)));
    }
    if random.percent(8) {
        let list = [names::or_name(random, application(0)), names::or_name(random, application(0))];
        let steps = list.into_iter().zip([clock - 5000, clock - 4000]);
        let steps = steps.map(|(name, at)| sequence(vec![name, text::time(random, universal::UTC_TIME, at)]));
        found.push(standard(30, false, sequence(steps.collect())));
        found.push(standard(31, false, names::or_name(random, application(0))));
    }
    if random.percent(13) {
        found.push(standard(38, false, internal_trace(random, clock)));
    }
    if random.percent(8) {
        let domain = names::domain(random);
        let mut name = vec![names::global_domain(random, domain), names::mta_name(random)];
        if random.percent(30) {
            name.push(constructed(context(0), vec![names::directory_name(random)]));
        }
        found.push(standard(39, false, sequence(name)));
    }
    field(context(1), found)
}

/// Returns ReportTransferContentExtensions, under their tag.
pub(crate) fn of_report_content(random: &mut Random) -> Option<Value> {
    let correlator = format!("ticket-{}", random.between(1, 999_999));
    random.percent(5).then(|| {
        let value = primitive(universal::OCTET_STRING, correlator);
        constructed(context(3), vec![standard(23, false, value)])
    })
}

/// Returns PerRecipientReportTransferExtensions, under their tag.
pub(crate) fn of_report_recipient(random: &mut Random, clock: u64) -> Option<Value> {
    let mut found = Vec::new();
    if random.percent(5) {
        found.push(standard(25, false, redirections(random, clock)));
    }
    if random.percent(2) {
        found.push(standard(27, false, names::or_name(random, application(0))));
    }
    if random.percent(2) {
        found.push(standard(29, false, security::signature(random)));
    }
    field(context(6), found)
}

/// Returns a RedirectionHistory.
fn redirections(random: &mut Random, clock: u64) -> Value {
    let intended = sequence(vec![
        names::or_name(random, application(0)),
        text::time(random, universal::UTC_TIME, clock),
    ]);
    let reason = integer(universal::ENUMERATED, random.between(0, 4));
    sequence(vec![sequence(vec![intended, reason])])
}

/// Returns a DLExpansionHistory.
fn expansions(random: &mut Random, clock: u64) -> Value {
    let count = random.between(1, 2);
    let steps = (0..count).map(|step| {
        let list = names::or_name(random, application(0));
        sequence(vec![list, text::time(random, universal::UTC_TIME, clock + 60 * step)])
    });
    sequence(steps.collect())
}

/// Returns an InternalTraceInformation of one to three MTAs.
fn internal_trace(random: &mut Random, clock: u64) -> Value {
    let count = random.one(&[1, 1, 2, 3]);
    let mut at = clock;
    let elements = (0..count).map(|_| {
        at += random.between(1, 60);
        let domain = names::domain(random);
        let mut supplied = vec![text::time(random, context(0), at), integer(context(2), 0)];
        if random.percent(10) {
            supplied.push(names::mta_name(random));
        }
        sequence(vec![names::global_domain(random, domain), names::mta_name(random), set(supplied)])
    });
    sequence(elements.collect())
}

/// Returns a private extension: its type is an object identifier, its value arbitrary.
fn private(random: &mut Random) -> Value {
    let value = primitive(universal::IA5_STRING, text::words(random, 3));
    sequence(vec![object(context(3), &[1, 3, 6, 1, 4, 1, 99_999, 7]), constructed(context(2), vec![value])])
}
