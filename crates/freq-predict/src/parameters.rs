//! The parameters of the predictor `markov`, read from `parameters.toml`, which also gives their origins.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static STANDARD: LazyLock<Parameters> = LazyLock::new(|| {
    Parameters::from_toml(include_str!("parameters.toml")).expect("the crate's own parameters are sound")
});

/// The parameters of the predictor `markov`. [`Parameters::standard`] returns the fitted ones.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Parameters {
    /// Components that may be absent.
    pub presence: Presence,
    /// Arms of unions, members of open types.
    pub alternative: Alternative,
    /// Lengths of arrays.
    pub array: Array,
    /// Shares of roots.
    pub root: Root,
    /// The combination of measurements and guesses.
    pub profile: Profile,
    /// Words in names.
    pub words: Words,
}

/// The probability that an optional component is present. Probabilities lie between 0 and 1, both excluded. Factors
/// multiply odds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Probability of an OPTIONAL component, before factors.
    pub optional: f64,
    /// Probability of a DEFAULT component, before factors.
    pub default: f64,
    /// Probability of a component after `...`, before factors.
    pub addition: f64,
    /// Exponent: the factor is n^-crowd if n components may be absent beside mandatory ones.
    pub crowd: f64,
    /// Exponent: the factor is (n/2)^-repeated if n > 2 structures have an optional component of this name.
    pub repeated: f64,
    /// Factor for a name with a rare word, and for an array of extensions.
    pub rare: f64,
    /// Factor for the content of a message: a structure, union or array with a collection word, or the main array of
    /// a list structure.
    pub collection: f64,
    /// Factor for a version number, and for an array of extensions, in a structure with a version number that may be
    /// absent.
    pub newest: f64,
    /// Factor for a value whose type is told by an identifier.
    pub governed: f64,
}

/// The weight of an alternative among its siblings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Alternative {
    /// Exponent: the arm at place k (from 1) has the weight k^-later, before factors.
    pub later: f64,
    /// Exponent: the member of an open type at place k has the weight k^-later_member, before factors.
    pub later_member: f64,
    /// Factor if the type is a structure, a union or an open type.
    pub structure: f64,
    /// Factor if the arm leads back to its union.
    pub recursive: f64,
    /// Factor for an arm after `...`.
    pub addition: f64,
    /// Factor for a name with a rare word.
    pub rare: f64,
    /// Factor for a name with a word for fields that occur once per session.
    pub once: f64,
    /// Factor for a name with a word for frequent fields.
    pub frequent: f64,
}

/// The mean length of an array: `1 + (length - 1) x deeper^depth`, within the size range. The depth is the mean
/// number of fields between the message and the array.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// Length if the elements are scalars.
    pub scalar: f64,
    /// Length if the elements are not scalars.
    pub other: f64,
    /// Length of a linked list, and of the main array of a list structure, at any depth.
    pub listed: f64,
    /// Factor on length - 1 for an array with a collection word in its name.
    pub collection: f64,
    /// Factor on length - 1 for each unit of depth.
    pub deeper: f64,
    /// Length of the main array of a list structure that may leave it out, at any depth.
    pub omitted: f64,
    /// Factor on length - 1 for an array without order.
    pub unordered: f64,
    /// Length of a name that is an array of structures, at any depth.
    pub name: f64,
    /// Exponent: an array whose elements are of n known types has the length n^table, at any depth; 0: the types do not
    /// count.
    pub table: f64,
}

/// The weight of a root among the roots, if the configuration gives no shares.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// Factor if other roots contain the root.
    pub contained: f64,
    /// Factor for a name with a message word.
    pub message: f64,
}

/// The combination of measurements and guesses.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Profile {
    /// The weight of a guess, in messages. A measurement from m messages gives
    /// v = (m x measured + prior x guess) / (m + prior).
    pub prior_messages: f64,
}

