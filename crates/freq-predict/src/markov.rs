//! Solves the Markov model for expected visits: `f = e + W^T f`, one strongly connected component at a time.
//!
//! Guesses ignore recursion. For example, LDAP's Filter refers to itself from three arms, two of them arrays. By
//! static guesses, every filter would hold more than one further filter. Then f would be infinite, and the solution
//! of the equations negative. Real values are finite and mostly shallow. So in each component, one factor scales all
//! guessed arcs: the largest with which no type returns more than [`TARGET`] times in the mean ([`crate::returns`]).
//! Known arcs (mandatory fields, aliases, overrides) keep their weight, unless their own cycles come close to making f
//! infinite. Where the returns take too long to compute, the spectral radius must be at most [`TARGET`], which bounds the
//! returns, too.

use crate::heuristics::Weight;
use crate::returns::Returns;
use crate::type_ref_graph::{NodeId, ReferenceId, TypeRefGraph};

/// The expected number of further values of its own type that a value may hold. At 0.5, guesses of one cycle give two
/// values in all.
pub(crate) const TARGET: f64 = 0.5;
/// The largest spectral radius of known arcs. Above it they are scaled too, since f would grow without bounds.
const FACT_LIMIT: f64 = 0.99;
/// The largest component, in types, for which elimination replaces sweeps over a cycle of known arcs.
const DENSE_LIMIT: usize = 48;
/// Maximum number of sweeps over a cycle of known arcs in a component above [`DENSE_LIMIT`].
const SWEEPS: usize = 600;
/// The largest radius of known arcs, relative to the target, for which the sweeps reach the accuracy.
const SWEEP_RADIUS: f64 = 0.95;
/// Maximum number of arc visits to compute one radius, unless [`MIN_ROUNDS`] needs more. Bounds the time for large
/// graphs.
const RADIUS_EFFORT: usize = 20_000_000;
const MIN_ROUNDS: usize = 50;
const MAX_ROUNDS: usize = 20_000;
/// Maximum number of steps of the search for the factor of the guesses.
const STEPS: usize = 60;
/// Relative accuracy of the iterations.
const ACCURACY: f64 = 1e-12;

/// Scales the weights of recursive arcs and returns the frequency f of every type.
///
/// `entry` is the vector e, the share of each type among the messages. `components` are the strongly connected
/// components over all arcs, owners before targets, if known.
pub(crate) fn damp_and_solve(
    graph: &TypeRefGraph,
    entry: &[f64],
    weights: &mut [Weight],
    components: Option<Vec<Vec<NodeId>>>,
) -> Vec<f64> {
    // An arc of weight 0 closes no cycle.
    let components = components
        .filter(|_| weights.iter().all(|weight| weight.v > 0.0))
        .unwrap_or_else(|| graph.components(|id| weights[id.index()].v > 0.0));
    let mut place = vec![(0, 0); graph.type_count()];
    for (number, nodes) in components.iter().enumerate() {
        for (at, node) in nodes.iter().enumerate() {
            place[node.index()] = (number, at);
        }
    }
    let mut inner: Vec<Vec<InnerArc>> = components.iter().map(|_| Vec::new()).collect();
    let mut crossing: Vec<Vec<ReferenceId>> = components.iter().map(|_| Vec::new()).collect();
    for id in graph.references().filter(|id| weights[id.index()].v > 0.0) {
        let (owner, target) = graph.ends(id);
        let ((from, owner), (to, target)) = (place[owner.index()], place[target.index()]);
        if from == to {
            let weight = &weights[id.index()];
            inner[from].push(InnerArc { id, owner, target, v: weight.v, fact: weight.rule.is_fact() });
        } else {
            crossing[from].push(id);
        }
    }
    let mut frequencies = entry.to_vec();
    for ((nodes, mut arcs), crossing) in components.iter().zip(inner).zip(crossing) {
        if !arcs.is_empty() {
            let returns = Returns::of(nodes.len(), &arcs);
            damp(nodes.len(), &mut arcs, returns.as_ref(), weights);
            solve(nodes, &arcs, returns.as_ref(), &mut frequencies);
        }
        // Owners come before targets, so the frequencies of this component are final.
        for id in crossing {
            let (owner, target) = graph.ends(id);
            frequencies[target.index()] += frequencies[owner.index()] * weights[id.index()].effective();
        }
    }
    frequencies
}

/// An arc within a component. `owner` and `target` are positions in the component.
pub(crate) struct InnerArc {
    id: ReferenceId,
    pub(crate) owner: usize,
    pub(crate) target: usize,
    pub(crate) v: f64,
    fact: bool,
}

