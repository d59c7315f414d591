//! With the profile of the messages, a plan eliminates nearly as many interpreter calls as the best plan: `src/bin/best.rs`
//! prints all families.

use stubc_benches::best::{SHARES, WANTED, reached};
use stubc_benches::family::FAMILIES;
use stubc_benches::prediction::measured::families;
use stubc_benches::subject::Subject;

#[test]
fn profiled_plans_are_nearly_the_best() {
    let own = |name: &'static str| FAMILIES.iter().filter(move |family| family.name == name);
    let published =
        families().into_iter().filter(|family| matches!(family.name, "ldap" | "pkix-crl" | "kerberos"));
    let mut held = 0;
    for family in own("project-ldap").chain(own("project-snmp")).chain(published) {
        let Some(subject) = Subject::load(family) else { continue };
        let all = reached(&subject);
        assert_eq!(all.len(), SHARES.len(), "{}", family.title());
        for one in all.iter().filter(|one| one.is_held()) {
            assert!(one.ratio() >= WANTED && one.ratio() <= 1.0 + 1e-9, "{one:?}");
            held += 1;
        }
    }
    assert!(held > 0, "some best plan is proven");
}
