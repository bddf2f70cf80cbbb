//! Checks every pair of commands of random runs against the timing rules, which are written down here a second time,
//! as distances.

use super::super::interleave::DramLocation;
use super::controller::Command::{self, Activate, Precharge, Read, Write};
use super::sequences::{Wish, machine, run};
use crate::packet::Kind;
use heddle_contract::config::{Config, Dram};
use heddle_machines::cases;
use heddle_types::Cycle;
use proptest::prelude::*;

/// Minimum number of cycles from the first command to the second.
fn distance(dram: &Dram, first: Command, second: Command) -> u32 {
    let burst = 64 / dram.bus_bytes;
    let same = |a: DramLocation, b: DramLocation| a.bank == b.bank;
    let written = dram.t_wl + burst;
    match (first, second) {
        (Activate(a), Activate(b)) if same(a, b) => dram.t_rc,
        (Activate(_), Activate(_)) => dram.t_rrd,
        (Activate(a), Precharge(b)) if same(a, b) => dram.t_ras,
        (Activate(a), Read(b) | Write(b)) if same(a, b) => dram.t_rcd,
        (Precharge(a), Activate(b)) if same(a, b) => dram.t_rp,
        (Read(a), Precharge(b)) if same(a, b) => burst,
        (Write(a), Precharge(b)) if same(a, b) => written + dram.t_wr,
        (Read(_), Read(_)) | (Write(_), Write(_)) => dram.t_ccd.max(burst),
        (Write(_), Read(_)) => dram.t_ccd.max(written + dram.t_wtr),
        (Read(_), Write(_)) => {
            let turned = (dram.t_cl + burst + 2).saturating_sub(dram.t_wl);
            turned.max(dram.t_ccd)
        }
        _ => 1,
    }
}

/// Whether every command fits the open row of its bank: a column command needs its own row open, an activate needs
/// none open.
fn rows_fit(commands: &[(u64, Command)]) -> bool {
    let mut rows = [None; 64];
    commands.iter().all(|(_, command)| match *command {
        Activate(place) => rows[place.bank].replace(place.row).is_none(),
        Precharge(place) => rows[place.bank].take().is_some(),
        Read(place) | Write(place) => rows[place.bank] == Some(place.row),
    })
}

fn wish() -> impl Strategy<Value = (u64, Kind, u32, u32)> {
    let kind = prop_oneof![
        5 => Just(Kind::Read),
        3 => Just(Kind::Write),
        1 => Just(Kind::Atomic),
    ];
    (0..40u64, kind, 0..3u32, 0..8u32)
}

/// Requests with gaps between them; the number of a line determines where it lies.
fn wishes(of: &[(u64, Kind, u32, u32)]) -> Vec<Wish> {
    let mut cycle = 0;
    let wish = |&(gap, kind, row, part): &(u64, Kind, u32, u32)| {
        cycle += gap;
        let (bank, line) = ((part / 2) as usize, row * 8 + part);
        Wish {
            cycle: Cycle::new(cycle),
            kind,
            bank,
            row,
            line,
        }
    };
    of.iter().map(wish).collect()
}

fn machines() -> impl Strategy<Value = Config> {
    let times = proptest::collection::vec(1..40u32, 10);
    (times, 0..4u32, any::<bool>()).prop_map(|(times, bus, fifo)| {
        let mut config = machine(&["dram.queue=64"]);
        let dram = &mut config.dram;
        dram.bus_bytes = 8 << bus;
        if fifo {
            dram.scheduling = heddle_contract::config::Scheduling::Fifo;
        }
        let fields = [
            &mut dram.t_cl,
            &mut dram.t_wl,
            &mut dram.t_rp,
            &mut dram.t_rc,
            &mut dram.t_ras,
            &mut dram.t_rcd,
            &mut dram.t_rrd,
            &mut dram.t_ccd,
            &mut dram.t_wr,
            &mut dram.t_wtr,
        ];
        fields
            .into_iter()
            .zip(times)
            .for_each(|(to, time)| *to = time);
        config
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn commands_keep_their_distances(
        config in machines(),
        of in proptest::collection::vec(wish(), 1..60),
    ) {
        let wishes = wishes(&of);
        let log = run(&config, &wishes, true);
        for (later, &(cycle, command)) in log.commands.iter().enumerate() {
            for &(before, first) in &log.commands[..later] {
                let least = distance(&config.dram, first, command);
                prop_assert!(
                    cycle - before >= u64::from(least),
                    "{first:?} at {before}, {command:?} at {cycle}, {least} apart at least"
                );
            }
        }
        prop_assert!(rows_fit(&log.commands), "{:?}", log.commands);
        let mut answered: Vec<u32> = log.answers.iter().map(|answer| answer.0).collect();
        answered.sort_unstable();
        prop_assert!(answered.into_iter().eq(0..wishes.len() as u32));
        prop_assert_eq!(log, run(&config, &wishes, false));
    }
}
