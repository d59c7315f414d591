//! Draws what `benches/peers/run` has measured: bytes against time, each compiler a point, stubc a curve.

use std::collections::BTreeMap;
use stubc::report::picture::Picture;
use stubc::report::picture::chart::{Axis, Chart, Series, Unit};

/// The rows of `benches/peers/measured.tsv`: quantity, message or specification, direction or target, program; value.
#[derive(Debug)]
pub struct Measured(BTreeMap<[String; 4], f64>);

/// A message whose compilers are compared.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The name of its picture.
    pub name: &'static str,
    /// What the title calls it.
    pub title: &'static str,
    /// Its type.
    pub message: &'static str,
    /// Its specifications: that of most compilers first, then those that some compilers need.
    pub specifications: &'static [&'static str],
}

/// The messages with pictures.
pub const SUBJECTS: [Subject; 4] = [
    Subject {
        name: "ldap",
        title: "LDAP SearchResultEntry",
        message: "LDAPMessage",
        specifications: &["ldap", "ldap-flat"],
    },
    Subject { name: "snmp", title: "SNMP GetResponse", message: "Message", specifications: &["snmp"] },
    Subject { name: "krb5", title: "Kerberos AS-REP", message: "AS-REP", specifications: &["krb5"] },
    Subject {
        name: "pkix",
        title: "X.509 certificate",
        message: "Certificate",
        specifications: &["pkix", "rfc2459"],
    },
];

/// Compilers whose sizes are not comparable: their code is in libraries with much else.
const WITHOUT_BYTES: [&str; 2] = ["openssl", "rasn"];

/// The compiler and flags of times.
const TARGET: &str = "x86-64-O2";

impl Measured {
    /// Reads the rows of a measurement.
    ///
    /// # Errors
    /// A line has not five columns, or its value is not a number.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut rows = BTreeMap::new();
        for (at, line) in text.lines().enumerate().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let [quantity, of, within, who, value] = columns[..] else {
                return Err(format!("line {}: expected five columns", at + 1));
            };
            let value = value.parse().map_err(|error| format!("line {}: {error}", at + 1))?;
            rows.insert([quantity, of, within, who].map(str::to_owned), value);
        }
        Ok(Self(rows))
    }

    fn value(&self, quantity: &str, of: &str, within: &str, who: &str) -> Option<f64> {
        self.0.get(&[quantity, of, within, who].map(str::to_owned)).copied()
    }

    /// Returns the bytes of a program and its nanoseconds to decode a message and encode it again. `None`: one of
    /// them was not measured.
    fn place(&self, subject: &Subject, who: &str) -> Option<(f64, f64)> {
        let time = |way| self.value("nanoseconds", subject.message, way, who);
        let specifications = subject.specifications.iter();
        let bytes = specifications.filter_map(|of| self.value("bytes", of, TARGET, who)).next()?;
        Some((bytes, time("decode")? + time("encode")?))
    }

    /// Returns the programs of a message, in the order of their names.
    fn programs(&self, subject: &Subject) -> Vec<&str> {
        let of_message = self.0.keys().filter(|[quantity, of, within, _]| {
            quantity == "nanoseconds" && of == subject.message && within == "decode"
        });
        of_message.map(|[.., who]| who.as_str()).collect()
    }

    /// Draws a message's picture.
    pub fn picture(&self, subject: &Subject) -> Picture {
        let mut own = Vec::new();
        let mut peers = Vec::new();
        for who in self.programs(subject).into_iter().filter(|who| !WITHOUT_BYTES.contains(who)) {
            let Some((bytes, time)) = self.place(subject, who) else { continue };
            let tip = |name: &str| format!("{name}: {bytes:.0} bytes, {time:.0} ns");
            if let Some(percent) = who.strip_prefix("cap-") {
                own.push((bytes, time, tip(&format!("stubc --max-size {percent}%"))));
            } else if who == "fastest" {
                own.push((bytes, time, tip("stubc without a cap")));
            } else if !OWN.contains(&who) {
                peers.push((bytes, time, tip(who), who.to_owned()));
            }
        }
        own.sort_by(|a, b| a.0.total_cmp(&b.0));
        let labels: Vec<(f64, f64, String)> =
            peers.iter().map(|(bytes, time, _, who)| (*bytes, *time, who.clone())).collect();
        let axis = |label: &str| Axis { label: label.to_owned(), unit: Unit::Logarithm };
        let chart = Chart {
            title: format!("{}: bytes against time", subject.title),
            about: format!(
                "Bytes of linked code, gcc -O2, against nanoseconds to decode and encode one message: stubc under caps, and {} other compilers.",
                peers.len()
            ),
            x: axis("bytes of linked code, generated and runtime"),
            y: axis("nanoseconds to decode and encode"),
            series: vec![
                Series { name: "stubc".to_owned(), points: own, joined: true },
                Series {
                    name: "others".to_owned(),
                    points: peers.into_iter().map(|(bytes, time, tip, _)| (bytes, time, tip)).collect(),
                    joined: false,
                },
            ],
            marks: Vec::new(),
        };
        chart.labelled(&labels)
    }
}

/// Plans of ours that are not on the curve: other flags, or code by hand.
const OWN: [&str; 4] = ["interpreted", "half", "as-small", "by-hand"];

#[cfg(test)]
mod tests {
    use super::{Measured, SUBJECTS};

    #[test]
    fn a_compiler_without_bytes_or_time_has_no_point() {
        let mut text = "quantity\tof\tin\twho\tvalue\n".to_owned();
        for (who, bytes) in [("cap-0", "6000"), ("fastest", "40000"), ("snacc", "37717")] {
            text += &format!("bytes\tldap\tx86-64-O2\t{who}\t{bytes}\n");
        }
        text += "bytes\tldap-flat\tx86-64-O2\theimdal\t33150\n";
        for (who, time) in
            [("cap-0", "900"), ("fastest", "110"), ("snacc", "901.7"), ("heimdal", "1676"), ("rasn", "1860")]
        {
            text += &format!("nanoseconds\tLDAPMessage\tdecode\t{who}\t{time}\n");
            text += &format!("nanoseconds\tLDAPMessage\tencode\t{who}\t{time}\n");
        }
        text += "nanoseconds\tLDAPMessage\tdecode\tesnacc\t1\n";
        let measured = Measured::read(&text).expect("five columns a line");
        let drawn = measured.picture(&SUBJECTS[0]).file();
        for tip in [
            "snacc: 37717 bytes, 1803 ns",
            "heimdal: 33150 bytes, 3352 ns",
            "stubc without a cap: 40000 bytes",
        ] {
            assert!(drawn.contains(tip), "{tip}: {drawn}");
        }
        assert!(!drawn.contains("rasn") && !drawn.contains("esnacc:"), "{drawn}");
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = Measured::read("quantity\tof\tin\twho\tvalue\nbytes\tldap\t1\n");
        assert_eq!(error.err().as_deref(), Some("line 2: expected five columns"));
    }
}
