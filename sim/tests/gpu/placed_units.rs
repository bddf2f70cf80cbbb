//! Mechanisms say which units of their cores can be replaced, and the cores have a place for each of these.

use crate::support::{Asm, job, reg::*, tiny, words};
use heddle_contract::{Behaviour, Golden, for_each_unit, units};
use heddle_isa::Op;
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Error, Gpu, Job, Limits, Mechanism};
use std::collections::BTreeSet;

/// Every second thread takes a branch.
fn branches() -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T1, A0, 1);
    a.branch(Op::Bne, T1, ZERO, "odd");
    a.imm(Op::Addi, T1, T1, 2);
    a.label("odd");
    a.ret();
    job(a, 1, 16, vec![words("out", 16)])
}

/// Runs golden units from outside under each mechanism that has the unit; returns how many there are.
fn placed<U: ReplaceableUnit, G: Golden<U> + Behaviour<U>>() -> usize {
    let (gpu, job, limits) = (Gpu::new(&tiny()).unwrap(), branches(), Limits::default());
    let make = |_, params: &U::Params| G::new(params);
    for mechanism in U::mechanisms() {
        let ran = gpu.run_under::<U, G>(&job, mechanism, &limits, make);
        let (report, _) = ran.unwrap_or_else(|error| panic!("{}: {error}", U::NAME));
        let plain = gpu.run(&job, mechanism, &limits).unwrap();
        assert!(report == plain, "{}, {mechanism}", U::NAME);
    }
    if U::mechanisms().is_empty() {
        let refused = gpu.run_with::<U, G>(&job, &limits, make).err();
        let unit = U::NAME;
        assert!(matches!(refused, Some(Error::NotInCores { unit: of }) if of == unit));
    }
    U::mechanisms().len()
}

#[test]
fn every_unit_that_a_mechanism_names_has_its_place() {
    macro_rules! places {
        ($($stem:ident $unit:ident,)*) => {
            [$(placed::<units::$unit, heddle_units::$unit>()),*]
        };
    }
    let places: usize = for_each_unit!(places).iter().sum();
    let named = Mechanism::ALL.iter().flat_map(|m| m.about().units);
    assert_eq!(places, named.count(), "a name that no unit has, or twice");
}

#[test]
fn mechanisms_tell_what_they_are() {
    let told = Mechanism::ALL.map(|mechanism| mechanism.about());
    for (mechanism, about) in Mechanism::ALL.into_iter().zip(told) {
        let texts = [about.summary, about.source, about.section];
        assert!(texts.iter().all(|text| !text.is_empty()), "{mechanism}");
        assert_eq!(mechanism.name().parse(), Ok(mechanism));
    }
    let summaries: BTreeSet<_> = told.iter().map(|about| about.summary).collect();
    assert_eq!(summaries.len(), Mechanism::ALL.len());
}
