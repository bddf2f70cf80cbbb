//! European options by the formula of Black and Scholes, with `expf` and `logf` as software subroutines: their rarely executed
//! blocks are those that fung2009, 6.2 describes.
//!
//! Problem: prices of calls and puts, with the normal distribution by Abramowitz and Stegun's 26.2.17.
//!
//! The reference computes in double precision. A price is the difference of products below 128, whose rounding to single
//! precision costs up to 3.8e-6 each; a price takes a dozen such roundings, so the kernels may be off by 5e-5.
//!
//! KRN-8: an option for each thread; with several, threads starve longer under `dwf`.

use crate::input::{Random, address, bits, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct BlackScholes {
    name: &'static str,
    about: &'static str,
}

/// With the subroutines of a C library.
pub const BLACK_SCHOLES: BlackScholes = BlackScholes {
    name: "black_scholes",
    about: "option prices; exp, log and square root are software subroutines (fung2009, 6.2)",
};

/// With subroutines that do not branch: only two signs remain on which threads disagree.
pub const BLACK_SCHOLES_STRAIGHT: BlackScholes = BlackScholes {
    name: "black_scholes_straight",
    about: "`black_scholes` with subroutines that do not branch",
};

/// Largest error of a price, in its own unit.
const WITHIN: f64 = 5e-5;

/// Riskless rate and volatility, per year.
const RATE: f32 = 0.02;
const VOLATILITY: f32 = 0.30;

fn options(size: Size) -> u32 {
    size.pick(96, 1 << 17)
}

/// Threads of a block. In the full size a block fills a core: "all of them have to finish before the
/// shader core can begin with a new block" (fung2009, section 5), so a block ends with its slowest thread.
fn block(size: Size, room: Room) -> u32 {
    size.pick(block_threads(room.threads), room.threads)
}

/// Price and strike price of the stock, years until the option expires: uniform in the ranges of
/// NVIDIA's example, which fung2009 ran.
fn market(size: Size, seed: u64) -> [Vec<f32>; 3] {
    let mut random = Random::new(seed);
    [[5.0, 30.0], [1.0, 100.0], [0.25, 10.0]].map(|[low, high]| {
        let mut number = || low + (high - low) * random.fraction();
        (0..options(size)).map(|_| number()).collect()
    })
}

/// Abramowitz and Stegun, 26.2.17.
fn cumulative(d: f64) -> f64 {
    const P: f64 = 0.231_641_9;
    const B: [f64; 5] = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let t = 1.0 / (1.0 + P * d.abs());
    let sum: f64 = B.iter().zip(1..).map(|(b, power)| b * t.powi(power)).sum();
    let density = (-d * d / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = density * sum;
    if d > 0.0 { 1.0 - tail } else { tail }
}

/// Prices of the call and of the put.
fn prices(price: f64, strike: f64, years: f64) -> [f64; 2] {
    let (rate, volatility) = (f64::from(RATE), f64::from(VOLATILITY));
    let spread = volatility * years.sqrt();
    let d1 = ((price / strike).ln() + (rate + volatility * volatility / 2.0) * years) / spread;
    let d2 = d1 - spread;
    let present = strike * (-rate * years).exp();
    let call = price * cumulative(d1) - present * cumulative(d2);
    [call, call - price + present] // the put by put-call parity
}

impl Workload for BlackScholes {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn source(&self) -> &'static str {
        "kernels/black_scholes/black_scholes.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../black_scholes/black_scholes.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [price, strike, years] = market(size, seed).map(|numbers| bits(&numbers));
        vec![
            input("price", &price),
            input("strike", &strike),
            input("years", &years),
            output(scratch("call", options(size))),
            output(scratch("put", options(size))),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let options = options(size);
        let block = block(size, room);
        let numbers = [Arg::U32(options), Arg::F32(RATE), Arg::F32(VOLATILITY)];
        vec![Launch {
            kernel: self.name().into(),
            grid: [options.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: ["price", "strike", "years", "call", "put"]
                .map(address)
                .into_iter()
                .chain(numbers)
                .collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let [price, strike, years] = market(size, seed);
        let of_option = |option: usize| {
            let [price, strike, years] = [&price, &strike, &years].map(|n| f64::from(n[option]));
            prices(price, strike, years)
        };
        let both: Vec<[f64; 2]> = (0..price.len()).map(of_option).collect();
        let expected = |(buffer, side): (_, usize)| Expected {
            buffer,
            columns: None,
            values: Values::Near {
                values: both.iter().map(|prices| prices[side]).collect(),
                within: WITHIN,
            },
        };
        [("call", 0), ("put", 1)].map(expected).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_is_that_of_the_tables() {
        // Abramowitz and Stegun, table 26.1; the formula is good to 7.5e-8.
        for (d, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (2.0, 0.977_249_868),
            (-1.0, 0.158_655_254),
        ] {
            assert!((cumulative(d) - p).abs() < 7.5e-8, "{d}");
        }
    }

    #[test]
    fn a_textbook_option() {
        // Far in the money and close to expiry, a call is worth the stock less the discounted strike.
        let [call, put] = prices(30.0, 1.0, 0.25);
        assert!((call - (30.0 - (-0.02_f64 * 0.25).exp())).abs() < 1e-6);
        assert!(put.abs() < 1e-6);
    }
}
