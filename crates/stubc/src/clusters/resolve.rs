//! Finds the procedures and fields that a cluster names, and reports what is wrong.

use super::config::{ClusterEntry, Text};
use super::names::{is_named, short_names};
use super::{CALLS, TURNS, is_same_type};
use crate::config::Entry;
use crate::suggest;
use syntax_graph::{Diagnostic, FieldId, Presence, Procedure, Span, SyntaxGraph, TypeId, TypeKind};

/// A cluster whose names have been found.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The cluster's name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The position of the program.
    pub program: usize,
    /// The calls: positions of the version and of the procedure in it.
    pub calls: Vec<(usize, usize)>,
    /// The feeds.
    pub feeds: Vec<Feed>,
    /// Whether no call is made after one that fails.
    pub stops: bool,
    /// The most turns of a loop.
    pub turns: Option<u64>,
    /// The number of the version that holds the clustered procedure.
    pub version: u32,
}

/// A value of a result that a later call takes.
#[derive(Clone, Debug)]
pub struct Feed {
    /// The position of the call that takes it, and of the argument.
    pub to: (usize, usize),
    /// The fields that lead to it in the argument.
    pub argument: Vec<FieldId>,
    /// The position of the call whose result has it.
    pub from: usize,
    /// The fields that lead to it in the result.
    pub result: Vec<FieldId>,
}

/// Finds what a cluster names.
///
/// # Errors
/// Everything that is wrong with it.
pub fn resolve(graph: &SyntaxGraph, entry: &Entry<ClusterEntry>) -> Result<Resolved, Vec<Diagnostic>> {
    let mut resolver = Resolver { graph, errors: Vec::new() };
    let found = resolver.cluster(entry);
    match found {
        Some(found) if resolver.errors.is_empty() => Ok(found),
        _ => Err(resolver.errors),
    }
}

struct Resolver<'g> {
    graph: &'g SyntaxGraph,
    errors: Vec<Diagnostic>,
}

impl<'g> Resolver<'g> {
    fn error(&mut self, span: Span, message: String, help: String) {
        self.errors.push(Diagnostic::error("cluster", span, message).with_help(help));
    }

    fn cluster(&mut self, entry: &Entry<ClusterEntry>) -> Option<Resolved> {
        let ClusterEntry { calls, feeds, stops, turns, version } = &entry.value;
        if self.graph.programs.is_empty() {
            let message = "the specification has no remote program".to_owned();
            self.error(entry.span, message, "use clusters with .x files that define a program".to_owned());
            return None;
        }
        if calls.len() > CALLS {
            let message = format!("a cluster has at most {CALLS} calls, and this one has {}", calls.len());
            self.error(calls[CALLS].1, message, "make two clusters, or a loop".to_owned());
        }
        if calls.len() == 1 && turns.is_none() {
            let message = "a cluster of one call saves nothing".to_owned();
            self.error(calls[0].1, message, "add a call, or loop = 64".to_owned());
        }
        if let Some((number, span)) = turns.filter(|(number, _)| !(2..=TURNS).contains(number)) {
            let message = format!("a loop has 2 to {TURNS} turns, not {number}");
            self.error(span, message, "the array of arguments has this bound".to_owned());
        }
        let found: Vec<Option<(usize, (usize, usize))>> =
            calls.iter().map(|call| self.procedure(call)).collect();
        let found: Vec<(usize, (usize, usize))> = found.into_iter().collect::<Option<_>>()?;
        let program = found[0].0;
        if let Some(other) = found.iter().position(|(at, _)| *at != program) {
            let message = format!(
                "`{}` belongs to the program {}, and `{}` to {}",
                calls[other].0,
                self.graph.programs[found[other].0].name,
                calls[0].0,
                self.graph.programs[program].name
            );
            self.error(calls[other].1, message, "join calls of one program".to_owned());
            return None;
        }
        let calls: Vec<(usize, usize)> = found.into_iter().map(|(_, at)| at).collect();
        let mut known: Vec<(&Text, Feed)> = Vec::new();
        for (argument, result) in feeds {
            let Some(feed) = self.feed(program, &calls, argument, result) else { continue };
            let meets = |other: &Feed| {
                let shared = feed.argument.len().min(other.argument.len());
                feed.to == other.to && feed.argument[..shared] == other.argument[..shared]
            };
            if let Some((text, _)) = known.iter().find(|(_, other)| meets(other)) {
                let message = format!("`{}` and `{}` feed the same argument", text.0, argument.0);
                self.error(argument.1, message, "leave out one of the two".to_owned());
            }
            known.push((argument, feed));
        }
        let version = self.version(program, version.as_ref());
        let feeds = known.into_iter().map(|(_, feed)| feed).collect();
        let (name, span) = (entry.key.clone(), entry.span);
        let (stops, most, version) = (*stops, turns.map(|(number, _)| number), version?);
        let found = Resolved { name, span, program, calls, feeds, stops, turns: most, version };
        if let Some((_, span)) = turns.filter(|_| !super::lower::has_arguments(self.graph, &found)) {
            let message = "a loop needs arguments, and this cluster's calls have none".to_owned();
            self.error(span, message, "leave out loop".to_owned());
        }
        Some(found)
    }

