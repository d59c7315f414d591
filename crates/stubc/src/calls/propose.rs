//! Proposes clusters: chains whose calls need values of earlier replies, and that occur almost whenever their first
//! call does.

use super::{Calls, Feed};
use crate::clusters;

/// A chain is proposed if this share of its first procedure's calls begins it. Below, most of the joined work is wasted.
const FOLLOWED: f64 = 0.5;
/// A feed is proposed if it holds in this share of a chain's occurrences. Otherwise the clustered call would often get
/// another argument than the application passes.
const HOLDS: f64 = 0.9;
/// Below this share, a value recurs by accident.
const ACCIDENT: f64 = 0.1;
/// The fewest occurrences that tell anything.
const FEWEST: u64 = 3;
/// The most clusters that are proposed.
const MOST: usize = 8;

/// A cluster worth trying.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The procedures.
    pub calls: Vec<u16>,
    /// The feeds, each with the position of the call that takes it.
    pub feeds: Vec<(usize, Feed)>,
    /// How often the chain occurred.
    pub count: u64,
    /// Whether the chain usually begins again where it ends, without needing its own replies.
    pub repeats: bool,
}

impl Proposal {
    /// Returns the round trips that one call in place of the chain's calls would have saved, without repetition.
    pub fn saves(&self) -> u64 {
        self.count * (self.calls.len() as u64 - 1)
    }
}

impl Calls {
    /// Returns the clusters worth trying, those that save most first.
    pub fn proposals(&self) -> Vec<Proposal> {
        let mut all: Vec<Proposal> = self.chains.keys().filter_map(|calls| self.proposal(calls)).collect();
        all.sort_by(|a, b| b.saves().cmp(&a.saves()).then_with(|| a.calls.cmp(&b.calls)));
        let mut chosen: Vec<Proposal> = Vec::new();
        for proposal in all {
            let overlaps = |other: &Proposal| {
                let (short, long) = if other.calls.len() < proposal.calls.len() {
                    (&other.calls, &proposal.calls)
                } else {
                    (&proposal.calls, &other.calls)
                };
                long.windows(short.len()).any(|window| window == short)
            };
            if chosen.len() < MOST && !chosen.iter().any(overlaps) {
                chosen.push(proposal);
            }
        }
        chosen
    }

    /// Returns the procedures whose calls follow each other without a need for replies, and how often they do.
    pub fn batches(&self) -> Vec<(u16, u16, u64)> {
        let is_free = |calls: &[u16], count: u64| {
            let first = self.counts[usize::from(calls[0])];
            count >= FEWEST && count as f64 >= FOLLOWED * first as f64 && self.needs(calls) < ACCIDENT
        };
        // A proposed cluster saves the round trips of its own pairs.
        let proposals = self.proposals();
        let is_joined =
            |pair: &[u16]| proposals.iter().any(|own| own.calls.windows(2).any(|window| window == pair));
        let pairs = self.chains.iter().filter(|(calls, _)| calls.len() == 2 && !is_joined(calls));
        pairs
            .filter(|(calls, chain)| is_free(calls, chain.count))
            .map(|(calls, chain)| (calls[0], calls[1], chain.count))
            .collect()
    }

    /// Returns the share of a chain's occurrences in which its last call takes a value from a reply in the chain.
    fn needs(&self, calls: &[u16]) -> f64 {
        let Some(chain) = self.chains.get(calls) else { return 0.0 };
        chain.feeds.values().max().map_or(0.0, |count| *count as f64 / chain.count as f64)
    }

    fn proposal(&self, calls: &[u16]) -> Option<Proposal> {
        let count = self.chains.get(calls)?.count;
        let first = self.counts[usize::from(calls[0])];
        if count < FEWEST || (count as f64) < FOLLOWED * first as f64 {
            return None;
        }
        let mut feeds: Vec<(usize, Feed)> = Vec::new();
        for at in 1..calls.len() {
            let chain = self.chains.get(&calls[..=at])?;
            let before = feeds.len();
            for (feed, taken) in &chain.feeds {
                // The first of several sources is the earliest reply, which is there in any case.
                let is_known = feeds[before..]
                    .iter()
                    .any(|(_, other)| super::is_within(&feed.argument, &other.argument));
                if *taken as f64 >= HOLDS * chain.count as f64 && !is_known {
                    feeds.push((at, feed.clone()));
                }
            }
            if feeds.len() == before {
                return None;
            }
        }
        Some(Proposal { repeats: self.repeats(calls, count), calls: calls.to_vec(), feeds, count })
    }

    /// Returns whether a chain usually occurs twice in a row, and its second occurrence needs no reply of the first.
    fn repeats(&self, calls: &[u16], count: u64) -> bool {
        let length = calls.len();
        let twice = calls.repeat(2);
        if 2 * length > clusters::CALLS {
            return false;
        }
        let Some(again) = self.chains.get(&twice) else { return false };
        let needs_first = |at: usize| {
            let chain = self.chains.get(&twice[..=at]);
            chain.is_some_and(|chain| {
                let crosses = |(feed, taken): (&Feed, &u64)| {
                    feed.from < length && *taken as f64 >= ACCIDENT * chain.count as f64
                };
                chain.feeds.iter().any(crosses)
            })
        };
        again.count as f64 >= FOLLOWED * count as f64 && !(length..2 * length).any(needs_first)
    }
}