/// Scales the arcs of one component, here and in `weights`.
fn damp(size: usize, arcs: &mut [InnerArc], returns: Option<&Returns>, weights: &mut [Weight]) {
    let facts =
        Sparse::new(size, arcs.iter().filter(|arc| arc.fact).map(|arc| (arc.owner, arc.target, arc.v)));
    let guesses =
        Sparse::new(size, arcs.iter().filter(|arc| !arc.fact).map(|arc| (arc.owner, arc.target, arc.v)));
    let cyclic = facts.callees_first().cyclic;
    let (fact_scale, radius) = match if cyclic { fact_radius(size, arcs) } else { 0.0 } {
        radius if radius >= FACT_LIMIT => (0.9 / radius, 0.9),
        radius => (1.0, radius),
    };
    // Known arcs may exceed TARGET. The guesses then get a tenth of the distance to 1.
    let beyond = |known: f64| TARGET.max(known + 0.1 * (1.0 - known));
    let target = beyond(radius);
    let (fact_scale, guess_scale) = if cyclic && size > DENSE_LIMIT && radius > SWEEP_RADIUS * target {
        // The component is too large for elimination, and its known arcs are too near the limit for sweeps. So one
        // factor scales all arcs, just enough to keep f finite.
        let all = Sparse::new(size, arcs.iter().map(|arc| (arc.owner, arc.target, arc.v)));
        let whole = radius_bound(vec![true; size], all.arcs(), |x, y| all.multiply(x, y));
        ((FACT_LIMIT / whole).min(1.0), (FACT_LIMIT / whole).min(1.0))
    } else {
        let scaled = |arc: &InnerArc, guess: f64| arc.v * if arc.fact { fact_scale } else { guess };
        let most = |guess: f64| returns?.most(arcs, |arc| scaled(arc, guess));
        let guess_scale = match most(0.0) {
            Some(known) => largest(beyond(known), most),
            None => largest_factor(&facts, fact_scale, &guesses, target),
        };
        (fact_scale, guess_scale)
    };
    for arc in arcs {
        let scale = if arc.fact { fact_scale } else { guess_scale };
        arc.v *= scale;
        weights[arc.id.index()].scale = scale;
    }
}

/// Returns the largest number from 0 to 1 at which a rising function is at most `limit`, as it is at 0. The function is
/// `None` where it has no bound.
fn largest(limit: f64, of: impl Fn(f64) -> Option<f64>) -> f64 {
    let over = |at: f64| of(at).map_or(f64::INFINITY, |value| value - limit);
    let (mut low, mut high) = ((0.0, over(0.0)), (1.0, over(1.0)));
    if high.1 <= 0.0 {
        return 1.0;
    }
    let mut was_low = None;
    for _ in 0..STEPS {
        if low.1 >= -ACCURACY || high.0 - low.0 <= ACCURACY {
            break;
        }
        // The zero of the chord; the middle where there is no chord.
        let chord = low.0 + (high.0 - low.0) * -low.1 / (high.1 - low.1);
        let at = if high.1.is_finite() { chord } else { 0.5 * (low.0 + high.0) };
        let value = over(at);
        let is_low = value <= 0.0;
        let stays = if is_low {
            low = (at, value);
            &mut high.1
        } else {
            high = (at, value);
            &mut low.1
        };
        // An end that stays twice would keep the chord away from the zero (the Illinois algorithm).
        if was_low == Some(is_low) {
            *stays *= 0.5;
        }
        was_low = Some(is_low);
    }
    low.0
}

/// Returns the spectral radius of the known arcs alone. It is 0 unless overrides close a cycle: validation rejects
/// cycles of mandatory fields, which have no finite values.
fn fact_radius(size: usize, arcs: &[InnerArc]) -> f64 {
    let mut graph = TypeRefGraph::with_capacity(size, 0);
    for _ in 0..size {
        graph.add_type("");
    }
    let mut values = Vec::new();
    for arc in arcs.iter().filter(|arc| arc.fact) {
        let (owner, target) = (NodeId::new(arc.owner), NodeId::new(arc.target));
        graph.add_reference(owner, target, "", crate::type_ref_graph::ReferenceKind::Mandatory);
        values.push(arc.v);
    }
    let components = graph.components(|_| true);
    let mut place = vec![(0, 0); size];
    for (number, nodes) in components.iter().enumerate() {
        for (at, node) in nodes.iter().enumerate() {
            place[node.index()] = (number, at);
        }
    }
    let mut inner: Vec<Vec<(usize, usize, f64)>> = components.iter().map(|_| Vec::new()).collect();
    for (id, &v) in graph.references().zip(&values) {
        let (owner, target) = graph.ends(id);
        let ((from, owner), (to, target)) = (place[owner.index()], place[target.index()]);
        if from == to {
            inner[from].push((owner, target, v));
        }
    }
    let radius = |(nodes, arcs): (&Vec<NodeId>, Vec<(usize, usize, f64)>)| {
        if arcs.is_empty() {
            return 0.0;
        }
        let matrix = Sparse::new(nodes.len(), arcs.into_iter());
        radius_bound(vec![true; nodes.len()], matrix.arcs(), |x, y| matrix.multiply(x, y))
    };
    components.iter().zip(inner).map(radius).fold(0.0, f64::max)
}

