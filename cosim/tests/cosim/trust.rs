//! Proofs of equality find mistakes: in the RTL, and in the gates of golden units.

use crate::configurations::Configured;
use crate::equal::question;
use crate::mutation::tiny;
use heddle_contract::units::{BccSequencer, PartnerSyncTable};
use heddle_contract::{Values, Words};
use heddle_cosim::emit;
use heddle_cosim::equal::Relation;
use heddle_cosim::equal::mutants::{Judged, Mutants};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Mutants of each side.
const FEW: usize = 8;

fn mutants<U: Configured + Relation>(params: &U::Params) -> Mutants {
    let verilog = emit::<U>(params).expect("it is described without mistakes");
    Mutants {
        equal: question(verilog, Path::new("unused")),
        count: FEW,
        done: Arc::default(),
    }
}

fn found<U: Configured + Relation>()
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let params = tiny::<U>();
    let mutants = mutants::<U>(&params);
    let report = mutants.run::<U>(&params).expect("the tools are there");
    let judged = [&report.rtl, &report.gates];
    let done: usize = judged.iter().map(|judged| judged.tried).sum();
    assert_eq!(mutants.done.load(Ordering::Relaxed), done as u64);
    judged.into_iter().for_each(finds);
    assert_eq!(report.shown.len(), report.rtl.differs);
}

fn finds(judged: &Judged) {
    assert!(judged.agrees() && judged.tried == FEW, "{judged:#?}");
    assert!(judged.told >= FEW / 2, "{judged:#?}");
    assert!(judged.differs >= judged.told, "{judged:#?}");
    let settled = judged.differs + judged.equal + judged.open.len();
    assert_eq!(settled, judged.tried, "{judged:#?}");
}

#[test]
#[ignore = "at night: mutants are compiled"]
fn bcc_sequencer() {
    found::<BccSequencer>();
}

#[test]
#[ignore = "at night: mutants are compiled"]
fn partner_sync_table() {
    found::<PartnerSyncTable>();
}
