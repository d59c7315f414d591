//! Prints mined calls: as TOML with proposed clusters, and as DOT.

use super::Calls;
use super::propose::Proposal;
use crate::clusters;
use crate::plural::count;
use std::fmt::Write;

/// A value of a reply that recurred in a later call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The procedures of the reply and of the later call.
    pub ends: (u16, u16),
    /// The paths in the reply and in the arguments.
    pub paths: (String, String),
    /// How often the value recurred.
    pub count: u64,
    /// How often the later call followed the earlier one in a chain.
    pub of: u64,
}

impl Calls {
    /// Returns how often each procedure followed another one directly.
    pub fn edges(&self) -> impl Iterator<Item = (u16, u16, u64)> + '_ {
        let pairs = self.chains.iter().filter(|(calls, _)| calls.len() == 2);
        pairs.map(|(calls, chain)| (calls[0], calls[1], chain.count))
    }

    /// Returns the share of a procedure's calls.
    pub(super) fn share(&self, procedure: u16, count: u64) -> f64 {
        count as f64 / self.counts[usize::from(procedure)].max(1) as f64
    }

    pub(super) fn name(&self, procedure: u16) -> &str {
        &self.names[usize::from(procedure)]
    }

    /// Returns the values that recurred.
    pub fn dependences(&self) -> Vec<Dependence> {
        let mut all: Vec<Dependence> = Vec::new();
        for (calls, chain) in &self.chains {
            // Each reply is the first of one chain only that ends with the later call.
            let ends = (calls[0], calls[calls.len() - 1]);
            for (feed, taken) in chain.feeds.iter().filter(|(feed, _)| feed.from == 0) {
                let paths = (feed.value.clone(), feed.argument.clone());
                match all.iter_mut().find(|other| other.ends == ends && other.paths == paths) {
                    Some(known) => known.count += taken,
                    None => all.push(Dependence { ends, paths, count: *taken, of: self.followed(ends) }),
                }
            }
        }
        all.sort_by(|one, other| (one.ends, &one.paths).cmp(&(other.ends, &other.paths)));
        all
    }

    /// Returns how often a procedure followed another one in a chain.
    fn followed(&self, ends: (u16, u16)) -> u64 {
        let between = self.chains.iter().filter(|(calls, _)| (calls[0], calls[calls.len() - 1]) == ends);
        between.map(|(_, chain)| chain.count).sum()
    }

    /// Returns the graph, and proposed clusters, as a configuration.
    pub fn toml(&self) -> String {
        let total: u64 = self.counts.iter().sum();
        let mut out =
            String::from("# Calls that were captured. A configuration ignores this table.\n[calls]\n");
        let within = self.within as f64 / 1e6;
        let _ = writeln!(
            out,
            "calls = {total}\nreplies = {}\nconnections = {}\nmalformed = {}\nwithin = {within} # milliseconds",
            self.replies, self.connections, self.malformed
        );
        out.push_str("procedures = [\n");
        for (at, calls) in self.counts.iter().enumerate().filter(|(_, calls)| **calls > 0) {
            let _ = writeln!(out, "    {{ name = \"{}\", count = {calls} }},", self.names[at]);
        }
        out.push_str(
            "]\n# Which call follows which, and in what share of the first one's calls.\nedges = [\n",
        );
        for (from, to, times) in self.edges() {
            let (share, from, to) = (self.share(from, times), self.name(from), self.name(to));
            let _ = writeln!(
                out,
                "    {{ from = \"{from}\", to = \"{to}\", count = {times}, share = {share:.3} }},"
            );
        }
        out.push_str("]\n# Values of replies that recur in the arguments of later calls.\ndependences = [\n");
        for Dependence { ends, paths, count, of } in self.dependences() {
            let _ = writeln!(
                out,
                "    {{ from = \"{}\", value = \"{}\", to = \"{}\", argument = \"{}\", count = {count}, of = {of} }},",
                self.name(ends.0),
                paths.0,
                self.name(ends.1),
                paths.1
            );
        }
        out.push_str("]\n");
        self.proposals().iter().for_each(|proposal| self.cluster(&mut out, proposal, total));
        for (from, to, times) in self.batches() {
            let _ = writeln!(
                out,
                "\n# {} follows {} {} without a value of its reply.\n# A batch saves these round trips without a new \
                 procedure (--rpc client,batch).",
                self.name(to),
                self.name(from),
                count(times, "time")
            );
        }
        out
    }

    /// Prints a proposed cluster.
    fn cluster(&self, out: &mut String, proposal: &Proposal, total: u64) {
        let Proposal { calls, feeds, count: times, repeats } = proposal;
        let names: Vec<&str> = calls.iter().map(|call| self.name(*call)).collect();
        let _ = writeln!(
            out,
            "\n# {}; saves {} of {total} round trips ({:.0} %).",
            count(*times, "occurrence"),
            proposal.saves(),
            100.0 * proposal.saves() as f64 / total.max(1) as f64
        );
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let feeds = feeds.iter().map(|(at, feed)| {
            let end = |at: usize, path: &str| clusters::joined(&at.to_string(), path);
            format!("\"{}\" = \"{}\"", end(*at, &feed.argument), end(feed.from, &feed.value))
        });
        let feeds = feeds.collect::<Vec<_>>().join(", ");
        let name = names.join("_").replace('.', "_");
        let _ = writeln!(
            out,
            "[cluster.{name}]\ncalls = [{}]\nfeed = {{ {feeds} }}\non-error = \"stop\"",
            quoted.join(", ")
        );
        if *repeats {
            out.push_str("loop = 64 # the calls usually begin again\n");
        }
    }

    /// Returns the graph in the language of Graphviz.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph calls {\n    node [shape = box]\n");
        for (at, calls) in self.counts.iter().enumerate().filter(|(_, calls)| **calls > 0) {
            let _ = writeln!(out, "    n{at} [label = \"{}\\n{calls}\"]", self.names[at]);
        }
        for (from, to, times) in self.edges() {
            let width = 1.0 + 4.0 * self.share(from, times);
            let _ = writeln!(out, "    n{from} -> n{to} [label = \"{times}\", penwidth = {width:.1}]");
        }
        for Dependence { ends: (from, to), paths, count, .. } in self.dependences() {
            let (value, argument) = paths;
            let _ = writeln!(
                out,
                "    n{from} -> n{to} [label = \"{value} = {argument}: {count}\", style = dashed, constraint = false]"
            );
        }
        out.push_str("}\n");
        out
    }
}