/// Returns the largest factor s, at most 1, for which `F + s G` has a spectral radius of at most `target`. F is the
/// matrix of the known arcs times their scale, G that of the guesses.
///
/// `(F + s G) x = target x` is equivalent to `s M x = x` with `M = (target - F)^-1 G`. M is nonnegative, since the
/// radius of F is below the target. So s is 1 / radius of M, and one power iteration finds it. Long mandatory chains
/// make each step of M slower, but do not add steps.
fn largest_factor(facts: &Sparse, fact_scale: f64, guesses: &Sparse, target: f64) -> f64 {
    if guesses.arcs() == 0 {
        return 1.0;
    }
    let order = facts.callees_first();
    let size = order.nodes.len();
    // M has columns only for the targets of guessed arcs. Restricted to these targets, it is irreducible.
    let mut live = vec![false; size];
    for &(target, _) in &guesses.entries {
        live[target] = true;
    }
    let rows = 0..if order.cyclic { size } else { 0 };
    let scaled: Vec<(usize, usize, f64)> = rows
        .flat_map(|row| facts.row(row).iter().map(move |&(column, v)| (column, row, v * fact_scale / target)))
        .collect();
    let step = |x: &[f64], y: &mut [f64]| {
        guesses.multiply(x, y);
        let right = y.to_vec();
        if order.cyclic && size <= DENSE_LIMIT {
            y.copy_from_slice(&eliminate(right.iter().map(|value| value / target).collect(), &scaled));
            return;
        }
        // Without a cycle of known arcs, one sweep from targets to owners is exact.
        let sweeps = if order.cyclic { SWEEPS } else { 1 };
        for _ in 0..sweeps {
            let mut change: f64 = 0.0;
            for &row in &order.nodes {
                let below: f64 = facts.row(row).iter().map(|&(column, v)| v * fact_scale * y[column]).sum();
                let value = (right[row] + below) / target;
                change = change.max((value - y[row]).abs() / value.max(f64::MIN_POSITIVE));
                y[row] = value;
            }
            if change < ACCURACY {
                break;
            }
        }
    };
    let radius = radius_bound(live, guesses.arcs() + facts.arcs(), step);
    // If chains are so long that numbers overflow, the guesses get the factor 0.
    if radius.is_finite() { (1.0 / radius).min(1.0) } else { 0.0 }
}

/// Returns an upper bound of the spectral radius of a nonnegative matrix.
///
/// `multiply` computes the product of the matrix with a vector. The matrix must be irreducible on the positions that
/// are `live`; the others do not count. The bound is within [`ACCURACY`] if the effort allows.
///
/// For every positive x, the largest quotient `(M x)_i / x_i` is an upper bound and the smallest a lower one
/// (Collatz, Wielandt). The power iteration makes the two bounds converge.
fn radius_bound(live: Vec<bool>, arcs: usize, mut multiply: impl FnMut(&[f64], &mut [f64])) -> f64 {
    let mut x: Vec<f64> = live.iter().map(|&live| f64::from(u8::from(live))).collect();
    let mut y = vec![0.0; x.len()];
    let rounds = (RADIUS_EFFORT / arcs.max(1)).clamp(MIN_ROUNDS, MAX_ROUNDS);
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        multiply(&x, &mut y);
        let (mut low, mut high): (f64, f64) = (f64::INFINITY, 0.0);
        for at in (0..x.len()).filter(|&at| live[at]) {
            low = low.min(y[at] / x[at]);
            high = high.max(y[at] / x[at]);
        }
        if !high.is_finite() {
            break;
        }
        best = best.min(high);
        if best - low <= ACCURACY * best {
            break;
        }
        // Shifting by the bound makes the iteration converge on cycles, whose eigenvalues have equal size.
        let mut most: f64 = 0.0;
        for at in (0..x.len()).filter(|&at| live[at]) {
            x[at] = y[at] + best * x[at];
            most = most.max(x[at]);
        }
        // Near zero, rounding would make the quotient of a position meaningless.
        x.iter_mut().zip(&live).filter(|(_, live)| **live).for_each(|(x, _)| *x = (*x / most).max(1e-290));
    }
    // Rounding must not lift a radius above the bound.
    best * (1.0 + 1e-14)
}

