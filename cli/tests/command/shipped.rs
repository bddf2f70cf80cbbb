//! Commands on every preset as it is shipped, with all its cores. Only at night.

use crate::many::desk::Desk;
use heddle_contract::config::PRESETS;
use heddle_sim::Mechanism;

#[test]
#[ignore = "at night: a minute"]
fn commands_work_on_every_preset_as_shipped() {
    let desk = Desk::new();
    for (preset, _) in PRESETS {
        for command in [
            "config",
            "units",
            "area",
            "gen --all --out verilog",
            "cosim --unit thread_pc_table --mode unit --cycles 20000",
            "mutate unified_arbiter --mutants 4 --cycles 2000",
        ] {
            desk.json(&format!("{command} --preset {preset}"));
        }
        for mechanism in Mechanism::ALL {
            let report = desk.json(&format!(
                "run if_else --preset {preset} --mechanism {mechanism}"
            ));
            assert_eq!(report["passed"], true, "{preset}, {mechanism}");
        }
        let compared = desk.json(&format!(
            "compare matmul bfs --mechanism pdom,nrec --preset {preset} --out runs"
        ));
        assert_eq!(compared["runs"], 4, "{preset}");
    }
}
