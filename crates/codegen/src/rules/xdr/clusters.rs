//! Prints clustered procedures: the struct of their results, the function that makes their calls, and their tables.
//! Both sides make the calls in the same way: a client by its stubs, a server by the user's procedures.

use super::encoded_max::encoded_max;
use super::versions::{Version, constant, is_sliced, root};
use crate::c::expr::{flag, integer_constant, member, place};
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::encoded_max::MOST;
use num_bigint::BigInt;
use syntax_graph::{Cluster, ClusterArgument, ClusterCall, FieldId, Presence, Procedure, TypeId, TypeKind};

/// A clustered procedure.
pub struct Clustered<'m> {
    /// Its place in the program.
    pub version: &'m Version<'m>,
    /// The procedure.
    pub procedure: &'m Procedure,
    /// Its calls.
    pub cluster: &'m Cluster,
    /// Its name in C.
    pub name: &'m str,
}

/// Returns the clustered procedures of a version.
pub fn clustered<'m>(version: &'m Version<'_>) -> impl Iterator<Item = Clustered<'m>> {
    version.procedures.iter().filter_map(move |(procedure, name)| {
        Some(Clustered { version, procedure, cluster: procedure.cluster.as_ref()?, name })
    })
}

/// The side that a stub belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Calls.
    Client,
    /// Serves.
    Server,
}

impl Side {
    /// Returns the beginning of the names of static functions and tables.
    fn front(self) -> &'static str {
        match self {
            Self::Client => "ask",
            Self::Server => "run",
        }
    }
}

impl<'m> Clustered<'m> {
    /// Returns the procedure of a call, and its name in C.
    fn called(&self, model: &'m Model<'_>, call: &ClusterCall) -> (&'m Procedure, &'m str) {
        let place = (self.version.at, call.version, call.procedure);
        let procedure = &self.version.program.versions[call.version].procedures[call.procedure];
        (procedure, &model.names.procedures[&place])
    }

    fn results(&self) -> String {
        format!("{}_results", self.name)
    }

    /// Prints the struct of the results.
    pub fn print_type(&self, w: &mut Writer, model: &'m Model<'_>) {
        let results = self.results();
        w.block(&format!("typedef struct {results}"), &format!("}} {results};"), |w| {
            let count = self.cluster.calls.len();
            w.line(&format!(
                "int outcome[{count}]; /* of each call, as if it had been made alone; or NOT_MADE */"
            ));
            for (at, call) in self.cluster.calls.iter().enumerate() {
                if let (Procedure { result: Some(ty), name, .. }, _) = self.called(model, call) {
                    w.line(&format!("{} result{at}; /* of {name} */", model.names.ty(*ty)));
                }
            }
        });
        w.blank();
    }

    /// Returns the declaration of the call.
    pub fn declaration(&self, model: &Model<'_>) -> String {
        let mut parameters = vec![format!("stubc_rpc_client *{}", model.names.local("client"))];
        parameters.extend(
            self.procedure.arguments.iter().map(|ty| format!("const {} *arguments", model.names.ty(*ty))),
        );
        parameters.push(format!("{} *results", self.results()));
        format!("int {}({})", self.name, parameters.join(", "))
    }

    /// Prints the call.
    pub fn print_call(&self, w: &mut Writer, model: &'m Model<'_>) {
        self.tables(w, model, Side::Client);
        let name = self.name;
        let client = model.names.local("client");
        let (turns, arguments, items) = self.handed("arguments->");
        w.function(&self.declaration(model), |w| {
            w.line(&format!(
                "return stubc_rpc_cluster_call({client}, &ask_cluster_{name}, {turns}, {arguments}, {items}, results);"
            ));
        });
    }

    /// Returns the number of turns, the arguments, and those of the first turn.
    fn handed(&self, access: &str) -> (String, &'static str, String) {
        match (self.cluster.turns, self.procedure.arguments.is_empty()) {
            (_, true) => ("1".to_owned(), "NULL", "NULL".to_owned()),
            (None, false) => ("1".to_owned(), "arguments", "arguments".to_owned()),
            (Some(_), false) => (format!("{access}count"), "arguments", format!("{access}items")),
        }
    }

