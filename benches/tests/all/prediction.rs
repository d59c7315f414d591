//! Plans from predicted frequencies eliminate most of the interpreter calls that plans from the counts eliminate:
//! `src/bin/prediction.rs` has all families, each by parameters that were not fitted to it.

use freq_predict::Parameters;
use stubc_benches::prediction::counted::Counted;
use stubc_benches::prediction::planned::{Row, SHARES, WANTED};

/// Checks that each of these folders of messages reaches the aim.
fn reach(names: &[&str]) {
    if test_needs::published("messages").is_none() {
        return;
    }
    let counted = Counted::named(names);
    let families: Vec<_> = counted.chunk_by(|a, b| a.folder == b.folder).collect();
    assert_eq!(families.len(), names.len(), "each folder must have messages");
    for family in families {
        let row = Row::of(&family.iter().collect::<Vec<_>>(), Parameters::standard());
        for (at, share) in SHARES.into_iter().enumerate() {
            assert!(row.apart.all > 0.0, "{}: the messages must cost calls", row.folder);
            let ratio = row.apart.ratio(at);
            assert!(ratio >= WANTED, "{} at {share} %: {ratio:.3} of the profile's calls", row.folder);
        }
    }
}

#[test]
fn from_the_specification_alone() {
    reach(&["ldap", "snmp", "pkix-certificates", "pkix-crl", "packed/interledger-stream"]);
}

#[test]
#[ignore = "takes more time than CI has"]
fn of_large_specifications() {
    reach(&["kerberos", "z3950", "onc-rpc", "ocsp", "lte-rrc", "packed/lte-rrc-scat"]);
}
