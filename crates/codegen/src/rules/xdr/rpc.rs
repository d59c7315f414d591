//! Prints stubs of remote procedures (RFC 5531): the calls of clients, and the dispatch of servers.

use super::clusters::{self, clustered};
use super::encoded_max::encoded_max;
use super::versions::{Version, constant, is_sliced, root, versions};
use crate::c::roots::root_name;
use crate::c::writer::Writer;
use crate::model::Model;
use crate::model::encoded_max::MOST;
use crate::model::names::identifier;
use syntax_graph::{Procedure, TypeId};

/// Returns the types and names of a procedure's arguments.
fn arguments(model: &Model<'_>, procedure: &Procedure) -> Vec<(TypeId, String)> {
    let alone = procedure.arguments.len() == 1;
    let name = |index: usize| {
        model.names.local(&if alone { "argument".to_owned() } else { format!("argument{}", index + 1) })
    };
    procedure.arguments.iter().enumerate().map(|(index, &ty)| (ty, name(index))).collect()
}

fn parameters(model: &Model<'_>, first: &str, procedure: &Procedure) -> String {
    let mut all = vec![format!("stubc_rpc_{first} *{}", model.names.local(first))];
    all.extend(
        arguments(model, procedure).iter().map(|(ty, name)| format!("const {} *{name}", model.names.ty(*ty))),
    );
    all.extend(procedure.result.map(|ty| format!("{} *{}", model.names.ty(ty), model.names.local("result"))));
    all.join(", ")
}

fn call(model: &Model<'_>, procedure: &Procedure, name: &str) -> String {
    format!("int {name}({})", parameters(model, "client", procedure))
}

fn addition(model: &Model<'_>, procedure: &Procedure, name: &str) -> String {
    format!("int {name}_add({})", parameters(model, "batch", procedure))
}

fn service(model: &Model<'_>, procedure: &Procedure, name: &str) -> String {
    format!("int {name}_svc({})", parameters(model, "call", procedure))
}

/// Prints the constants and prototypes of the header.
pub fn prototypes(w: &mut Writer, model: &Model<'_>) {
    let rpc = model.options.rpc;
    for (name, number) in &model.names.numbers {
        w.line(&format!("#define {name} {number}u"));
    }
    w.blank();
    if rpc.apart {
        w.line("/* What the stubs convert. */");
        for root in model.options.roots.iter().filter(|root| !root.entry_points) {
            w.line(&format!("extern const stubc_root {};", root_name(model, root)));
        }
        w.blank();
    }
    let versions = versions(model);
    for own in versions.iter().flat_map(clustered) {
        own.print_type(w, model);
    }
    for version in versions.iter().filter(|_| rpc.client) {
        w.comment(&format!("Calls of {}: STUBC_RPC_SUCCESS, or why not.", version.title()));
        for (procedure, name) in version.plain() {
            w.line(&format!("{};", call(model, procedure, name)));
        }
        for own in clustered(version) {
            w.line(&format!("{};", own.declaration(model)));
        }
        w.blank();
        if rpc.batch && version.plain().next().is_some() {
            w.comment("The same in a batch: the index of the call in it, or why it is not in it.");
            for (procedure, name) in version.plain() {
                w.line(&format!("{};", addition(model, procedure, name)));
            }
            w.blank();
        }
    }
    if !rpc.server {
        return;
    }
    for version in versions.iter().filter(|version| version.plain().next().is_some()) {
        w.comment(&format!(
            "To be written: procedures of {}; STUBC_RPC_SUCCESS, or what is answered instead.",
            version.title()
        ));
        for (procedure, name) in version.plain() {
            w.line(&format!("{};", service(model, procedure, name)));
        }
        w.blank();
    }
    let name = services(model);
    w.line("/* What a server serves: all programs and versions. */");
    w.line(&format!("extern const stubc_rpc_service {name}[];"));
    w.line(&format!("#define {} {}u", count(model), versions.len()));
    w.blank();
}

/// Prints the stubs of the sides that the options ask for.
pub fn stubs(w: &mut Writer, model: &Model<'_>) {
    if model.options.rpc.client {
        clients(w, model);
    }
    if model.options.rpc.server {
        servers(w, model);
    }
}

/// Prints each side into a file of its own. Returns it with the end of its stem, as rpcgen has it.
pub fn sides(model: &Model<'_>) -> Vec<(&'static str, Writer)> {
    let file = |end: &'static str, print: fn(&mut Writer, &Model<'_>)| {
        let mut w = Writer::new();
        print(&mut w, model);
        (end, w)
    };
    let client = model.options.rpc.client.then(|| file("_clnt", clients));
    let server = model.options.rpc.server.then(|| file("_svc", servers));
    client.into_iter().chain(server).collect()
}

