//! Scopes in which identifiers are unique.

use super::Renamed;
use super::reserved::{Place, holder};
use std::collections::BTreeSet;

/// Names that go with another one: functions of it.
type With<'a> = &'a [&'a dyn Fn(&str) -> String];

/// The identifiers that are taken at file scope or in one struct.
#[derive(Debug, Default)]
pub struct Scope {
    prefix: String,
    taken: BTreeSet<String>,
    /// What a member may not be called for the sake of C++.
    used: BTreeSet<String>,
    /// Macros of the header: no member can have their names.
    macros: BTreeSet<String>,
    renamed: BTreeSet<Renamed>,
}

/// A name that is made of another one and a part behind it. Two `_` in a row are the compiler's in C++.
pub fn joined(stem: &str, part: &str) -> String {
    format!("{}_{}", stem.trim_end_matches('_'), part.trim_start_matches('_'))
}

/// Names that begin as those of the runtime do are the runtime's.
fn own(plain: &str) -> Option<String> {
    let front = plain.split('_').next().unwrap_or(plain);
    matches!(front, "stubc" | "STUBC").then(|| format!("spec_{plain}"))
}

impl Scope {
    /// That of the whole output.
    pub fn global(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ..Self::default() }
    }

    /// That of a struct which uses these types and has these members.
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

    /// The names that are taken.
    pub fn taken(&self) -> &BTreeSet<String> {
        &self.taken
    }

    /// Takes over what a struct's scope has renamed.
    pub fn close(&mut self, inner: Self) {
        self.renamed.extend(inner.renamed);
    }

    /// What has another name than it would have.
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

    /// Takes the prefix and `plain` if that is free, with all that goes with it; else the like.
    pub fn take(&mut self, plain: &str, place: Place, with: With<'_>) -> String {
        let plain = if self.prefix.ends_with('_') { plain.trim_start_matches('_') } else { plain };
        self.take_full(&format!("{}{plain}", self.prefix), place, with)
    }

    /// The same of a name that has the prefix already.
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
        let (base, mut number) = (name.clone(), 2);
        while !self.is_free(&name, place, with) {
            reason = reason.or_else(|| Some("another name of the specification".to_owned()));
            name = joined(&base, &number.to_string());
            number += 1;
        }
        if let Some(holder) = reason {
            let wanted = wanted.to_owned();
            self.renamed.insert(Renamed { wanted, name: name.clone(), holder });
        }
        self.taken.insert(name.clone());
        self.taken.extend(with.iter().map(|with| with(&name)));
        if place == Place::Macro {
            self.macros.insert(name.clone());
        }
        name
    }

    /// What stands for `wanted` in names of which nobody else knows, so that all of them are free.
    pub fn derive(&mut self, wanted: &str, names: With<'_>) -> String {
        let mut base = wanted.to_owned();
        let mut number = 2;
        while names.iter().any(|name| self.taken.contains(&name(&base))) {
            base = joined(wanted, &number.to_string());
            number += 1;
        }
        self.taken.extend(names.iter().map(|name| name(&base)));
        base
    }

    fn is_free(&self, name: &str, place: Place, with: With<'_>) -> bool {
        let free = |name: &str| !self.taken.contains(name) && self.holder(name, place).is_none();
        free(name) && with.iter().all(|with| free(&with(name)))
    }

    /// Whose a name is that is none of the specification's.
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
