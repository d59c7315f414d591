//! How well frequencies are predicted: families measured from their messages, scores of predictors, and the fit of
//! the standard predictor's parameters.

pub mod fit;
pub mod measured;
pub mod score;

use measured::Measured;

/// The families that parameters are fitted to, in groups that share a specification or modules of one: a group is left
/// out as a whole.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("ldap", &["ldap"]),
    ("snmp", &["snmp-v1", "snmp-v2-v3"]),
    ("kerberos", &["kerberos"]),
    ("pkix", &["pkix-certificates", "pkix-crl", "ocsp"]),
    ("z3950", &["z3950"]),
];

/// The families of one group among all.
pub fn group<'m>(all: &'m [Measured], name: &str) -> Vec<&'m Measured> {
    let members = GROUPS.iter().find(|group| group.0 == name).map_or(&[][..], |group| group.1);
    all.iter().filter(|family| members.contains(&family.name)).collect()
}
