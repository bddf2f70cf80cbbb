//! No two entries of a set have the same PC, and the ways of a set have different ranks.

use heddle_contract::Property;
use heddle_contract::config::Replacement;
use heddle_contract::terms::{self, Is, Row, Word, inside, memory};
use heddle_contract::units::pc_warp_lut::Params;

/// The memories of a way.
struct Way {
    pc: Row,
    occ: Row,
    rank: Option<Row>,
}

/// Invariants of the table that answers within the cycle.
pub(super) fn invariants(p: &Params) -> Vec<Property> {
    let walk = inside("walk_q", p.set_bits() + 1);
    let ways: Vec<Way> = (0..p.ways()).map(|way| Way::of(p, way)).collect();
    let mut invariants = vec![
        Property::new(
            "cleared_set_by_set",
            "the table is cleared set by set",
            walk.le(p.sets()),
        ),
        Property::new(
            "pcs_of_set_differ",
            "no two entries have one PC",
            of_pairs(p, &ways, |set, one, other| {
                let both = one.is_used(walk, set) & other.is_used(walk, set);
                !both | one.pc[set].ne(other.pc[set])
            }),
        ),
    ];
    if p.replacement() == Replacement::Lru && p.ways() > 1 {
        invariants.push(Property::new(
            "ranks_of_set_differ",
            "the ways of a set have ranks of their own",
            of_pairs(p, &ways, |set, one, other| {
                let ranks = one.rank.iter().zip(&other.rank);
                walk.le(set) | terms::all(ranks.map(|(one, other)| one[set].ne(other[set])))
            }),
        ));
    }
    invariants
}

impl Way {
    fn of(p: &Params, way: usize) -> Self {
        let of_sets = |path: String, width| memory(&path, p.sets(), width);
        let has_ranks = p.replacement() == Replacement::Lru && p.ways() > 1;
        Self {
            pc: of_sets(format!("g_way[{way}].pc_q"), p.pc_bits()),
            occ: of_sets(format!("g_way[{way}].occ_q"), p.lanes() as u32),
            rank: has_ranks.then(|| of_sets(format!("g_rank[{way}].rank_q"), p.ways().ilog2())),
        }
    }

    fn is_used(&self, walk: Word, set: usize) -> Is {
        walk.gt(set) & self.occ[set].any()
    }
}

/// Whether something holds for all sets and all pairs of their ways.
fn of_pairs(p: &Params, ways: &[Way], is_so: impl Fn(usize, &Way, &Way) -> Is) -> Is {
    let pairs = ways.iter().enumerate().flat_map(|(at, one)| {
        let others = ways[at + 1..].iter();
        others.map(move |other| (one, other))
    });
    terms::all(pairs.flat_map(|(one, other)| {
        let is_so = &is_so;
        (0..p.sets()).map(move |set| is_so(set, one, other))
    }))
}
