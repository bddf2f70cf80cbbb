//! XDC: plain Tcl whose commands name existing ports, and all of them.

use crate::constraints::tools::{Unit, generate, run};
use std::path::Path;

/// Replacements of Vivado's commands that the file uses: they print the pins that they constrain.
const COMMANDS: &str = r#"
proc get_ports {pattern} {
    global pins
    set found [lsearch -all -inline -glob $pins [string map {[ \\[ ] \\]} $pattern]]
    if {$found eq ""} { error "no port matches $pattern" }
    return $found
}
proc get_clocks {name} {
    global clocks
    if {$name ni $clocks} { error "no clock is called $name" }
    return $name
}
proc create_clock {-name name -period period port} {
    global clocks
    lappend clocks $name
    puts "clock $period $port"
}
proc set_input_delay {-clock clock delay pins} { foreach pin $pins { puts "in $delay $pin" } }
proc set_output_delay {-clock clock delay pins} { foreach pin $pins { puts "out $delay $pin" } }
"#;

/// The constraints in the file, one line for each pin.
fn constrained(unit: &Unit, folder: &Path) -> Vec<String> {
    let mut pins = vec!["clk_i".to_owned(), "rst_i".to_owned()];
    for port in &unit.ports {
        pins.extend(names(&port.name, port.width));
    }
    let file = format!("{}.xdc", unit.name);
    let script = format!(
        "set pins {{{}}}\n{COMMANDS}\nsource {file}\n",
        pins.join(" ")
    );
    std::fs::write(folder.join("read.tcl"), script).unwrap();
    let printed = run("tclsh", &["read.tcl"], folder);
    printed.lines().map(str::to_owned).collect()
}

fn names(port: &str, width: u64) -> Vec<String> {
    match width {
        1 => vec![port.into()],
        _ => (0..width).map(|bit| format!("{port}[{bit}]")).collect(),
    }
}

#[test]
fn every_pin_is_constrained_once() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--period", "4", "--io-delay", "0.3"];
    for unit in generate(folder.path(), &[], &options) {
        let mut expected = vec!["clock 4 clk_i".to_owned(), "in 1.2 rst_i".to_owned()];
        for port in &unit.ports {
            let direction = if port.is_input { "in" } else { "out" };
            let pins = names(&port.name, port.width);
            expected.extend(pins.iter().map(|pin| format!("{direction} 1.2 {pin}")));
        }
        assert_eq!(constrained(&unit, folder.path()), expected, "{}", unit.name);
    }
}
