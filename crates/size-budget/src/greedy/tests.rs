//! Tests parts of the greedy search separately: in a whole run, exchanges hide what one part misses.

use super::*;
use crate::exchange::{Reversal, candidates_of_exchange};
use crate::problem::{Candidate, Node, ProblemBuilder, Reference, SharedId};

/// A root of frequency 1 that takes 10 bytes and 1000 instructions interpreted. Compiling it adds `bytes` bytes and
/// saves `saved` instructions.
fn node(bytes: u64, saved: f64) -> Node {
    Node {
        frequency: 1.0,
        interpreted: Candidate { size: 10, time: 1000.0, shared: Vec::new() },
        compiled: Candidate { size: 10 + bytes, time: 1000.0 - saved, shared: Vec::new() },
        ..Node::root()
    }
}

fn call(owner: NodeId, callee: NodeId, size_delta: i64, time_saved: f64) -> Reference {
    Reference { owner, callee, frequency: 1.0, size_delta, time_saved, recursive: false }
}

/// Two nodes that save 1 and 2 instructions per byte. The first saves more instructions in all.
fn dear_and_cheap() -> (Problem, NodeId, NodeId) {
    let mut builder = ProblemBuilder::new(0);
    let (large, small) = (builder.node(node(100, 100.0)), builder.node(node(10, 20.0)));
    (builder.build().expect("sound"), large, small)
}

#[test]
fn a_bundle_takes_what_raises_its_ratio() {
    let mut builder = ProblemBuilder::new(0);
    let owner = builder.node(node(100, 100.0));
    // The whole saves 200 / 110 instructions per byte with the first callee, 220 / 120 with the second as well.
    let callees = [100.0, 20.0, 18.0].map(|saved| {
        let callee = builder.node(Node { pinned: Some(Technique::Compiled), ..node(0, 0.0) });
        builder.reference(call(owner, callee, 10, saved))
    });
    let problem = builder.build().expect("sound");
    let steps = Move::Compile(owner).steps(&mut State::interpreted(&problem));
    let expected = vec![Step::Compile(owner), Step::Inline(callees[0]), Step::Inline(callees[1])];
    assert_eq!(steps, Some(expected));
}

#[test]
fn the_least_rewarding_is_given_up_first() {
    let (problem, large, small) = dear_and_cheap();
    let compiled = State::of_plan(&problem, &all_compiled(&problem));
    let (_, taken) = candidates_of_exchange(&mut compiled.clone(), 1);
    assert!(matches!(taken[..], [Reversal::GiveUp(Move::Compile(id))] if id == large));
    let fits = descend(compiled, 129.into(), &[]).expect("all interpreted takes 20 bytes");
    assert!(!fits.compiled[large.index()] && fits.compiled[small.index()]);
}

/// A move that became worse comes after the moves that are now better.
#[test]
fn stale_ratios_are_looked_at_again() {
    let mut builder = ProblemBuilder::new(0);
    let item: SharedId = builder.shared(50);
    // Compiling the first frees the item's bytes. The second must then pay them: it saves 20 / 60 instructions per byte
    // instead of 20 / 10.
    let mut frees = node(10, 10.0);
    frees.interpreted.shared = vec![item];
    let mut pays = node(10, 20.0);
    pays.compiled.shared = vec![item];
    let (frees, pays) = (builder.node(frees), builder.node(pays));
    let better = builder.node(node(50, 50.0));
    let problem = builder.build().expect("sound");
    // The plan has 40 bytes after the first, and room for one of the others.
    let state = ascend(State::interpreted(&problem), 100.into());
    assert_eq!([frees, pays, better].map(|id| state.compiled[id.index()]), [true, false, true]);
}

/// A move that did not fit is tried again after another move freed bytes.
#[test]
fn bytes_given_back_are_used() {
    let mut builder = ProblemBuilder::new(0);
    let large = builder.node(node(60, 600.0));
    let owners = [builder.node(node(5, 10.0)), builder.node(node(5, 10.0))];
    let leaf = Node { root: false, pinned: Some(Technique::Compiled), ..node(40, 0.0) };
    let leaf = builder.node(leaf);
    for owner in owners {
        builder.reference(call(owner, leaf, 5, 0.0));
    }
    let problem = builder.build().expect("sound");
    // The plan starts with 80 bytes. Compiling both owners adds 10 bytes. Inlining both references then frees 40 bytes,
    // which makes room for the 60 bytes of the large node.
    let state = ascend(State::interpreted(&problem), 130.into());
    assert!(state.compiled[large.index()]);
    assert_eq!(state.size, 110);
}
