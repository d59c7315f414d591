//! The calibration of the cost model: counted instructions of messages, the model's terms in them, and the
//! best fit of each term.

pub mod counted;
pub mod emulated;
pub mod fit;
pub mod observed;
pub mod table;
pub mod target;

use crate::family::{FAMILIES, Family, Place};

/// Returns the group of families that share or transcribe a specification. A family is never tested with a
/// fit to its own group.
pub fn group(family: &Family) -> &'static str {
    const GROUPS: [(&str, &[&str]); 10] = [
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
    ];
    let name = if family.rules == codegen::Rules::Xdr { family.specs } else { family.name };
    GROUPS.iter().find(|(_, members)| members.contains(&name)).map_or(name, |(group, _)| *group)
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
