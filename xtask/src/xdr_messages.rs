//! Writes the synthetic messages of `specs/xdr/messages`: arguments and results that the captured messages
//! beside them lack. It has its own XDR writer and shares nothing with the tested codecs. The bytes are the
//! same on every machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The folder of the messages.
const FOLDER: &str = "specs/xdr/messages";
/// The origin of this chore's messages in the index.
const ORIGIN: &str = "synthetic: cargo xtask xdr-messages";
/// The number of its first message; the ones before were captured.
const FIRST: usize = 101;

/// A message under construction.
#[derive(Clone, Debug, Default)]
struct Xdr(Vec<u8>);

impl Xdr {
    fn word(mut self, word: u32) -> Self {
        self.0.extend(word.to_be_bytes());
        self
    }

    fn words(self, words: &[u32]) -> Self {
        words.iter().fold(self, |xdr, word| xdr.word(*word))
    }

    /// Appends counted bytes with padding.
    fn text(self, text: &str) -> Self {
        let mut xdr = self.word(text.len() as u32);
        xdr.0.extend(text.as_bytes());
        xdr.0.resize(xdr.0.len().next_multiple_of(4), 0);
        xdr
    }

    fn texts(self, texts: &[&str]) -> Self {
        texts.iter().fold(self, |xdr, text| xdr.text(text))
    }

    /// Appends a linked list: a word before each element and at the end.
    fn list<T>(self, elements: &[T], write: impl Fn(Self, &T) -> Self) -> Self {
        elements.iter().fold(self, |xdr, element| write(xdr.word(1), element)).word(0)
    }

    fn counted(self, words: &[u32]) -> Self {
        self.word(words.len() as u32).words(words)
    }
}

/// Services as rpcbind lists them: program, version, protocol, port.
const SERVICES: [(u32, u32, &str, u32, u32); 7] = [
    (100_000, 4, "tcp", 6, 111),
    (100_000, 4, "udp", 17, 111),
    (100_000, 2, "udp", 17, 111),
    (100_005, 3, "tcp", 6, 20_048),
    (100_005, 3, "udp", 17, 20_048),
    (100_003, 3, "tcp", 6, 2049),
    (100_003, 3, "udp", 17, 2049),
];

/// Returns words of a sequence that no field repeats by chance.
fn scattered(count: u32) -> Vec<u32> {
    (0..count).map(|at| at.wrapping_mul(2_654_435_761)).collect()
}

