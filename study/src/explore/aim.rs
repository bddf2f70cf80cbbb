//! What makes one machine better than another.

/// How speeds of programs become one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mean {
    /// The geometric mean of speed-ups: each program weighs the same, and the choice of the reference changes no order.
    #[default]
    Geometric,
    /// The harmonic mean of speed-ups: that of the mean time, if every program takes as long on the reference.
    Harmonic,
}

impl Mean {
    /// Every mean.
    pub const ALL: [Mean; 2] = [Mean::Geometric, Mean::Harmonic];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mean::Geometric => "geometric",
            Mean::Harmonic => "harmonic",
        }
    }

    /// The natural logarithm of the mean of speed-ups, which are given as logarithms; at least one.
    pub fn of_logs(self, logs: &[f64]) -> f64 {
        let count = logs.len() as f64;
        match self {
            Mean::Geometric => logs.iter().sum::<f64>() / count,
            Mean::Harmonic => {
                let times: f64 = logs.iter().map(|log| (-log).exp()).sum();
                (count / times).ln()
            }
        }
    }
}

/// What the winner among the points of a front is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The fewest cycles.
    #[default]
    Cycles,
    /// The least product of cycles and bits.
    CyclesBits,
}

impl Aim {
    /// Every aim.
    pub const ALL: [Aim; 2] = [Aim::Cycles, Aim::CyclesBits];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Aim::Cycles => "cycles",
            Aim::CyclesBits => "cycles-bits",
        }
    }

    /// How good a point with these bits and this logarithm of its speed is; the greatest wins. Every aim prefers more speed at
    /// the same bits and fewer bits at the same speed, so its winner is on the front.
    pub fn merit(self, bits: u64, log_speed: f64) -> f64 {
        match self {
            Aim::Cycles => log_speed,
            Aim::CyclesBits => log_speed - (bits as f64).ln(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_speeds() {
        let logs = [2.0_f64.ln(), 8.0_f64.ln()];
        assert!((Mean::Geometric.of_logs(&logs).exp() - 4.0).abs() < 1e-12);
        assert!((Mean::Harmonic.of_logs(&logs).exp() - 3.2).abs() < 1e-12);
    }

    #[test]
    fn a_product_prefers_half_the_bits_to_a_tenth_more_speed() {
        let (small, large) = ((500, 1.0_f64.ln()), (1000, 1.1_f64.ln()));
        let merit = |aim: Aim, (bits, speed)| aim.merit(bits, speed);
        assert!(merit(Aim::Cycles, large) > merit(Aim::Cycles, small));
        assert!(merit(Aim::CyclesBits, large) < merit(Aim::CyclesBits, small));
    }
}
