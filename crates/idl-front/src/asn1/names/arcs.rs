//! Arcs of object identifiers that have names of their own (X.660 annex A).

/// The number of an arc that the standards name (X.660 annex A), under a root arc where it is not the first.
pub fn well_known(root: Option<&str>, position: usize, name: &str) -> Option<&'static str> {
    const LETTERS: [&str; 26] = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
        "19", "20", "21", "22", "23", "24", "25", "26",
    ];
    Some(match (position, root, name) {
        (0, _, "itu-t" | "ccitt") => "0",
        (0, _, "iso") => "1",
        (0, _, "joint-iso-itu-t" | "joint-iso-ccitt") => "2",
        (1, Some("0"), "recommendation") => "0",
        (1, Some("0"), "question") => "1",
        (1, Some("0"), "administration") => "2",
        (1, Some("0"), "network-operator") => "3",
        (1, Some("0"), "identified-organization") => "4",
        (1, Some("1"), "standard") => "0",
        (1, Some("1"), "registration-authority") => "1",
        (1, Some("1"), "member-body") => "2",
        (1, Some("1"), "identified-organization") => "3",
        (1, Some("2"), "asn1") => "1",
        (1, Some("2"), "mhs-motis" | "mhs") => "6",
        (1, Some("2"), "ds") => "5",
        (1, Some("2"), "country") => "16",
        (2, Some("0"), letter) if letter.len() == 1 => {
            LETTERS[usize::from(letter.as_bytes()[0].checked_sub(b'a')?).min(25)]
        }
        _ => return None,
    })
}
