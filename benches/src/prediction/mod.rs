//! The quality of predicted frequencies: families measured from their messages, scores of predictors, and the
//! fit of the standard predictor's parameters.

pub mod counted;
pub mod fit;
pub mod measured;
pub mod planned;
pub mod score;

use measured::Measured;

/// The families of the fit, in groups that share a specification or its modules: a group is left out as a
/// whole.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("ldap", &["ldap"]),
    ("snmp", &["snmp-v1", "snmp-v2-v3"]),
    ("kerberos", &["kerberos"]),
    ("pkix", &["pkix-certificates", "pkix-crl", "ocsp"]),
    ("z3950", &["z3950"]),
];

/// Returns the families of one group.
pub fn group<'m>(all: &'m [Measured], name: &str) -> Vec<&'m Measured> {
    let members = GROUPS.iter().find(|group| group.0 == name).map_or(&[][..], |group| group.1);
    all.iter().filter(|family| members.contains(&family.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::GROUPS;
    use super::measured::families;
    use std::collections::BTreeSet;

    #[test]
    fn a_family_is_left_out_with_all_that_shares_its_specification() {
        let members: Vec<&str> = GROUPS.iter().flat_map(|(_, members)| members.iter().copied()).collect();
        let different: BTreeSet<&str> = members.iter().copied().collect();
        assert_eq!(members.len(), different.len(), "a family in two groups is never left out");
        // Synthetic messages are not used for the fit.
        assert!(!different.contains("x400"));
        for family in families().iter().filter(|family| different.contains(family.name)) {
            let group = |name: &str| GROUPS.iter().position(|(_, members)| members.contains(&name));
            let kin = families().into_iter().filter(|other| other.specs == family.specs);
            for other in kin {
                assert_eq!(group(other.name), group(family.name), "{} and {}", other.name, family.name);
            }
        }
    }
}
