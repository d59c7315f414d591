//! The fuzz targets of generated code, and their seeds.

use crate::family::{FAMILIES, Family, family};
use crate::subject::{Record, Subject};
use codegen::Rules;
use std::collections::BTreeMap;
use std::path::Path;

/// A root of a family under some rules.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its folder in the campaign.
    pub name: &'static str,
    /// The family and its specifications.
    pub family: (&'static str, &'static str),
    /// The encoding rules.
    pub rules: Rules,
    /// The type of its messages.
    pub root: &'static str,
}

const fn target(
    name: &'static str,
    family: (&'static str, &'static str),
    rules: Rules,
    root: &'static str,
) -> Target {
    Target { name, family, rules, root }
}

const LDAP: (&str, &str) = ("project-ldap", "ldap");
const KINDS: (&str, &str) = ("project-kinds", "kinds");
const OPENS: (&str, &str) = ("opens", "opens");
const PKIX: (&str, &str) = ("project-pkix", "pkix");
const SNMP: (&str, &str) = ("project-snmp", "snmp");
const XDR: (&str, &str) = ("project-xdr", "kinds.x");
const NFS: (&str, &str) = ("project-xdr", "nfs3.x");
const Z3950: (&str, &str) = ("project-z3950", "z3950");
const PACKED: (&str, &str) = ("packed-kinds", "packed");

/// All targets: every rule, and every kind of type under each.
pub const TARGETS: &[Target] = &[
    target("ber-ldap", LDAP, Rules::Ber, "LDAPMessage"),
    target("ber-kinds", KINDS, Rules::Ber, "Scalars"),
    target("ber-defaults", KINDS, Rules::Ber, "Defaults"),
    target("der-kinds", KINDS, Rules::Der, "Scalars"),
    target("der-defaults", KINDS, Rules::Der, "Defaults"),
    target("ber-opens", OPENS, Rules::Ber, "Everything"),
    target("der-opens", OPENS, Rules::Der, "Everything"),
    target("ber-constraints", ("project-constraints", "constraints"), Rules::Ber, "Message"),
    target("der-constrained", KINDS, Rules::Der, "Constrained"),
    target("der-certificate", PKIX, Rules::Der, "Certificate"),
    target("ber-crl", PKIX, Rules::Ber, "CertificateList"),
    target("ber-snmp", SNMP, Rules::Ber, "SNMPv3Message"),
    target("ber-z3950", Z3950, Rules::Ber, "Z39-50-APDU-1995.PDU"),
    target("ber-packed", PACKED, Rules::Ber, "Everything"),
    target("xdr-kinds", XDR, Rules::Xdr, "kinds"),
    target("xdr-arrays", XDR, Rules::Xdr, "octet_arrays"),
    target("xdr-nfs", NFS, Rules::Xdr, "READDIRPLUS3res"),
    target("uper-ldap", LDAP, Rules::Uper, "LDAPMessage"),
    target("aper-ldap", LDAP, Rules::Aper, "LDAPMessage"),
    target("uper-packed", PACKED, Rules::Uper, "Everything"),
    target("aper-packed", PACKED, Rules::Aper, "Everything"),
    target("uper-snmp", SNMP, Rules::Uper, "SNMPv3Message"),
    target("oer-ldap", LDAP, Rules::Oer, "LDAPMessage"),
    target("oer-packed", PACKED, Rules::Oer, "Everything"),
    target("coer-packed", PACKED, Rules::Coer, "Everything"),
    target("coer-snmp", SNMP, Rules::Coer, "SNMPv3Message"),
];

/// Types that every packed rule encodes.
const KINDS_OF_PACKED: Family = Family {
    name: PACKED.0,
    specs: PACKED.1,
    roots: &["Everything"],
    rules: Rules::Uper,
    place: crate::family::Place::Test,
    ..FAMILIES[0]
};
static PACKED_KINDS: Family = KINDS_OF_PACKED;

impl Target {
    /// Returns its specification with its messages. The root is the only one.
    ///
    /// # Panics
    /// The specification does not compile, or lacks the root.
    pub fn subject(&self) -> Option<Subject> {
        let (name, specs) = self.family;
        let mut subject =
            Subject::load(if self.family == PACKED { &PACKED_KINDS } else { family(name, specs) })?;
        let found = subject.graph.definitions(self.root);
        let [root] = found[..] else { panic!("{}: the root is {found:?}", self.name) };
        let number = subject.roots.iter().position(|known| *known == root);
        subject.messages.retain(|(of, _)| Some(*of) == number);
        subject.messages.iter_mut().for_each(|(of, _)| *of = 0);
        subject.roots = vec![root];
        Some(subject)
    }

    /// Returns valid messages: captured ones under the rules of the family, and random ones.
    pub fn seeds(&self, subject: &Subject, values: usize) -> Vec<Record> {
        let codec = subject.codec(self.rules);
        let mut all = subject.random_records(&codec, values, 1);
        let is_ber = |rules: Rules| matches!(rules, Rules::Ber | Rules::Der);
        if self.rules == subject.rules() || is_ber(self.rules) && is_ber(subject.rules()) {
            all.extend(subject.records());
        }
        all
    }
}

/// Writes a dictionary for libFuzzer: lengths at their bounds, and the beginnings of elements that are frequent in the seeds.
///
/// # Errors
/// The file cannot be written.
pub fn write_dictionary(seeds: &[Record], path: &Path) -> std::io::Result<()> {
    const MOST: usize = 100;
    let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
    for part in seeds.iter().flat_map(|record| record.octets.windows(3)) {
        *counts.entry(part).or_default() += 1;
    }
    let mut frequent: Vec<(&[u8], usize)> = counts.into_iter().collect();
    frequent.sort_by_key(|(part, count)| (std::cmp::Reverse(*count), *part));
    let lengths: [&[u8]; 8] = [
        &[0x80],
        &[0, 0],
        &[0x81, 0x80],
        &[0x82, 0, 1],
        &[0x84, 0xff, 0xff, 0xff, 0xff],
        &[0x88, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        &[0xff, 0xff, 0xff, 0xff],
        &[0xc4],
    ];
    let parts = lengths.into_iter().chain(frequent.into_iter().take(MOST).map(|(part, _)| part));
    let line = |part: &[u8]| {
        let text: String = part.iter().map(|byte| format!("\\x{byte:02x}")).collect();
        format!("\"{text}\"\n")
    };
    std::fs::write(path, parts.map(line).collect::<String>())
}