fn clients(w: &mut Writer, model: &Model<'_>) {
    for version in &versions(model) {
        w.comment(&format!("---- Calls of {} ----", version.title()));
        w.blank();
        for (procedure, name) in version.plain() {
            client(w, model, version, procedure, name);
            if model.options.rpc.batch {
                batched(w, model, procedure, name);
            }
        }
        clustered(version).for_each(|own| own.print_call(w, model));
    }
}

fn servers(w: &mut Writer, model: &Model<'_>) {
    let versions = versions(model);
    for version in &versions {
        w.comment(&format!("---- Procedures of {} ----", version.title()));
        w.blank();
        for (procedure, name) in version.plain() {
            server(w, model, procedure, name);
        }
        clustered(version).for_each(|own| own.print_server(w, model));
        dispatch(w, model, version);
        bounds(w, model, version);
    }
    let name = services(model);
    w.block(&format!("const stubc_rpc_service {name}[] ="), "};", |w| {
        for version in &versions {
            let (program, number) = (version.program.number, version.version.number);
            let (table, count) = match bounded(model, version).len() {
                0 => ("NULL".to_owned(), 0),
                count => (bounds_name(version), count),
            };
            w.line(&format!("{{{program}u, {number}u, {}, {table}, {count}u}},", dispatcher(version)));
        }
    });
}

fn client(w: &mut Writer, model: &Model<'_>, version: &Version<'_>, procedure: &Procedure, name: &str) {
    let numbers = format!("{}u, {}u, {}u", version.program.number, version.version.number, procedure.number);
    let client = model.names.local("client");
    let result = procedure.result.map_or_else(|| "NULL".to_owned(), |_| model.names.local("result"));
    let of_result = root(model, procedure.result);
    let arguments = arguments(model, procedure);
    let batch = model.options.rpc.batch;
    let (argument, of_argument) = match arguments.as_slice() {
        [(ty, name)] => (name.as_str(), root(model, Some(*ty))),
        _ => ("NULL", "NULL".to_owned()),
    };
    let about = if batch { format!("procedure_{name}") } else { model.names.local("procedure") };
    let constant =
        format!("static const stubc_rpc_procedure {about} = {{{numbers}, {of_argument}, {of_result}");
    if batch {
        let is_sliced = procedure.result.is_some_and(|ty| is_sliced(model, ty));
        w.line(&format!("{constant}, {is_sliced}}};"));
        w.blank();
    }
    w.function(&call(model, procedure, name), |w| {
        if arguments.len() > 1 {
            w.line(&format!("stubc_rpc_begin({client}, {numbers});"));
            for (ty, name) in &arguments {
                w.line(&format!("stubc_rpc_argument({client}, {name}, {});", root(model, Some(*ty))));
            }
            w.line(&format!("return stubc_rpc_finish({client}, {result}, {of_result});"));
            return;
        }
        if !batch {
            w.line(&format!("{constant}}};"));
        }
        w.line(&format!("return stubc_rpc_invoke({client}, &{about}, {argument}, {result});"));
    });
}

/// Prints the function that adds a call to a batch.
fn batched(w: &mut Writer, model: &Model<'_>, procedure: &Procedure, name: &str) {
    let batch = model.names.local("batch");
    let result = procedure.result.map_or_else(|| "NULL".to_owned(), |_| model.names.local("result"));
    let arguments = arguments(model, procedure);
    w.function(&addition(model, procedure, name), |w| {
        if arguments.len() < 2 {
            let argument = arguments.first().map_or("NULL", |(_, name)| name);
            w.line(&format!("return stubc_rpc_batch_add({batch}, &procedure_{name}, {argument}, {result});"));
            return;
        }
        w.line(&format!("stubc_rpc_batch_open({batch}, &procedure_{name});"));
        for (ty, name) in &arguments {
            let of_argument = root(model, Some(*ty));
            w.line(&format!("stubc_rpc_argument({batch}->client, {name}, {of_argument});"));
        }
        w.line(&format!("return stubc_rpc_batch_close({batch}, {result});"));
    });
}

