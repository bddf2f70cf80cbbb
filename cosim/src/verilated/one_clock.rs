//! Models whose generated C++ has the shape that most designs lead to: one clock, and registers that change at its rising edge only.
//!
//! For such a model Verilator's loop over regions does the same work in every cycle: the input region (`ico`), which computes
//! what depends on inputs, and the region of the registers (`nba`). `eval` runs the first of them at each level of the clock,
//! so twice a cycle, and looks for edges that are known. The shim calls each region once instead (COS-11). Every other model is
//! clocked with `eval`, as Verilator's manual says.

use super::shim::CLASS;
use super::source::CLOCK;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

/// How a model is clocked: the value of the macro `HEDDLE_REGIONS` in its shim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Regions {
    /// With `eval` at each level of the clock.
    Unknown = 0,
    /// Registers alone; no output depends on an input in the same cycle.
    Registers = 1,
    /// Inputs, then registers.
    InputsAndRegisters = 2,
}

impl Regions {
    /// The regions of the generated C++ in a folder.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let mut text = String::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_code =
                [Some(OsStr::new("cpp")), Some(OsStr::new("h"))].contains(&path.extension());
            if is_code {
                // Verilator takes a part of names such as `_0853_`, which netlists have, for an escaped byte in its messages.
                text += &String::from_utf8_lossy(&fs::read(path)?);
            }
        }
        Ok(Self::in_text(&text))
    }

    fn in_text(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        let has = |part: &str| text.contains(part);
        let edge = format!(
            "__VactTriggered.at(0U) = ((IData)(vlSelf->{CLOCK}) & (~ (IData)(vlSelf->__Vtrigrprev__TOP__{CLOCK})));"
        );
        let one_edge = has("VlTriggerVec<1> __VactTriggered;") && has(&edge);
        // What the active region does would have to be done at the edge, too.
        if !one_edge || !is_empty(&text, "eval_act") {
            return Regions::Unknown;
        }
        match has("VlTriggerVec<1> __VicoTriggered;") {
            true => Regions::InputsAndRegisters,
            false if has("__VicoTriggered") => Regions::Unknown,
            false => Regions::Registers,
        }
    }

    /// The flag of the compiler.
    pub fn flag(self) -> String {
        format!("-DHEDDLE_REGIONS={}", self as u8)
    }
}

/// Whether the function that evaluates a region tests no trigger.
fn is_empty(text: &str, region: &str) -> bool {
    let head = format!("void {CLASS}___024root___{region}({CLASS}___024root* vlSelf) {{");
    let Some((_, rest)) = text.split_once(&head) else {
        return false;
    };
    let body = rest.split(" void ").next().unwrap_or(rest);
    !body.contains("Triggered")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generated(triggers: &str, edge: &str, act: &str) -> String {
        format!(
            "{triggers} void {CLASS}___024root___eval_act({CLASS}___024root* vlSelf) {{ {act} }} void f() {{ \
             vlSelf->__VactTriggered.at(0U) =\n   ({edge}); }}"
        )
    }

    const RISING: &str = "(IData)(vlSelf->clk_i) & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk_i))";

    #[test]
    fn one_rising_clock_is_recognised() {
        let both = "VlTriggerVec<1> __VicoTriggered; VlTriggerVec<1> __VactTriggered;";
        let registers = "VlTriggerVec<1> __VactTriggered;";
        let of = |triggers, edge, act| Regions::in_text(&generated(triggers, edge, act));
        assert_eq!(of(both, RISING, ""), Regions::InputsAndRegisters);
        assert_eq!(of(registers, RISING, ""), Regions::Registers);
    }

    #[test]
    fn generated_files_may_hold_any_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let code = generated("VlTriggerVec<1> __VactTriggered;", RISING, "");
        let text = [b"// name: \xe2\x82\n", code.as_bytes()].concat();
        fs::write(folder.path().join("model.cpp"), text).unwrap();
        fs::write(folder.path().join("model.o"), [0xff]).unwrap();
        assert_eq!(Regions::of(folder.path()).unwrap(), Regions::Registers);
    }

    #[test]
    fn everything_else_is_left_to_verilator() {
        let one = "VlTriggerVec<1> __VactTriggered;";
        let of = |triggers, edge, act| Regions::in_text(&generated(triggers, edge, act));
        let falling = "(~ (IData)(vlSelf->clk_i)) & (IData)(vlSelf->__Vtrigrprev__TOP__clk_i)";
        assert_eq!(
            of("VlTriggerVec<2> __VactTriggered;", RISING, ""),
            Regions::Unknown
        );
        assert_eq!(of(one, falling, ""), Regions::Unknown);
        let act = "if (vlSelf->__VactTriggered.at(0U)) { g(); }";
        assert_eq!(of(one, RISING, act), Regions::Unknown);
        assert_eq!(Regions::in_text(""), Regions::Unknown);
    }
}
