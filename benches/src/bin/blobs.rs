//! Fuzzes the checkers of filters and shapes that arrive at run time: `blobs [COUNT [SEED]]`, COUNT blobs of filters for
//! each family, and as many of shapes as of filters.

use stubc_benches::console::say;
use stubc_benches::family::family;
use stubc_benches::filters::blobs::fuzz;
use stubc_benches::shape_blobs;
use stubc_benches::subject::Subject;

const FAMILIES: [(&str, &str); 5] = [
    ("ldap", "ldap"),
    ("snmp", "snmp-v2-v3"),
    ("pkix-certificates", "pkix"),
    ("kerberos", "kerberos"),
    ("z3950", "z3950"),
];

fn main() -> Result<(), String> {
    let number = |at, usual| std::env::args().nth(at).map_or(Ok(usual), |text| text.parse::<u64>());
    let count = number(1, 2_000_000).map_err(|error| error.to_string())?;
    let seed = number(2, 1).map_err(|error| error.to_string())?;
    say("| specification | good blobs | mean octets | answers that agree | blobs tried | accepted |");
    say("|---|---:|---:|---:|---:|---:|");
    for (name, specs) in FAMILIES {
        let Some(subject) = Subject::load(family(name, specs)) else { continue };
        let tried = fuzz(&subject, count, seed).map_err(|error| format!("{name}: {error}"))?;
        let (good, octets) = tried.good;
        let (agreed, blobs, accepted) = (tried.agreed, tried.blobs, tried.accepted);
        say(&format!("| {specs} | {good} | {} | {agreed} | {blobs} | {accepted} |", octets / good.max(1)));
    }
    let tried = shape_blobs::fuzz(5 * count, seed, ("", ""))?;
    let (good, octets) = tried.good;
    say(&format!("| shapes | {good} | {} | - | {} | {} |", octets / good, tried.blobs, tried.accepted));
    Ok(())
}