    /// Prints the function that serves the call.
    pub fn print_server(&self, w: &mut Writer, model: &'m Model<'_>) {
        self.tables(w, model, Side::Server);
        let name = self.name;
        let call = model.names.local("call");
        let (turns, arguments, items) = self.handed("arguments.");
        let address =
            |name: &str| if name == "arguments" { "&arguments".to_owned() } else { name.to_owned() };
        w.function(&format!("static int serve_{name}(stubc_rpc_call *{call})"), |w| {
            for ty in &self.procedure.arguments {
                w.line(&format!("{} arguments;", model.names.ty(*ty)));
            }
            w.line(&format!("{} results;", self.results()));
            w.line(&format!(
                "const int outcome = stubc_rpc_cluster_take({call}, {}, {});",
                address(arguments),
                root(model, self.procedure.arguments.first().copied())
            ));
            w.when("outcome", |w| w.line("return outcome;"));
            w.line(&format!(
                "return stubc_rpc_cluster_serve({call}, &run_cluster_{name}, {turns}, {}, &results);",
                address(&items)
            ));
        });
    }

    /// Prints the function that makes the calls, and the tables that name them.
    fn tables(&self, w: &mut Writer, model: &'m Model<'_>, side: Side) {
        self.maker(w, model, side);
        let (front, name, results) = (side.front(), self.name, self.results());
        let mut any_sliced = false;
        w.block(&format!("static const stubc_rpc_part {front}_parts_{name}[] ="), "};", |w| {
            for (at, call) in self.cluster.calls.iter().enumerate() {
                let (procedure, _) = self.called(model, call);
                let version = self.version.program.versions[call.version].number;
                let largest = match procedure.result {
                    Some(ty) => encoded_max(model.graph, ty).filter(|octets| *octets <= MOST),
                    None => Some(0),
                };
                let largest = largest.map_or_else(|| "UINT32_MAX".to_owned(), |octets| format!("{octets}u"));
                let place = match procedure.result {
                    Some(_) => format!("offsetof({results}, result{at})"),
                    None => "0".to_owned(),
                };
                let own = procedure.result.is_some_and(|ty| is_sliced(model, ty));
                any_sliced |= own;
                w.line(&format!(
                    "{{{version}u, {}u, {largest}, {}, {place}, {own}}}, /* {} */",
                    procedure.number,
                    root(model, procedure.result),
                    procedure.name
                ));
            }
        });
        w.blank();
        let size =
            self.cluster.turn.map_or_else(|| "0".to_owned(), |ty| format!("sizeof({})", model.names.ty(ty)));
        // A client remembers in 32 bits which clusters its server lacks. Clusters that share a bit are only slower.
        let mut clusters = model.graph.procedures().filter(|own| own.cluster.is_some());
        let bit = 1_u32 << (clusters.position(|own| own == self.procedure).unwrap_or(0) % 32);
        w.block(&format!("static const stubc_rpc_cluster {front}_cluster_{name} ="), "};", |w| {
            w.line(&format!(
                "{}u, {}u, {}u, {bit}u, {}u,",
                self.version.program.number,
                self.version.version.number,
                self.procedure.number,
                self.cluster.turns.unwrap_or(0),
            ));
            w.line(&format!(
                "{}, {front}_parts_{name}, {}, {size}, sizeof({results}),",
                root(model, self.procedure.arguments.first().copied()),
                self.cluster.calls.len(),
            ));
            w.line(&format!("{}, {any_sliced}, {front}_{name},", self.cluster.stops));
        });
        w.blank();
    }

