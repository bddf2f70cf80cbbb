//! What the page about a difference shows besides recorded runs, as data.

use super::{Artefacts, Explained, parameters, places};
use crate::{Row, Step};
use heddle_contract::{Port, Unit, Values, port_list};
use serde_json::{Value, json};

/// The data of the page. Words of ports are texts in hexadecimal, as a page counts exactly only to 2^53.
pub fn data<U: Unit>(params: &U::Params, explained: &Explained, files: &Artefacts) -> Value {
    let Explained {
        mismatch, moment, ..
    } = explained;
    let name = |path: &std::path::PathBuf| path.file_name().map(|it| it.to_string_lossy().into());
    let waveform: Option<String> = files.waveform.as_ref().and_then(name);
    let inputs = port_list::<U::In<Values>>(params);
    let outputs = port_list::<U::Out<Values>>(params);
    let rows = mismatch.map_or(&[][..], |mismatch| &mismatch.window);
    json!({
        "unit": U::NAME,
        "summary": U::SUMMARY,
        "source": U::SOURCE,
        "parameters": parameters::<U>(params),
        "mode": explained.mode,
        "what": explained.what,
        "command": explained.command,
        "remarks": explained.remarks,
        "cycle": mismatch.map(|mismatch| mismatch.cycle),
        "core": moment.as_ref().map(|moment| moment.core),
        "gpu_cycle": moment.as_ref().map(|moment| moment.cycle),
        "steps": moment.as_ref().map_or_else(Vec::new, |moment| issued(&moment.steps)),
        "others": moment.as_ref().map_or_else(Vec::new, |moment| issued(&moment.others)),
        "waveform": waveform.map(|file| json!({
            "file": file,
            "from": explained.shown.start(),
            "to": explained.shown.end(),
        })),
        "inputs": inputs.iter().map(|port| shape(port, "i")).collect::<Vec<_>>(),
        "outputs": outputs.iter().map(|port| shape(port, "o")).collect::<Vec<_>>(),
        "cycles": rows.iter().map(|row| cycle(&inputs, &outputs, row)).collect::<Vec<_>>(),
        "state": explained.state,
    })
}

/// Instructions that were issued.
fn issued(steps: &[Step]) -> Vec<Value> {
    let step = |step: &Step| {
        let mut value = serde_json::to_value(step).expect("steps have string keys");
        value["lanes"] = hex(step.lanes);
        value["operands"].take();
        value
    };
    steps.iter().map(step).collect()
}

/// Name, width and length of a port, and whether something tells when it has a meaning.
fn shape(port: &Port, suffix: &str) -> Value {
    json!({
        "name": format!("{}_{suffix}", port.name),
        "doc": port.doc,
        "bits": port.kind.word_bits(),
        "qualifier": port.qualifier,
    })
}

/// The words of each port in a cycle.
fn cycle(inputs: &[Port], outputs: &[Port], row: &Row) -> Value {
    let inputs = places(inputs).map(|(_, words)| hexes(&row.inputs[words]));
    let outputs = places(outputs).map(|(_, words)| {
        let differs = words.clone().map(|word| row.differs(word));
        json!({
            "golden": hexes(&row.expected[words.clone()]),
            "rtl": hexes(&row.found[words.clone()]),
            "compared": row.compared[words.start],
            "differs": differs.collect::<Vec<_>>(),
        })
    });
    json!({
        "cycle": row.cycle,
        "inputs": inputs.collect::<Vec<_>>(),
        "outputs": outputs.collect::<Vec<_>>(),
    })
}

fn hexes(words: &[u64]) -> Vec<Value> {
    words.iter().copied().map(hex).collect()
}

fn hex(word: u64) -> Value {
    format!("{word:#x}").into()
}
