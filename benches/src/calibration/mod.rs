//! The calibration of the cost model: counted instructions of messages, the model's terms in them, and the
//! best fit of each term.

pub mod counted;
pub mod emulated;
pub mod fit;
pub mod observed;
pub mod table;
pub mod target;

use crate::family::{FAMILIES, Family, Place, family};
use crate::prediction::counted::packed_subjects;
use crate::subject::Subject;
use codegen::Rules;

/// Returns the group of families that share or transcribe a specification. A family is never tested with a
/// fit to its own group.
pub fn group(family: &Family) -> &'static str {
    const GROUPS: [(&str, &[&str]); 12] = [
        ("ldap", &["ldap", "project-ldap"]),
        ("snmp", &["snmp", "project-snmp", "project-snmp-v1"]),
        ("kerberos", &["kerberos", "project-kerberos"]),
        ("pkix", &["pkix-certificates", "pkix-crl", "project-pkix"]),
        ("z3950", &["z3950", "project-z3950"]),
        ("x400", &["x400", "project-x400"]),
        ("nfs", &["nfs3.x", "mount3.x", "mount.x"]),
        ("portmap", &["portmap.x", "rpcbind.x"]),
        ("kinds", &["project-kinds", "opens"]),
        ("xdr", &["kinds.x", "rmin.x"]),
        ("lte-rrc", &["lte-rrc", "lte-rrc-rel8"]),
        ("its", &["its", "project-its"]),
    ];
    let name = if family.rules == Rules::Xdr { family.specs } else { family.name };
    GROUPS.iter().find(|(_, members)| members.contains(&name)).map_or(name, |(group, _)| *group)
}

/// Returns the families with packed messages, and random values of messages of vehicles under two
/// rules.
pub fn packed<'f>(is_asked: impl Fn(&Family) -> bool + Copy + 'f) -> impl Iterator<Item = Subject> + 'f {
    const RULES: [Rules; 2] = [Rules::Uper, Rules::Coer];
    let its = RULES.map(|rules| Family { rules, ..*family("project-its", "its") });
    // The few families live as long as the program.
    let values = its
        .into_iter()
        .filter(move |family| is_asked(family))
        .map(|family| &*Box::leak(Box::new(family)))
        .filter_map(Subject::load)
        .map(|subject| {
            // The messages are those of one rule.
            Subject { messages: Vec::new(), ..subject }
        });
    // One build of these takes as long as all others together.
    const LARGE: [&str; 2] = ["lte-rrc", "nr-rrc"];
    let is_small = move |family: &Family| is_asked(family) && !LARGE.contains(&family.specs);
    packed_subjects(is_small).chain(values)
}

/// Returns the measured families: those with messages, and the project's own with every kind of value.
pub fn families() -> impl Iterator<Item = &'static Family> {
    const ALL_KINDS: [&str; 3] = ["project-kinds", "opens", "project-xdr"];
    let transcribed = |family: &Family| matches!(family.name, "project-z3950" | "project-x400");
    FAMILIES.iter().filter(move |family| {
        let shown = family.place == Place::Shared || ALL_KINDS.contains(&family.name);
        shown || test_needs::shared().is_none() && transcribed(family)
    })
}
