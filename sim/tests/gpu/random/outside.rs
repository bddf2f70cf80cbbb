//! Golden units from outside of the GPU, in random programs.

use super::{SEED, machines, program, resizing, schedulers};
use crate::support::run;
use heddle_contract::{Behaviour, Config, Golden, units};
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Gpu, Limits};
use heddle_units::{
    DwfScheduler, DwfSubsystem, DwrSubsystem, DwrSynchronizer, ReconvergenceStack,
    StacklessFrontEnd, StacklessSubsystem, ThreadPcTable,
};

/// A golden unit from outside that is clocked in every cycle changes nothing.
fn a_substitute_changes_nothing<U: ReplaceableUnit, G: Golden<U> + Behaviour<U>>(
    machines: &[Config],
) {
    for (seed, config) in (SEED..).zip(machines.iter().cycle().take(30)) {
        let job = program(seed);
        let gpu = Gpu::new(config).unwrap();
        let make = |_, params: &U::Params| G::new(params);
        for mechanism in U::mechanisms() {
            let substituted = gpu.run_under::<U, G>(&job, mechanism, &Limits::default(), make);
            assert!(
                substituted.unwrap().0 == run(config, &job, mechanism),
                "{}, {mechanism}, seed {seed}, {config:?}",
                U::NAME
            );
        }
    }
}

#[test]
fn a_front_end_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::StacklessFrontEnd, StacklessFrontEnd>(&machines());
}

#[test]
fn stacks_from_outside_change_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::ReconvergenceStack, ReconvergenceStack>(&machines());
}

#[test]
fn a_table_of_pcs_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::ThreadPcTable, ThreadPcTable>(&machines());
}

#[test]
fn a_scheduler_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::DwfScheduler, DwfScheduler>(&schedulers());
}

#[test]
fn a_subsystem_of_formation_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::DwfSubsystem, DwfSubsystem>(&schedulers());
}

#[test]
fn a_synchroniser_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::DwrSynchronizer, DwrSynchronizer>(&resizing());
}

#[test]
fn a_subsystem_of_resizing_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::DwrSubsystem, DwrSubsystem>(&resizing());
}

#[test]
fn a_stackless_subsystem_from_outside_changes_nothing_in_random_programs() {
    a_substitute_changes_nothing::<units::StacklessSubsystem, StacklessSubsystem>(&machines());
}