fn server(w: &mut Writer, model: &Model<'_>, procedure: &Procedure, name: &str) {
    let [call, result, outcome] = ["call", "result", "outcome"].map(|wanted| model.names.local(wanted));
    let arguments = arguments(model, procedure);
    w.function(&format!("static int serve_{name}(stubc_rpc_call *{call})"), |w| {
        let mut handed = vec![call.clone()];
        handed.extend(arguments.iter().map(|(ty, name)| constant(model, *ty, name)));
        handed.extend(procedure.result.map(|_| format!("&{result}")));
        let handed = format!("{name}_svc({})", handed.join(", "));
        for (ty, name) in &arguments {
            w.line(&format!("{} {name};", model.names.ty(*ty)));
        }
        if let Some(ty) = procedure.result {
            w.line(&format!("{} {result};", model.names.ty(ty)));
        }
        if !arguments.is_empty() || procedure.result.is_some() {
            w.line(&format!("int {outcome};"));
        }
        for (ty, name) in &arguments {
            let of_argument = root(model, Some(*ty));
            w.line(&format!("{outcome} = stubc_rpc_take({call}, &{name}, {of_argument});"));
            w.when(&outcome, |w| w.line(&format!("return {outcome};")));
        }
        if procedure.result.is_none() {
            w.line(&format!("return {handed};"));
            return;
        }
        // Members that the procedure does not set are sent as zeros, never as stack contents.
        w.line(&format!("memset(&{result}, 0, sizeof {result});"));
        w.line(&format!("{outcome} = {handed};"));
        let of_result = root(model, procedure.result);
        w.line(&format!("return {outcome} ? {outcome} : stubc_rpc_give({call}, &{result}, {of_result});"));
    });
}

fn dispatch(w: &mut Writer, model: &Model<'_>, version: &Version<'_>) {
    let call = model.names.local("call");
    w.function(&format!("static int {}(stubc_rpc_call *{call})", dispatcher(version)), |w| {
        w.switch(&format!("{call}->procedure"), |w| {
            // Procedure 0 does nothing in every program (RFC 5531 section 12.1).
            if version.procedures.iter().all(|(procedure, _)| procedure.number != 0) {
                w.line("case 0:");
                w.indent(|w| w.line("return STUBC_RPC_SUCCESS;"));
            }
            for (procedure, name) in &version.procedures {
                w.line(&format!("case {}u:", procedure.number));
                w.indent(|w| w.line(&format!("return serve_{name}({call});")));
            }
            w.line("default:");
            w.indent(|w| w.line("return STUBC_RPC_PROC_UNAVAIL;"));
        });
    });
}

/// The bytes of the header of a reply with results (RFC 5531 section 9).
const HEADER: u64 = 24;

/// The bytes of the longest reply without results, which names the versions that a server has.
const MISMATCH: u64 = 32;

/// Returns the procedures whose replies are bounded, with the most bytes that a reply may have.
fn bounded<'m>(model: &Model<'_>, version: &Version<'m>) -> Vec<(&'m Procedure, u64)> {
    let largest = |procedure: &Procedure| {
        let results = match (&procedure.cluster, procedure.result) {
            (Some(cluster), _) => clusters::largest(model, version, cluster)?,
            (None, Some(ty)) => encoded_max(model.graph, ty)?,
            (None, None) => 0,
        };
        results.checked_add(HEADER).map(|octets| octets.max(MISMATCH)).filter(|octets| *octets <= MOST)
    };
    version.procedures.iter().filter_map(|(procedure, _)| Some((*procedure, largest(procedure)?))).collect()
}

/// Prints the bounds of replies, by which a server decides whether one more fits behind those that it has gathered.
fn bounds(w: &mut Writer, model: &Model<'_>, version: &Version<'_>) {
    let bounded = bounded(model, version);
    if bounded.is_empty() {
        return;
    }
    w.block(&format!("static const stubc_rpc_bound {}[] =", bounds_name(version)), "};", |w| {
        for (procedure, octets) in bounded {
            w.line(&format!("{{{}u, {octets}u}}, /* {} */", procedure.number, procedure.name));
        }
    });
    w.blank();
}

fn bounds_name(version: &Version<'_>) -> String {
    format!("stubc_bounds_{}_{}", version.program.number, version.version.number)
}

fn dispatcher(version: &Version<'_>) -> String {
    format!("stubc_dispatch_{}_{}", version.program.number, version.version.number)
}

/// Returns the name of the table of services.
pub fn services(model: &Model<'_>) -> String {
    format!("{}{}_services", model.options.prefix, identifier(&model.options.name))
}

fn count(model: &Model<'_>) -> String {
    format!("{}{}_service_count", model.options.prefix, identifier(&model.options.name))
}
