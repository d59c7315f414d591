//! Prints the functions of a filter: control code, variables and answers. The rule's folder prints moves and conditions.

use super::code::{Answer, Code, Routine};
use super::decision::Formula;
use super::view::View;
use crate::c::expr::integer_constant;
use crate::c::writer::Writer;
use std::collections::BTreeSet;
use syntax_graph::Value;
use syntax_graph::filter::Quantifier;

/// Prints the moves and conditions of one rule.
pub trait Printer {
    /// Its moves.
    type Move;
    /// Its conditions.
    type Condition;

    /// Prints a move. The function returns the answer of a failed one.
    fn step(&self, w: &mut Writer, step: &Self::Move);

    /// Returns a condition, or its opposite, as C.
    fn condition(&self, w: &mut Writer, condition: &Self::Condition, negated: bool) -> String;

    /// Prints the declarations of the variables that the body of a function uses. `is_message`: it is the function of the
    /// message.
    fn variables(&self, w: &mut Writer, body: &Writer, is_message: bool);

    /// Returns the view that the functions fill, if they are those of a view.
    fn view(&self) -> Option<&View>;

    /// Returns the bytes of the message as C, where a view has reached its end.
    fn bytes(&self) -> &'static str;

    /// Returns the signature of the function of the message.
    fn signature(&self, name: &str) -> String {
        match self.view() {
            Some(view) => view.signature(),
            None => format!("int {name}(const uint8_t *input, size_t length)"),
        }
    }

    /// Returns the linkage of functions that others call.
    fn linkage(&self) -> &'static str {
        "static"
    }

    /// Prints what the function of the message does first.
    fn begin(&self, w: &mut Writer) {
        if self.view().is_some() {
            w.line("memset(view, 0, sizeof *view);");
        }
    }

    /// Returns a constant answer as C. A view has one answer.
    fn answer(&self, answer: bool) -> String {
        if self.view().is_some() { self.bytes().to_owned() } else { i32::from(answer).to_string() }
    }

    /// Prints the store of a default value in a member of a view.
    fn default(&self, w: &mut Writer, member: usize, value: &Value) {
        self.view().into_iter().for_each(|view| view.default(w, member, value));
    }

    /// Returns the expression of the number that chooses among several ways.
    fn chooser(&self) -> &'static str {
        "number"
    }

    /// Returns the parameters of the function that tests one element of a routine.
    fn element(&self) -> &'static str {
        "const uint8_t *p, const uint8_t *e"
    }

    /// Returns the arguments of that function in the loop over elements, and how the loop goes on.
    fn turn(&self) -> [&'static str; 2] {
        ["p, next", "p = next;"]
    }

    /// Returns the parameters of the function that tests the elements of a routine, an array at the cursor `p`.
    fn parameters(&self, routine: usize) -> &'static str;

    /// Prints the loop over these elements with its body, where `next` is the end of the element at `p`, and `answer` is
    /// declared.
    fn each(&self, w: &mut Writer, routine: usize, body: &dyn Fn(&mut Writer));
}

/// Prints the routines of a filter. The first one becomes the function of this name.
pub fn functions<P: Printer + ?Sized>(
    printer: &P,
    name: &str,
    routines: &[Routine<P::Move, P::Condition>],
) -> Writer {
    let mut w = Writer::new();
    // A routine calls only routines after it.
    for (number, routine) in routines.iter().enumerate().rev() {
        let signature = match routine.quantifier {
            None => printer.signature(name),
            Some(_) => format!("{} int {name}_element_{number}({})", printer.linkage(), printer.element()),
        };
        if routine.quantifier.is_some() {
            w.line("/* Tests one element. */");
        }
        w.function(&signature, |w| {
            let mut body = w.part();
            block(&mut body, printer, &routine.code);
            printer.variables(w, &body, routine.quantifier.is_none());
            for probe in variables(&routine.code) {
                w.line(&format!("bool is_{probe} = false;"));
            }
            if routine.quantifier.is_none() {
                printer.begin(w);
            }
            w.append(body);
        });
        if let Some(quantifier) = routine.quantifier {
            elements(&mut w, printer, name, number, quantifier);
        }
    }
    w
}

