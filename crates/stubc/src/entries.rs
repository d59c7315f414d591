//! The entries of a TOML table in the order of their file, for the readers of configurations and build files.

use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key with its place.
pub type Key<'a, 'i> = &'a Spanned<Cow<'i, str>>;
/// A value with its place.
pub type Item<'a, 'i> = &'a Spanned<DeValue<'i>>;

/// Returns the entries in the order of the file: later ones win.
pub fn ordered<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(Key<'a, 'i>, Item<'a, 'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
