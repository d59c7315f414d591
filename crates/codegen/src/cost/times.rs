//! Instructions as data: what each part of a program costs on a target, interpreted and compiled. `times/`
//! has one file per target; each file states its origin.

use crate::program::techniques::Direction;
use crate::rules::Rules;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A part of a program with a modelled time. `cost::uses` counts the terms of a visit; [`Times`] holds their
/// instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// A message: the entry point, its whole extent, the first node. No plan changes it.
    Message,
    /// A byte of a message: copied strings, moved messages. No plan changes it.
    Octet,
    /// An element whose length takes more than one octet. No plan changes their number.
    Long,
    /// A header that the search for the end of an indefinite length reads. No plan changes their number.
    Passed,
    /// A visit of a structure: header and end.
    Structure,
    /// A visit of a SET.
    Set,
    /// A visit of a union.
    Union,
    /// A visit of an array.
    Array,
    /// A visit of a resolved open type.
    Open,
    /// A step, which the interpreter fetches and dispatches.
    Step,
    /// A step whose field may be absent.
    Optional,
    /// An absent field.
    Absent,
    /// An absent field with a default, which is filled in.
    Filled,
    /// A step of a SET, or an arm of a union, that is compared before the matching one.
    Look,
    /// The same for a step with several identifiers: strings that may be segmented, unions in unions.
    LookInto,
    /// A tag whose identifier has more than one octet: procedures have no fast path for it.
    LongTag,
    /// A search for an identifier of more than one octet.
    LongLook,
    /// The insertion point of extensions.
    Skip,
    /// An explicit tag.
    Explicit,
    /// A call of a structure or an array with a header; inlining saves it.
    Call,
    /// A call of any other node.
    CallBare,
    /// A call of an interpreted node by a procedure, beyond a call between nodes of one technique. It belongs to no node:
    /// only the time that a plan is said to save counts it.
    Enter,
    /// A header or scalar that a procedure decodes by a call; in line it saves this. The interpreter has none.
    Taken,
    /// A value in its own memory, or a level of depth.
    Boxed,
    /// The lookup of a governor.
    Relation,
    /// The check of a constraint.
    Check,
    /// A turn of an array's loop, including the earlier count of the element.
    Element,
    /// An announcement in a linked list: of an element, which has its own memory, or of the end.
    Link,
    /// A word or hyper of XDR, converted together with its neighbors.
    Block,
    /// A check that enough bytes are left (XDR).
    Need,
    /// BOOLEAN.
    Boolean,
    /// INTEGER and ENUMERATED in a machine type of 8 bits.
    Byte,
    /// INTEGER and ENUMERATED in a wider machine type.
    Integer,
    /// INTEGER as octets, OCTET STRING, character strings.
    Octets,
    /// REAL.
    Real,
    /// Times under DER.
    Time,
    /// BIT STRING.
    Bits,
    /// OBJECT IDENTIFIER, RELATIVE-OID.
    Oid,
    /// NULL.
    Null,
    /// A whole element, kept as bytes.
    Any,
    /// Four octets of XDR.
    Word,
    /// Eight octets of XDR.
    Hyper,
    /// Opaque data of fixed length.
    Opaque,
    /// Opaque data after its length.
    Counted,
}

impl Term {
    /// All terms, in the order of their numbers.
    pub const ALL: [Self; 44] = [
        Self::Message,
        Self::Octet,
        Self::Long,
        Self::Passed,
        Self::Structure,
        Self::Set,
        Self::Union,
        Self::Array,
        Self::Open,
        Self::Step,
        Self::Optional,
        Self::Absent,
        Self::Filled,
        Self::Look,
        Self::LookInto,
        Self::LongTag,
        Self::LongLook,
        Self::Skip,
        Self::Explicit,
        Self::Call,
        Self::CallBare,
        Self::Enter,
        Self::Taken,
        Self::Boxed,
        Self::Relation,
        Self::Check,
        Self::Element,
        Self::Link,
        Self::Block,
        Self::Need,
        Self::Boolean,
        Self::Byte,
        Self::Integer,
        Self::Octets,
        Self::Real,
        Self::Time,
        Self::Bits,
        Self::Oid,
        Self::Null,
        Self::Any,
        Self::Word,
        Self::Hyper,
        Self::Opaque,
        Self::Counted,
    ];

    /// Returns the name of the term in the tables, such as `look-into`.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}

/// How often each term is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uses([f64; Term::ALL.len()]);

impl Default for Uses {
    fn default() -> Self {
        Self([0.0; Term::ALL.len()])
    }
}

impl Uses {
    /// Adds `times` uses of a term.
    pub fn add(&mut self, term: Term, times: f64) {
        self.0[term as usize] += times;
    }

    /// Adds the uses of `other`, `times` times.
    pub fn add_all(&mut self, other: &Self, times: f64) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += times * more;
        }
    }

    /// Returns the number of uses of a term.
    pub fn of(&self, term: Term) -> f64 {
        self.0[term as usize]
    }
}

/// Instructions of one use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// Instructions when interpreted.
    pub interpreted: f64,
    /// Instructions when compiled.
    pub compiled: f64,
}

