//! Prints the values that a specification defines: enumerators, and macros that expand to initializers.

use super::expr::integer_constant;
use super::writer::Writer;
use crate::model::Model;
use crate::model::values::{ValueForm, form};

/// Bytes in a line of an initializer.
const IN_A_LINE: usize = 16;

/// Prints all values, module by module.
pub fn print(w: &mut Writer, model: &Model<'_>) {
    let graph = model.graph;
    let named = graph.constants.iter().zip(&model.names.values);
    let mut all: Vec<_> = named.filter_map(|(value, name)| Some((value, name.as_ref()?))).collect();
    all.sort_by_key(|(value, _)| value.module);
    for group in all.chunk_by(|(one, _), (two, _)| one.module == two.module) {
        w.comment(&format!("Values of {}", graph.modules[group[0].0.module].name));
        let forms = group.iter().filter_map(|(value, name)| Some((name.as_str(), form(&value.value)?)));
        let (numbers, macros): (Vec<_>, Vec<_>) =
            forms.partition(|(_, form)| matches!(form, ValueForm::Enumerator(_)));
        if !numbers.is_empty() {
            w.block("enum", "};", |w| numbers.iter().for_each(|(name, form)| value(w, name, form)));
        }
        macros.iter().for_each(|(name, form)| value(w, name, form));
        w.blank();
    }
}

fn value(w: &mut Writer, name: &str, form: &ValueForm) {
    match form {
        ValueForm::Enumerator(number) => w.line(&format!("{name} = {number},")),
        ValueForm::Number(number) => w.line(&format!("#define {name} {}", integer_constant(number))),
        ValueForm::Bytes(bytes) => {
            let lines: Vec<String> = bytes
                .chunks(IN_A_LINE)
                .map(|line| line.iter().map(|byte| format!("{byte:#04x}")).collect::<Vec<_>>().join(", "))
                .collect();
            w.line(&format!("#define {name} {{{}}}", lines.join(", \\\n    ")));
        }
    }
}
