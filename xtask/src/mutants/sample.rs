//! Chooses the mutants to try by their texts, so that edits elsewhere do not change the choice.

use super::results::Id;

/// Returns the `count` mutants that the seed chooses, in the order of choice.
pub(crate) fn sample<T>(mutants: Vec<(Id, T)>, count: usize, seed: u64) -> Vec<(Id, T)> {
    let mut ranked: Vec<(u64, (Id, T))> =
        mutants.into_iter().map(|mutant| (rank(&format!("{seed}\t{}", mutant.0.row())), mutant)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().take(count).map(|(_, mutant)| mutant).collect()
}

/// FNV-1a, mixed by the end of SplitMix64: the same on every machine and with every compiler.
fn rank(text: &str) -> u64 {
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (fnv ^ fnv >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_does_not_depend_on_the_others() {
        let id = |n: usize| Id::new("file", "function", "line", &n.to_string());
        let all = |from: usize| (from..100).map(|n| (id(n), n)).collect::<Vec<_>>();
        let chosen = sample(all(0), 20, 1);
        assert_eq!(chosen.len(), 20);
        assert_ne!(chosen, sample(all(0), 20, 2));
        let left: Vec<_> = chosen.into_iter().filter(|(_, n)| *n >= 50).collect();
        assert!(sample(all(50), 20, 1).starts_with(&left));
    }
}