    /// Prints the function that makes each call, with values of earlier results.
    fn maker(&self, w: &mut Writer, model: &'m Model<'_>, side: Side) {
        let [caller, ty] = match side {
            Side::Client => ["client", "stubc_rpc_client"],
            Side::Server => ["call", "stubc_rpc_call"],
        };
        let caller = model.names.local(caller);
        let calls = &self.cluster.calls;
        let head = format!(
            "static int {}_{}(void *caller, size_t number, const void *arguments, void *results)",
            side.front(),
            self.name
        );
        w.function(&head, |w| {
            w.line(&format!("{ty} *const {caller} = ({ty} *)caller;"));
            if let Some(turn) = self.cluster.turn {
                let turn = model.names.ty(turn);
                w.line(&format!("const {turn} *const a = (const {turn} *)arguments;"));
            }
            let has_results = calls.iter().any(|call| self.called(model, call).0.result.is_some());
            if has_results {
                let results = self.results();
                w.line(&format!("{results} *const r = ({results} *)results;"));
            }
            if self.cluster.turn.is_none() {
                w.line("(void)arguments;");
            }
            if !has_results {
                w.line("(void)results;");
            }
            w.switch("number", |w| {
                for (at, call) in calls.iter().enumerate() {
                    let is_last = at + 1 == calls.len();
                    let label = if is_last { "default:".to_owned() } else { format!("case {at}:") };
                    let has_own = call.arguments.iter().any(|argument| !argument.feeds.is_empty());
                    w.line(&if has_own { format!("{label} {{") } else { label });
                    w.indent(|w| self.make(w, model, side, (at, call), &caller));
                    if has_own {
                        w.line("}");
                    }
                }
            });
        });
    }

