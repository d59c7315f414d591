//! The most work that a message causes to filters and views of random fields and predicates.

use super::{Found, compile_and_search};
use crate::filters::{random_on, views};
use crate::subject::Subject;
use codegen::Rules;
use codegen::filter::{Form, Request};
use std::fmt::Write;
use std::path::Path;

/// The random predicates, and the views, of a specification.
const COUNT: usize = 12;

/// Searches the worst messages for filters in each form, and for views. Each counts by itself: the work of a message is
/// that of the most expensive one.
///
/// # Errors
/// The output of the compiler or of the search.
pub fn search(subject: &Subject, rules: Rules, rounds: usize, seed: u64) -> Result<Vec<Found>, String> {
    let mut all = vec![of_filters(subject, rules, "filters, compiled", Form::Compiled, (rounds, seed))?];
    if matches!(rules, Rules::Ber | Rules::Der) {
        all.push(of_filters(subject, rules, "filters, interpreted", Form::Interpreted, (rounds, seed))?);
    }
    all.extend(of_views(subject, rules, (rounds, seed))?);
    Ok(all)
}

fn of_filters(
    subject: &Subject,
    rules: Rules,
    plan: &'static str,
    form: Form,
    search: (usize, u64),
) -> Result<Found, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let codec = subject.codec(rules);
    let records = subject.random_records(&codec, 40, search.1);
    let predicates = random_on(subject, &codec, &records, COUNT, search.1);
    let names: Vec<String> = (0..predicates.len()).map(|number| format!("filter_of_{number}")).collect();
    let requests: Vec<Request<'_>> = predicates
        .iter()
        .zip(&names)
        .map(|(predicate, name)| Request { name, text: &predicate.text, filter: &predicate.filter, form })
        .collect();
    let files = codegen::filter::filters(&subject.graph, rules, "filters", &[], &requests);
    let files = files.map_err(|errors| format!("{rules:?}: {errors:?}"))?;
    for (name, text) in &files.files {
        std::fs::write(folder.path().join(name), text).map_err(|error| error.to_string())?;
    }
    let calls: Vec<String> = names.iter().map(|name| format!("{name}(input, length)")).collect();
    write_stubs(folder.path(), "filters.h", "", &calls).map_err(|error| error.to_string())?;
    compile_and_search(subject, rules, (plan, "int"), folder.path(), vec!["filters.c".to_owned()], search)
}

/// Returns `None` if no field of the messages can be in a view.
fn of_views(subject: &Subject, rules: Rules, search: (usize, u64)) -> Result<Option<Found>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let codec = subject.codec(rules);
    let records = subject.random_records(&codec, 40, search.1);
    let own = views::random_on(subject, rules, &codec, &records, COUNT);
    if own.is_empty() {
        return Ok(None);
    }
    views::write(subject, rules, &own, folder.path());
    let mut members = String::new();
    let mut calls = Vec::new();
    for number in 0..own.len() {
        let _ = writeln!(members, "static view_{number} members_{number};");
        calls.push(format!("view_{number}_view(&members_{number}, input, length)"));
    }
    write_stubs(folder.path(), "views.h", &members, &calls).map_err(|error| error.to_string())?;
    let sources = vec!["views.c".to_owned()];
    compile_and_search(subject, rules, ("views", "int"), folder.path(), sources, search).map(Some)
}

/// Writes the functions that the search calls. The work of a message is that of the most expensive call.
fn write_stubs(folder: &Path, header: &str, members: &str, calls: &[String]) -> std::io::Result<()> {
    let calls: String = calls
        .iter()
        .map(|call| {
            format!(
                "    work_done = 0;\n    (void){call};\n    most = work_done > most ? work_done : most;\n"
            )
        })
        .collect();
    let text = format!(
        "#include \"{header}\"
#include <string.h>
typedef ptrdiff_t stubc_result;
typedef struct stubc_context {{ size_t size; }} stubc_context;
static stubc_context stubc_context_over(void *memory, size_t size)
{{ stubc_context context; (void)memory; context.size = size; return context; }}
static unsigned long long work_done;
{members}
static stubc_result work_decode(int *value, const uint8_t *input, size_t length, stubc_context *context)
{{
    unsigned long long most = 0;
    (void)value, (void)context;
{calls}    work_done = most;
    return -1;
}}
static stubc_result work_encode(const int *value, uint8_t *buffer, size_t size, stubc_context *context)
{{ (void)value, (void)buffer, (void)size, (void)context; return -1; }}
"
    );
    std::fs::write(folder.join("work_stubs.h"), text)
}