/// The lists of words in names, in lower case and in the singular.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Words for fields that are rarely present or rarely chosen.
    pub rare: BTreeSet<String>,
    /// Words for alternatives that occur once per session.
    pub once: BTreeSet<String>,
    /// Words for frequent alternatives.
    pub frequent: BTreeSet<String>,
    /// Words for components that mark a structure as an extension.
    pub extension: BTreeSet<String>,
    /// Words for types that are messages of their own.
    pub message: BTreeSet<String>,
    /// Words for fields and arrays that hold the content of a message.
    pub collection: BTreeSet<String>,
    /// Words for structures whose main content is one array.
    pub list: BTreeSet<String>,
    /// Words for version numbers.
    pub version: BTreeSet<String>,
    /// Last words of names of types whose values name something.
    pub name: BTreeSet<String>,
}

impl Parameters {
    /// Returns the fitted parameters of this crate.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Returns parameters that use only the kind of a field: 0.5 for OPTIONAL and DEFAULT, 0.25 for additions, equal
    /// weights of arms and members, three elements per array. A measurement replaces the guess.
    pub fn plain() -> Self {
        let none = BTreeSet::new;
        Self {
            presence: Presence {
                optional: 0.5,
                default: 0.5,
                addition: 0.25,
                crowd: 0.0,
                repeated: 0.0,
                rare: 1.0,
                collection: 1.0,
                newest: 1.0,
                governed: 1.0,
            },
            alternative: Alternative {
                later: 0.0,
                later_member: 0.0,
                structure: 1.0,
                recursive: 1.0,
                addition: 1.0,
                rare: 1.0,
                once: 1.0,
                frequent: 1.0,
            },
            array: Array {
                scalar: 3.0,
                other: 3.0,
                listed: 3.0,
                collection: 1.0,
                deeper: 1.0,
                omitted: 3.0,
                unordered: 1.0,
                name: 3.0,
                table: 0.0,
            },
            root: Root { contained: 1.0, message: 1.0 },
            profile: Profile { prior_messages: 0.0 },
            words: Words {
                rare: none(),
                once: none(),
                frequent: none(),
                extension: none(),
                message: none(),
                collection: none(),
                list: none(),
                version: none(),
                name: none(),
            },
        }
    }

    /// Reads parameters in the format of `parameters.toml`.
    ///
    /// # Errors
    /// The text is malformed, has an unknown or missing entry, or a number is out of its range.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let parameters: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        parameters.check()?;
        Ok(parameters)
    }

    fn check(&self) -> Result<(), String> {
        let Self { presence: p, alternative: a, array: l, root, profile, .. } = self;
        let probabilities = [("optional", p.optional), ("default", p.default), ("addition", p.addition)];
        if let Some((name, value)) = probabilities.into_iter().find(|(_, p)| !(*p > 0.0 && *p < 1.0)) {
            return Err(format!("presence.{name} must be a probability between 0 and 1, not {value}"));
        }
        let lengths = [
            ("scalar", l.scalar),
            ("other", l.other),
            ("listed", l.listed),
            ("omitted", l.omitted),
            ("name", l.name),
        ];
        if let Some((name, value)) =
            lengths.into_iter().find(|(_, length)| !(*length >= 1.0 && length.is_finite()))
        {
            return Err(format!("array.{name} must be a mean length of at least 1, not {value}"));
        }
        let factors = [
            p.rare,
            p.collection,
            p.newest,
            p.governed,
            a.structure,
            a.recursive,
            a.addition,
            a.rare,
            a.once,
            a.frequent,
            l.collection,
            l.deeper,
            l.unordered,
            root.contained,
            root.message,
        ];
        if let Some(value) = factors.into_iter().find(|factor| !(*factor > 0.0 && factor.is_finite())) {
            return Err(format!("a factor must be a finite number above 0, not {value}"));
        }
        let others = [p.crowd, p.repeated, a.later, a.later_member, l.table, profile.prior_messages];
        match others.into_iter().find(|value| !(*value >= 0.0 && value.is_finite())) {
            Some(value) => {
                Err(format!("an exponent or a prior must be a finite number of at least 0, not {value}"))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn parameters_are_data() {
        let text = include_str!("parameters.toml");
        assert_eq!(Parameters::from_toml(text).as_ref(), Ok(Parameters::standard()));
        let wrong =
            [("crowd = ", "crowds = "), ("optional = 0", "optional = 1"), ("deeper = 0", "deeper = -0")];
        for (from, to) in wrong {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text);
            assert!(Parameters::from_toml(&broken).is_err(), "{to}");
        }
    }
}
