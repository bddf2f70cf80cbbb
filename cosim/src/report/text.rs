//! The text about a difference.

use super::{Artefacts, Explained, Moment, parameters, places};
use crate::{Differing, Mismatch, Row};
use heddle_contract::{Port, Unit, Values, port_list};
use std::fmt::Write as _;

/// The whole text about a difference, which names its other files.
pub fn text<U: Unit>(params: &U::Params, explained: &Explained, files: &Artefacts) -> String {
    let mut text = format!("{}\n\n{}: {}\n", explained.what, U::NAME, U::SUMMARY);
    for (title, line) in [
        ("source", U::SOURCE),
        ("config", &parameters::<U>(params)),
        ("timing", &U::timing(params).to_string()),
    ] {
        text_line(&mut text, format_args!("{title}: {line}"));
    }
    if let Some(moment) = &explained.moment {
        text_line(&mut text, format_args!("core: {}", moment.core));
    }
    text_line(&mut text, format_args!("reproduce: {}", explained.command));
    for remark in &explained.remarks {
        text_line(&mut text, format_args!("{remark}"));
    }
    let shown = &explained.shown;
    if let Some(waveform) = &files.waveform {
        let (file, first, last) = (waveform.display(), shown.start(), shown.end());
        text_line(
            &mut text,
            format_args!("waveform: {file}, cycles {first} to {last}"),
        );
    }
    text_line(&mut text, format_args!("page: {}", files.page.display()));
    if let Some(mismatch) = explained.mismatch {
        differing(&mut text, mismatch);
    }
    if let Some(moment) = &explained.moment {
        issued(&mut text, moment);
    }
    if let Some(mismatch) = explained.mismatch {
        let inputs = port_list::<U::In<Values>>(params);
        let outputs = port_list::<U::Out<Values>>(params);
        for row in &mismatch.window {
            text_line(&mut text, format_args!("\ncycle {}", row.cycle));
            cycle(&mut text, &inputs, &outputs, row);
        }
    }
    text
}

/// Every word that differs.
fn differing(text: &mut String, mismatch: &Mismatch) {
    let cycle = mismatch.cycle;
    text_line(text, format_args!("\ndiffers in cycle {cycle}:"));
    for Differing {
        port,
        element,
        expected,
        found,
    } in &mismatch.differing
    {
        let element = element.map_or(String::new(), |element| format!("[{element}]"));
        let name = format!("{port}_o{element}");
        text_line(
            text,
            format_args!("  {name:16} golden {expected:#x}  rtl {found:#x}"),
        );
    }
}

/// What the core issued last.
fn issued(text: &mut String, moment: &Moment) {
    let Moment {
        core,
        cycle,
        steps,
        others,
    } = moment;
    if steps.is_empty() {
        text_line(
            text,
            format_args!("\ncore {core} issued nothing by cycle {cycle} of the GPU"),
        );
        return;
    }
    text_line(
        text,
        format_args!("\nissued last by core {core}, by cycle {cycle} of the GPU:"),
    );
    for step in steps {
        text_line(text, format_args!("  {step}"));
    }
    if !others.is_empty() {
        text_line(text, format_args!("\nissued last by its other warps:"));
    }
    for step in others {
        text_line(text, format_args!("  {step}"));
    }
}

fn cycle(text: &mut String, inputs: &[Port], outputs: &[Port], row: &Row) {
    for (port, words) in places(inputs) {
        text_line(
            text,
            format_args!(
                "  {:16} {}",
                format!("{}_i", port.name),
                values(&row.inputs[words])
            ),
        );
    }
    for (port, words) in places(outputs) {
        let name = format!("{}_o", port.name);
        let golden = values(&row.expected[words.clone()]);
        let rtl = values(&row.found[words.clone()]);
        let differs = words.into_iter().any(|word| row.differs(word));
        let mark = if differs { "   <-- mismatch" } else { "" };
        text_line(
            text,
            format_args!("  {name:16} golden {golden}  rtl {rtl}{mark}"),
        );
    }
}

fn values(words: &[u64]) -> String {
    let words = words.iter().map(|word| format!("{word:#x}"));
    words.collect::<Vec<_>>().join(" ")
}

fn text_line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a String takes all text");
}
