//! Reads a build file: TOML to specifications, each with its place. Paths stay as they are written.

use crate::entries::{Item, Key, ordered};
use crate::settings::{Cache, Cap, RootRequest, RulesName, c_name, c_prefix};
use crate::suggest;
use std::ops::Range;
use syntax_graph::{Diagnostic, FileId, Span};
use toml::de::{DeTable, DeValue};

/// A text with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The text.
    pub text: String,
    /// The place in the file.
    pub span: Span,
}

/// One `[[specification]]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// `name`: base name of the output files.
    pub name: Option<String>,
    /// `files`: paths; a `*` in the last part matches any characters.
    pub files: Vec<Placed>,
    /// `rules`: the encoding rules.
    pub rules: Option<RulesName>,
    /// `pdu`: the roots.
    pub pdu: Vec<RootRequest>,
    /// `share`: the specification's share of all messages.
    pub share: Option<f64>,
    /// `config`: configuration files.
    pub config: Vec<Placed>,
    /// `profile`: the file of measured frequencies.
    pub profile: Option<Placed>,
    /// `prefix`: the prefix of the specification's own names and files.
    pub prefix: String,
    /// `include`: folders of imported modules.
    pub include: Vec<Placed>,
    /// The place of the name; without a name, of the entry.
    pub place: Span,
}

/// A build file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildFile {
    /// `max-size`: the cap.
    pub max_size: Option<Cap>,
    /// `cache`: how much of the code is in the cache when a message arrives.
    pub cache: Option<Cache>,
    /// `cc`: the target compiler.
    pub cc: Option<String>,
    /// `cflags`: its flags.
    pub cflags: Option<String>,
    /// `out-dir`: the folder of the generated files.
    pub out_dir: Option<Placed>,
    /// `prefix`: the prefix of the runtime's names and files.
    pub prefix: String,
    /// The specifications.
    pub specifications: Vec<Entry>,
}

/// Keys of `[build]`.
const BUILD: [&str; 6] = ["max-size", "cache", "cc", "cflags", "out-dir", "prefix"];
/// Keys of `[[specification]]`.
const SPECIFICATION: [&str; 9] =
    ["name", "files", "rules", "pdu", "share", "config", "profile", "prefix", "include"];

/// Reads a build file.
///
/// # Errors
/// All errors in the file; for errors in TOML syntax, only the first.
pub fn parse(file: FileId, text: &str) -> Result<BuildFile, Vec<Diagnostic>> {
    let table = DeTable::parse(text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        let message = format!("not TOML: {}", error.message());
        vec![Diagnostic::error("build-syntax", Span::new(file, range.start, range.end), message)]
    })?;
    let mut reader = Reader { file, diagnostics: Vec::new() };
    let mut build = BuildFile::default();
    for (key, value) in ordered(table.get_ref()) {
        match (&**key.get_ref(), value.get_ref()) {
            ("build", DeValue::Table(table)) => reader.build(table, &mut build),
            ("specification", DeValue::Array(entries)) => {
                for entry in entries {
                    match entry.get_ref() {
                        DeValue::Table(table) => {
                            let entry = reader.specification(table, entry.span());
                            build.specifications.push(entry);
                        }
                        _ => reader.error(entry.span(), "a specification must be a table: [[specification]]"),
                    }
                }
            }
            ("build", _) => reader.error(key.span(), "`build` must be a table: [build]"),
            ("specification", DeValue::Table(_)) => {
                reader.error(key.span(), "write [[specification]] in double brackets");
            }
            ("specification", _) => {
                reader.error(key.span(), "`specification` must be tables: [[specification]]");
            }
            (other, _) => reader.unknown(key, other, "a build file", &["build", "specification"]),
        }
    }
    if build.specifications.is_empty() && reader.diagnostics.is_empty() {
        reader.error(0..0, "the file has no [[specification]]; add one with `files = [\"...\"]`");
    }
    if reader.diagnostics.is_empty() { Ok(build) } else { Err(reader.diagnostics) }
}

struct Reader {
    file: FileId,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    fn error(&mut self, range: Range<usize>, message: impl Into<String>) {
        let span = self.span(range);
        self.diagnostics.push(Diagnostic::error("build-entry", span, message));
    }

