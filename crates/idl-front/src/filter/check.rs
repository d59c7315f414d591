//! Checks a filter against a graph: the syntax becomes a typed predicate. Reports all faults at once.

use super::ast::{self, Asked, Question, Step};
use super::literals;
use super::paths::{Found, describe, find};
use crate::spelling::nearest;
use syntax_graph::filter::{self, Filter, Probe, Quantifier, Test};
use syntax_graph::{Diagnostic, Origin, Scalar, Span, SyntaxGraph, TypeId, TypeKind};

/// Checks a filter.
///
/// # Errors
/// All faults.
pub fn filter(graph: &SyntaxGraph, filter: &ast::Filter<'_>) -> Result<Filter, Vec<Diagnostic>> {
    let root = root(graph, &filter.ty, filter.span).map_err(|fault| vec![*fault])?;
    let mut checker = Checker { graph, faults: Vec::new() };
    match checker.test(root, &filter.test) {
        Some(test) if checker.faults.is_empty() => Ok(Filter { root, test }),
        _ => Err(checker.faults),
    }
}

/// Checks the path of a member of a view.
///
/// # Errors
/// A name that is wrong, elements of arrays, or what is no scalar.
pub fn member(
    graph: &SyntaxGraph,
    root: TypeId,
    path: &ast::Path<'_>,
) -> Result<filter::Path, Box<Diagnostic>> {
    if let Some(span) = elements(path) {
        let report = Diagnostic::error("view-member", span, "a view holds no elements of arrays");
        return Err(Box::new(report.with_help("end the path before the array, or decode the message")));
    }
    let found = find(graph, root, path)?;
    match graph.scalar(found.ty) {
        Some(Scalar::Real | Scalar::Float(_) | Scalar::Null) | None => {
            let what = describe(graph, found.ty);
            let report = Diagnostic::error("view-member", path.span, format!("a view does not hold {what}"));
            Err(Box::new(report.with_help("name an INTEGER, ENUMERATED, BOOLEAN or string")))
        }
        Some(_) => Ok(found.parts.into_iter().next().unwrap_or_default()),
    }
}

/// Returns the type of this name.
///
/// # Errors
/// No type, or several types, have it.
pub fn root(graph: &SyntaxGraph, name: &str, span: Span) -> Result<TypeId, Box<Diagnostic>> {
    let error = |message: String| Diagnostic::error("filter-type", span, message);
    match graph.definitions(name)[..] {
        [ty] => Ok(ty),
        [] => {
            let names = graph.types.iter().filter_map(|def| match &def.origin {
                Origin::Definition(name) => Some(name.as_str()),
                Origin::Embedded(_) => None,
            });
            let meant = nearest(name, names).map_or_else(
                || {
                    "write `Type: predicate` or `Module.Type: predicate`; `stubc dump graph` lists all types"
                        .to_owned()
                },
                |meant| format!("did you mean `{meant}`?"),
            );
            Err(Box::new(error(format!("the specification has no type `{name}`")).with_help(meant)))
        }
        ref several => {
            let paths: Vec<String> = several.iter().map(|ty| format!("`{}`", graph.type_path(*ty))).collect();
            let report = error(format!("{} types have the name `{name}`", several.len()));
            Err(Box::new(report.with_help(format!("write {}", paths.join(" or ")))))
        }
    }
}

/// Returns the place of the first `[*]`.
fn elements(path: &ast::Path<'_>) -> Option<Span> {
    path.steps.iter().find_map(|step| match step {
        Step::Elements(span) => Some(*span),
        Step::Name(..) => None,
    })
}

struct Checker<'g> {
    graph: &'g SyntaxGraph,
    faults: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Checks a predicate on values of a type.
    fn test(&mut self, ty: TypeId, test: &ast::Test<'_>) -> Option<Test> {
        match test {
            ast::Test::All(tests) => self.tests(ty, tests).map(Test::All),
            ast::Test::Any(tests) => self.tests(ty, tests).map(Test::Any),
            ast::Test::Not(test) => self.test(ty, test).map(|test| Test::Not(Box::new(test))),
            ast::Test::Ask(question) => self.question(ty, question),
        }
    }

    fn tests(&mut self, ty: TypeId, tests: &[ast::Test<'_>]) -> Option<Vec<Test>> {
        let tests: Vec<Option<Test>> = tests.iter().map(|test| self.test(ty, test)).collect();
        tests.into_iter().collect()
    }

    fn question(&mut self, ty: TypeId, question: &Question<'_>) -> Option<Test> {
        let found = match find(self.graph, ty, &question.path) {
            Ok(found) => found,
            Err(fault) => {
                self.faults.push(*fault);
                return None;
            }
        };
        let quantifier = self.quantifier(question);
        let inner = self.asked(question, &found)?;
        let mut parts = found.parts.into_iter().rev();
        let last = parts.next().unwrap_or_default();
        let mut test = match inner {
            Inner::Probe(probe) => Test::Probe(last, probe),
            Inner::Test(test) => test,
        };
        for part in parts {
            test = Test::Probe(part, Probe::Elements(quantifier?, Box::new(test)));
        }
        Some(test)
    }

    /// Returns the quantifier of a question, which only a path with `[*]` has.
    fn quantifier(&mut self, question: &Question<'_>) -> Option<Quantifier> {
        let fault = match (&question.quantifier, elements(&question.path)) {
            (Some((quantifier, _)), Some(_)) => return Some(*quantifier),
            (None, None) => return None,
            (None, Some(span)) => Diagnostic::error("filter-path", span, "this path leads to several values")
                .with_help("write `any` or `all` before the path"),
            (Some((_, span)), None) => {
                let message = "`any` and `all` ask about elements, and the path enters no array";
                Diagnostic::error("filter-path", *span, message)
                    .with_help("delete it, or write `[*]` after an array")
            }
        };
        self.faults.push(fault);
        None
    }

    /// Checks what is asked of the value at the end of the path.
    fn asked(&mut self, question: &Question<'_>, found: &Found) -> Option<Inner> {
        let span = question.path.span;
        let probe = match &question.asked {
            Asked::Presence => Ok(Probe::Present),
            Asked::Relation(relation) => literals::probe(self.graph, found.ty, relation),
            Asked::Count(relation) => match self.graph.kind(found.ty) {
                TypeKind::Array(_) => literals::count(relation).map(Probe::Count),
                _ => {
                    let message =
                        format!("`count` needs an array, and this is {}", describe(self.graph, found.ty));
                    let report = Diagnostic::error("filter-operator", span, message);
                    Err(Box::new(report.with_help("count the elements of an array")))
                }
            },
            Asked::Group(test) if matches!(question.path.steps.last(), Some(Step::Elements(_))) => {
                return self.test(found.ty, test).map(Inner::Test);
            }
            Asked::Group(_) => {
                let message = "a predicate in parentheses needs elements";
                let report = Diagnostic::error("filter-path", span, message);
                Err(Box::new(report.with_help("end the path with `[*]`")))
            }
        };
        probe.map(Inner::Probe).map_err(|fault| self.faults.push(*fault)).ok()
    }
}

/// What is asked of the value at the end of a path.
enum Inner {
    Probe(Probe),
    Test(Test),
}
