//! Domains, O/R names and names of the Directory.

use super::ber::{
    Value, application, bits, constructed, context, integer, object, primitive, sequence, set, universal,
};
use super::random::Random;

/// Countries with their administration domains.
const COUNTRIES: [(&str, &[&str]); 9] = [
    ("AT", &["ADA", " "]),
    ("BE", &["RTT"]),
    ("CA", &["TELECOM.CANADA"]),
    ("DK", &["DK400"]),
    ("ES", &["MENSATEX", "400"]),
    ("FI", &["MAILNET", "ELISA"]),
    ("IE", &["EIRMAIL400"]),
    ("PT", &["MARCONI-SVA", " "]),
    ("SE", &["400NET", "TEDE"]),
];
const PRIVATE: [&str; 10] = [
    "HARBOUR",
    "NORDBANK",
    "RAILFREIGHT",
    "CITYCOUNCIL",
    "STEELWORKS",
    "METOFFICE",
    "POSTLAB",
    "AGRICOOP",
    "INSURE-ALL",
    "UNIVERSITY",
];
const ORGANIZATIONS: [&str; 8] = [
    "Freight Office",
    "Ship Registry",
    "Central Archive",
    "Institute of Optics",
    "Grain Exchange",
    "Data Centre",
    "Claims Department",
    "Western Branch",
];
const UNITS: [&str; 10] = [
    "Planning", "Customs", "Stores", "Accounts", "Library", "Networks", "Dispatch", "Legal", "Team 3",
    "Archive",
];
const SURNAMES: [&str; 12] = [
    "Berg",
    "Carvalho",
    "Doyle",
    "Eriksson",
    "Farkas",
    "Gruber",
    "Haas",
    "Ibsen",
    "Janssens",
    "Keller",
    "Lindqvist",
    "Moreau",
];
const GIVEN: [&str; 10] =
    ["Anna", "Bruno", "Clara", "David", "Elena", "Finn", "Greta", "Hugo", "Ines", "Jonas"];

/// A management domain: country, administration domain and, mostly, a private domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domain {
    country: &'static str,
    administration: &'static str,
    private: Option<&'static str>,
}

/// Returns a random domain.
pub(crate) fn domain(random: &mut Random) -> Domain {
    let (country, administrations) = random.one(&COUNTRIES);
    let private = random.percent(88).then(|| random.pick(&PRIVATE));
    Domain { country, administration: random.pick(administrations), private }
}

fn country(random: &mut Random, domain: Domain) -> Value {
    let code = if random.percent(97) {
        primitive(universal::PRINTABLE_STRING, domain.country)
    } else {
        primitive(universal::NUMERIC_STRING, random.between(202, 749).to_string())
    };
    constructed(application(1), vec![code])
}

fn administration(domain: Domain) -> Value {
    constructed(application(2), vec![primitive(universal::PRINTABLE_STRING, domain.administration)])
}

/// Returns a GlobalDomainIdentifier.
pub(crate) fn global_domain(random: &mut Random, domain: Domain) -> Value {
    let private = domain.private.map(|name| primitive(universal::PRINTABLE_STRING, name));
    let fields = [country(random, domain), administration(domain)];
    constructed(application(3), fields.into_iter().chain(private).collect())
}

/// Returns the components of a BilateralDomain: country and domain.
pub(crate) fn bilateral_domain(random: &mut Random, domain: Domain) -> Vec<Value> {
    vec![country(random, domain), administration(domain)]
}

/// Returns a random surname.
pub(crate) fn surname(random: &mut Random) -> &'static str {
    random.pick(&SURNAMES)
}

/// Returns an ORName in a random domain, under the tag [APPLICATION 0] or one that replaces it.
pub(crate) fn or_name(random: &mut Random, identifier: u8) -> Value {
    let domain = domain(random);
    or_name_in(random, identifier, domain)
}

/// Returns an ORName in this domain.
pub(crate) fn or_name_in(random: &mut Random, identifier: u8, domain: Domain) -> Value {
    let mut fields = address(random, domain);
    if random.percent(3) {
        fields.push(constructed(context(0), vec![directory_name(random)]));
    }
    constructed(identifier, fields)
}

/// Returns an ORAddress.
pub(crate) fn or_address(random: &mut Random) -> Value {
    let domain = domain(random);
    sequence(address(random, domain))
}

/// Returns the components of an ORAddress with four to eight attributes.
fn address(random: &mut Random, domain: Domain) -> Vec<Value> {
    let mut wanted = 4 + random.weighted(&[18, 32, 28, 15, 7]);
    let mut take = |likely: bool| {
        let taken = likely && wanted > 0;
        wanted -= usize::from(taken);
        taken
    };
    take(true);
    take(true);
    let private = domain.private.filter(|_| take(true));
    let surname = take(true);
    let organization = take(true);
    let given = take(true);
    let common = take(random.percent(6));
    let defined = take(random.percent(8));
    let unit = take(true);
    let initials = take(random.percent(30));
    let second = take(true);

    let mut standard = vec![country(random, domain), administration(domain)];
    if random.percent(2) {
        standard.push(primitive(context(0), format!("2640{}", random.between(10_000, 99_999))));
    }
    if random.percent(1) {
        standard.push(primitive(context(1), format!("TX{}", random.between(100, 999))));
    }
    standard.extend(
        private.map(|name| constructed(context(2), vec![primitive(universal::PRINTABLE_STRING, name)])),
    );
    if organization {
        standard.push(primitive(context(3), random.pick(&ORGANIZATIONS)));
    }
    if random.percent(2) {
        standard.push(primitive(context(4), random.between(1_000_000, 9_999_999).to_string()));
    }
    if surname {
        standard.push(personal_name(random, given, initials));
    }
    let units = usize::from(unit) + usize::from(second);
    if units > 0 {
        let names = (0..units).map(|_| primitive(universal::PRINTABLE_STRING, random.pick(&UNITS)));
        standard.push(constructed(context(6), names.collect()));
    }
    let mut fields = vec![sequence(standard)];
    if defined {
        fields.push(domain_defined(random));
    }
    if common {
        fields.push(extension_attributes(random));
    }
    fields
}

