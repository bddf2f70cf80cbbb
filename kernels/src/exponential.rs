//! The exponential function for workloads whose results are exact.
//!
//! KRN-20: `2^n` times a polynomial of fifth degree.

/// `e^x` for `x` up to 88: with `x / ln 2 = n + r`, where `n` is the nearest integer, it is `2^n` times the series of `e^(r ln
/// 2)` up to the fifth power, evaluated from the highest power; zero if `n` is below -126. Every operation is rounded to single
/// precision.
pub(crate) fn exponential(x: f32) -> f32 {
    const FACTORS: [f32; 6] = [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let twos = x * std::f32::consts::LOG2_E;
    let n = (twos + 127.5).floor() as i32 - 127; // halves go up, and the sum is rounded as well
    if n < -126 {
        return 0.0;
    }
    let t = (twos - n as f32) * std::f32::consts::LN_2;
    let series = FACTORS.into_iter().reduce(|sum, factor| sum * t + factor);
    let power = f32::from_bits(((n + 127) as u32) << 23);
    power * series.expect("there are factors")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_near_to_the_true_one() {
        for x in (-870..=880).map(|tenth| tenth as f32 / 10.0) {
            let exact = f64::from(x).exp();
            let error = (f64::from(exponential(x)) / exact - 1.0).abs();
            assert!(error < 2e-5, "{x}: {error}");
        }
        assert_eq!(exponential(0.0), 1.0);
        assert_eq!(exponential(-88.0), 0.0);
    }
}
