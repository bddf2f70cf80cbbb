//! What waits for the registers between a grant and its operands, and between a fetch and the comparison of PCs.

use heddle_contract::Values;
use heddle_contract::units::stackless_front_end::In;
use heddle_types::{LaneMask, Pc, WarpId};

/// The longest latency of a table of PCs, with the register before it.
const LONGEST: usize = 3;

/// The operands of a request.
#[derive(Clone, Debug)]
pub(super) struct Operands {
    /// Whether they are to be presented.
    pub full: bool,
    /// Whether they belong to a request for a PC.
    pub is_pc: bool,
    pub lanes: u64,
    pub address: Vec<u64>,
    pub key: Vec<u64>,
}

impl Operands {
    fn of(input: &In<Values>) -> Self {
        Operands {
            full: false,
            is_pc: false,
            lanes: 0,
            address: input.address.clone(),
            key: input.key.clone(),
        }
    }
}

/// The operands of granted requests, until they are presented.
#[derive(Clone, Debug)]
pub(super) struct Granted {
    slots: Vec<Operands>,
    at: usize,
}

impl Granted {
    /// For operands that come `latency` cycles after the grant.
    pub fn new(latency: u32, input: &In<Values>) -> Self {
        Granted {
            slots: vec![Operands::of(input); latency as usize + 1],
            at: 0,
        }
    }

    /// Where the operands of a request that is granted in this cycle go.
    pub fn granted(&mut self) -> &mut Operands {
        let last = (self.at + self.slots.len() - 1) % self.slots.len();
        &mut self.slots[last]
    }

    /// The operands that are to be presented in this cycle.
    pub fn due(&mut self) -> Option<&mut Operands> {
        let slot = &mut self.slots[self.at];
        slot.full.then_some(slot)
    }

    /// The next cycle.
    pub fn tick(&mut self) {
        self.slots[self.at].full = false;
        self.at = (self.at + 1) % self.slots.len();
    }
}

/// A fetch, whose next PC is compared with the PCs of all lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub warp: WarpId,
    /// Lanes that can run and are not fetched.
    pub others: LaneMask,
    pub next: Pc,
}

/// Fetches until their comparison is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    latency: usize,
    looks: [Option<Look>; LONGEST],
}

impl Looks {
    pub fn new(latency: u32) -> Self {
        Looks {
            latency: latency as usize,
            looks: [None; LONGEST],
        }
    }

    /// Whether a comparison is known in the cycle of the fetch.
    pub fn at_once(&self) -> bool {
        self.latency == 0
    }

    /// A fetch of this cycle.
    pub fn fetched(&mut self, look: Look) {
        self.looks[self.latency - 1] = Some(look);
    }

    /// The fetch whose comparison is known in this cycle.
    pub fn due(&mut self) -> Option<Look> {
        self.looks[0]
    }

    /// The next cycle: called after [`due`](Self::due), before [`fetched`](Self::fetched).
    pub fn advance(&mut self) {
        self.looks.rotate_left(1);
        self.looks[LONGEST - 1] = None;
    }
}
