//! Warnings by name: `--allow` silences one, `--deny` makes it an error.

use crate::suggest;
use syntax_graph::{Diagnostic, Severity};

/// All warnings with what each says, in the order of the alphabet. `docs/warnings.md` explains them.
pub const WARNINGS: &[(&str, &str)] = &[
    ("ambiguous-extension", "an extensible CHOICE without a tag, in what is extensible, too"),
    ("arc-name", "the name of an arc in an object identifier that begins with a capital letter"),
    ("bare-implicit", "IMPLICIT without a tag, as of 1984"),
    ("bare-sequence", "SEQUENCE or SET alone, as of 1984"),
    ("bare-size", "the size of a string without the parentheses of a constraint"),
    ("bare-tag", "a tag without `TAG:` in a module whose header names other encoding instructions"),
    ("capital-identifier", "an identifier that begins with a capital letter"),
    ("class-name", "a class whose name is not in capitals"),
    ("comment-tail", "text behind the second `--` of a line, in a definition that was disabled by a comment"),
    ("component-order", "components of a value in another order than those of the SEQUENCE"),
    ("constraint-kind", "a constraint that says nothing of its type"),
    ("constraint-unchecked", "a constraint that `--check-constraints` does not look at"),
    ("default-value", "a DEFAULT value that is not understood"),
    ("doubtful-open-type", "an open type without a tag behind components that may be absent"),
    ("empty-range", "a range that no value lies in"),
    ("empty-set", "a set of objects or values without any"),
    ("enumerated-number", "a number in place of an item of an enumeration"),
    ("enumerated-order", "an addition to an ENUMERATED with a smaller number than those before it"),
    ("exports-order", "EXPORTS behind IMPORTS"),
    ("foreign-character", "a character in FROM that the string type does not have"),
    ("hidden-import", "an imported name that has another meaning here, too"),
    ("implicit-choice", "an IMPLICIT tag over a CHOICE or an open type"),
    ("leading-zero", "a number that begins with a zero"),
    ("loose-governor", "a governor that the object set of what it governs does not constrain"),
    ("macro-notation", "a use of a macro that its grammar does not allow"),
    ("macro-production", "a production that a macro uses and does not have"),
    ("macro-type", "a type by a macro that is not known"),
    ("macro-value", "a value in the notation of a macro"),
    ("malformed-string", "a lone quotation mark as a string"),
    ("missing-brace", "a missing `{` whose `}` is there"),
    ("module-name", "a name of a module with dots, or one that begins with a small letter"),
    ("module-version", "an import of another version of a module than the one that is there"),
    ("named-again", "two names for one number of an INTEGER or BIT STRING"),
    ("no-message", "a specification without types of messages and without values"),
    ("not-exported", "an imported name that its module does not export"),
    ("not-imported", "a name that is used and not imported"),
    ("object-notation", "an object without the syntax that its class has"),
    ("oid-notation", "an object identifier with commas, dots or in quotation marks"),
    ("open-default", "a DEFAULT whose open type holds what its governor does not choose"),
    ("optional-syntax", "WITH SYNTAX that lets a field out which every object must set"),
    ("root-left-out", "types in error that nothing else needs"),
    ("small-type", "a type whose name begins with a small letter"),
    ("stray-comma", "a comma too many"),
    ("stray-semicolon", "a semicolon too many"),
    ("syntax-group", "optional groups of WITH SYNTAX that cannot be told apart, or have no field"),
    ("syntax-word", "a word of WITH SYNTAX that is reserved, or not in capitals"),
    ("twin-objects", "objects of one set with one value of a UNIQUE field"),
    ("unbounded-integer", "an INTEGER type without bounds: values above 64 bits are refused"),
    ("underscore", "names with underscores; the first of a file is reported"),
    ("universal-tag", "a universal tag outside the standard"),
    ("unknown-export", "an exported name that means nothing"),
    ("unresolved-governor", "ANY DEFINED BY or an at-notation with a component that is not there"),
    ("unresolved-open-type", "an open type whose governor stubc cannot use: it is not decoded"),
    ("value-outside", "a value that the constraints of its type exclude"),
    ("wrong-class", "an object where one of another class is wanted"),
];

/// Checks that all names are those of warnings.
///
/// # Errors
/// Says which is not, and which is near.
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

/// Drops the warnings that are allowed, and makes errors of those that are denied.
pub fn apply(allow: &[String], deny: &[String], diagnostics: &mut Vec<Diagnostic>) {
    let named = |names: &[String], diagnostic: &Diagnostic| names.iter().any(|name| name == diagnostic.code);
    diagnostics.retain(|diagnostic| diagnostic.severity != Severity::Warning || !named(allow, diagnostic));
    for diagnostic in diagnostics.iter_mut() {
        if diagnostic.severity == Severity::Warning && named(deny, diagnostic) {
            diagnostic.severity = Severity::Error;
            diagnostic.notes.push(format!("a warning, which --deny {} makes an error", diagnostic.code));
        }
    }
}
