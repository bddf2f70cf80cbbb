//! Conditions in which other words take the place of the unit's outputs.

use super::fold::node;
use super::{Is, Leaf, Node, Op, Ref, Word};
use crate::Direction;
use std::collections::HashMap;

/// The condition in which `other` words take the place of the outputs that it reads in this cycle. What it keeps of earlier cycles
/// stays. A word is as wide as the output then, by zeros above it or without its upper bits.
pub fn with_outputs(condition: Is, other: impl Fn(&Leaf) -> Word) -> Is {
    let mut known = HashMap::new();
    Is(replaced(condition.0, &other, &mut known))
}

fn replaced(term: Ref, other: &impl Fn(&Leaf) -> Word, known: &mut HashMap<Ref, Ref>) -> Ref {
    // Terms share nodes; without a record of them the walk would take as many steps as there are paths.
    if let Some(done) = known.get(&term) {
        return *done;
    }
    let Node { width, op } = &*term;
    let done = match op {
        Op::Port(leaf) if leaf.direction == Direction::Out => fitting(other(leaf), *width),
        Op::Past(_) | Op::State(..) => term,
        op => node(*width, op.with(|below| replaced(below, other, known))),
    };
    known.insert(term, done);
    done
}

/// A word of this width.
fn fitting(word: Word, width: u32) -> Ref {
    match word.width() {
        of if of < width => {
            let zeros = node(width - of, Op::Constant(0));
            node(width, Op::Cat(vec![word.0, zeros]))
        }
        of if of > width => word.part(0, width).0,
        _ => word.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::inside;

    fn output(width: u32) -> Word {
        let leaf = Leaf {
            direction: Direction::Out,
            name: "groups",
            element: None,
            word: 0,
        };
        Word(node(width, Op::Port(leaf)))
    }

    #[test]
    fn outputs_of_this_cycle_are_replaced() {
        let condition = |groups: Word| groups.lt(9) & groups.past().ne(groups);
        let (groups, other) = (output(4), inside("golden", 4));
        let expected = other.lt(9) & groups.past().ne(other);
        assert_eq!(with_outputs(condition(groups), |_| other), expected);
    }

    #[test]
    fn states_stay() {
        let groups = output(4);
        let state = crate::terms::state("held", 4, |held| held | groups);
        let condition = state.any();
        assert_eq!(with_outputs(condition, |_| inside("golden", 4)), condition);
    }

    #[test]
    fn words_fit() {
        let groups = output(4);
        let wide = inside("golden", 6);
        assert_eq!(
            with_outputs(groups.bit(3), |_| wide),
            wide.part(0, 4).bit(3)
        );
        let narrow = with_outputs(groups.bit(3), |_| inside("golden", 2));
        let Op::Part(below, 3) = narrow.node().op else {
            panic!("{narrow:?}");
        };
        assert_eq!(below.width, 4);
    }
}
