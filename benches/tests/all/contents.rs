//! Contents octets that are refused or not in DER's form: real numbers and times, in every technique.

use codegen::Rules;
use interp_runtime::Random;
use num_bigint::BigInt;
use stubc_benches::family::family;
use stubc_benches::stubs::Modes;
use stubc_benches::subject::{Record, Subject};
use stubc_benches::{plans, witness};

/// Returns a short element.
fn element(identifier: u8, contents: &[u8]) -> Vec<u8> {
    let mut octets = vec![identifier, contents.len() as u8];
    octets.extend(contents);
    octets
}

/// Returns `Scalars` with these contents of a real number and three times.
fn scalars(real: &[u8], utc: &[u8], general: &[u8], time: &[u8]) -> Vec<u8> {
    let interval = [element(0x80, time), element(0x81, b"2Y")].concat();
    let members = [
        element(0x80, real),
        element(0xa2, &element(0x09, real)),
        element(0x83, utc),
        element(0x84, general),
        element(0xa5, &element(0x17, utc)),
        element(0xa6, &interval),
    ];
    element(0x30, &members.concat())
}

const REALS: &[&[u8]] = &[
    b"",
    b"\x40",
    b"\x43",
    b"\x44",
    b"\x40\0",
    b"\0",
    b"\x04",
    b"\x3f1",
    b"\x01",
    b"\x01+",
    b"\x011",
    b"\x01 -12",
    b"\x011.5",
    b"\x0215",
    b"\x021.5",
    b"\x02,5",
    b"\x025.",
    b"\x02.",
    b"\x031.5",
    b"\x031.E+0",
    b"\x03-15.E-1",
    b"\x03105.E12",
    b"\x0315.E+1",
    b"\x0315E1",
    b"\x0315.e1",
    b"\x0315,E1",
    b"\x031.5E0",
    b"\x0310.E1",
    b"\x0301.E1",
    b"\x031.E0",
    b"\x031.E-0",
    b"\x031.E+00",
    b"\x03 1.E1",
    b"\x03+1.E1",
    b"\x031.E01",
    b"\x03.E1",
    b"\x03.5E1",
    b"\x031.E",
    b"\x031.E+",
    b"\x031.E1x",
    b"\x031.E1E1",
    b"\x031.E ",
    b"\x80",
    b"\x80\x01",
    b"\x80\0\x01",
    b"\x80\0\x02",
    b"\x80\0\0",
    b"\x80\0\0\x01",
    b"\xc0\xff\x03",
    b"\x84\0\x01",
    b"\x90\0\x01",
    b"\xa0\0\x01",
    b"\xb0\0\x01",
    b"\x81\0\x01\x01",
    b"\x81\x7f\xff\x01",
    b"\x81\xff\x80\x01",
    b"\x81\0\x01",
    b"\x82\x01\0\0\x01",
    b"\x83",
    b"\x83\0\x01",
    b"\x83\x01\x05\x01",
    b"\x83\x02\0\x01\x01",
    b"\x83\x03\x7f\0\0\x01",
    b"\x83\x04\x7f\0\0\0\x01",
    b"\x83\x04\x7f\0\0\0",
    b"\x83\xff\x01",
];

const UTC: &[&[u8]] = &[
    b"920521000000Z",
    b"9205210000Z",
    b"920521000000+0100",
    b"920521240000Z",
    b"920521235960Z",
    b"920521235959Z",
    b"921321000000Z",
    b"920021000000Z",
    b"921200000000Z",
    b"921232000000Z",
    b"920521006000Z",
    b"92052100000xZ",
    b"920521000000.5Z",
    b"920521000000",
    b"920521000000z",
    b"920521000000ZZ",
    b"",
    b"Z",
    b"/20521000000Z",
];