fn personal_name(random: &mut Random, given: bool, initials: bool) -> Value {
    let mut parts = vec![primitive(context(0), surname(random))];
    if given {
        parts.push(primitive(context(1), random.pick(&GIVEN)));
    }
    if initials {
        parts.push(primitive(context(2), random.pick(&["A", "CM", "HJ", "P", "TK"])));
    }
    if random.percent(2) {
        parts.push(primitive(context(3), random.pick(&["Jr", "Sr", "III"])));
    }
    constructed(context(5), parts)
}

fn domain_defined(random: &mut Random) -> Value {
    let pair = |kind: &str, value: String| {
        sequence(vec![
            primitive(universal::PRINTABLE_STRING, kind),
            primitive(universal::PRINTABLE_STRING, value),
        ])
    };
    let mailbox = surname(random).to_lowercase();
    let mut pairs = vec![pair("RFC-822", format!("{mailbox}(a)mail.example"))];
    if random.percent(20) {
        pairs.push(pair("BADGE", random.between(1000, 99_999).to_string()));
    }
    sequence(pairs)
}

fn extension_attributes(random: &mut Random) -> Value {
    let attribute = |number: u64, value: Value| {
        sequence(vec![integer(context(0), number), constructed(context(1), vec![value])])
    };
    let list = format!("{} list", random.pick(&UNITS));
    let mut attributes = vec![attribute(1, primitive(universal::PRINTABLE_STRING, list))];
    if random.percent(15) {
        attributes.push(attribute(2, primitive(universal::TELETEX_STRING, *b"R\xe9seaux")));
    }
    if random.percent(15) {
        attributes.push(attribute(9, primitive(universal::PRINTABLE_STRING, "B-1040")));
    }
    if random.percent(15) {
        let lines = sequence(vec![
            primitive(universal::PRINTABLE_STRING, "Harbour Street 7"),
            primitive(universal::PRINTABLE_STRING, "Second floor"),
        ]);
        attributes.push(attribute(16, set(vec![lines])));
    }
    if random.percent(15) {
        attributes.push(attribute(23, integer(universal::INTEGER, random.one(&[3, 4, 5, 8]))));
    }
    if random.percent(10) {
        let name: Vec<u8> = "Čapek".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let code = primitive(universal::PRINTABLE_STRING, "cs");
        attributes.push(attribute(24, set(vec![primitive(universal::BMP_STRING, name), code])));
    }
    set(attributes)
}

/// Returns a name of the Directory: country, organization, common name.
pub(crate) fn directory_name(random: &mut Random) -> Value {
    let part = |attribute: u64, text: &str| {
        let value = primitive(universal::PRINTABLE_STRING, text);
        set(vec![sequence(vec![object(universal::OBJECT_IDENTIFIER, &[2, 5, 4, attribute]), value])])
    };
    let person = format!("{} {}", random.pick(&GIVEN), surname(random));
    let (country, _) = random.one(&COUNTRIES);
    sequence(vec![part(6, country), part(10, random.pick(&ORGANIZATIONS)), part(3, &person)])
}

/// Returns the name of a random MTA.
pub(crate) fn mta_name(random: &mut Random) -> Value {
    let host = random.pick(&["mta", "relay", "gate", "hub"]);
    primitive(universal::IA5_STRING, format!("{host}-{}", random.between(1, 30)))
}

/// Returns the MTSIdentifier of a message that this domain accepted at this time.
pub(crate) fn mts_identifier(random: &mut Random, domain: Domain, clock: u64) -> Value {
    let serial = random.between(0, 999_999);
    let local = format!("{}.{:05}.{serial:06}", random.pick(&["mta1", "relay", "gate"]), clock % 100_000);
    let fields = vec![global_domain(random, domain), primitive(universal::IA5_STRING, local)];
    constructed(application(4), fields)
}

/// Returns encoded information types, under [APPLICATION 5] or a tag that replaces it.
pub(crate) fn information_types(random: &mut Random) -> Value {
    const CHOICES: [&[usize]; 7] = [&[2], &[5], &[2, 5], &[0], &[3], &[8], &[7]];
    let ones = CHOICES[random.weighted(&[70, 8, 4, 8, 4, 4, 2])];
    let fewest = ones.iter().max().map_or(0, |last| last + 1);
    let size = if random.percent(50) { fewest } else { 10 };
    let mut fields = vec![bits(context(0), ones, size)];
    if ones == [3] && random.percent(50) {
        fields.push(bits(context(1), &[8, 9], 32));
    }
    if random.percent(7) {
        let extended = random.pick(&[&[2_u64, 6, 1, 12, 0][..], &[1, 0, 10_021, 7, 1, 0, 1]]);
        fields.push(constructed(context(4), vec![object(universal::OBJECT_IDENTIFIER, extended)]));
    }
    constructed(application(5), fields)
}