    /// Reports an unknown key of `whole`, with the most similar keys or all keys.
    fn unknown(&mut self, key: Key<'_, '_>, name: &str, whole: &str, known: &[&str]) {
        let message = format!("`{name}` is not part of {whole}");
        let help = suggest::hint(name, known.iter().copied());
        let help = help.unwrap_or_else(|| format!("{whole} holds {}", known.join(", ")));
        let error = Diagnostic::error("build-entry", self.span(key.span()), message).with_help(help);
        self.diagnostics.push(error);
    }

    fn build(&mut self, table: &DeTable<'_>, build: &mut BuildFile) {
        for (key, value) in ordered(table) {
            match &**key.get_ref() {
                "max-size" => build.max_size = self.max_size(value),
                "cache" => build.cache = self.cache(key, value),
                "cc" => build.cc = self.text(key, value).map(|cc| cc.text),
                "cflags" => build.cflags = self.text(key, value).map(|flags| flags.text),
                "out-dir" => build.out_dir = self.text(key, value),
                "prefix" => build.prefix = self.checked(key, value, c_prefix).unwrap_or_default(),
                other => self.unknown(key, other, "[build]", &BUILD),
            }
        }
    }

    fn specification(&mut self, table: &DeTable<'_>, range: Range<usize>) -> Entry {
        let mut entry = Entry {
            name: None,
            files: Vec::new(),
            rules: None,
            pdu: Vec::new(),
            share: None,
            config: Vec::new(),
            profile: None,
            prefix: String::new(),
            include: Vec::new(),
            place: self.span(range.clone()),
        };
        let known = self.diagnostics.len();
        for (key, value) in ordered(table) {
            match &**key.get_ref() {
                "name" => {
                    entry.place = self.span(value.span());
                    entry.name = self.checked(key, value, c_name);
                }
                "files" => entry.files = self.texts(key, value),
                "rules" => entry.rules = self.rules(key, value),
                "pdu" => entry.pdu = self.roots(key, value),
                "share" => entry.share = self.share(value),
                "config" => entry.config = self.texts(key, value),
                "profile" => entry.profile = self.text(key, value),
                "prefix" => entry.prefix = self.checked(key, value, c_prefix).unwrap_or_default(),
                "include" => entry.include = self.texts(key, value),
                "rpc" => {
                    let error = Diagnostic::error(
                        "build-entry",
                        self.span(key.span()),
                        "a build cannot make stubs of remote procedures",
                    );
                    let help = "compile this specification separately, with --rpc and its own --prefix";
                    self.diagnostics.push(error.with_help(help));
                }
                other => self.unknown(key, other, "[[specification]]", &SPECIFICATION),
            }
        }
        if entry.files.is_empty() && self.diagnostics.len() == known {
            self.error(range, "the specification has no files; add files = [\"...\"]");
        }
        entry
    }

