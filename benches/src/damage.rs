//! Faults in the structure of a BER message: elements cut short, dropped, moved and replaced. Enclosing
//! lengths are corrected, so that decoders reach the fault.

use crate::subject::Record;
use interp_runtime::Random;

/// The form of an element's length.
#[derive(Clone, Copy, Debug)]
enum Length {
    /// As few bytes as possible, or the long form with this many leading zeros.
    Definite { zeros: Option<usize> },
    /// With end-of-contents octets.
    Indefinite,
}

/// The contents of an element.
#[derive(Clone, Debug)]
enum Part {
    Octets(Vec<u8>),
    Element(Element),
}

/// An element, to be changed and written again.
#[derive(Clone, Debug)]
struct Element {
    identifier: Vec<u8>,
    length: Length,
    parts: Vec<Part>,
}

/// Returns the sizes of a header in bytes: identifier, length, and the length's value unless it is
/// indefinite.
fn header(octets: &[u8]) -> Option<(usize, usize, Option<usize>)> {
    let first = *octets.first()?;
    let identifier = match first & 0x1f {
        0x1f => 2 + octets[1..].iter().position(|octet| *octet < 0x80)?,
        _ => 1,
    };
    match *octets.get(identifier)? {
        0x80 => Some((identifier, 1, None)),
        length @ 0..0x80 => Some((identifier, 1, Some(usize::from(length)))),
        more => {
            let more = usize::from(more & 0x7f);
            let digits = octets.get(identifier + 1..identifier + 1 + more)?;
            let push = |length: usize, octet: &u8| length.checked_mul(256)?.checked_add(usize::from(*octet));
            Some((identifier, 1 + more, Some(digits.iter().try_fold(0, push)?)))
        }
    }
}

impl Element {
    /// Returns the element at the start of the bytes, and its size; `None` if they are malformed.
    fn parse(octets: &[u8]) -> Option<(Self, usize)> {
        let (identifier, digits, length) = header(octets)?;
        let start = identifier + digits;
        let own = octets[..identifier].to_vec();
        if own[0] == 0 {
            return None;
        }
        let Some(length) = length else {
            let mut at = start;
            let mut parts = Vec::new();
            while octets.get(at..at + 2)? != [0, 0] {
                let (element, taken) = Self::parse(&octets[at..])?;
                parts.push(Part::Element(element));
                at += taken;
            }
            return Some((Self { identifier: own, length: Length::Indefinite, parts }, at + 2));
        };
        let end = start.checked_add(length)?;
        let contents = octets.get(start..end)?;
        let mut parts = Vec::new();
        if own[0] & 0x20 == 0 {
            parts.push(Part::Octets(contents.to_vec()));
        } else {
            let mut left = contents;
            while !left.is_empty() {
                let (element, taken) = Self::parse(left)?;
                parts.push(Part::Element(element));
                left = &left[taken..];
            }
        }
        let zeros = (digits > 1 && digits != length_octets(length, None).len())
            .then(|| octets[identifier + 1..start].iter().take_while(|octet| **octet == 0).count());
        Some((Self { identifier: own, length: Length::Definite { zeros }, parts }, end))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let mut contents = Vec::new();
        for part in &self.parts {
            match part {
                Part::Octets(octets) => contents.extend(octets),
                Part::Element(element) => element.write(&mut contents),
            }
        }
        out.extend(&self.identifier);
        match self.length {
            Length::Indefinite => {
                out.push(0x80);
                out.extend(contents);
                out.extend([0, 0]);
            }
            Length::Definite { zeros } => {
                out.extend(length_octets(contents.len(), zeros));
                out.extend(contents);
            }
        }
    }

    fn to_octets(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Returns the paths to all inner elements, by the numbers of their parts.
    fn paths(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            if let Part::Element(element) = part {
                found.push(vec![at]);
                found.extend(element.paths().into_iter().map(|path| [vec![at], path].concat()));
            }
        }
        found
    }

    /// Returns the element at the end of a path; for an empty path, the element itself.
    fn at(&mut self, path: &[usize]) -> &mut Self {
        let mut element = self;
        for &step in path {
            let Part::Element(inside) = &mut element.parts[step] else {
                unreachable!("paths lead through elements")
            };
            element = inside;
        }
        element
    }

    /// Returns the paths to the primitive elements.
    fn leaves(&mut self) -> Vec<Vec<usize>> {
        let paths = self.paths();
        paths.into_iter().filter(|path| self.at(path).contents().is_some()).collect()
    }

    fn contents(&mut self) -> Option<&mut Vec<u8>> {
        match &mut self.parts[..] {
            [Part::Octets(octets)] => Some(octets),
            _ => None,
        }
    }
}

/// Returns length octets, in the long form with this many leading zeros.
fn length_octets(length: usize, zeros: Option<usize>) -> Vec<u8> {
    let digits: Vec<u8> = length.to_be_bytes().into_iter().skip_while(|octet| *octet == 0).collect();
    if zeros.is_none() && length < 0x80 {
        return vec![length as u8];
    }
    let zeros = vec![0; zeros.unwrap_or(0)];
    [vec![0x80 | (zeros.len() + digits.len()) as u8], zeros, digits].concat()
}

/// The kinds of faults.
const KINDS: [&str; 13] = [
    "header cut",
    "cut",
    "contents cut",
    "contents longer",
    "first octet dropped",
    "dropped",
    "twice",
    "moved",
    "replaced",
    "octets behind",
    "long identifier",
    "other form",
    "cut behind",
];