    /// Returns the number of the clusters' version: the one that is given, or one above the largest.
    fn version(&mut self, program: usize, given: Option<&(u64, Span)>) -> Option<u32> {
        let program = &self.graph.programs[program];
        let numbers = || program.versions.iter().map(|version| version.number);
        match given {
            Some((number, span)) => {
                let number = *number as u32;
                if let Some(version) = program.versions.iter().find(|version| version.number == number) {
                    let message = format!("{} already is the number of {}", number, version.name);
                    let next = numbers().max().unwrap_or(0).saturating_add(1);
                    self.error(*span, message, format!("use a number of its own, such as {next}"));
                    return None;
                }
                Some(number)
            }
            None => numbers().max().unwrap_or(0).checked_add(1),
        }
    }

    /// Returns the positions of program, version and procedure of a name.
    fn procedure(&mut self, (text, span): &Text) -> Option<(usize, (usize, usize))> {
        let (version, name) =
            text.split_once('.').map_or((None, &**text), |(version, name)| (Some(version), name));
        let all = self.graph.programs.iter().enumerate().flat_map(|(program, own)| {
            own.versions.iter().enumerate().flat_map(move |(at, version)| {
                version
                    .procedures
                    .iter()
                    .enumerate()
                    .map(move |(index, found)| (version, found, (program, (at, index))))
            })
        });
        let of_version: Vec<_> =
            all.filter(|(own, ..)| version.is_none_or(|version| own.name == version)).collect();
        let exact: Vec<_> = of_version.iter().filter(|(_, found, _)| found.name == name).collect();
        let named: Vec<_> = if exact.is_empty() {
            of_version.iter().filter(|(_, found, _)| is_named(&found.name, name)).collect()
        } else {
            exact
        };
        match named[..] {
            [(.., place)] => Some(*place),
            [] => {
                let names = short_names(self.graph);
                let help = suggest::hint(text, names.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("it has {}", names.join(", ")));
                self.error(*span, format!("the specification has no procedure `{text}`"), help);
                None
            }
            [..] => {
                let all: Vec<String> =
                    named.iter().map(|(own, found, _)| format!("{}.{}", own.name, found.name)).collect();
                self.error(*span, format!("`{text}` is ambiguous"), format!("write {}", all.join(" or ")));
                None
            }
        }
    }