/// A sparse square matrix, stored by rows.
struct Sparse {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

/// The rows in an order in which each row follows the rows of its columns. Rows on or above cycles come last.
struct Order {
    nodes: Vec<usize>,
    cyclic: bool,
}

impl Sparse {
    fn new(size: usize, arcs: impl Iterator<Item = (usize, usize, f64)> + Clone) -> Self {
        let mut starts = vec![0; size + 1];
        for (row, _, _) in arcs.clone() {
            starts[row + 1] += 1;
        }
        for row in 0..size {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0.0); starts[size]];
        for (row, column, v) in arcs {
            entries[next[row]] = (column, v);
            next[row] += 1;
        }
        Self { starts, entries }
    }

    fn arcs(&self) -> usize {
        self.entries.len()
    }

    fn row(&self, row: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }

    fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (row, y) in y.iter_mut().enumerate() {
            *y = self.row(row).iter().map(|&(column, v)| v * x[column]).sum();
        }
    }

    fn callees_first(&self) -> Order {
        let size = self.starts.len() - 1;
        let rows = (0..size).flat_map(|row| self.row(row).iter().map(move |&(column, _)| (column, row, 1.0)));
        let callers = Sparse::new(size, rows);
        let mut pending: Vec<usize> = (0..size).map(|row| self.row(row).len()).collect();
        let mut nodes: Vec<usize> = (0..size).filter(|&row| pending[row] == 0).collect();
        let mut at = 0;
        while at < nodes.len() {
            for &(caller, _) in callers.row(nodes[at]) {
                pending[caller] -= 1;
                if pending[caller] == 0 {
                    nodes.push(caller);
                }
            }
            at += 1;
        }
        let cyclic = nodes.len() < size;
        nodes.extend((0..size).filter(|&row| pending[row] > 0));
        Order { nodes, cyclic }
    }
}

/// Replaces the inflow of one component by its frequencies: solves `f = inflow + W^T f` within the component.
fn solve(nodes: &[NodeId], arcs: &[InnerArc], returns: Option<&Returns>, frequencies: &mut [f64]) {
    let inflow: Vec<f64> = nodes.iter().map(|node| frequencies[node.index()]).collect();
    if inflow.iter().all(|&inflow| inflow == 0.0) {
        return;
    }
    let solution = returns.and_then(|returns| returns.solve(&inflow, arcs));
    let solution = solution.unwrap_or_else(|| iterate(inflow, arcs));
    for (node, f) in nodes.iter().zip(solution) {
        frequencies[node.index()] = f;
    }
}

/// Solves `f = right + W^T f` for arcs (owner, target, v) by Gaussian elimination of `I - W^T`. Pivoting is not
/// necessary: with a radius below 1 this is an M-matrix, for which elimination is stable in any order.
fn eliminate(mut right: Vec<f64>, arcs: &[(usize, usize, f64)]) -> Vec<f64> {
    let size = right.len();
    let mut matrix = vec![vec![0.0; size]; size];
    for (at, row) in matrix.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for &(owner, target, v) in arcs {
        matrix[target][owner] -= v;
    }
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let source = &above[pivot];
        for (offset, row) in below.iter_mut().enumerate().filter(|(_, row)| row[pivot] != 0.0) {
            let factor = row[pivot] / source[pivot];
            for column in pivot..size {
                row[column] -= factor * source[column];
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// Solves `f = inflow + W^T f` by Gauss-Seidel iteration. Each round multiplies the error by the radius or less, so
/// about forty rounds suffice at [`TARGET`]. The iteration starts below the solution and only adds, so f is never
/// negative.
fn iterate(inflow: Vec<f64>, arcs: &[InnerArc]) -> Vec<f64> {
    let callers = Sparse::new(inflow.len(), arcs.iter().map(|arc| (arc.target, arc.owner, arc.v)));
    let mut f = inflow.clone();
    for _ in 0..MAX_ROUNDS {
        let mut change: f64 = 0.0;
        for row in 0..f.len() {
            let mut value = inflow[row];
            let mut own = 0.0;
            for &(column, v) in callers.row(row) {
                if column == row {
                    own += v;
                } else {
                    value += v * f[column];
                }
            }
            value /= 1.0 - own;
            change = change.max((value - f[row]).abs() / value.max(f64::MIN_POSITIVE));
            f[row] = value;
        }
        if change < ACCURACY {
            break;
        }
    }
    f
}
