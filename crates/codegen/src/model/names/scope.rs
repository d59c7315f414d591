//! Scopes in which identifiers are unique.

use super::Renamed;
use super::reserved::{Place, holder};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that derive names from another one.
type With<'a> = &'a [&'a dyn Fn(&str) -> String];

/// The identifiers that are taken at file scope or in one struct.
#[derive(Debug, Default)]
pub struct Scope {
    prefix: String,
    taken: BTreeSet<String>,
    /// Names that no member may have in C++.
    used: BTreeSet<String>,
    /// Macros of the header: no member can have their names.
    macros: BTreeSet<String>,
    renamed: BTreeSet<Renamed>,
    /// The full names of shortened ones.
    full: BTreeMap<String, String>,
}

/// Characters of a name that every C compiler distinguishes (C99 clause 5.2.4.1).
const LONGEST: usize = 63;
/// Characters of the hash at the end of a shortened name.
const HASH: usize = 8;

/// Returns a name of at most `most` characters for a longer one: its beginning and a hash of all of it
/// (FNV-1a), so that it depends only on the full name.
fn shortened(full: &str, most: usize) -> String {
    if full.len() <= most {
        return full.to_owned();
    }
    let mut hash = full.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut name = joined(full.get(..most - HASH - 1).unwrap_or_default(), "");
    for _ in 0..HASH {
        name.push(char::from(b"abcdefghijklmnopqrstuvwxyz234567"[(hash >> 59) as usize]));
        hash <<= 5;
    }
    name
}

/// Returns the most characters of a name whose derived names stay within the limit.
fn room(with: With<'_>) -> usize {
    LONGEST - with.iter().map(|with| with("x").len() - 1).max().unwrap_or(0)
}

/// Joins a name and a part with one `_`. Two in a row are reserved in C++.
pub fn joined(stem: &str, part: &str) -> String {
    format!("{}_{}", stem.trim_end_matches('_'), part.trim_start_matches('_'))
}

/// Returns another name for one that begins like those of the runtime; `None` for other names.
fn own(plain: &str) -> Option<String> {
    let front = plain.split('_').next().unwrap_or(plain);
    matches!(front, "stubc" | "STUBC").then(|| format!("spec_{plain}"))
}

impl Scope {
    /// Returns the scope of the whole output.
    pub fn global(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ..Self::default() }
    }

    /// Returns the scope of a struct that uses these types and has these members.
    pub fn members<S: Into<String>>(
        &self,
        used: &BTreeSet<String>,
        taken: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            taken: taken.into_iter().map(Into::into).collect(),
            used: used.clone(),
            macros: self.macros.clone(),
            ..Self::default()
        }
    }

    /// Returns the names that are taken.
    pub fn taken(&self) -> &BTreeSet<String> {
        &self.taken
    }

    /// Adds the renamed members of a struct's scope.
    pub fn close(&mut self, inner: Self) {
        self.renamed.extend(inner.renamed);
    }

    /// Returns the names that differ from the wanted ones.
    pub fn renamed(self) -> Vec<Renamed> {
        self.renamed.into_iter().collect()
    }

    /// Takes the names of macros.
    pub fn reserve(&mut self, macros: impl IntoIterator<Item = String>) {
        for name in macros {
            self.taken.insert(name.clone());
            self.macros.insert(name);
        }
    }

    /// Takes the prefix with `plain`, or a similar name if that or a derived name is not free. Returns the
    /// name.
    pub fn take(&mut self, plain: &str, place: Place, with: With<'_>) -> String {
        let plain = if self.prefix.ends_with('_') { plain.trim_start_matches('_') } else { plain };
        self.take_full(&format!("{}{plain}", self.prefix), place, with)
    }

    /// Does the same for a name that already has the prefix.
    pub fn take_full(&mut self, wanted: &str, place: Place, with: With<'_>) -> String {
        let (mut name, mut reason) = (wanted.to_owned(), None);
        if let Some(own) = own(wanted.strip_prefix(self.prefix.as_str()).unwrap_or(wanted)) {
            reason = Some("the runtime".to_owned());
            name = format!("{}{own}", self.prefix);
        }
        if let Some(holder) = self.holder(&name, place) {
            reason = reason.or(Some(holder));
            name = format!("{}_", name.trim_matches('_'));
        }
        let mut reason = reason.map(|holder| format!("taken by {holder}"));
        let (mut full, mut number) = (name.clone(), 2);
        let base = name;
        let mut name = shortened(&full, room(with));
        while !self.is_free(&name, place, with) {
            reason = reason.or_else(|| Some("taken by another name of the specification".to_owned()));
            full = joined(&base, &number.to_string());
            name = shortened(&full, room(with));
            number += 1;
        }
        if name != full {
            reason = reason.or_else(|| Some(format!("C tells {LONGEST} characters apart")));
            self.full.insert(name.clone(), full);
        }
        if let Some(reason) = reason {
            let wanted = wanted.to_owned();
            self.renamed.insert(Renamed { wanted, name: name.clone(), reason });
        }
        self.taken.insert(name.clone());
        self.taken.extend(with.iter().map(|with| with(&name)));
        if place == Place::Macro {
            self.macros.insert(name.clone());
        }
        name
    }

    /// Takes the prefix with `plain`, or the name `full` if that is not free. Returns the name.
    pub fn take_or(&mut self, plain: &str, full: &str, place: Place) -> String {
        let wanted = format!(
            "{}{}",
            self.prefix,
            if self.prefix.ends_with('_') { plain.trim_start_matches('_') } else { plain }
        );
        if wanted.len() <= LONGEST && own(plain).is_none() && self.is_free(&wanted, place, &[]) {
            return self.take_full(&wanted, place, &[]);
        }
        let name = self.take_full(full, place, &[]);
        let holder =
            self.holder(&wanted, place).unwrap_or_else(|| "another name of the specification".to_owned());
        self.renamed.insert(Renamed { wanted, name: name.clone(), reason: format!("taken by {holder}") });
        name
    }

    /// Returns the full name of a shortened one, for names derived from it.
    pub fn full(&self, name: &str) -> String {
        self.full.get(name).map_or(name, String::as_str).to_owned()
    }

    /// Returns `wanted`, or a similar name, such that all names derived from it are free, and takes these.
    pub fn derive(&mut self, wanted: &str, names: With<'_>) -> String {
        let mut base = shortened(wanted, room(names));
        let mut number = 2;
        while names.iter().any(|name| self.taken.contains(&name(&base))) {
            base = shortened(&joined(wanted, &number.to_string()), room(names));
            number += 1;
        }
        self.taken.extend(names.iter().map(|name| name(&base)));
        base
    }

    fn is_free(&self, name: &str, place: Place, with: With<'_>) -> bool {
        let free = |name: &str| !self.taken.contains(name) && self.holder(name, place).is_none();
        free(name) && with.iter().all(|with| free(&with(name)))
    }

    /// Returns the holder of a name outside the specification; `None` if there is none.
    fn holder(&self, name: &str, place: Place) -> Option<String> {
        if place == Place::Member && self.used.contains(name) {
            return Some("a type of the same struct".to_owned());
        }
        if place == Place::Member && self.macros.contains(name) {
            return Some("a macro of the header".to_owned());
        }
        holder(name, place).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_prefix() {
        let mut scope = Scope::global("my_");
        assert_eq!(scope.take("Type", Place::File, &[]), "my_Type");
        assert_ne!(scope.take("Type", Place::File, &[]), "my_Type");
    }

    #[test]
    fn members_leave_what_is_taken() {
        let mut scope = Scope::global("").members(&BTreeSet::new(), ["has_x"]);
        assert_ne!(scope.take("has_x", Place::Member, &[]), "has_x");
        assert_eq!(scope.take("x", Place::Member, &[]), "x");
    }

    #[test]
    fn members_leave_used_types_and_macros() {
        let mut scope = Scope::global("");
        scope.reserve(["LIMIT".to_owned()]);
        let mut scope = scope.members(&BTreeSet::from(["Type".to_owned()]), ["_"]);
        for name in ["Type", "LIMIT"] {
            assert_ne!(scope.take(name, Place::Member, &[]), name);
        }
    }
}