/// Instructions of each term under one encoding rule in one direction; 0 for a term that the file does not
/// list.
#[derive(Clone, Debug, PartialEq)]
pub struct Table([Time; Term::ALL.len()]);

impl Table {
    /// Returns the instructions of one use of a term.
    pub fn of(&self, term: Term) -> Time {
        self.0[term as usize]
    }

    /// Returns the instructions of all these uses.
    pub fn sum(&self, uses: &Uses) -> Time {
        let mut sum = Time::default();
        for (time, times) in self.0.iter().zip(uses.0) {
            sum.interpreted += times * time.interpreted;
            sum.compiled += times * time.compiled;
        }
        sum
    }
}

impl From<BTreeMap<Term, Time>> for Table {
    fn from(times: BTreeMap<Term, Time>) -> Self {
        let mut table = [Time::default(); Term::ALL.len()];
        for (term, time) in times {
            table[term as usize] = time;
        }
        Self(table)
    }
}

/// The tables of both directions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    #[serde(deserialize_with = "table")]
    decode: Table,
    #[serde(deserialize_with = "table")]
    encode: Table,
    /// Plans under a cap that compile nothing.
    #[serde(default)]
    small: Small,
}

/// How many times slower the interpreter is under a cap if nothing is compiled: then it has its form for size.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Small {
    /// When decoding.
    pub decode: f64,
    /// When encoding.
    pub encode: f64,
}

impl Default for Small {
    fn default() -> Self {
        Self { decode: 1.0, encode: 1.0 }
    }
}

fn table<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Table, D::Error> {
    BTreeMap::deserialize(deserializer).map(Table::from)
}

/// The origin and the accuracy of a file of times.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct About {
    /// The target that the times were fitted to, as reports name it.
    pub target: String,
    /// Median error of the predicted instructions of a message with counted fields, as a share. Nothing was
    /// fitted to its specification.
    pub median_error: f64,
    /// Nine in ten of these errors are below this share.
    pub nine_in_ten: f64,
}

/// Instructions on one target.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Times {
    /// The origin of the times; empty for start values, which were not measured.
    #[serde(default)]
    pub about: About,
    /// The tables of each rule, by the rule's own name for them.
    #[serde(flatten)]
    sides: BTreeMap<String, Sides>,
}

static TABLES: LazyLock<[Times; 5]> = LazyLock::new(|| {
    let files = [
        include_str!("times/x86-64.toml"),
        include_str!("times/x86-64-o2.toml"),
        include_str!("times/cortex-m4.toml"),
        include_str!("times/cortex-m0.toml"),
        include_str!("times/rv32imac.toml"),
    ];
    files.map(|text| Times::from_toml(text).expect("the crate's own tables are sound"))
});

impl Default for &Times {
    fn default() -> Self {
        Times::standard()
    }
}

impl Times {
    /// Returns the times of x86-64, compiled for size.
    pub fn standard() -> &'static Self {
        &TABLES[0]
    }

    /// Returns all stored times.
    pub fn all() -> &'static [Self] {
        &*TABLES
    }

    /// Returns the times of the target with this name.
    pub fn of(target: &str) -> Option<&'static Self> {
        TABLES.iter().find(|times| times.about.target == target)
    }

    /// Reads times from TOML.
    ///
    /// # Errors
    /// A message: the text is not TOML, or names an unknown term.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns how many times slower the interpreter of a rule is under a cap if nothing is compiled.
    ///
    /// # Panics
    /// If the file has no table of this rule.
    pub fn small(&self, rules: Rules) -> Small {
        self.sides[rules.encoding().times()].small
    }

    /// Returns the table of a rule in one direction.
    ///
    /// # Panics
    /// If the file has no table of this rule.
    pub fn table(&self, rules: Rules, direction: Direction) -> &Table {
        let sides = &self.sides[rules.encoding().times()];
        match direction {
            Direction::Decode => &sides.decode,
            Direction::Encode => &sides.encode,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{About, Term, Times};

    #[test]
    fn no_term_is_faster_interpreted() {
        for times in Times::all() {
            for sides in times.sides.values() {
                for table in [&sides.decode, &sides.encode] {
                    for term in Term::ALL {
                        let time = table.of(term);
                        let name = (&times.about.target, term.name());
                        assert!(time.interpreted >= time.compiled && time.compiled >= 0.0, "{name:?}");
                    }
                    assert!(table.of(Term::Step).interpreted > table.of(Term::Step).compiled);
                }
            }
            // Start values that were not measured are not a target.
            let About { target, median_error, nine_in_ten } = &times.about;
            assert!(!target.is_empty() && 0.0 < *median_error && median_error <= nine_in_ten, "{target}");
        }
    }

    #[test]
    fn the_order_of_terms_is_that_of_their_numbers() {
        for (at, term) in Term::ALL.into_iter().enumerate() {
            assert_eq!(term as usize, at);
        }
        assert_eq!(Term::LookInto.name(), "look-into");
        assert!(Times::from_toml("[ber.decode]\nstructures = { interpreted = 1, compiled = 1 }").is_err());
    }
}
