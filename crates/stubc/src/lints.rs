//! Lists the warnings by name: `--allow` silences one, `--deny` makes it an error.

use crate::suggest;
use syntax_graph::{Diagnostic, Severity};

/// All warnings with their meanings, in alphabetical order. `docs/warnings.md` explains them.
pub const WARNINGS: &[(&str, &str)] = &[
    ("ambiguous-extension", "an extensible CHOICE without a tag in an extensible type"),
    ("arc-name", "the name of an arc in an object identifier that begins with a capital letter"),
    ("bare-implicit", "IMPLICIT without a tag (notation of 1984)"),
    ("bare-sequence", "SEQUENCE or SET without elements (notation of 1984)"),
    ("bare-size", "the size of a string without the parentheses of a constraint"),
    ("bare-tag", "a tag without `TAG:` in a module with other encoding instructions"),
    ("capital-identifier", "an identifier that begins with a capital letter"),
    ("class-name", "a class whose name is not in capitals"),
    ("comment-tail", "text after the second `--` of a line, in a commented-out definition"),
    ("component-order", "components of a value in another order than in the SEQUENCE"),
    ("constraint-kind", "a constraint that does not apply to its type"),
    ("constraint-unchecked", "a constraint that `--check-constraints` does not check"),
    ("default-value", "a DEFAULT value that stubc does not support"),
    ("doubtful-open-type", "an open type without a tag after components that may be absent"),
    ("empty-array", "an array or opaque data of the fixed size 0"),
    ("empty-range", "a range without values"),
    ("empty-set", "an empty set of objects or values"),
    ("enumerated-number", "a number in place of an item of an enumeration"),
    ("enumerated-order", "an addition to an ENUMERATED with a smaller number than those before it"),
    ("exports-order", "EXPORTS after IMPORTS"),
    ("foreign-character", "a character in FROM that the string type does not have"),
    ("hidden-import", "an imported name that also has another meaning here"),
    ("implicit-choice", "an IMPLICIT tag over a CHOICE or an open type"),
    ("leading-zero", "a number that begins with a superfluous zero"),
    ("loose-governor", "a governor without the object set of the open type that it governs"),
    ("macro-notation", "a use of a macro that its grammar does not allow"),
    ("macro-production", "a production that a macro uses and does not define"),
    ("macro-type", "a type by an unknown macro"),
    ("macro-value", "a value in the notation of a macro"),
    ("malformed-string", "a lone quotation mark as a string"),
    ("missing-brace", "a missing `{` whose `}` is present"),
    ("module-name", "a module name with dots, or with a small first letter"),
    ("module-version", "an import of another version of a module"),
    ("named-again", "two names for one number of an INTEGER or BIT STRING"),
    ("no-message", "a specification without message types and values"),
    ("not-exported", "an imported name that its module does not export"),
    ("not-imported", "a name that is used and not imported"),
    ("object-notation", "an object that does not use its class's syntax"),
    ("oid-notation", "an object identifier with commas or dots, or in quotation marks"),
    ("open-default", "a DEFAULT whose open type holds another type than its governor selects"),
    ("optional-syntax", "WITH SYNTAX without a field that every object must set"),
    ("quadruple", "a quadruple, which the C holds as octets"),
    ("root-left-out", "a default root that is dropped because it holds a type in error"),
    ("small-type", "a type whose name begins with a small letter"),
    ("stray-comma", "a superfluous comma"),
    ("stray-semicolon", "a superfluous semicolon"),
    ("syntax-group", "optional groups of WITH SYNTAX that begin alike, or have no field"),
    ("syntax-word", "a reserved word in WITH SYNTAX, or one not in capitals"),
    ("twin-objects", "objects of one set with the same value of a UNIQUE field"),
    ("unbounded-integer", "an INTEGER type without bounds: values above 64 bits are refused"),
    ("underscore", "names with underscores (the first of each file)"),
    ("universal-tag", "a universal tag outside the standard"),
    ("unknown-export", "an exported name that is not defined"),
    ("unresolved-governor", "ANY DEFINED BY or an at-notation that names a missing component"),
    ("unresolved-open-type", "an open type whose governor stubc cannot use: it is not decoded"),
    ("value-outside", "a value that the constraints of its type exclude"),
    ("wrong-class", "an object of another class than expected"),
];

/// Checks that every name is the name of a warning.
///
/// # Errors
/// A message: the unknown name, and similar names.
pub fn check(names: &[String]) -> Result<(), String> {
    for name in names {
        if !WARNINGS.iter().any(|(known, _)| known == name) {
            let hint = suggest::hint(name, WARNINGS.iter().map(|(known, _)| *known));
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            return Err(format!("there is no warning `{name}`{hint}"));
        }
    }
    Ok(())
}

/// Drops allowed warnings, with the notes of the same name, and makes denied ones errors.
pub fn apply(allow: &[String], deny: &[String], diagnostics: &mut Vec<Diagnostic>) {
    let named = |names: &[String], diagnostic: &Diagnostic| names.iter().any(|name| name == diagnostic.code);
    diagnostics.retain(|diagnostic| diagnostic.is_error() || !named(allow, diagnostic));
    for diagnostic in diagnostics.iter_mut() {
        if diagnostic.severity == Severity::Warning && named(deny, diagnostic) {
            diagnostic.severity = Severity::Error;
            diagnostic.add_note(format!("`--deny {}` makes this warning an error", diagnostic.code));
        }
    }
}