    fn text(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Option<Placed> {
        match value.get_ref().as_str() {
            Some(text) => Some(Placed { text: text.to_owned(), span: self.span(value.span()) }),
            None => {
                self.error(value.span(), format!("`{}` must be a text", key.get_ref()));
                None
            }
        }
    }

    /// Reads a text or a list of texts.
    fn texts(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Vec<Placed> {
        match value.get_ref() {
            DeValue::Array(values) => values.iter().filter_map(|value| self.text(key, value)).collect(),
            _ => self.text(key, value).into_iter().collect(),
        }
    }

    fn checked(
        &mut self,
        key: Key<'_, '_>,
        value: Item<'_, '_>,
        check: fn(&str) -> Result<String, String>,
    ) -> Option<String> {
        let text = self.text(key, value)?;
        check(&text.text).map_err(|message| self.error(value.span(), message)).ok()
    }

    fn max_size(&mut self, value: Item<'_, '_>) -> Option<Cap> {
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().replace('_', ""),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        text.parse().map_err(|message| self.error(value.span(), format!("`max-size`: {message}"))).ok()
    }

    fn cache(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Option<Cache> {
        let text = self.text(key, value)?.text;
        text.parse().map_err(|message| self.error(value.span(), format!("`cache`: {message}"))).ok()
    }

    fn rules(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Option<RulesName> {
        const KNOWN: [RulesName; 7] = [
            RulesName::Ber,
            RulesName::Der,
            RulesName::Uper,
            RulesName::Aper,
            RulesName::Oer,
            RulesName::Coer,
            RulesName::Xdr,
        ];
        let text = self.text(key, value)?.text;
        let found = KNOWN.into_iter().find(|rules| rules.name() == text);
        if found.is_none() {
            let names = KNOWN.map(RulesName::name);
            let hint = suggest::hint(&text, names).map(|hint| format!("; {hint}")).unwrap_or_default();
            let message = format!("there are no encoding rules `{text}`; use {}{hint}", names.join(", "));
            self.error(value.span(), message);
        }
        found
    }

    fn roots(&mut self, key: Key<'_, '_>, value: Item<'_, '_>) -> Vec<RootRequest> {
        let mut roots = Vec::new();
        for Placed { text, span } in self.texts(key, value) {
            match text.parse() {
                Ok(root) => roots.push(root),
                Err(message) => self.diagnostics.push(Diagnostic::error("build-entry", span, message)),
            }
        }
        roots
    }

    fn share(&mut self, value: Item<'_, '_>) -> Option<f64> {
        let text = match value.get_ref() {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            _ => "",
        };
        let number = text.replace('_', "").parse::<f64>().ok();
        let share = number.filter(|number| number.is_finite() && *number >= 0.0);
        if share.is_none() {
            self.error(value.span(), "`share` must be a finite number of at least 0");
        }
        share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax_graph::{Advice, Id};

    fn read(text: &str) -> Result<BuildFile, Vec<String>> {
        parse(FileId::new(0), text).map_err(|found| {
            let shown = |advice: &Advice| format!(" {advice}");
            (found.into_iter())
                .map(|found| found.message + &found.notes.iter().map(shown).collect::<String>())
                .collect()
        })
    }

    #[test]
    fn all_keys_are_read() {
        let build = read(
            "[build]\nmax-size = \"64K\"\ncache = \"cold\"\ncc = \"gcc\"\ncflags = \"-O2\"\nout-dir = \"out\"\nprefix = \"p_\"\n\
             [[specification]]\nname = \"a\"\nfiles = [\"a.asn1\"]\nrules = \"der\"\npdu = [\"T:decode\"]\nshare = 0.7\n\
             config = \"c.toml\"\nprofile = \"p.toml\"\nprefix = \"a_\"\ninclude = [\"i\", \"j\"]\n\
             [[specification]]\nfiles = \"b.x\"\n",
        )
        .expect("this is right");
        assert_eq!((build.max_size, build.cache), (Some(Cap::Bytes(65536)), Some(Cache::Cold)));
        assert_eq!((build.cc.as_deref(), build.cflags.as_deref()), (Some("gcc"), Some("-O2")));
        assert_eq!(build.prefix, "p_");
        let [one, two] = &build.specifications[..] else { panic!("there are two") };
        assert_eq!((one.name.as_deref(), one.rules, one.share), (Some("a"), Some(RulesName::Der), Some(0.7)));
        assert_eq!((one.pdu.len(), one.config.len(), one.include.len()), (1, 1, 2));
        assert_eq!((one.prefix.as_str(), two.files[0].text.as_str()), ("a_", "b.x"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let file = "[[specification]]\nfiles = [\"a\"]\n";
        for (wrong, told) in [
            ("[build\n", "not TOML"),
            ("", "no [[specification]]"),
            ("[specification]\nfiles = [\"a\"]", "double brackets"),
            ("[[specification]]\nname = \"a\"", "no files"),
            (&format!("{file}fils = 1"), "did you mean `files`?"),
            (&format!("{file}rules = \"dre\""), "did you mean `der`?"),
            (&format!("{file}share = -1"), "at least 0"),
            (&format!("{file}pdu = [\"T:up\"]"), "not a direction"),
            (&format!("{file}name = \"a/b\""), "cannot name files"),
            (&format!("{file}rpc = [\"client\"]"), "--rpc"),
            (&format!("{file}[build]\nmax-size = \"x\""), "max-size"),
            (&format!("{file}[build]\ncache = \"hot\""), "use warm, mixed, cold"),
            (&format!("{file}[build]\nmaxsize = 1"), "did you mean `max-size`?"),
            (&format!("{file}[bild]\n"), "did you mean `build`?"),
        ] {
            let found = read(wrong).expect_err(wrong);
            assert_eq!(found.len(), 1, "{wrong}: {found:?}");
            assert!(found[0].contains(told), "{wrong}: {found:?}");
        }
    }
}