/// Prints the function that tests elements until the answer is certain.
fn elements<P: Printer + ?Sized>(
    w: &mut Writer,
    printer: &P,
    name: &str,
    number: usize,
    quantifier: Quantifier,
) {
    let (what, ends, otherwise) = match quantifier {
        Quantifier::Any => ("any element passes", "answer != 0", 0),
        Quantifier::All => ("all elements pass", "answer != 1", 1),
    };
    w.line(&format!("/* Returns whether {what}. */"));
    let parameters = printer.parameters(number);
    w.function(&format!("{} int {name}_elements_{number}({parameters})", printer.linkage()), |w| {
        printer.each(w, number, &|w| {
            let [arguments, advance] = printer.turn();
            w.line(&format!("answer = {name}_element_{number}({arguments});"));
            w.when(ends, |w| w.line("return answer;"));
            w.line(advance);
        });
        w.line(&format!("return {otherwise};"));
    });
}

/// Returns the probes that have a variable.
fn variables<M, C>(code: &[Code<M, C>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for step in code {
        match step {
            Code::Note(probe, _) | Code::Set(probe) => {
                found.insert(*probe);
            }
            Code::Answer(Answer::Formula(formula)) => formula.collect(&mut found),
            _ => step.parts().into_iter().for_each(|part| found.extend(variables(part))),
        }
    }
    found
}

/// Prints code.
pub fn block<P: Printer + ?Sized>(w: &mut Writer, printer: &P, code: &[Code<P::Move, P::Condition>]) {
    for step in code {
        match step {
            Code::Move(step) => printer.step(w, step),
            Code::If { condition, negated, then, otherwise } => {
                let condition = printer.condition(w, condition, *negated);
                if otherwise.is_empty() {
                    w.when(&condition, |w| block(w, printer, then));
                } else {
                    w.either(&condition, |w| block(w, printer, then), |w| block(w, printer, otherwise));
                }
            }
            Code::Choose { cases, otherwise } => w.switch(printer.chooser(), |w| {
                for (numbers, code) in cases {
                    let labels: Vec<String> =
                        numbers.iter().map(|number| format!("case {}:", integer_constant(number))).collect();
                    w.case(&labels, |w| block(w, printer, code));
                }
                w.case(&["default:".to_owned()], |w| block(w, printer, otherwise));
            }),
            Code::Note(probe, condition) => {
                let condition = printer.condition(w, condition, false);
                w.line(&format!("is_{probe} = {condition};"));
            }
            Code::Set(probe) => w.line(&format!("is_{probe} = true;")),
            Code::Default(member, value) => printer.default(w, *member, value),
            Code::Answer(Answer::Constant(answer)) => w.line(&format!("return {};", printer.answer(*answer))),
            Code::Answer(Answer::Condition { condition, negated }) => {
                let condition = printer.condition(w, condition, *negated);
                w.line(&format!("return {condition};"));
            }
            Code::Answer(Answer::Formula(formula)) => w.line(&format!("return {};", text(formula, false))),
        }
    }
}

/// Returns a formula as C. `inner`: it is an operand.
fn text(formula: &Formula, inner: bool) -> String {
    let joined = |parts: &[Formula], operator: &str| {
        let parts: Vec<String> = parts.iter().map(|part| text(part, true)).collect();
        parts.join(operator)
    };
    let text = match formula {
        Formula::Constant(answer) => return answer.to_string(),
        Formula::Probe(probe) => return format!("is_{probe}"),
        Formula::Not(part) => return format!("!{}", text(part, true)),
        Formula::Each(_) => return true.to_string(),
        Formula::All(parts) => joined(parts, " && "),
        Formula::Any(parts) => joined(parts, " || "),
    };
    if inner { format!("({text})") } else { text }
}
