//! What is asked about a golden unit and its RTL: claims, a relation, and the checker that has them.

use super::golden::Gates;
use super::{Relation, claims, counters, link};
use crate::Checked;
use crate::error::Error;
use crate::gates::Blif;
use crate::prove::equality::{Engine, Labels, Sides};
use heddle_contract::{Properties, Property};
use heddle_hdl::{Checker, invariants};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The question of whether both are equal.
pub(super) struct Asked {
    /// The golden unit.
    pub golden: Gates,
    /// The checker beside the RTL.
    pub checker: Checker,
    /// The names of the contract's corners.
    pub corners: Vec<&'static str>,
    /// Label and text of each assumption: those of the contract, and behind them those about counters.
    pub assumptions: Vec<(&'static str, &'static str)>,
    labels: Labels,
}

impl Asked {
    pub fn new<U: Checked + Relation>(params: &U::Params, golden: Gates) -> Self {
        let mut contract = Properties::of::<U>(params);
        for assumption in &mut contract.assumptions {
            *assumption = claims::by_either(*assumption, &golden);
        }
        contract
            .assumptions
            .extend(counters::last(U::NAME, |word| golden.word(word)));
        let of = Properties {
            guarantees: claims::claims::<U>(params, &golden),
            ..contract
        };
        let mut relation = U::relation(params, &golden);
        let written = relation.len();
        relation.extend(invariants::<U>(params));
        let labels = |all: &[Property]| all.iter().map(|property| property.label).collect();
        let texts = of.assumptions.iter().map(|it| (it.label, it.name));
        Self {
            corners: of.corners.iter().map(|corner| corner.name).collect(),
            assumptions: texts.collect(),
            labels: Labels {
                claims: labels(&of.guarantees),
                relation: labels(&relation),
                written,
            },
            checker: Checker::for_proofs::<U>(params, of, relation),
            golden,
        }
    }

    /// Links the gates of the golden unit, or such with a mistake, to the RTL and the checker.
    pub fn link(&self, blif: &mut Blif, golden: &Gates) {
        link::link(blif, golden, &self.checker);
    }

    /// The questions about the RTL and the gates of the golden unit, or such with a mistake; `asked` counts them.
    pub fn engine(
        &self,
        rtl: Sides,
        golden: &Gates,
        asked: &Arc<AtomicU64>,
    ) -> Result<Engine, Error> {
        let linked = rtl.with(|blif| self.link(blif, golden));
        linked.engine(&self.labels, asked)
    }

    /// The questions about gates that are linked.
    pub fn about(&self, linked: Sides, asked: &Arc<AtomicU64>) -> Result<Engine, Error> {
        linked.engine(&self.labels, asked)
    }
}
