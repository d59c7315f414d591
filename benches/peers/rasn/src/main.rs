//! rasn, with the contract of driver.h: `TYPE WAY PASSES FILE...`, where TYPE is the name by which the program is called. The
//! types are those of rasn's own crates; ten INTEGERs are written here.

use rasn::prelude::*;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// Rounds of a timed run, of which the best counts.
const ROUNDS: usize = 15;

#[derive(AsnType, Decode, Encode, Debug)]
struct TSeq {
    a0: i32,
    a1: i32,
    a2: i32,
    a3: i32,
    a4: i32,
    a5: i32,
    a6: i32,
    a7: i32,
    a8: i32,
    a9: i32,
}

#[derive(AsnType, Decode, Encode, Debug)]
#[rasn(set)]
struct TSet {
    #[rasn(tag(0))]
    a0: i32,
    #[rasn(tag(1))]
    a1: i32,
    #[rasn(tag(2))]
    a2: i32,
    #[rasn(tag(3))]
    a3: i32,
    #[rasn(tag(4))]
    a4: i32,
    #[rasn(tag(5))]
    a5: i32,
    #[rasn(tag(6))]
    a6: i32,
    #[rasn(tag(7))]
    a7: i32,
    #[rasn(tag(8))]
    a8: i32,
    #[rasn(tag(9))]
    a9: i32,
}

#[derive(AsnType, Decode, Encode, Debug)]
#[rasn(choice)]
enum TChoice {
    #[rasn(tag(0))]
    A0(i32),
    #[rasn(tag(1))]
    A1(i32),
    #[rasn(tag(2))]
    A2(i32),
    #[rasn(tag(3))]
    A3(i32),
    #[rasn(tag(4))]
    A4(i32),
    #[rasn(tag(5))]
    A5(i32),
    #[rasn(tag(6))]
    A6(i32),
    #[rasn(tag(7))]
    A7(i32),
    #[rasn(tag(8))]
    A8(i32),
    #[rasn(tag(9))]
    A9(i32),
}

type TSeqOf = Vec<i32>;

/// Runs one file; returns the time of a message in nanoseconds, `None` after an error.
fn run<T: Decode + Encode>(way: &str, passes: u64, octets: &[u8]) -> Option<f64> {
    let value: T = rasn::der::decode(octets).ok()?;
    if way == "check" {
        return (rasn::der::encode(&value).ok()? == octets).then_some(0.0);
    }
    let mut best = f64::MAX;
    for _ in 0..if way.ends_with("-ns") { ROUNDS } else { 1 } {
        let begun = Instant::now();
        for _ in 0..passes {
            if way.starts_with("encode") {
                black_box(rasn::der::encode(black_box(&value)).ok()?);
            } else {
                black_box(rasn::der::decode::<T>(black_box(octets)).ok()?);
            }
        }
        best = best.min(begun.elapsed().as_nanos() as f64);
    }
    Some(best / passes as f64)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let [program, way, passes, files @ ..] = &arguments[..] else { return ExitCode::FAILURE };
    let message = match program.rsplit('/').next() {
        Some("TSeq") => run::<TSeq>,
        Some("TSet") => run::<TSet>,
        Some("TChoice") => run::<TChoice>,
        Some("TSeqOf") => run::<TSeqOf>,
        Some("LDAPMessage") => run::<rasn_ldap::LdapMessage>,
        Some("Message") => run::<rasn_snmp::v2c::Message<rasn_snmp::v2::Pdus>>,
        Some("AS-REP") => run::<rasn_kerberos::AsRep>,
        _ => run::<rasn_pkix::Certificate>,
    };
    let Ok(passes) = passes.parse() else { return ExitCode::FAILURE };
    let mut total = 0.0;
    for file in files {
        let octets = std::fs::read(file).unwrap_or_default();
        let Some(ns) = message(way, passes, &octets) else {
            eprintln!("{file}: {way} failed");
            return ExitCode::FAILURE;
        };
        total += ns;
    }
    if way.ends_with("-ns") {
        println!("{:.1}", total / files.len() as f64);
    }
    ExitCode::SUCCESS
}
