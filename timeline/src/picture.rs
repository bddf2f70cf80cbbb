//! A picture of a core: which threads issue in which cycle, as SVG.
//!
//! Cycles run from left to right, the threads of the core from top to bottom, warp by warp. A thread is coloured while an
//! instruction holds it; the colour tells how far into the program that instruction is. Blank places within a warp are lanes that
//! the instruction left out. Text and colours follow the reader's light or dark scheme. The picture has a size in CSS pixels, so a browser
//! with a narrow window scrolls it and does not shrink its text.

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
/// Margins: left for the names of warps, top for title and legend, bottom for the axis.
const LEFT: f64 = 62.0;
const TOP: f64 = 54.0;
const BOTTOM: f64 = 38.0;
/// Width of a colour in the legend.
const KEY: f64 = 16.0;

/// Without it, phones lay a file out for a screen of 980 px and shrink it. SVG has nothing of its own for this.
const VIEWPORT: &str = "<metadata><meta xmlns=\"http://www.w3.org/1999/xhtml\" name=\"viewport\" \
    content=\"width=device-width, initial-scale=1\"/></metadata>\n";

/// How many colours there are, from the first instructions of the program to the last.
const COLOURS: usize = 8;
/// After Tol's bright scheme. Colours have a contrast of at least 3 to the ground.
const STYLE: &str = "\
.paper { fill: #ffffff; }
text { fill: #222222; font: 12px sans-serif; }
.head { font-size: 14px; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.rule { stroke: #8c8c8c; stroke-width: .5; }
.k0 { fill: #4477aa; }
.k1 { fill: #33a0c0; }
.k2 { fill: #228833; }
.k3 { fill: #7f9c2f; }
.k4 { fill: #ab8f2b; }
.k5 { fill: #cb7722; }
.k6 { fill: #ee6677; }
.k7 { fill: #aa3377; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #0d1117; }
  text { fill: #dddddd; }
  .rule { stroke: #777777; }
  .k3 { fill: #88a832; }
  .k4 { fill: #ccaa33; }
  .k5 { fill: #dd8833; }
}
";

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
        let (title, about) = (escaped(title), self.about());
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height:.1}\" viewBox=\"0 0 {width} {height:.1}\" \
             role=\"img\" aria-labelledby=\"title\" aria-describedby=\"about\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"about\">{about}</desc>\n{VIEWPORT}<style>\n{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
             <text class=\"head\" x=\"{LEFT}\" y=\"19\">{title}</text>\n"
        )?;
        self.legend(out)?;
        writeln!(out, "<g transform=\"translate({LEFT} {TOP})\">")?;
        self.instructions(out)?;
        self.names(out)?;
        self.axis(out)?;
        writeln!(out, "</g>\n</svg>")
    }

    /// What is shown, in words.
    fn about(&self) -> String {
        let warps = match self.warps.as_slice() {
            [] => "no instruction".into(),
            [one] => format!("warp {one}"),
            [first, .., last] => format!("{} warps between {first} and {last}", self.warps.len()),
        };
        format!(
            "Cycles {} to {} from left to right, the threads of {warps} from top to bottom. A thread is coloured while one of {} \
             instructions holds it; lanes that the instruction left out stay blank.",
            self.from,
            self.from + self.cycles,
            self.records.len()
        )
    }

    /// The colours between the addresses of the first and of the last instruction.
    fn legend(&self, out: &mut dyn Write) -> io::Result<()> {
        let (Some(first), Some(last)) = (self.addresses.first(), self.addresses.last()) else {
            return Ok(());
        };
        let from = format!("a row is a thread; instruction at PC {first:#x}");
        // About the width of a letter.
        let x = LEFT + 6.2 * from.len() as f64;
        writeln!(out, "<text x=\"{LEFT}\" y=\"42\">{from}</text>")?;
        for index in 0..COLOURS {
            let x = x + KEY * index as f64;
            writeln!(
                out,
                "<rect class=\"k{index}\" x=\"{x:.1}\" y=\"32\" width=\"{KEY}\" height=\"12\"/>"
            )?;
        }
        let x = x + KEY * COLOURS as f64 + 6.0;
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"42\">to {last:#x}; blank: idle, or lane left out</text>"
        )
    }

    /// A path for each colour.
    fn instructions(&self, out: &mut dyn Write) -> io::Result<()> {
        for index in 0..COLOURS {
            let mut path = String::new();
            for record in self.records.iter().filter(|r| self.colour(r) == index) {
                self.add(record, &mut path);
            }
            if !path.is_empty() {
                writeln!(out, "<path class=\"k{index}\" d=\"{path}\"/>")?;
            }
        }
        Ok(())
    }

    /// The place of the record's instruction in the program, as a number below [`COLOURS`].
    fn colour(&self, record: &Record) -> usize {
        let place = self.addresses.binary_search(&record.pc.address());
        place.unwrap_or_default() * COLOURS / self.addresses.len()
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
                "<text class=\"end\" x=\"-6\" y=\"{middle:.1}\">warp {warp}</text>\
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
                "<text class=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{cycle}</text>"
            )?;
        }
        let (x, y) = (WIDTH / 2.0, bottom + 32.0);
        writeln!(
            out,
            "<text class=\"middle\" x=\"{x}\" y=\"{y:.1}\">cycle</text>"
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

/// The characters that mean something to XML replaced. Characters that XML does not have are shown as `?`.
fn escaped(text: &str) -> String {
    let replaced = text.replace('&', "&amp;").replace('<', "&lt;");
    replaced.replace(|c: char| c.is_control(), "?")
}

/// Cycles between two numbers on the axis: 1, 2 or 5 times a power of ten, and eight numbers at most.
fn step(cycles: u64) -> u64 {
    let powers = (0..19).map(|power| 10_u64.pow(power));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| factor * power));
    steps.find(|step| cycles / step < 8).unwrap_or(u64::MAX)
}