const GENERAL: &[&[u8]] = &[
    b"19920521000000Z",
    b"19920622123421.123Z",
    b"20161231235960Z",
    b"20161231235961Z",
    b"19920622123421.0Z",
    b"19920622123421.10Z",
    b"19920622123421.Z",
    b"19920622123421.5",
    b"19920622123421.5.5Z",
    b"19920622123421,3Z",
    b"19920622123421.x1Z",
    b"199206221234Z",
    b"19920622123421",
    b"19920622123421-0500",
    b"19920622240000Z",
    b"0000",
    b"",
];

const TIMES: &[&[u8]] = &[
    b"15:27:35.5",
    b"15:27:35,5",
    b"15:27:46+01",
    b"15:27:46+01:00",
    b"15:27:46-01:0",
    b"15:27-01:30",
    b"-1:00",
    b"",
];

/// `Defaults` with members that are sent although they equal their defaults, or nearly.
const DEFAULTS: &[&[u8]] = &[
    b"\x30\x00",
    b"\x30\x07\x80\x05\x0315.E",
    b"\x30\x08\x80\x06\x0315.E-",
    b"\x30\x09\x80\x07\x0315.E-1",
    b"\x30\x05\x81\x03\x80\xf6\x01",
    b"\x30\x02\x82\x00",
    b"\x30\x0f\x83\x0d920521000000Z",
    b"\x30\x08\xa4\x06\x80\x01\x01\x81\x01\xff",
    b"\x30\x05\xa4\x03\x80\x01\x01",
    b"\x30\x06\xa5\x04\x80\x02\x01\x2c",
    b"\x30\x0b\xa7\x09\x02\x01\x01\x02\x01\x02\x02\x01\x03",
    b"\x30\x0b\xa7\x09\x02\x01\x01\x02\x01\x03\x02\x01\x02",
    b"\x30\x0b\xa8\x09\x0c\x00\x0c\x01c\x0c\x02ab",
    b"\x30\x0b\xa8\x09\x0c\x01c\x0c\x02ab\x0c\x00",
    b"\x30\x0b\xa8\x09\x0c\x01c\x0c\x01c\x0c\x01c",
    b"\x30\x09\xa9\x07\x30\x05\x80\x01\x07\xa2\x00",
    b"\x30\x07\xaa\x05\xa1\x03\x80\x01\x05",
    b"\x30\x09\xaa\x07\xa1\x05\x80\x01\x05\xa1\x00",
    b"\x30\x0d\xab\x0b\x03\x02\x07\x80\x03\x02\x02\x04\x03\x01\x00",
    b"\x30\x0c\xac\x0a\x80\x01\x05\xa3\x05\x30\x03\x80\x01\x01",
    b"\x30\x04\xac\x02\x84\x00",
    b"\x30\x07\xac\x05\xa2\x03\x80\x01\x00",
];

#[test]
fn defaults_that_are_given() {
    let subject = Subject::load(family("project-kinds", "kinds")).expect("specs/ is there");
    let record = |octets: &&[u8]| Record { root: 1, octets: octets.to_vec(), title: String::new() };
    let records: Vec<Record> = DEFAULTS.iter().map(record).collect();
    for (rules, accepted) in [(Rules::Ber, 20), (Rules::Der, 5)] {
        let model = subject.model(subject.options(rules));
        let codec = subject.codec(rules);
        let empty = codec.decode_exact(subject.roots[1], DEFAULTS[0]).expect("all members have defaults");
        assert_eq!(codec.encode(subject.roots[1], &empty).as_deref(), Ok(DEFAULTS[0]), "{rules:?}");
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(tally.accepted, accepted, "{rules:?}: {tally:?}");
    }
}

