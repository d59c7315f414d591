//! Words, times and the content of messages: text, invoices and interpersonal messages.

use super::ber::{
    Form, Value, application, constructed, context, integer, primitive, sequence, set, universal,
};
use super::names;
use super::random::Random;

const WORDS: [&str; 44] = [
    "the",
    "pallets",
    "you",
    "ordered",
    "left",
    "our",
    "depot",
    "on",
    "Tuesday",
    "please",
    "confirm",
    "when",
    "they",
    "arrive",
    "minutes",
    "of",
    "last",
    "meeting",
    "follow",
    "below",
    "budget",
    "for",
    "next",
    "quarter",
    "is",
    "open",
    "until",
    "Friday",
    "ferry",
    "delayed",
    "by",
    "fog",
    "new",
    "timetable",
    "attached",
    "invoice",
    "paid",
    "thank",
    "you",
    "kindly",
    "regards",
    "to",
    "all",
    "colleagues",
];

/// Returns this many words.
pub(crate) fn words(random: &mut Random, count: u64) -> String {
    (0..count).map(|_| random.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

/// Returns lines of text.
fn lines(random: &mut Random) -> String {
    // Most messages are short, a few are long.
    let count =
        [random.between(1, 4), random.between(3, 12), random.between(10, 60)][random.weighted(&[5, 4, 1])];
    (0..count).fold(String::new(), |text, _| {
        let length = random.between(5, 12);
        text + &words(random, length) + ".\r\n"
    })
}

/// Returns a UTCTime this many seconds after the start of 1990, in a calendar with months of 28 days.
pub(crate) fn time(random: &mut Random, identifier: u8, clock: u64) -> Value {
    let (minutes, second) = (clock / 60, clock % 60);
    let (hours, minute) = (minutes / 60, minutes % 60);
    let (days, hour) = (hours / 24, hours % 24);
    let (months, day) = (days / 28, days % 28 + 1);
    let (year, month) = (90 + months / 12 % 10, months % 12 + 1);
    let seconds = if random.percent(85) { format!("{second:02}") } else { String::new() };
    let zone = if random.percent(90) { "Z" } else { random.pick(&["+0100", "-0500", "+0930"]) };
    let text = format!("{year:02}{month:02}{day:02}{hour:02}{minute:02}{seconds}{zone}");
    primitive(identifier, text)
}

/// Returns the content of a message of this content type.
pub(crate) fn content(random: &mut Random, content_type: u64, clock: u64) -> Vec<u8> {
    match content_type {
        2 | 22 => interpersonal(random),
        35 => interchange(random, clock).into_bytes(),
        _ => lines(random).into_bytes(),
    }
}

/// Returns an interpersonal message (X.420): heading and one body part of text.
fn interpersonal(random: &mut Random) -> Vec<u8> {
    let number = random.between(0, 99_999_999);
    let identifier = format!("{number}*{}", names::surname(random));
    let recipients = random.one(&[1, 1, 1, 2, 3]);
    let primary = (0..recipients).map(|_| {
        let name = names::or_name(random, context(0));
        set(vec![constructed(context(0), vec![name])])
    });
    let primary = constructed(context(2), primary.collect());
    let originator = names::or_name(random, application(0));
    let length = random.between(2, 7);
    let heading = set(vec![
        constructed(application(11), vec![primitive(universal::PRINTABLE_STRING, identifier)]),
        constructed(context(0), vec![originator]),
        primary,
        constructed(context(8), vec![primitive(universal::TELETEX_STRING, words(random, length))]),
    ]);
    let repertoire = if random.percent(20) { vec![integer(context(0), 5)] } else { Vec::new() };
    let text = primitive(universal::IA5_STRING, lines(random));
    let body = sequence(vec![constructed(context(0), vec![set(repertoire), text])]);
    constructed(context(0), vec![heading, body]).encode(Form::Definite)
}

/// Returns an EDIFACT interchange.
fn interchange(random: &mut Random, clock: u64) -> String {
    let reference = random.between(1, 999_999);
    let mut text = format!("UNB+UNOA:1+SENDER:14+RECEIVER:14+{:06}+{reference}'", clock / 86_400);
    for line in 1..=random.between(1, 30) {
        let (item, quantity) = (random.between(0, 999_999_999), random.between(1, 500));
        text += &format!("LIN+{line}++{item}:EN'QTY+21:{quantity}'");
    }
    text + "UNZ+1'"
}
