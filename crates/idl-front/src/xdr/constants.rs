//! Evaluates constants.

use super::ast::{Value, ValueKind};
use super::lower::Lowering;
use super::scope::{Found, Meaning};
use crate::spelling::{MAX_HINTS, nearest};
use num_bigint::BigInt;
use syntax_graph::Diagnostic;

/// What is known of a constant.
#[derive(Clone, Debug, Default)]
pub enum Known {
    /// Nothing yet.
    #[default]
    New,
    /// It is being evaluated.
    Open,
    /// Its number; none when there is none, which has been said.
    Done(Option<BigInt>),
}

impl Lowering<'_, '_> {
    /// The number that a value stands for in a module; none where there is none, with a diagnostic.
    pub fn number(&mut self, module: usize, value: &Value<'_>) -> Option<BigInt> {
        match &value.kind {
            ValueKind::Number(number) => Some(number.clone()),
            ValueKind::Name(name) => {
                let at = self.constant(module, name, value)?;
                self.evaluate(at)
            }
            ValueKind::Text(_) => {
                let message = "expected a number, found a string";
                self.error("constant", value.span, message, "write a number or the name of a constant");
                None
            }
        }
    }

    /// The constant of a name.
    fn constant(&mut self, module: usize, name: &str, value: &Value<'_>) -> Option<usize> {
        match self.scope.find_constant(module, name) {
            Found::One(at) => Some(at),
            Found::Broken => None,
            Found::Several(one, other) => {
                let message = format!("constant `{name}` is defined in two specifications");
                let diagnostic = Diagnostic::error("ambiguous-constant", value.span, message)
                    .with_label(self.scope.constants[one].name.span, "this one")
                    .with_label(self.scope.constants[other].name.span, "and this one")
                    .with_help("include one of them, or compile the specifications separately");
                self.diagnostics.push(diagnostic);
                None
            }
            Found::Nothing => {
                if !self.unresolved.insert((module, name.to_owned())) {
                    return None;
                }
                let message = format!("there is no constant `{name}`");
                let mut diagnostic = Diagnostic::error("unresolved-constant", value.span, message)
                    .with_text("not defined in the given files");
                self.want(module);
                let hints = self.unresolved.len() <= MAX_HINTS;
                for header in self.scope.modules[module].headers.iter().filter(|_| hints) {
                    diagnostic = diagnostic.with_help(format!("include {header} if it is defined there"));
                }
                let near = hints.then(|| nearest(name, self.scope.constant_names())).flatten();
                diagnostic = diagnostic.with_help(match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "define it, `const {name} = ...;`, or include the specification that defines it"
                    ),
                });
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// The number of a constant: follows names without recursion, however long their chain.
    pub fn evaluate(&mut self, at: usize) -> Option<BigInt> {
        let mut chain: Vec<(usize, u32)> = Vec::new();
        let mut next = at;
        let mut number = loop {
            match &self.known[next] {
                Known::Done(number) => break number.clone(),
                Known::Open => {
                    let name = self.scope.constants[next].name;
                    let message = format!("constant `{}` is defined by itself", name.text);
                    self.error("endless-constant", name.span, message, "give it a number");
                    break None;
                }
                Known::New => {}
            }
            self.known[next] = Known::Open;
            let constant = &self.scope.constants[next];
            match &constant.meaning {
                Meaning::First => {
                    chain.push((next, 0));
                    break Some(BigInt::from(0));
                }
                Meaning::After(before) => {
                    chain.push((next, 1));
                    next = *before;
                }
                Meaning::Written(value) | Meaning::Plus(value, _) => {
                    let plus = if let Meaning::Plus(_, plus) = constant.meaning { plus } else { 0 };
                    chain.push((next, plus));
                    match &value.kind {
                        ValueKind::Name(name) => match self.builtin_or_constant(constant.module, name, value)
                        {
                            Ok(number) => break Some(number),
                            Err(Some(found)) => next = found,
                            Err(None) => break None,
                        },
                        _ => break self.number(constant.module, value),
                    }
                }
            }
        };
        while let Some((at, plus)) = chain.pop() {
            number = number.map(|number| number + plus);
            self.known[at] = Known::Done(number.clone());
        }
        number
    }

    /// TRUE and FALSE where the specification does not define them, else the constant.
    fn builtin_or_constant(
        &mut self,
        module: usize,
        name: &str,
        value: &Value<'_>,
    ) -> Result<BigInt, Option<usize>> {
        match (truth(name), self.scope.find_constant(module, name)) {
            (Some(truth), Found::Nothing) => Ok(truth),
            _ => Err(self.constant(module, name, value)),
        }
    }

    /// A number within limits; `what` begins the message.
    pub fn bounded(&mut self, module: usize, value: &Value<'_>, most: u64, what: &str) -> Option<u64> {
        let number = self.number(module, value)?;
        match u64::try_from(&number) {
            Ok(number) if number <= most => Some(number),
            _ => {
                let message = format!("{what} is {number}");
                let help = format!("write a number from 0 to {most} (RFC 4506 section 6.4)");
                self.error("number-range", value.span, message, &help);
                None
            }
        }
    }
}

/// The numbers of TRUE and FALSE (RFC 4506 section 4.4).
pub fn truth(name: &str) -> Option<BigInt> {
    match name {
        "TRUE" => Some(BigInt::from(1)),
        "FALSE" => Some(BigInt::from(0)),
        _ => None,
    }
}