/// Returns a message with one fault, and a description; `None` where the chosen fault is impossible.
fn faulty(message: &Element, random: &mut Random) -> Option<(Vec<u8>, String)> {
    let mut root = message.clone();
    let paths = root.paths();
    let mut pick = |of: usize| random.below(of as u64) as usize;
    let path = paths.get(pick(paths.len()))?.clone();
    let other = root.at(&paths[pick(paths.len())]).clone();
    let (&last, around) = path.split_last()?;
    let kind = KINDS[pick(KINDS.len())];
    let whole = root.at(&path).to_octets();
    // The elements after it are dropped in none, some or all of the enclosing elements.
    let levels = [0, pick(path.len()) + 1, path.len()][pick(3)];
    match kind {
        "header cut" | "cut" => {
            let (identifier, digits, _) = header(&whole)?;
            let most = if kind == "cut" { whole.len() } else { identifier + digits };
            let cut = whole[..1 + pick(most)].to_vec();
            root.at(around).parts[last] = Part::Octets(cut);
        }
        "contents cut" | "contents longer" | "first octet dropped" => {
            let contents = root.at(&path).contents()?;
            let length = contents.len();
            match kind {
                "contents cut" => contents.truncate([0, 1, length.checked_sub(1)?, pick(length)][pick(4)]),
                "contents longer" => contents.push([0, 0x80, 0xff, b'0'][pick(4)]),
                _ => drop(contents.drain(..length.min(1))),
            }
        }
        "dropped" => drop(root.at(around).parts.remove(last)),
        "twice" => root.at(around).parts.insert(last, Part::Element(Element::parse(&whole)?.0)),
        "moved" => {
            let parts = &mut root.at(around).parts;
            let to = pick(parts.len());
            parts.swap(last, to);
        }
        "replaced" => root.at(around).parts[last] = Part::Element(other),
        "octets behind" => {
            let octets = other.to_octets();
            root.at(around).parts.push(Part::Octets(octets[..1 + pick(octets.len().min(4))].to_vec()));
        }
        "long identifier" => {
            let mut octets = vec![whole[0] | 0x1f];
            octets.extend(vec![0xff; pick(6)]);
            // A complete identifier without contents.
            octets.extend(&[0x7f, 0][..[0, 0, 1, 2][pick(4)]]);
            root.at(around).parts[last] = Part::Octets(octets);
        }
        "other form" => root.at(&path).identifier[0] ^= 0x20,
        _ => {}
    }
    for (level, at) in path.iter().rev().take(levels).enumerate() {
        let is_gone = level == 0 && kind == "dropped";
        root.at(&path[..path.len() - 1 - level]).parts.truncate(at + usize::from(!is_gone));
    }
    Some((root.to_octets(), format!("{kind} at {path:?}, {levels} levels behind it gone")))
}

/// Returns `count` faulty messages made of these well-formed ones, the same number of each.
pub fn structural(messages: &[Record], count: usize, seed: u64) -> Vec<Record> {
    const TRIES: usize = 20;
    let mut random = Random::new(seed);
    let mut records = Vec::new();
    let parsed: Vec<(&Record, Element)> = messages
        .iter()
        .filter_map(|record| Some((record, Element::parse(&record.octets)?.0)))
        .filter(|(_, element)| !element.paths().is_empty())
        .collect();
    for (record, element) in parsed.iter().cycle().take(if parsed.is_empty() { 0 } else { count }) {
        let mut tries = (0..TRIES).filter_map(|_| faulty(element, &mut random));
        if let Some((octets, what)) = tries.find(|(octets, _)| *octets != record.octets) {
            records.push(Record { root: record.root, octets, title: format!("{}, {what}", record.title) });
        }
    }
    records
}

/// Returns the number of primitive elements in a message; 0 if it is malformed.
pub fn leaves(octets: &[u8]) -> usize {
    Element::parse(octets).map_or(0, |(mut element, _)| element.leaves().len())
}

/// Returns a message with other contents of one of its primitive elements, and with the lengths that follow.
pub fn with_leaf(octets: &[u8], leaf: usize, contents: &[u8]) -> Option<Vec<u8>> {
    let (mut element, _) = Element::parse(octets)?;
    let path = element.leaves().into_iter().nth(leaf)?;
    *element.at(&path).contents()? = contents.to_vec();
    Some(element.to_octets())
}

/// Returns the size of the identifier at the start of the bytes.
pub fn identifier_octets(octets: &[u8]) -> Option<usize> {
    header(octets).map(|(identifier, ..)| identifier)
}

/// Returns whether bytes are one element, well formed down to its primitive parts.
pub fn is_element(octets: &[u8]) -> bool {
    Element::parse(octets).is_some_and(|(_, taken)| taken == octets.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two strings in indefinite form, one after a long length, in a structure.
    const MESSAGE: &[u8] =
        &[0x30, 0x0e, 0x24, 0x80, 0x04, 0x01, 0x61, 0, 0, 0x5f, 0x85, 0x0a, 0x82, 0, 0x01, 0x62];

    #[test]
    fn messages_are_written_as_they_were() {
        let (element, taken) = Element::parse(MESSAGE).expect("it is well formed");
        assert_eq!((&element.to_octets()[..], taken), (MESSAGE, MESSAGE.len()));
        assert_eq!(element.paths(), [vec![0], vec![0, 0], vec![1]]);
    }

    #[test]
    fn containers_end_behind_bare_identifiers() {
        let record = Record { root: 0, octets: MESSAGE.to_vec(), title: String::new() };
        let found = structural(&[record], 2000, 1);
        let has = |octets: &[u8]| found.iter().any(|record| record.octets == octets);
        assert!(has(&[0x30, 0x01, 0x24]), "a bare identifier");
        assert!(has(&[0x30, 0x09, 0x24, 0x80, 0x04, 0x01, 0x61, 0, 0, 0x5f, 0x85]), "an unfinished one");
        assert!(has(&[0x30, 0x05, 0x24, 0x80, 0x04, 0, 0]), "inside the indefinite form");
    }
}
