//! The calibration of the cost model: what messages take, counted; the terms that the model counts in them; and the
//! instructions of each term that fit best.

pub mod counted;
pub mod emulated;
pub mod fit;
pub mod observed;
pub mod table;
pub mod target;

use crate::family::{FAMILIES, Family, Place};

/// Families that share a specification, or transcribe it: one is never judged by what was fitted to another.
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

/// The families that are measured: those with messages, and of the project's own those that show every kind of value.
pub fn families() -> impl Iterator<Item = &'static Family> {
    const ALL_KINDS: [&str; 3] = ["project-kinds", "opens", "project-xdr"];
    let transcribed = |family: &Family| matches!(family.name, "project-z3950" | "project-x400");
    FAMILIES.iter().filter(move |family| {
        let shown = family.place == Place::Shared || ALL_KINDS.contains(&family.name);
        shown || test_needs::shared().is_none() && transcribed(family)
    })
}