    /// Prints one call.
    fn make(
        &self,
        w: &mut Writer,
        model: &'m Model<'_>,
        side: Side,
        (at, call): (usize, &ClusterCall),
        caller: &str,
    ) {
        let (procedure, name) = self.called(model, call);
        let mut handed = vec![caller.to_owned()];
        let count = procedure.arguments.len();
        let typed = || procedure.arguments.iter().zip(&call.arguments).enumerate();
        let local = |index: usize| if count == 1 { "own".to_owned() } else { format!("own{}", index + 1) };
        for (index, (ty, argument)) in typed() {
            if argument.feeds.is_empty() {
                let member = argument.member.map_or("", |member| model.names.member(member));
                handed.push(format!("&a->{member}"));
            } else {
                w.line(&format!("{} {};", model.names.ty(*ty), local(index)));
                handed.push(constant(model, *ty, &local(index)));
            }
        }
        let feeds = call.arguments.iter().flat_map(|argument| &argument.feeds);
        let missing = feeds.flat_map(|feed| self.missing(model, feed.from, &feed.result));
        let mut conditions: Vec<String> = Vec::new();
        for condition in missing {
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        if !conditions.is_empty() {
            w.when(&conditions.join(" || "), |w| w.line("return STUBC_RPC_NOT_MADE;"));
        }
        for (index, (ty, argument)) in typed().filter(|(_, (_, argument))| !argument.feeds.is_empty()) {
            let paths: Vec<(&[FieldId], String)> = argument
                .feeds
                .iter()
                .map(|feed| (&feed.argument[..], source(model, feed.from, &feed.result)))
                .collect();
            fill(w, model, (*ty, &local(index)), rest(model, argument), &paths);
        }
        handed.extend(procedure.result.map(|_| format!("&r->result{at}")));
        let handed = handed.join(", ");
        match side {
            Side::Client => w.line(&format!("return {name}({handed});")),
            Side::Server => w.line(&format!("return stubc_rpc_settled({name}_svc({handed}));")),
        }
    }

    /// Returns the conditions under which a result does not hold a value.
    fn missing(&self, model: &'m Model<'_>, from: usize, path: &[FieldId]) -> Vec<String> {
        let mut conditions = vec![format!("r->outcome[{from}]")];
        let mut value = format!("r->result{from}");
        for field in path {
            let owner = model.graph.fields[*field].owner;
            if let TypeKind::Union(union) = &model.graph.types[owner].kind
                && let Some(known) = &union.discriminant
            {
                let number = member(&value, model.names.member(known.field));
                let arm = union.arms.iter().position(|arm| arm == field).unwrap_or(0);
                let compare = |operator: &str, numbers: &mut dyn Iterator<Item = &BigInt>| -> Vec<String> {
                    numbers.map(|case| format!("{number} {operator} {}", integer_constant(case))).collect()
                };
                if known.default == Some(*field) {
                    let mut others =
                        known.cases.iter().enumerate().filter(|(at, _)| *at != arm).flat_map(|(_, c)| c);
                    conditions.extend(compare("==", &mut others));
                } else {
                    let own = compare("!=", &mut known.cases[arm].iter());
                    let joined = own.join(" && ");
                    conditions.push(if own.len() > 1 { format!("({joined})") } else { joined });
                }
            }
            value = place(model, &value, Some(*field));
        }
        conditions
    }
}

/// Returns the lvalue of a part of a result.
fn source(model: &Model<'_>, from: usize, path: &[FieldId]) -> String {
    path.iter().fold(format!("r->result{from}"), |value, field| place(model, &value, Some(*field)))
}

/// Returns the type and lvalue of what the caller gave of an argument.
fn rest(model: &Model<'_>, argument: &ClusterArgument) -> Option<(TypeId, String)> {
    let member = argument.member?;
    Some((model.graph.fields[member].target, format!("a->{}", model.names.member(member))))
}

/// Fills a value: with those of results at their paths, and with the rest.
fn fill(
    w: &mut Writer,
    model: &Model<'_>,
    (ty, to): (TypeId, &str),
    rest: Option<(TypeId, String)>,
    paths: &[(&[FieldId], String)],
) {
    let copy =
        |w: &mut Writer, to: &str, from: &str| w.line(&format!("memcpy(&{to}, &{from}, sizeof {to});"));
    if let Some((_, from)) = paths.iter().find(|(path, _)| path.is_empty()) {
        copy(w, to, from);
        return;
    }
    for field in model.graph.fields_of(model.graph.resolve(ty)) {
        let inner: Vec<(&[FieldId], String)> = paths
            .iter()
            .filter(|(path, _)| path[0] == *field)
            .map(|(path, from)| (&path[1..], from.clone()))
            .collect();
        let into = place(model, to, Some(*field));
        let own = &model.graph.fields[*field];
        let left = rest.as_ref().and_then(|(ty, from)| {
            let mut fields = model.graph.fields_of(model.graph.resolve(*ty)).iter();
            let found = fields.find(|other| model.graph.fields[**other].name == own.name)?;
            Some((*found, model.graph.fields[*found].target, from))
        });
        match left {
            Some((found, _, from)) if inner.is_empty() => {
                if own.presence == Presence::Optional {
                    let (to, from) = (flag(model, to, Some(*field)), flag(model, from, Some(found)));
                    w.line(&format!("{to} = {from};"));
                }
                copy(w, &into, &place(model, from, Some(found)));
            }
            Some((found, target, from)) => {
                let from = place(model, from, Some(found));
                fill(w, model, (own.target, &into), Some((target, from)), &inner);
            }
            None => fill(w, model, (own.target, &into), None, &inner),
        }
    }
}

/// Returns the most bytes that a reply to a clustered call may have after its header; `None` if it has no bound.
pub fn largest(model: &Model<'_>, version: &Version<'_>, cluster: &Cluster) -> Option<u64> {
    let mut turn: u64 = 0;
    for call in &cluster.calls {
        let result = version.program.versions[call.version].procedures[call.procedure].result;
        let octets = result.map_or(Some(0), |ty| encoded_max(model.graph, ty))?;
        turn = turn.checked_add(octets)?.checked_add(4)?;
    }
    let all = turn.checked_mul(cluster.turns.unwrap_or(1))?;
    all.checked_add(4).filter(|octets| *octets <= MOST)
}
