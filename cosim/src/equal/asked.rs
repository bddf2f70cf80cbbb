//! What is asked about a golden unit and its RTL: claims, a relation, and the checker that has them.

use super::golden::Gates;
use super::{Answer, Relation, claims, counters, link};
use crate::Checked;
use crate::error::Error;
use crate::gates::Blif;
use crate::prove::equality::Engine;
use heddle_contract::{Direction, Properties, Property, terms};
use heddle_hdl::{Checker, invariants};

/// The question of whether both are equal.
pub(super) struct Asked {
    /// The golden unit.
    pub golden: Gates,
    /// The checker beside the RTL.
    pub checker: Checker,
    /// The names of the contract's corners.
    pub corners: Vec<&'static str>,
    /// Labels of the claims.
    claims: Vec<&'static str>,
    /// Labels of the relation's properties, the first `written` of which were written for this proof.
    relation: Vec<&'static str>,
    written: usize,
}

impl Asked {
    pub fn new<U: Checked + Relation>(params: &U::Params, golden: Gates) -> Self {
        let mut contract = Properties::of::<U>(params);
        contract
            .assumptions
            .extend(counters::last(U::NAME, |word| golden.word(word)));
        let corners = contract.corners.iter().map(|corner| corner.name).collect();
        let of = Properties {
            guarantees: claims::claims::<U>(params, &golden),
            ..contract
        };
        let claims = of.guarantees.iter().map(|claim| claim.label).collect();
        let mut relation = relation::<U>(params, &golden);
        let written = relation.len();
        relation.extend(invariants::<U>(params));
        Self {
            corners,
            claims,
            relation: relation.iter().map(|property| property.label).collect(),
            written,
            checker: Checker::for_proofs::<U>(params, of, relation),
            golden,
        }
    }

    /// Links the gates of the golden unit, or such with a mistake, to the RTL and the checker.
    pub fn link(&self, blif: &mut Blif, golden: &Gates) {
        link::link(blif, golden, &self.checker);
    }

    /// The answer for linked gates.
    pub fn answer(&self, engine: &Engine) -> Result<Answer, Error> {
        engine.answer(&self.claims, &self.relation, self.written)
    }
}

/// How the golden state and the registers of the RTL belong together.
fn relation<U: Checked + Relation>(params: &U::Params, golden: &Gates) -> Vec<Property> {
    let input = terms::ports(params, Direction::In);
    let output = terms::ports(params, Direction::Out);
    U::relation(params, golden, &input, &output)
}
