//! Checks the names of output files, and decides which existing files they may replace.

use crate::driver::output_name;
use crate::settings::Settings;
use codegen::Helpers;
use codegen::emit::{MADE, harness_names};
use codegen::names::reserved;
use syntax_graph::{Diagnostic, Span};

/// File stems of the runtime.
const RUNTIME: [&str; 4] = ["stubc_rt", "stubc_net", "stubc_util", "stubc_plug"];

/// Checks that the header does not have the name of a runtime or system header, ignoring case as some file
/// systems do. A header with the name of a system header would hide it. `runtime` is the prefix of the runtime.
///
/// # Errors
/// The owner of the name, and how to choose another name.
pub fn check_name(prefix: &str, name: &str, runtime: &str) -> Result<(), Box<Diagnostic>> {
    let header = format!("{prefix}{name}.h");
    let is = |other: &str| header.eq_ignore_ascii_case(other);
    let whose = if RUNTIME.iter().any(|stem| is(&format!("{runtime}{stem}.h"))) {
        "the runtime has a file of this name".to_owned()
    } else if let Some(system) = reserved::headers().find(|system| is(system)) {
        format!("with this folder in the include path, the file would replace <{system}>")
    } else {
        return Ok(());
    };
    let message = format!("the output cannot be named `{prefix}{name}`: {whose}");
    let help = "choose another name with --name NAME or --prefix PREFIX";
    Err(Box::new(Diagnostic::error("output-name", Span::none(), message).with_help(help)))
}

/// Returns the names of the files that a run will write: those of each specification, and those of the runtime with
/// the prefix `runtime`.
pub fn names(all: &[&Settings], runtime: &str) -> Vec<String> {
    let own = all.iter().map(|settings| format!("{}{}", settings.prefix, output_name(settings)));
    let needs = [
        true,
        all.iter().any(|settings| settings.rpc.any()),
        all.iter().any(|settings| settings.helpers != Helpers::None),
    ];
    let parts = RUNTIME.iter().zip(needs).filter(|(_, is_needed)| *is_needed);
    let mut stems: Vec<String> = Vec::new();
    for stem in own.chain(parts.map(|(stem, _)| format!("{runtime}{stem}"))) {
        // Other checks report two outputs with one name.
        if !stems.iter().any(|other| other.eq_ignore_ascii_case(&stem)) {
            stems.push(stem);
        }
    }
    let mut names: Vec<String> =
        stems.into_iter().flat_map(|stem| [format!("{stem}.h"), format!("{stem}.c")]).collect();
    if all.iter().any(|settings| settings.plug) {
        names.push(format!("{runtime}stubc_plug.h"));
    }
    for settings in all.iter().filter(|settings| settings.rpc.apart) {
        let sides = [("clnt", settings.rpc.client), ("svc", settings.rpc.server)];
        let wanted = sides.iter().filter(|(_, is_wanted)| *is_wanted);
        names.extend(wanted.map(|(end, _)| format!("{}{}_{end}.c", settings.prefix, output_name(settings))));
    }
    for settings in all.iter().filter(|settings| settings.harness.is_some()) {
        names.extend(harness_names(&settings.prefix, &output_name(settings)));
    }
    names
}

/// The outputs of one run, which decide the files that it may replace.
#[derive(Clone, Debug)]
pub struct Owners<'a> {
    /// The base name of each specification.
    pub names: Vec<&'a str>,
    /// The prefix of the runtime.
    pub prefix: &'a str,
}

impl Owners<'_> {
    /// Returns why the run must not replace a file; `None` if it may. `file` is the file's name without its folder, `old`
    /// its contents. A runtime may replace another if it serves all specifications of the other.
    pub fn kept(&self, file: &str, old: &str) -> Option<String> {
        let first = old.lines().next().unwrap_or_default();
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let is_runtime = RUNTIME.iter().any(|own| stem.strip_prefix(self.prefix) == Some(*own));
        if !is_runtime {
            let is_ours = without_end(first).ends_with(MADE);
            return (!is_ours).then(|| "stubc did not make it".to_owned());
        }
        let own = quoted(&self.names);
        let owner = first.strip_prefix("/* Runtime of ").and_then(|rest| rest.split_once(", made by"));
        let Some((owners, _)) = owner.filter(|_| without_end(first).ends_with(MADE)) else {
            return Some(format!("it is not marked as the runtime of {own}"));
        };
        let others: Vec<&str> = owners.split(", ").filter(|other| !self.names.contains(other)).collect();
        if others.is_empty() {
            return None;
        }
        Some(format!("it is the runtime of {}, and {own} would have another", quoted(&others)))
    }
}

/// Returns names in backquotes.
fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Returns a line without the end of its comment, which may be on another line.
fn without_end(line: &str) -> &str {
    line.trim_end_matches("*/").trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_others_are_refused() {
        let refused = |prefix: &str, name: &str| check_name(prefix, name, prefix).is_err();
        for name in ["stubc_rt", "STUBC_RT", "stubc_net", "string", "String", "stdint", "errno", "unistd"] {
            assert!(refused("", name), "{name}");
        }
        assert!(refused("p_", "stubc_rt") && refused("std", "int"));
        assert!(!refused("p_", "string") && !refused("", "strings2") && !refused("", "ldap"));
    }

    #[test]
    fn files_of_others_are_kept() {
        let owners = |names: &[&'static str]| Owners { names: names.to_vec(), prefix: "p_" };
        let kept = |file: &str, old: &str| owners(&["ldap"]).kept(file, old).is_some();
        let mine = "/* Runtime of ldap, made by stubc. Do not edit. */\n";
        let other = "/* Runtime of snmp, made by stubc. Do not edit. */\n";
        let both = "/* Runtime of ldap, snmp, made by stubc. Do not edit. */\n";
        assert!(!kept("p_stubc_rt.h", mine) && kept("p_stubc_rt.h", other) && kept("p_stubc_net.c", ""));
        assert!(kept("p_stubc_rt.h", both), "one alone leaves out another");
        for old in [mine, other, both] {
            assert_eq!(owners(&["snmp", "ldap"]).kept("p_stubc_rt.c", old), None, "{old}");
        }
        assert!(owners(&["snmp", "x"]).kept("p_stubc_rt.c", both).is_some());
        assert!(!kept("p_ldap.h", "/* ldap: types and entry points made by stubc. Do not edit.\n"));
        assert!(!kept("p_ldap.c", "/* ldap: marshalling code made by stubc. Do not edit. */\n"));
        assert!(kept("p_ldap.c", "int main(void);\n") && kept("p_ldap.h", ""));
    }
}