#[test]
fn numbers_and_times_in_every_form() {
    let subject = Subject::load(family("project-kinds", "kinds")).expect("specs/ is there");
    let (real, utc, general, time) = (REALS[0], UTC[0], GENERAL[0], TIMES[0]);
    let messages = (REALS.iter().map(|real| scalars(real, utc, general, time)))
        .chain(UTC.iter().map(|utc| scalars(real, utc, general, time)))
        .chain(GENERAL.iter().map(|general| scalars(real, utc, general, time)))
        .chain(TIMES.iter().map(|time| scalars(real, utc, general, time)));
    let records: Vec<Record> =
        messages.map(|octets| Record { root: 0, octets, title: String::new() }).collect();
    for (rules, accepted) in [(Rules::Ber, 84), (Rules::Der, 22)] {
        let model = subject.model(subject.options(rules));
        let codec = subject.codec(rules);
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(tally.accepted, accepted, "{rules:?}: {tally:?}");
    }
}

#[test]
fn values_that_constraints_exclude() {
    const VALUES: usize = 1500;
    let subject = Subject::load(family("project-kinds", "kinds")).expect("specs/ is there");
    for rules in [Rules::Ber, Rules::Der] {
        let mut options = subject.options(rules);
        options.check_constraints = true;
        let model = subject.model(options);
        let records = subject.random_records(&subject.codec(rules), VALUES, 9);
        let mut random = Random::new(5);
        let corrupted = |record: &Record| {
            let mut record = record.clone();
            if let Some(at) = record.octets.len().checked_sub(1) {
                let at = random.below(at as u64 + 1) as usize;
                record.octets[at] = record.octets[at].wrapping_add(1 + random.below(255) as u8);
            }
            record
        };
        let constrained = records.iter().filter(|record| record.root == 2);
        let corrupted: Vec<Record> = constrained.cycle().take(3 * VALUES).map(corrupted).collect();
        let all: Vec<Record> = records.into_iter().chain(corrupted).collect();
        let codec = subject.codec(rules).with_constraints();
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &all);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        let excluded = witness::excluded(&codec, &subject.roots, &all);
        assert!(
            tally.accepted > VALUES && excluded > VALUES / 4,
            "{rules:?}: {tally:?}, {excluded} excluded"
        );
    }
}

/// Integers as bytes, around every bound of their constraints.
#[test]
fn integers_in_octets_around_their_bounds() {
    let text = "Big DEFINITIONS AUTOMATIC TAGS ::= BEGIN
        Message ::= CHOICE {
          a INTEGER (0..18446744073709551616),
          b INTEGER (MIN..-1 | 5..MAX),
          c INTEGER (-36893488147419103232..-18446744073709551617 | 0 | 340282366920938463463374607431768211456..MAX),
          d INTEGER (MIN..-9223372036854775809),
          e INTEGER (1..3, ...),
          f INTEGER (-170141183460469231731687303715884105728..170141183460469231731687303715884105727) }
        END";
    let config = "[types]\n\"Message.b\" = { integer = \"bytes\" }\n";
    let settings = stubc::Settings {
        specs: vec![("big.asn1".to_owned(), text.to_owned())],
        configs: vec![("c.toml".to_owned(), config.to_owned())],
        ..stubc::Settings::default()
    };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    let subject = Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() };
    let power = |bits: u32| BigInt::from(1) << bits;
    let permitted: [&dyn Fn(&BigInt) -> bool; 6] = [
        &|x| *x >= 0.into() && *x <= power(64),
        &|x| *x < 0.into() || *x >= 5.into(),
        &|x| *x >= -power(65) && *x < -power(64) || *x == 0.into() || *x >= power(128),
        &|x| *x < -power(63),
        &|_| true,
        &|x| *x >= -power(127) && *x < power(127),
    ];
    let mut values: Vec<BigInt> = (-6..=6).map(BigInt::from).collect();
    for bits in [7, 8, 31, 32, 62, 63, 64, 65, 66, 119, 120, 126, 127, 128, 129, 191, 192, 193, 1000] {
        for near in -2..=2 {
            values.extend([power(bits) + near, -power(bits) + near]);
        }
    }
    let mut records = Vec::new();
    let mut accepted = 0;
    for (arm, permits) in permitted.iter().enumerate() {
        for value in &values {
            let contents = value.to_signed_bytes_be();
            let mut octets = vec![0x80 | arm as u8, contents.len() as u8];
            if contents.len() > 0x7f {
                octets.insert(1, 0x81);
            }
            octets.extend(contents);
            // Values beyond 64 bits are out of range.
            let is_held = arm != 4 || i64::try_from(value).is_ok();
            accepted += usize::from(permits(value) && is_held);
            records.push(Record { root: 0, octets, title: format!("{arm}: {value}") });
        }
    }
    for rules in [Rules::Ber, Rules::Der] {
        let mut options = subject.options(rules);
        options.check_constraints = true;
        let model = subject.model(options);
        let codec = subject.codec(rules).with_constraints();
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(tally.accepted, accepted, "{rules:?}: {tally:?}");
    }
}

