//! A name without a declaration is a mistake in emitted files, but not in other files that are compiled with them.

use heddle_contract::Unit;
use heddle_contract::units::PartnerSyncTable;
use heddle_hdl::{Checker, MemoryStyle, Style, units};
use heddle_machines::shipped;
use std::process::Command;

/// A module from elsewhere, with a net that it does not declare.
const FOREIGN: &str = "
module foreign (input wire a, output wire b);
    assign implied = a;
    assign b = implied;
endmodule
";

fn compiles(text: &str) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("all.v");
    std::fs::write(&file, text).expect("a writable file");
    let run = Command::new("iverilog")
        .args(["-g2005", "-t", "null"])
        .arg(&file)
        .output();
    run.expect("iverilog; install it with scripts/setup")
        .status
        .success()
}

/// Every kind of emitted file: a unit, the wrappers of its memories, a checker.
fn emitted() -> Vec<String> {
    let tiny = shipped("tiny");
    let params = PartnerSyncTable::params(&tiny).expect("a unit of the machine");
    let memory = MemoryStyle::Wrapper;
    let style = Style {
        memory,
        ..Style::default()
    };
    let design = units::styled("stackless_front_end", &tiny, style);
    let modules = design.expect("a unit of the machine").modules;
    let mut texts: Vec<String> = modules.into_iter().map(|module| module.verilog).collect();
    texts.push(Checker::new::<PartnerSyncTable>(&params).verilog());
    texts
}

#[test]
fn an_undeclared_name_is_refused() {
    let assigned = "assign implied = 1'b0;\nendmodule";
    for text in emitted() {
        assert!(
            !compiles(&text.replacen("endmodule", assigned, 1)),
            "{text}"
        );
    }
}

#[test]
fn files_compiled_afterwards_keep_the_default_of_the_language() {
    assert!(compiles(&(emitted().concat() + FOREIGN)));
}
