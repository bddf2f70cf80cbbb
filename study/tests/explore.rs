//! Searches for fronts whose answer is known, without simulations.

use heddle_study::explore::{
    Ask, Candidate, Evaluator, Found, FrontSearch, Mean, Measured, SearchPlan, Stage, front,
};
use std::collections::{BTreeMap, BTreeSet};

/// Programs whose cycles on a point are known, and windows that mislead.
struct Synthetic {
    plan: SearchPlan,
    /// The cycles of a whole run, by point and program.
    cycles: Vec<Vec<u64>>,
    /// The logarithm by which the rate in a window of so many cycles differs from that of the whole run.
    error: fn(&Candidate, usize, u64) -> f64,
    needs: BTreeMap<String, u64>,
    asked: Vec<Ask>,
    stages: Vec<Stage>,
    /// Answers that are given before it fails.
    left: usize,
}

/// What a run of each program executes.
const INSTRUCTIONS: f64 = 1e9;

impl Evaluator for Synthetic {
    type Error = &'static str;

    fn measure(&mut self, stage: Stage, asks: &[Ask]) -> Result<Vec<Measured>, &'static str> {
        self.stages.push(stage);
        self.left = self.left.checked_sub(asks.len()).ok_or("interrupted")?;
        self.asked.extend_from_slice(asks);
        Ok(asks.iter().map(|ask| self.measured(ask)).collect())
    }
}

impl Synthetic {
    fn new(plan: SearchPlan, cycles: Vec<Vec<u64>>) -> Synthetic {
        Synthetic {
            plan,
            cycles,
            error: |_, _, _| 0.0,
            needs: BTreeMap::new(),
            asked: Vec::new(),
            stages: Vec::new(),
            left: usize::MAX,
        }
    }

    fn measured(&self, ask: &Ask) -> Measured {
        let cycles = self.cycles[ask.point][ask.program];
        let candidate = self.plan.candidates.get(ask.point);
        let too_small = candidate.is_some_and(|candidate| {
            let mut needs = self.needs.iter();
            needs.any(|(key, need)| {
                let size = candidate.values.get(key);
                size.is_some_and(|size| size.parse::<u64>().unwrap() < *need)
            })
        });
        let of_window = ask.window.filter(|window| *window < cycles);
        let rate = INSTRUCTIONS / cycles as f64;
        let error = match (of_window, candidate) {
            (Some(window), Some(candidate)) => (self.error)(candidate, ask.program, window),
            _ => 0.0,
        };
        let run = of_window.unwrap_or(cycles);
        Measured {
            cycles: run,
            thread_instructions: (rate * error.exp() * run as f64) as u64,
            is_complete: of_window.is_none() && !too_small,
            failure: too_small.then(|| "no room".into()),
            usage: None,
            needs: self.needs.clone(),
        }
    }

    fn found(&mut self) -> Found {
        let plan = self.plan.clone();
        FrontSearch::new(&plan, self)
            .run(0)
            .expect("no interruption")
    }

    /// The logarithms of mean speed-ups of all points.
    fn truth(&self) -> Vec<f64> {
        let reference = self.cycles.last().expect("a reference");
        let points = self.plan.candidates.len();
        let of_point = |cycles: &Vec<u64>| {
            let logs = cycles.iter().zip(reference);
            let logs: Vec<f64> = logs
                .map(|(of, to)| (*to as f64 / *of as f64).ln())
                .collect();
            self.plan.mean.of_logs(&logs)
        };
        self.cycles[..points].iter().map(of_point).collect()
    }

    fn true_front(&self) -> Vec<usize> {
        let truth = self.truth();
        let points = self.plan.candidates.iter().zip(truth);
        let points: Vec<(u64, f64)> = points.map(|(point, speed)| (point.bits, speed)).collect();
        front(&points)
    }

