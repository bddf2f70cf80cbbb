//! A picture of a core: which threads issue in which cycle, as SVG.
//!
//! Cycles run from left to right, the threads of the core from top to bottom, warp by warp. A thread is coloured while an
//! instruction holds it; the colour tells how far into the program that instruction is. Blank places within a warp are lanes that
//! the instruction left out. Text and background follow the reader's light or dark scheme.

use crate::record::Record;
use crate::recorded::Recorded;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The most cycles that a picture shows, from the beginning of the window: more would be narrower than a pixel.
pub const MOST_CYCLES: u64 = 1000;

/// Width of the drawing in CSS pixels, without margins.
const WIDTH: f64 = 900.0;
/// Height of all threads together, at most.
const HEIGHT: f64 = 320.0;
/// Height of a thread, at most.
const ROW: f64 = 8.0;
/// Margins: left for the names of warps, top for the title, bottom for the axis.
const LEFT: f64 = 62.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 38.0;

/// From the first instructions of the program to the last (after Tol's bright scheme, legible on black and on white).
const COLOURS: [&str; 8] = [
    "#4477aa", "#33a0c0", "#228833", "#88a832", "#ccaa33", "#dd8833", "#ee6677", "#aa3377",
];

impl Recorded<'_> {
    /// Draws which threads of a core issue in each cycle, for the first [`MOST_CYCLES`] cycles of the window at most.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn picture(&self, core: usize, title: &str, out: &mut dyn Write) -> io::Result<()> {
        Picture::new(self, core).write(title, out)
    }
}

/// The scale of a picture, and what it shows.
struct Picture<'a> {
    records: Vec<&'a Record>,
    /// Original warps that issue, by number.
    warps: Vec<u32>,
    /// Addresses of the instructions, in order.
    addresses: Vec<u32>,
    warp_size: usize,
    from: u64,
    cycles: u64,
    /// Height of a thread.
    row: f64,
}

impl<'a> Picture<'a> {
    fn new(run: &'a Recorded<'_>, core: usize) -> Self {
        let from = run.window.from;
        let to = run.window.to.min(from.saturating_add(MOST_CYCLES));
        let shown = |record: &&Record| record.core as usize == core && record.cycle < to;
        let records: Vec<&Record> = run.records.iter().filter(shown).collect();
        let warps: BTreeSet<u32> = records.iter().map(|record| record.warp).collect();
        let addresses: BTreeSet<u32> = records.iter().map(|r| r.pc.address()).collect();
        let last = records.iter().map(|record| record.until).max();
        let threads = (warps.len() * run.warp_size).max(1);
        Picture {
            records,
            warps: warps.into_iter().collect(),
            addresses: addresses.into_iter().collect(),
            warp_size: run.warp_size,
            from,
            cycles: last.map_or(1, |last| last - from),
            row: (HEIGHT / threads as f64).min(ROW),
        }
    }

    fn write(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let height = TOP + self.y(self.warps.len(), 0) + BOTTOM;
        let width = LEFT + WIDTH + 14.0;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.1}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n\
             <style>.paper{{fill:#fff}}.ink{{fill:#222}}.rule{{stroke:#999;stroke-width:.5}}\
             @media(prefers-color-scheme:dark){{.paper{{fill:#0d1117}}.ink{{fill:#ddd}}.rule{{stroke:#555}}}}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"ink\" x=\"{LEFT}\" y=\"19\" font-size=\"14\">{title}</text>\n\
             <g transform=\"translate({LEFT} {TOP})\">"
        )?;
        self.instructions(out)?;
        self.names(out)?;
        self.axis(out)?;
        writeln!(out, "</g>\n</svg>")
    }

    /// A path for each colour.
    fn instructions(&self, out: &mut dyn Write) -> io::Result<()> {
        for (index, colour) in COLOURS.iter().enumerate() {
            let mut path = String::new();
            for record in self.records.iter().filter(|r| self.colour(r) == index) {
                self.add(record, &mut path);
            }
            if !path.is_empty() {
                writeln!(out, "<path fill=\"{colour}\" d=\"{path}\"/>")?;
            }
        }
        Ok(())
    }

    /// The place of the record's instruction in the program, as an index of [`COLOURS`].
    fn colour(&self, record: &Record) -> usize {
        let place = self.addresses.binary_search(&record.pc.address());
        place.unwrap_or_default() * COLOURS.len() / self.addresses.len()
    }

    /// A rectangle for each run of neighbouring lanes.
    fn add(&self, record: &Record, path: &mut String) {
        let warp = self.warps.binary_search(&record.warp).unwrap_or_default();
        let x = self.x(record.cycle);
        let width = self.x(record.until) - x;
        let is_active = |lane: usize| record.lanes.bits() >> lane & 1 == 1;
        let mut lane = 0;
        while lane < self.warp_size {
            let first = lane;
            while lane < self.warp_size && is_active(lane) {
                lane += 1;
            }
            if lane > first {
                let (y, height) = (self.y(warp, first), (lane - first) as f64 * self.row);
                *path += &format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z");
            }
            lane += 1;
        }
    }

    fn names(&self, out: &mut dyn Write) -> io::Result<()> {
        for (index, warp) in self.warps.iter().enumerate() {
            let (top, middle) = (self.y(index, 0), self.y(index, self.warp_size / 2) + 4.0);
            writeln!(
                out,
                "<text class=\"ink\" x=\"-6\" y=\"{middle:.1}\" text-anchor=\"end\">warp {warp}</text>\
                 <path class=\"rule\" d=\"M0 {top:.1}h{WIDTH}\"/>"
            )?;
        }
        Ok(())
    }

    fn axis(&self, out: &mut dyn Write) -> io::Result<()> {
        let bottom = self.y(self.warps.len(), 0);
        writeln!(out, "<path class=\"rule\" d=\"M0 {bottom:.1}h{WIDTH}\"/>")?;
        let step = step(self.cycles);
        let first = self.from.next_multiple_of(step);
        for cycle in (first..self.from + self.cycles).step_by(step as usize) {
            let (x, y) = (self.x(cycle), bottom + 16.0);
            writeln!(
                out,
                "<text class=\"ink\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{cycle}</text>"
            )?;
        }
        let (x, y) = (WIDTH / 2.0, bottom + 32.0);
        writeln!(
            out,
            "<text class=\"ink\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"middle\">cycle</text>"
        )
    }

    fn x(&self, cycle: u64) -> f64 {
        (cycle - self.from) as f64 * WIDTH / self.cycles as f64
    }

    /// The upper edge of a lane of the warp with this index.
    fn y(&self, warp: usize, lane: usize) -> f64 {
        (warp * self.warp_size + lane) as f64 * self.row
    }
}

/// Cycles between two numbers on the axis: 1, 2 or 5 times a power of ten, and eight numbers at most.
fn step(cycles: u64) -> u64 {
    let powers = (0..19).map(|power| 10_u64.pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| factor * power));
    steps.find(|step| cycles / step < 8).unwrap_or(u64::MAX)
}
