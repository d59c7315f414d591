//! Messages and probes.

use super::ber::{Value, application, bits, constructed, context, integer, primitive, set, universal};
use super::random::Random;
use super::{extensions, fields, names, text};

/// Bytes per segment of a segmented content.
const SEGMENT: usize = 1024;

/// Returns an MTS-APDU, alternative message.
pub(crate) fn message(random: &mut Random, clock: u64) -> Value {
    let domain = names::domain(random);
    let (mut envelope, content_type) = fields::beginning(random, domain, clock);
    let priority = u64::try_from(random.weighted(&[80, 8, 12])).expect("small");
    if priority > 0 || random.percent(30) {
        envelope.push(integer(application(7), priority));
    }
    envelope.extend(indicators(random));
    if random.percent(3) {
        envelope.push(text::time(random, context(0), clock + 86_400));
    }
    if random.percent(2) {
        envelope.push(fields::bilateral_information(random).retagged(context(1)));
    }
    envelope.push(fields::trace(random, domain, clock));
    envelope.extend(extensions::of_message(random, clock));
    envelope.push(recipients(random, clock, false));
    let content = text::content(random, content_type, clock);
    constructed(context(0), vec![set(envelope), octets(random, &content)])
}

/// Returns an MTS-APDU, alternative probe.
pub(crate) fn probe(random: &mut Random, clock: u64) -> Value {
    let domain = names::domain(random);
    let (mut envelope, _) = fields::beginning(random, domain, clock);
    envelope.push(integer(context(0), random.between(100, 200_000)));
    envelope.extend(indicators(random));
    envelope.push(fields::trace(random, domain, clock));
    envelope.extend(extensions::of_probe(random, clock));
    envelope.push(recipients(random, clock, true));
    constructed(context(2), envelope)
}

/// Returns PerMessageIndicators, which may be absent.
fn indicators(random: &mut Random) -> Option<Value> {
    let ones: Vec<usize> = [(0, 20), (1, 10), (2, 75), (3, 15)]
        .iter()
        .filter(|bit| random.percent(bit.1))
        .map(|bit| bit.0)
        .collect();
    let fewest = ones.last().map_or(0, |last| last + 1);
    let size = if random.percent(60) { 8 } else { fewest };
    (!ones.is_empty() || random.percent(40)).then(|| bits(application(8), &ones, size))
}

/// Returns the recipients: mostly one or two.
fn recipients(random: &mut Random, clock: u64, probe: bool) -> Value {
    let count = 1 + random.weighted(&[63, 22, 8, 4, 2, 1]);
    let recipients = (1..=count).map(|number| {
        let mut fields = vec![
            names::or_name(random, application(0)),
            integer(context(0), u64::try_from(number).expect("small")),
        ];
        let mut ones = Vec::new();
        if random.percent(80) {
            ones.push(0);
        }
        let wanted: &[usize] = random.one(&[&[][..], &[3], &[4], &[4]]);
        ones.push(if wanted == [3] { 1 } else { 2 });
        ones.extend(wanted);
        fields.push(bits(context(1), &ones, 8));
        if random.percent(2) {
            fields.push(integer(context(2), random.one(&[0, 8, 11])));
        }
        let extensions = if probe {
            extensions::of_probe_recipient(random, clock)
        } else {
            extensions::of_recipient(random, clock)
        };
        fields.extend(extensions);
        set(fields)
    });
    constructed(context(2), recipients.collect())
}

/// Returns the content: long ones sometimes in segments.
fn octets(random: &mut Random, content: &[u8]) -> Value {
    if content.len() > SEGMENT && random.percent(40) {
        let segments = content.chunks(SEGMENT).map(|segment| primitive(universal::OCTET_STRING, segment));
        return constructed(universal::OCTET_STRING, segments.collect());
    }
    primitive(universal::OCTET_STRING, content)
}