    /// By how much, as a part, the best found point is slower than the best one, at the budget where that is worst.
    fn loss(&self, found: &Found) -> f64 {
        let truth = self.truth();
        let best = |of: &mut dyn Iterator<Item = usize>, bits: u64| {
            let within = of.filter(|point| self.plan.candidates[*point].bits <= bits);
            within
                .map(|point| truth[point])
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let loss = |bits: u64| {
            let of_all = best(&mut (0..truth.len()), bits);
            let of_found = best(&mut found.front.iter().copied(), bits);
            1.0 - (of_found - of_all).exp()
        };
        let budgets = self.plan.candidates.iter().map(|point| point.bits);
        budgets.map(loss).fold(0.0, f64::max)
    }

    /// Cycles that were run.
    fn spent(&self) -> u64 {
        let asked = self.asked.iter();
        asked.map(|ask| self.measured(ask).cycles).sum()
    }

    /// Cycles of whole runs of everything.
    fn factorial(&self) -> u64 {
        self.cycles.iter().flatten().sum()
    }
}

/// Four mechanisms with 5 x 4 values each. Every key is worth bits, and speed with diminishing returns; some mechanisms are never
/// worth their bits.
fn landscape() -> Synthetic {
    let mut candidates = Vec::new();
    let mut cycles = Vec::new();
    for (number, (name, bits, speed)) in [
        ("a", 1000.0, 0.8),
        ("b", 1800.0, 1.0),
        ("c", 2500.0, 0.9),
        ("d", 4000.0, 1.6),
    ]
    .into_iter()
    .enumerate()
    {
        for pool in 0..5_u32 {
            for ways in 0..4_u32 {
                let grown = f64::from(pool) * 0.5 + f64::from(ways) * 0.3;
                let values = [("pool", 4 << pool), ("ways", 1 << ways)];
                candidates.push(Candidate {
                    mechanism: name.into(),
                    values: values
                        .map(|(key, value)| (key.into(), value.to_string()))
                        .into(),
                    bits: (bits * (1.0 + grown)) as u64,
                });
                let gain = |program: usize| {
                    let weight = 0.05 * ((program + number) % 3) as f64;
                    speed * (1.0 + weight * (1.0 - (-grown).exp()))
                };
                cycles.push((0..3).map(|program| (4e6 / gain(program)) as u64).collect());
            }
        }
    }
    cycles.push(vec![4_000_000; 3]);
    let plan = SearchPlan {
        candidates,
        programs: 3,
        windows: vec![30_000, 100_000, 400_000],
        mean: Mean::Geometric,
        resolution: 0.005,
        sizes: Vec::new(),
        seed: 1,
        reversed: false,
    };
    Synthetic::new(plan, cycles)
}

/// An error that looks random, is that of a mechanism and a program to one part and of the point to another, and fades with
/// longer windows.
fn noise(candidate: &Candidate, program: usize, window: u64) -> f64 {
    let hash = |text: &str| {
        let mixed = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        (mixed >> 32) as f64 / f64::from(u32::MAX) - 0.5
    };
    let scale = (30_000.0 / window as f64).sqrt();
    let of_mechanism = hash(&format!("{}{program}", candidate.mechanism));
    let of_point = hash(&format!("{candidate:?}{program}{window}"));
    scale * (0.4 * of_mechanism + 0.05 * of_point)
}

#[test]
fn windows_without_error_find_the_front_exactly_to_the_resolution() {
    let mut synthetic = landscape();
    let found = synthetic.found();
    assert!(
        synthetic.loss(&found) <= 0.005,
        "{}",
        synthetic.loss(&found)
    );
    assert!(synthetic.spent() < synthetic.factorial() / 2);
    assert!(found.front.len() > 4, "{:?}", found.front);
    assert!(!synthetic.true_front().is_empty());
    let window = &found.windows[0];
    assert_eq!(window.points, 80);
    assert!(window.correlation.unwrap() > 0.999);
}

#[test]
fn noisy_windows_find_the_front_within_two_percent_in_half_of_the_time() {
    for seed in 0..20 {
        let mut synthetic = landscape();
        synthetic.error = noise;
        synthetic.plan.seed = seed;
        let found = synthetic.found();
        let (loss, part) = (
            synthetic.loss(&found),
            synthetic.spent() as f64 / synthetic.factorial() as f64,
        );
        println!("seed {seed}: loss {loss:.4}, {part:.2} of the time");
        assert!(loss <= 0.02 && part <= 0.5, "seed {seed}: {loss} in {part}");
    }
}

#[test]
fn reversed_screening_does_not() {
    for seed in 0..20 {
        let mut synthetic = landscape();
        synthetic.error = noise;
        synthetic.plan.seed = seed;
        synthetic.plan.reversed = true;
        let found = synthetic.found();
        let (loss, part) = (
            synthetic.loss(&found),
            synthetic.spent() as f64 / synthetic.factorial() as f64,
        );
        println!("seed {seed}: loss {loss:.4}, {part:.2} of the time");
        assert!(loss > 0.02 || part > 0.5, "seed {seed}: {loss} in {part}");
    }
}

#[test]
fn both_means_and_every_seed_are_repeatable() {
    for mean in Mean::ALL {
        let search = || {
            let mut synthetic = landscape();
            synthetic.error = noise;
            synthetic.plan.mean = mean;
            let found = synthetic.found();
            (found, synthetic.asked)
        };
        assert_eq!(search(), search());
    }
}

#[test]
fn nothing_is_asked_twice() {
    let mut synthetic = landscape();
    synthetic.error = noise;
    synthetic.found();
    let unlike: BTreeSet<&Ask> = synthetic.asked.iter().collect();
    assert_eq!(unlike.len(), synthetic.asked.len());
}

#[test]
fn a_program_that_ended_in_a_window_is_not_run_again() {
    let mut synthetic = landscape();
    for cycles in &mut synthetic.cycles {
        cycles[1] /= 200;
    }
    let found = synthetic.found();
    assert!(synthetic.loss(&found) <= 0.005);
    let asked = synthetic.asked.iter().filter(|ask| ask.program == 1);
    let (whole, cut): (Vec<&Ask>, Vec<&Ask>) = asked.partition(|ask| ask.window.is_none());
    assert!(cut.iter().all(|ask| ask.window == Some(30_000)));
    // The reference is run in full first, and tells its windows.
    assert_eq!((whole.len(), cut.len()), (1, 80));
}

#[test]
fn an_interrupted_search_says_so() {
    let mut synthetic = landscape();
    synthetic.left = 300;
    let plan = synthetic.plan.clone();
    let end = FrontSearch::new(&plan, &mut synthetic).run(0);
    assert_eq!(end.unwrap_err(), "interrupted");
}

#[test]
fn sizes_that_suffice_share_a_run_and_those_that_do_not_fail() {
    let mut synthetic = landscape();
    synthetic.plan.sizes = vec!["pool".into()];
    synthetic.needs = BTreeMap::from([("pool".into(), 16)]);
    // A larger pool is no faster.
    for (candidate, cycles) in synthetic.plan.candidates.iter().zip(&mut synthetic.cycles) {
        let slower = if candidate.mechanism == "d" { 3 } else { 4 };
        let ways: u64 = candidate.values["ways"].parse().unwrap();
        cycles.fill(1_000_000 * slower - 10_000 * ways);
    }
    let found = synthetic.found();
    // Of points that differ in a pool of 16 or more, one is run; the largest where all are wanted.
    let mut shared = BTreeSet::new();
    for ask in &synthetic.asked {
        let Some(candidate) = synthetic.plan.candidates.get(ask.point) else {
            continue;
        };
        let pool: u64 = candidate.values["pool"].parse().unwrap();
        let (mechanism, ways) = (&candidate.mechanism, &candidate.values["ways"]);
        let is_first = pool < 16 || shared.insert((mechanism, ways, ask.program, ask.window));
        assert!(is_first, "{ask:?}");
        let is_shortest = ask.window == Some(30_000);
        assert!(!is_shortest || ![16, 32].contains(&pool), "{ask:?}");
    }
    let small = synthetic.plan.candidates.iter().zip(&found.tried);
    for (candidate, tried) in small {
        let pool: u64 = candidate.values["pool"].parse().unwrap();
        assert_eq!(tried.failure.is_some(), pool < 16, "{candidate:?}");
    }
    let of_front = |point: &usize| synthetic.plan.candidates[*point].values["pool"] == "16";
    assert!(found.front.iter().all(of_front), "{:?}", found.front);
}

#[test]
fn a_reference_that_fails_ends_the_search() {
    let mut synthetic = landscape();
    let reference = synthetic.plan.candidates.len();
    struct Broken(Synthetic, usize);
    impl Evaluator for Broken {
        type Error = &'static str;
        fn measure(&mut self, stage: Stage, asks: &[Ask]) -> Result<Vec<Measured>, &'static str> {
            let mut all = self.0.measure(stage, asks)?;
            for (ask, measured) in asks.iter().zip(&mut all) {
                if ask.point == self.1 {
                    measured.failure = Some("deadlock".into());
                }
            }
            Ok(all)
        }
    }
    let plan = synthetic.plan.clone();
    synthetic.error = noise;
    let mut broken = Broken(synthetic, reference);
    let found = FrontSearch::new(&plan, &mut broken).run(5).unwrap();
    assert_eq!(found.reference_failure.as_deref(), Some("deadlock"));
    assert!(found.front.is_empty() && found.checked.is_empty());
    assert!(broken.0.asked.iter().all(|ask| ask.point == reference));
}

#[test]
fn points_off_the_front_are_drawn_by_chance() {
    let mut synthetic = landscape();
    let plan = synthetic.plan.clone();
    let found = FrontSearch::new(&plan, &mut synthetic).run(20).unwrap();
    let drawn: BTreeSet<usize> = found.checked.iter().map(|checked| checked.point).collect();
    assert_eq!(drawn.len(), 20);
    assert!(found.front.iter().all(|point| !drawn.contains(point)));
    for checked in &found.checked {
        assert!(checked.gain.unwrap() <= 0.005, "{checked:?}");
    }
}