    fn feed(
        &mut self,
        program: usize,
        calls: &[(usize, usize)],
        argument: &Text,
        result: &Text,
    ) -> Option<Feed> {
        let (to, to_path) = self.end(calls, argument)?;
        let (from, from_path) = self.end(calls, result)?;
        if from >= to {
            let message = format!("call {from} has no result before call {to}");
            self.error(result.1, message, "feed a call from an earlier one; calls count from 0".to_owned());
            return None;
        }
        let graph = self.graph;
        let procedure = |at: usize| -> &'g Procedure {
            let (version, index) = calls[at];
            &graph.programs[program].versions[version].procedures[index]
        };
        let (taker, giver) = (procedure(to), procedure(from));
        let Some(given) = giver.result else {
            self.error(
                result.1,
                format!("`{}` has no result", giver.name),
                "feed from another call".to_owned(),
            );
            return None;
        };
        let (index, rest) = self.argument(taker, argument, to_path)?;
        let (argument_fields, wanted) = self.path(taker.arguments[index], rest, argument, false)?;
        let (result_fields, found) = self.path(given, from_path, result, true)?;
        if !is_same_type(graph, wanted, found) {
            let name = |ty| graph.type_path(ty);
            let message = format!("`{}` is of another type than `{}`", result.0, argument.0);
            let help = format!(
                "the result is of the type {}, the argument of {}; feed a value of the same type",
                name(found),
                name(wanted)
            );
            self.error(result.1, message, help);
            return None;
        }
        Some(Feed { to: (to, index), argument: argument_fields, from, result: result_fields })
    }

    /// Returns the number of the call that a path starts with, and the rest.
    fn end<'t>(&mut self, calls: &[(usize, usize)], (text, span): &'t Text) -> Option<(usize, &'t str)> {
        let (number, rest) = text.split_once('.').unwrap_or((text, ""));
        match number.parse::<usize>() {
            Ok(number) if number < calls.len() => Some((number, rest)),
            Ok(number) => {
                let message = format!("the cluster has no call {number}");
                self.error(*span, message, format!("its calls are 0 to {}", calls.len() - 1));
                None
            }
            Err(_) => {
                let message = format!("`{text}` does not start with the number of a call");
                self.error(
                    *span,
                    message,
                    "write the number, a dot and a path: \"0.resok.object\"".to_owned(),
                );
                None
            }
        }
    }

    /// Returns the position of the argument that a path starts with, and the rest.
    fn argument<'t>(
        &mut self,
        procedure: &Procedure,
        text: &Text,
        path: &'t str,
    ) -> Option<(usize, &'t str)> {
        match procedure.arguments.len() {
            0 => {
                let message = format!("`{}` has no argument", procedure.name);
                self.error(text.1, message, "feed another call".to_owned());
                None
            }
            1 => Some((0, path)),
            count => {
                let (first, rest) = path.split_once('.').unwrap_or((path, ""));
                let found = (0..count).find(|index| super::argument_path(count, *index) == first);
                if found.is_none() {
                    let message = format!("`{}` names no argument of `{}`", text.0, procedure.name);
                    let help = format!("its arguments are argument1 to argument{count}");
                    self.error(text.1, message, help);
                }
                found.map(|index| (index, rest))
            }
        }
    }

    /// Returns the fields of a path, and the type that it leads to.
    fn path(
        &mut self,
        ty: TypeId,
        path: &str,
        text: &Text,
        through_unions: bool,
    ) -> Option<(Vec<FieldId>, TypeId)> {
        let (mut at, mut fields) = (ty, Vec::new());
        for part in path.split('.').filter(|_| !path.is_empty()) {
            let owner = self.graph.resolve(at);
            let is_passable = match self.graph.types[owner].kind {
                TypeKind::Structure(_) => true,
                TypeKind::Union(_) => through_unions,
                _ => false,
            };
            let own = self.graph.fields_of(owner);
            let name = |field: &FieldId| self.graph.fields[*field].name.as_str();
            let found = own.iter().copied().find(|field| is_passable && name(field) == part);
            let Some(field) = found else {
                let path = self.graph.type_path(owner);
                if is_passable {
                    let message = format!("`{part}` is not a component of `{path}`");
                    let help = suggest::hint(part, own.iter().map(name)).unwrap_or_else(|| {
                        format!("it has {}", own.iter().map(name).collect::<Vec<_>>().join(", "))
                    });
                    self.error(text.1, message, help);
                } else {
                    let message = format!("the path does not go through `{path}`");
                    let help = if through_unions {
                        "paths of results go through structs and unions"
                    } else {
                        "paths of arguments go through structs; feed the whole of a union or an array"
                    };
                    self.error(text.1, message, help.to_owned());
                }
                return None;
            };
            if self.graph.fields[field].presence != Presence::Mandatory {
                let message = format!("`{part}` is optional");
                self.error(text.1, message, "feed the values of components that are always there".to_owned());
                return None;
            }
            fields.push(field);
            at = self.graph.fields[field].target;
        }
        Some((fields, at))
    }
}
