//! Problems of any size, shaped like protocols: for tests and for the benchmark of planning.

use size_budget::{Candidate, Node, NodeId, Problem, ProblemBuilder, Reference, SharedId};

/// A fixed stream of numbers (a linear congruential generator), so that every run plans the same problems.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn share(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

/// A problem shaped like a protocol: most references lead to one of the next few nodes, some to a widely used
/// one; frequencies fall as the references are followed; shared interpreter and primitives.
pub fn protocol(nodes: usize, seed: u64) -> Problem {
    let mut numbers = Numbers(seed);
    let mut builder = ProblemBuilder::new(400);
    let interpreter = builder.shared(900);
    let opcodes: Vec<SharedId> = (0..12).map(|_| builder.shared(40 + numbers.below(160))).collect();
    let mut frequencies = vec![0.0; nodes];
    frequencies[0] = 1.0;
    let mut references = Vec::new();
    for owner in 0..nodes {
        let fields = 1 + numbers.below(6) as usize;
        for field in 0..fields {
            let next = owner + 1 + numbers.below(8) as usize;
            let common = nodes - 1 - numbers.below((nodes / 10).max(1) as u64) as usize;
            // The first reference of each node leads to the next one, so that all are reached.
            let callee = if field == 0 {
                owner + 1
            } else if numbers.below(4) == 0 {
                common
            } else {
                next
            };
            if callee <= owner || callee >= nodes {
                continue;
            }
            let v = [1.0, 0.5, 0.25, 0.1][numbers.below(4) as usize] / fields as f64 * 1.6;
            frequencies[callee] += frequencies[owner] * v;
            references.push((owner, callee, v));
        }
    }
    for (at, &frequency) in frequencies.iter().enumerate() {
        let commands = 1 + numbers.below(12) as u32;
        let n = f64::from(commands);
        let opcode = opcodes[numbers.below(opcodes.len() as u64) as usize];
        let shared = vec![interpreter, opcode];
        builder.node(Node {
            frequency,
            root: at == 0,
            interpreted: Candidate { size: 4 * u64::from(commands) + 3, time: 30.0 * n, shared },
            compiled: Candidate {
                size: u64::from(commands) * (14 + numbers.below(16)) + 24,
                time: n * (8.0 + 6.0 * numbers.share()),
                shared: Vec::new(),
            },
            dispatches: n,
            conversions: 0.75 * n,
            commands,
            ..Node::default()
        });
    }
    for (owner, callee, v) in references {
        builder.reference(Reference {
            owner: NodeId::new(owner),
            callee: NodeId::new(callee),
            frequency: frequencies[owner] * v,
            size_delta: numbers.below(300) as i64 - 20,
            time_saved: 4.0 + 10.0 * numbers.share(),
            recursive: false,
        });
    }
    builder.build().expect("a problem with forward references only must be valid")
}
