//! Where programs stand in the commands, and how references name them.
//!
//! A program that one step refers to stands after the program of that step, and the reference is the distance. Others have
//! a number, by which a table gives their place. The most frequent of them have the smallest numbers.

use std::collections::BTreeSet;

/// What is known of a program before it has a place.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Bytes without its references.
    pub fixed: usize,
    /// Bytes before each reference, without those of references, and the program that it names.
    pub references: Vec<Reference>,
}

/// A reference to a program.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// Bytes before it, without those of references.
    pub before: usize,
    /// The program.
    pub program: usize,
    /// Whether two bits stand below the number of the program.
    pub has_kind: bool,
}

/// The places of all programs.
#[derive(Debug, Default)]
pub struct Places {
    /// The programs in the order of the commands.
    pub order: Vec<usize>,
    /// The programs with numbers, the smallest number first.
    pub numbered: Vec<usize>,
    /// The number of each program that has one.
    numbers: Vec<Option<usize>>,
    /// The place of each program in the commands.
    offsets: Vec<usize>,
}

impl Places {
    /// Finds places for the programs `present`. `is_direct`: references may be distances. `first`: the programs with the
    /// first numbers.
    pub fn of(shapes: &[Shape], present: &BTreeSet<usize>, is_direct: bool, first: &[usize]) -> Self {
        let mut counts = vec![0_usize; shapes.len()];
        let mut parents = vec![None; shapes.len()];
        for &program in present {
            for reference in &shapes[program].references {
                counts[reference.program] += 1;
                parents[reference.program] = Some(program);
            }
        }
        // A program that only a program after it names would stand after itself.
        let is_below_itself = |program: usize| {
            let up = std::iter::successors(parents[program], |above| {
                if counts[*above] == 1 { parents[*above] } else { None }
            });
            up.take(shapes.len()).any(|above| above == program)
        };
        let has_number = |program: &usize| {
            !is_direct || counts[*program] > 1 || counts[*program] == 1 && is_below_itself(*program)
        };
        let others = present.iter().filter(|program| !first.contains(program));
        let (mut own, rest): (Vec<usize>, Vec<usize>) = others.partition(|program| has_number(program));
        own.sort_by_key(|program| (usize::MAX - counts[*program], *program));
        let numbered = [first, &own].concat();
        let mut places =
            Self { numbers: vec![None; shapes.len()], offsets: vec![0; shapes.len()], ..Self::default() };
        for (number, program) in numbered.iter().enumerate() {
            places.numbers[*program] = Some(number);
        }
        for top in numbered.iter().copied().chain(rest.into_iter().filter(|program| counts[*program] == 0)) {
            places.order.push(top);
            places.below(shapes, top);
        }
        places.numbered = numbered;
        places.settle(shapes);
        places
    }

    /// Adds the programs that stand after a program, then those after each of them.
    fn below(&mut self, shapes: &[Shape], program: usize) {
        let named = shapes[program].references.iter().map(|reference| reference.program);
        let direct: Vec<usize> = named.filter(|program| self.numbers[*program].is_none()).collect();
        self.order.extend(&direct);
        direct.into_iter().for_each(|program| self.below(shapes, program));
    }

    /// Finds the offsets. Distances have more bytes the longer they are, so offsets only grow from one round to the next.
    fn settle(&mut self, shapes: &[Shape]) {
        loop {
            let before = self.offsets.clone();
            let mut at = 0;
            for &program in &self.order {
                self.offsets[program] = at;
                at += shapes[program].fixed;
                let mut references = 0;
                for reference in &shapes[program].references {
                    let from = self.offsets[program] + reference.before + references;
                    let to = before[reference.program].max(from);
                    references += octets(self.number(reference, to - from));
                }
                at += references;
            }
            if self.offsets == before {
                return;
            }
        }
    }

    /// Returns the number of a reference to a program so far after it, with bits below it.
    fn number(&self, reference: &Reference, distance: usize) -> u64 {
        let number = self.numbers[reference.program].unwrap_or(self.numbers_count() + distance) as u64;
        if reference.has_kind { number << 2 } else { number }
    }

    fn numbers_count(&self) -> usize {
        self.numbers.iter().flatten().count()
    }

    /// Returns the number of a program for a reference at a place.
    pub fn from(&self, program: usize, place: usize) -> usize {
        self.numbers[program].unwrap_or_else(|| self.numbered.len() + self.offsets[program] - place)
    }

    /// Returns the number of a program for generated C: as for a reference at the first command.
    pub fn number_of(&self, program: usize) -> usize {
        self.from(program, 0)
    }

    /// Returns the place of a program.
    pub fn offset(&self, program: usize) -> usize {
        self.offsets[program]
    }
}

/// Returns the bytes of a number in groups of seven bits.
fn octets(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(7).max(1) as usize
}
