//! How threads are divided into blocks if the host does not choose (HST-13).

use heddle_contract::Config;

/// A block size for `global` threads in each dimension (x, y, z; each at least 1). Each extent, x first, is the largest divisor
/// of its dimension that fits the limit of threads in a block. The limit leaves every core a block, but is at least a warp and at
/// most the threads of a core.
pub fn chosen_block(global: [u32; 3], config: &Config) -> [u32; 3] {
    let core = &config.core;
    let most = core.threads() as u64;
    let all: u64 = global.iter().copied().map(u64::from).product();
    let share = all / config.cores as u64;
    let mut room = share.clamp(core.warp_size as u64, most) as u32;
    global.map(|count| {
        let extent = largest_divisor(count, room);
        room /= extent;
        extent
    })
}

/// The largest divisor of `number` that is at most `most`; `most` is at least 1.
fn largest_divisor(number: u32, most: u32) -> u32 {
    let divides = |divisor: &u32| number.is_multiple_of(*divisor);
    (1..=most.min(number)).rev().find(divides).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_has_a_block_if_there_are_enough_threads() {
        let config = Config::preset("fung2009").expect("a preset");
        let core = &config.core;
        assert_eq!(
            chosen_block([64, 1, 1], &config),
            [core.warp_size as u32, 1, 1]
        );
        let many = 16 * 96;
        assert_eq!(chosen_block([many, 1, 1], &config), [96, 1, 1]);
        let most = core.threads() as u32;
        assert_eq!(
            chosen_block([1 << 20, 3, 1], &config)[0],
            most.next_power_of_two() / 2
        );
        assert_eq!(chosen_block([7, 5, 1], &config), [7, 1, 1]);
    }
}