/// Returns specification, type and bytes of each message.
fn messages() -> Vec<(&'static str, &'static str, Xdr)> {
    let new = Xdr::default;
    let address = |port: u32| format!("127.0.0.1.{}.{}", port >> 8, port & 255);
    let rpcb = |xdr: Xdr, &(program, version, netid, _, port): &(u32, u32, &str, u32, u32)| {
        xdr.word(program).word(version).texts(&[netid, &address(port), "superuser"])
    };
    let mapping = |xdr: Xdr, &(program, version, _, protocol, port): &(u32, u32, &str, u32, u32)| {
        xdr.words(&[program, version, protocol, port])
    };
    let statistics = |xdr: Xdr, calls: u32| {
        let xdr = xdr.words(&scattered(13)).words(&[calls, calls / 2]);
        let xdr = xdr.list(&SERVICES[..calls as usize], |xdr, service| {
            xdr.words(&[service.0, service.1, calls, 0]).text(service.2)
        });
        xdr.list(&SERVICES[calls as usize..3], |xdr, service| {
            xdr.words(&[service.0, service.1, 1, calls, 0, 2]).text(service.2)
        })
    };
    let handle = "\u{1}\u{0}\u{6}handle of an exported folder";
    let export = |xdr: Xdr, (folder, groups): &(&str, &[&str])| {
        xdr.text(folder).list(groups, |xdr, group| xdr.text(group))
    };
    let mut all = vec![
        ("rmin.x", "pair", new().words(&[3, 0xffff_fffb])),
        ("rmin.x", "hundred", new().words(&scattered(100))),
        ("rpcbind.x", "mapping", mapping(new(), &SERVICES[1])),
        ("rpcbind.x", "pmaplist_ptr", new().word(0)),
        ("rpcbind.x", "pmaplist_ptr", new().list(&SERVICES, mapping)),
        ("rpcbind.x", "call_args", new().words(&[100_005, 3, 5]).text("")),
        ("rpcbind.x", "call_result", new().word(20_048).text("seven..")),
        ("rpcbind.x", "rpcb", rpcb(new(), &SERVICES[3])),
        ("rpcbind.x", "rpcb", new().words(&[100_003, 3]).texts(&["", "", ""])),
        ("rpcbind.x", "rpcblist_ptr", new().list(&SERVICES, rpcb)),
        ("rpcbind.x", "rpcb_entry_list_ptr", {
            new().list(&SERVICES[..4], |xdr, service| {
                let xdr = xdr.text(&address(service.4)).text(service.2);
                xdr.word(1 + u32::from(service.3 == 6) * 2).texts(&["inet", service.2])
            })
        }),
        ("rpcbind.x", "rpcb_stat_byvers", (0..3).fold(new(), statistics)),
        ("mount.x", "dirpath", new().text("/export/home")),
        ("mount.x", "mountres3", new().word(0).text(handle).counted(&[1, 390_003, 390_004])),
        ("mount.x", "mountres3", new().word(13)),
        ("mount.x", "mountlist", {
            let mounts = [("client.example", "/export/home"), ("192.0.2.7", "/export"), ("::1", "/")];
            new().list(&mounts, |xdr, (host, folder)| xdr.texts(&[host, folder]))
        }),
        ("mount.x", "exports", new().word(0)),
        ("mount.x", "exports", {
            let exports: [(&str, &[&str]); 3] =
                [("/export/home", &["*.example", "192.0.2.0/24"]), ("/export", &[]), ("/", &["::1"])];
            new().list(&exports, export)
        }),
    ];
    let arrays = [0, 1, 20, 100, 250, 2000].map(|count| new().counted(&scattered(count)));
    all.extend(arrays.map(|array| ("rmin.x", "numbers", array)));
    all
}

/// Returns names, bytes and index rows of all its messages.
fn files() -> Vec<(String, Vec<u8>, String)> {
    let numbered = messages().into_iter().enumerate();
    let file = |(at, (spec, ty, xdr)): (usize, (&str, &str, Xdr))| {
        let name = format!("{:04}-{ty}.xdr", FIRST + at);
        let row = format!("{name}\t{}\t{ty}\t{spec}\t{ORIGIN}\n", xdr.0.len());
        (name, xdr.0, row)
    };
    numbered.map(file).collect()
}

/// Writes the messages; the captured ones and their rows stay.
pub(crate) fn run(root: &Path) -> Result<String, String> {
    let folder = root.join(FOLDER);
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let old = fs::read_to_string(folder.join("index.tsv")).map_err(problem)?;
    let mut index = String::new();
    for row in old.lines() {
        match row.ends_with(ORIGIN) {
            true => {
                fs::remove_file(folder.join(row.split('\t').next().unwrap_or_default())).map_err(problem)?
            }
            false => writeln!(index, "{row}").expect("a string takes any text"),
        }
    }
    let files = files();
    for (name, octets, row) in &files {
        fs::write(folder.join(name), octets).map_err(problem)?;
        index.push_str(row);
    }
    fs::write(folder.join("index.tsv"), index).map_err(problem)?;
    Ok(format!("{} synthetic messages", files.len()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// The checked-in files equal the generator's output, and the index lists every message with its length
    /// and type.
    #[test]
    fn checked_in_messages_are_the_generators() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(super::FOLDER);
        let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
        for (name, octets, row) in super::files() {
            let found = std::fs::read(folder.join(&name)).unwrap_or_default();
            assert!(found == octets, "{name} differs; run `cargo xtask xdr-messages` and review the change");
            assert!(index.contains(&row), "{name} is not in the index");
        }
        for row in index.lines().skip(1) {
            let columns: Vec<&str> = row.split('\t').collect();
            let octets = std::fs::read(folder.join(columns[0])).unwrap();
            assert_eq!(columns[1], octets.len().to_string(), "{row}");
            assert!(columns[0].ends_with(&format!("-{}.xdr", columns[2])), "{row}");
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), index.lines().count());
    }
}
