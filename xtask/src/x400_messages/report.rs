//! Reports: the result of a message for each recipient.

use super::ber::{Value, application, bits, constructed, context, integer, primitive, set};
use super::random::Random;
use super::{extensions, fields, names, text};

const REMARKS: [&str; 5] = [
    "Mailbox does not exist",
    "Mailbox is full",
    "Handed to the message store",
    "Next hop did not answer",
    "Recipient has moved",
];

/// Returns an MTS-APDU, alternative report.
pub(crate) fn report(random: &mut Random, clock: u64) -> Value {
    let (reporter, subject) = (names::domain(random), names::domain(random));
    let mut envelope = vec![
        names::mts_identifier(random, reporter, clock),
        names::or_name_in(random, application(0), subject),
        fields::trace(random, reporter, clock),
    ];
    envelope.extend(extensions::of_report(random, clock));

    let sent = clock - random.between(60, 40_000);
    let mut content = vec![names::mts_identifier(random, subject, sent)];
    if random.percent(40) {
        content.push(fields::trace(random, subject, sent));
    }
    if random.percent(70) {
        content.push(names::information_types(random));
    }
    if random.percent(90) {
        content.push(integer(application(6), random.one(&[22, 22, 2, 35])));
    }
    if random.percent(40) {
        content.push(fields::content_identifier(random));
    }
    if random.percent(8) {
        content.push(primitive(context(1), text::content(random, 22, sent)));
    }
    content.extend(extensions::of_report_content(random));
    let count = 1 + random.weighted(&[80, 15, 5]);
    let recipients = (1..=count).map(|number| recipient(random, clock, number));
    content.push(constructed(context(0), recipients.collect()));
    constructed(context(1), vec![set(envelope), set(content)])
}

/// Returns PerRecipientReportTransferFields.
fn recipient(random: &mut Random, clock: u64, number: usize) -> Value {
    let mut fields = vec![
        names::or_name(random, context(0)),
        integer(context(1), u64::try_from(number).expect("small")),
        bits(context(2), &[1, random.one(&[3, 4])], 8),
    ];
    let mut last = vec![text::time(random, context(0), clock - 20)];
    if random.percent(5) {
        last.push(names::information_types(random));
    }
    last.push(constructed(context(1), vec![outcome(random, clock)]));
    fields.push(constructed(context(3), last));
    if random.percent(6) {
        fields.push(names::or_name(random, context(4)));
    }
    if random.percent(25) {
        fields.push(primitive(context(5), random.pick(&REMARKS)));
    }
    fields.extend(extensions::of_report_recipient(random, clock));
    set(fields)
}

/// Returns a ReportType.
fn outcome(random: &mut Random, clock: u64) -> Value {
    if random.percent(62) {
        let mut delivery = vec![text::time(random, context(0), clock - 30)];
        if random.percent(30) {
            delivery.push(integer(context(1), random.between(1, 3)));
        }
        return constructed(context(0), delivery);
    }
    let reason = [0, 1, 2, 5, 8][random.weighted(&[20, 70, 4, 3, 3])];
    let mut failure = vec![integer(context(0), reason)];
    if random.percent(93) {
        failure.push(integer(context(1), random.one(&[0, 0, 0, 3, 4, 5, 7, 8, 11, 14, 18])));
    }
    constructed(context(1), failure)
}