/// Returns a specification of one choice, `Message`, with these alternatives.
fn choice(alternatives: &str) -> Subject {
    let text =
        format!("One DEFINITIONS AUTOMATIC TAGS ::= BEGIN Message ::= CHOICE {{ {alternatives} }} END");
    let settings =
        stubc::Settings { specs: vec![("one.asn1".to_owned(), text)], ..stubc::Settings::default() };
    let specification = stubc::front::specification(&settings);
    let graph = specification.unwrap_or_else(|error| panic!("{:?}", error.diagnostics)).graph;
    let roots = graph.definitions("Message");
    Subject { family: family("project-kinds", "kinds"), graph, roots, messages: Vec::new() }
}

/// A number whose mantissa is zero lies between the negative and the positive ones. Characters may stand in any plane.
#[test]
fn zeros_and_planes() {
    let subject = choice(
        "a REAL (0..5), b REAL (MIN..<0), c REAL (0<..MAX), d REAL (-1.5..1.5),
        e UniversalString (FROM (\"a\"..\"z\" | {0,1,0,0})),
        f REAL (WITH COMPONENTS { mantissa (1..1152921504606846977), base (2), exponent (-9..9) }),
        g REAL (WITH COMPONENTS { mantissa (1..99), base (10), exponent (0..9) })",
    );
    // The last two have mantissas of nine octets: without its factors of two, the first one fits in 64 bits.
    let reals: &[&[u8]] = &[
        b"",
        b"\x80\0\0",
        b"\xc0\0\0",
        b"\x81\0\x05\0",
        b"\x83\x01\x05\0\0",
        b"\x43",
        b"\x80\0\x01",
        b"\x83\x01\x03\x01",
        b"\x80\xfb\x02\0\0\0\0\0\0\0\x20",
        b"\x80\xfb\x20\0\0\0\0\0\0\0\x01",
        // 1 and 768, with octets of zeros before and after.
        b"\x80\0\0\x01",
        b"\x80\0\x03\0",
        // In decimal digits: 0, 1, 100, 1.5 and 150.
        b"\x010",
        b"\x01 1",
        b"\x01100",
        b"\x021.5",
        b"\x031.5E2",
    ];
    let texts: &[&[u8]] =
        &[b"\0\0\0a", b"\0\x01\0\0", b"\x01\x01\0\0", b"\0\x01\0\x01", b"\x01\0\0\0", b"\0\x02\0\0"];
    let tags = [0x80, 0x81, 0x82, 0x83, 0x85, 0x86];
    let messages = tags.into_iter().flat_map(|tag| reals.iter().map(move |real| element(tag, real)));
    let messages = messages.chain(texts.iter().map(|text| element(0x84, text)));
    let records: Vec<Record> =
        messages.map(|octets| Record { root: 0, octets, title: String::new() }).collect();
    let model = subject.model(codegen::Options { check_constraints: true, ..subject.options(Rules::Ber) });
    let codec = subject.codec(Rules::Ber).with_constraints();
    let programs = witness::programs(&subject, &model, plans::variants(&model));
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    let permitted = |tag: u8| {
        let own = records.iter().filter(|record| record.octets[0] == tag);
        own.filter(|record| codec.decode(subject.roots[0], &record.octets).is_ok()).count()
    };
    // Seven zeros lie in a and d, 1 (three times) and 1.5 in a, c and d; 8, 100, 150, 768 and two large numbers in c.
    assert_eq!([0x80, 0x81, 0x82, 0x83].map(permitted), [11, 0, 10, 11]);
    // Minus zero has no mantissa, so that f permits it. Two characters are in e.
    assert_eq!([0x84, 0x85, 0x86].map(permitted), [2, 6, 4]);
    let all: usize = (0x80..=0x86).map(permitted).sum();
    assert_eq!(tally.accepted, all, "{tally:?}");
}

/// Contents that are no real number are refused before a constraint on components is asked for more.
#[test]
fn no_real_numbers() {
    let subject = choice("a REAL (WITH COMPONENTS { mantissa (1..99), base (2) }), b REAL (0..5)");
    let options =
        codegen::Options { name: "reals".to_owned(), check_constraints: true, ..subject.options(Rules::Ber) };
    let main = "#include \"reals.h\"
static const uint8_t number[] = {0x80, 0, 3}, none[] = {0x80, 0}, reserved[] = {0x44};
int main(void)
{
    uint8_t buffer[16];
    unsigned kind;
    for (kind = 1; kind < 3; kind++) {
        Message m = {0};
        stubc_slice *const real = kind == 1 ? &m.u.a : &m.u.b;
        m.kind = (uint8_t)kind;
        real->data = number;
        real->length = sizeof number;
        if (Message_encode(&m, buffer, sizeof buffer, NULL, NULL) != 5)
            return 1;
        real->data = none;
        real->length = sizeof none;
        if (Message_encode(&m, buffer, sizeof buffer, NULL, NULL) >= 0)
            return 2;
        real->data = reserved;
        real->length = sizeof reserved;
        if (Message_encode(&m, buffer, sizeof buffer, NULL, NULL) >= 0)
            return 3;
    }
    return 0;
}
";
    crate::error_paths::programs_succeed(&subject.model(options), main);
}

/// Numbers of an enumeration that no machine type holds, and shorter ones beside them.
#[test]
fn enumerations_beyond_machine_types() {
    let subject = choice("a ENUMERATED { huge(99999999999999999999), ... }");
    let contents: [&[u8]; 5] = [b"\0", b"\x05", b"\0\x05", b"", b"\x05\x6b\xc7\x5e\x2d\x63\x0f\xff\xfe"];
    let messages = contents.into_iter().map(|contents| element(0x80, contents));
    let records: Vec<Record> =
        messages.map(|octets| Record { root: 0, octets, title: String::new() }).collect();
    let model = subject.model(subject.options(Rules::Ber));
    let programs = witness::programs(&subject, &model, plans::all(&model));
    let codec = subject.codec(Rules::Ber);
    let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(tally.accepted, 3, "{tally:?}");
}

/// A time that ends with the message, where the check of its zone could read on.
#[test]
fn times_at_the_end_of_the_message() {
    let subject = choice("a TIME");
    let time = b"15:27:46+01:00";
    let messages = (0..=time.len()).map(|length| element(0x80, &time[..length]));
    let records: Vec<Record> =
        messages.map(|octets| Record { root: 0, octets, title: String::new() }).collect();
    for (rules, accepted) in [(Rules::Ber, time.len() + 1), (Rules::Der, time.len())] {
        let model = subject.model(subject.options(rules));
        let programs = witness::programs(&subject, &model, plans::variants(&model));
        let codec = subject.codec(rules);
        let tally = witness::compare(&codec, &subject.roots, &programs, Modes::Fresh, &records);
        let tally = tally.unwrap_or_else(|error| panic!("{rules:?}: {error}"));
        assert_eq!(tally.accepted, accepted, "{rules:?}: {tally:?}");
    }
}
