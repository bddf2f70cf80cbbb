//! Operands of a warp's lanes for the arbiter: lanes, PCs or addresses, nesting keys.

use super::random::{Random, ones};
use heddle_contract::units::unified_arbiter::Params;

/// Number of different addresses, and of different keys, in one request; a power of two.
const POOL: usize = 4;

/// Makes operands for one configuration.
#[derive(Clone, Debug)]
pub(super) struct Operands {
    params: Params,
}

impl Operands {
    pub fn new(params: &Params) -> Self {
        Self { params: *params }
    }

    /// The lanes that take part in a request.
    pub fn lanes(&self, random: &mut Random) -> u64 {
        let lanes = self.params.lanes() as u64;
        let (some, more) = (random.word(), random.word());
        let (one, other) = (random.one_bit(lanes), random.one_bit(lanes));
        let (few, many) = (some & more, some | more);
        let choices = [0, u64::MAX, u64::MAX, one, one | other, few, many, some];
        let mask = choices[random.below(8) as usize];
        mask & ones(lanes as u32)
    }

    /// Fills in the addresses and keys of all lanes.
    pub fn fill(&self, random: &mut Random, memory: bool, address: &mut [u64], key: &mut [u64]) {
        match random.below(8) {
            0 => self.any(random, address, key),
            1 => self.two_differ(random, memory, address, key),
            2 => self.one_target(random, memory, address, key),
            _ => self.mixed(random, memory, address, key),
        }
    }

    /// Everything is random.
    fn any(&self, random: &mut Random, address: &mut [u64], key: &mut [u64]) {
        let (address_mask, key_mask) = self.masks();
        for (address, key) in address.iter_mut().zip(key) {
            *address = random.word() & address_mask;
            *key = random.word() & key_mask;
        }
    }

    /// Few values that are near each other, distributed to the lanes.
    fn mixed(&self, random: &mut Random, memory: bool, address: &mut [u64], key: &mut [u64]) {
        let target = random.number(self.target_bits(memory));
        let addresses = self.addresses(random, memory, target);
        let keys = self.keys(random);
        deal(random, &addresses, address);
        deal(random, &keys, key);
    }

    /// One PC or line for all lanes, with keys distributed.
    fn one_target(&self, random: &mut Random, memory: bool, address: &mut [u64], key: &mut [u64]) {
        let target = random.number(self.target_bits(memory));
        let addresses: [u64; POOL] = std::array::from_fn(|_| self.operand(random, memory, target));
        let keys = self.keys(random);
        deal(random, &addresses, address);
        deal(random, &keys, key);
    }

    /// All lanes alike, except one or two.
    fn two_differ(&self, random: &mut Random, memory: bool, address: &mut [u64], key: &mut [u64]) {
        let target = random.number(self.target_bits(memory));
        let addresses = self.addresses(random, memory, target);
        let keys = self.keys(random);
        address.fill(addresses[0]);
        key.fill(keys[0]);
        for other in 1..3 {
            let lane = random.below(address.len() as u64) as usize;
            address[lane] = addresses[other];
            key[lane] = keys[other];
        }
    }

    fn addresses(&self, random: &mut Random, memory: bool, target: u64) -> [u64; POOL] {
        let bits = self.target_bits(memory);
        std::array::from_fn(|_| {
            let near = random.near(target, bits);
            self.operand(random, memory, near)
        })
    }

    fn keys(&self, random: &mut Random) -> [u64; POOL] {
        let bits = self.params.key_bits();
        let key = random.number(bits);
        std::array::from_fn(|_| random.near(key, bits))
    }

    /// An operand for a PC or a line; the other bits are random.
    fn operand(&self, random: &mut Random, memory: bool, target: u64) -> u64 {
        let low = if memory { self.params.offset_bits() } else { 0 };
        let field = ones(self.target_bits(memory)) << low;
        (target << low) | (random.word() & self.masks().0 & !field)
    }

    /// Width of the part that decides: a PC or a line number.
    fn target_bits(&self, memory: bool) -> u32 {
        if memory {
            self.params.line_bits()
        } else {
            self.params.pc_bits()
        }
    }

    fn masks(&self) -> (u64, u64) {
        (
            ones(self.params.operand_bits()),
            ones(self.params.key_bits()),
        )
    }
}

/// Gives every lane a value of the pool.
fn deal(random: &mut Random, pool: &[u64; POOL], lanes: &mut [u64]) {
    const BITS: u32 = POOL.ilog2();
    for some in lanes.chunks_mut((64 / BITS) as usize) {
        let mut choice = random.word();
        for lane in some {
            *lane = pool[choice as usize % POOL];
            choice >>= BITS;
        }
    }
}
