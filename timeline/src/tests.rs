use crate::{Log, MOST_CYCLES, Observers, Recorder, Scope, Window};
use heddle_contract::Config;
use heddle_kernels::{Room, Size, by_name};
use heddle_sim::{Gpu, Mechanism};

/// What the recording of a workload is written as.
struct Written {
    timeline: Vec<u8>,
    log: Vec<u8>,
    picture: Vec<u8>,
    instructions: u64,
}

fn recorded(window: Window) -> Written {
    recorded_on("tiny", "if_else", Mechanism::Pdom, window)
}

fn recorded_on(preset: &str, name: &str, mechanism: Mechanism, window: Window) -> Written {
    let config = Config::preset(preset).expect("a preset");
    let workload = by_name(name).expect("a workload");
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = workload.job(Size::Small, 1, room);
    let mut recorder = Recorder::new(window);
    let warp_size = config.core.warp_size;
    let scope = Scope::new(&job.program, warp_size, window);
    let mut log = Log::new(scope, false, Vec::new()).expect("memory");
    let gpu = Gpu::new(&config).expect("a machine");
    let mut both = Observers(vec![&mut recorder, &mut log]);
    let report = gpu.run_observed(&job, mechanism, &Default::default(), &mut both);
    let recorded = recorder.recorded(&config, mechanism, &job.program, None);
    let mut written = Written {
        timeline: Vec::new(),
        log: log.finish().expect("memory"),
        picture: Vec::new(),
        instructions: report.expect("a run").statistics.instructions,
    };
    let timeline = recorded.timeline(&mut written.timeline);
    timeline.expect("memory to write to");
    let picture = recorded.picture(0, name, &mut written.picture);
    picture.expect("memory to write to");
    written
}

#[test]
fn the_timeline_parses_and_covers_what_was_issued() {
    let Written {
        timeline,
        log,
        instructions,
        ..
    } = recorded(Window::default());
    let parsed: serde_json::Value = serde_json::from_slice(&timeline).expect("JSON");
    let events = parsed["traceEvents"].as_array().expect("a list");
    let of = |kind: &str| events.iter().filter(|e| e["cat"] == kind).count() as u64;
    assert_eq!(of("issue"), instructions);
    assert!(of("memory") > 0 && of("counter") > 0);
    let issued = events.iter().filter(|event| event["cat"] == "issue");
    assert!(issued.map(|event| event["ts"].as_u64()).is_sorted());
    let lines = String::from_utf8(log).expect("text");
    assert_eq!(lines.lines().count() as u64, 1 + instructions);
}

#[test]
fn the_log_of_a_window() {
    let log = recorded("0..90".parse().expect("a window")).log;
    insta::assert_snapshot!(String::from_utf8(log).expect("text"));
}

/// Every thread stores its result once, so the addresses of stores are those of one word for each thread.
#[test]
fn addresses_are_those_of_the_lanes() {
    let config = Config::preset("tiny").expect("a preset");
    let workload = by_name("if_else").expect("a workload");
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = workload.job(Size::Small, 1, room);
    let scope = Scope::new(&job.program, config.core.warp_size, Window::default());
    let mut log = Log::new(scope, true, Vec::new()).expect("memory");
    let gpu = Gpu::new(&config).expect("a machine");
    let report = gpu.run_observed(&job, Mechanism::Dwf, &Default::default(), &mut log);
    report.expect("a run");
    let log = String::from_utf8(log.finish().expect("memory")).expect("text");
    let mut stored: Vec<u32> = Vec::new();
    for line in log.lines().skip(1) {
        let fields: Vec<&str> = line.split(' ').collect();
        let (lanes, addresses) = (fields[4].matches('1').count(), fields[fields.len() - 1]);
        let is_access = ["lw", "sw", "amoadd.w"].contains(&fields[6]);
        assert_eq!(is_access, addresses != "-", "{line}");
        let addresses = addresses.split(',').filter(|_| is_access);
        let hex = |text: &str| u32::from_str_radix(&text[2..], 16).expect("an address");
        let addresses: Vec<u32> = addresses.map(hex).collect();
        assert!(!is_access || addresses.len() == lanes, "{line}");
        stored.extend(addresses.iter().filter(|_| fields[6] == "sw"));
    }
    stored.sort_unstable();
    let launch = &job.launches[0];
    let threads: u32 = launch.grid.iter().chain(&launch.block).product();
    assert_eq!(stored.len(), threads as usize);
    assert!(
        stored.windows(2).all(|pair| pair[1] == pair[0] + 4),
        "{stored:x?}"
    );
}

/// The lengths that follow a letter in the paths of a picture.
fn lengths(picture: &str, letter: char) -> impl Iterator<Item = f64> {
    let paths = picture.split(" d=\"").skip(1);
    let filled = paths.filter_map(|path| path.split_once("\"/>"));
    let rectangles = filled.flat_map(|(path, _)| path.split('z').filter(|one| one.contains('v')));
    rectangles.map(move |one| {
        let (_, rest) = one.split_once(letter).expect("a rectangle");
        let end = rest.find(|c: char| c.is_ascii_alphabetic());
        rest[..end.unwrap_or(rest.len())].parse().expect("a length")
    })
}

#[test]
fn the_picture_has_every_lane_of_the_first_cores_instructions() {
    let Written { log, picture, .. } = recorded(Window::default());
    let (log, picture) = (
        String::from_utf8(log).expect("text"),
        String::from_utf8(picture).expect("text"),
    );
    // Cycle, core, warp, PC, lanes.
    let records = log.lines().skip(1).map(|line| line.split(' ').collect());
    let shown = records.filter(|fields: &Vec<&str>| {
        fields[1] == "0" && fields[0].parse::<u64>().expect("a cycle") < MOST_CYCLES
    });
    let lanes: usize = shown.map(|fields| fields[4].matches('1').count()).sum();
    let heights: f64 = lengths(&picture, 'v').sum();
    assert!(lanes >= 16, "{lanes}");
    // So few threads are as high as a thread may be.
    assert_eq!((heights / 8.0).round() as usize, lanes);
    assert!(lengths(&picture, 'h').all(|width| width > 0.0));
}

/// Where the rectangles of a picture begin and end from left to right, in order.
fn columns(picture: &str) -> Vec<(f64, f64)> {
    let rectangles = picture.split('M').filter_map(|one| {
        let (place, rest) = one.split_once('h')?;
        let (x, _) = place.split_once(' ')?;
        let (width, _) = rest.split_once('v')?;
        let (x, width): (f64, f64) = (x.parse().ok()?, width.parse().ok()?);
        Some((x, x + width))
    });
    let mut columns: Vec<(f64, f64)> = rectangles.collect();
    columns.sort_by(|one, other| one.0.total_cmp(&other.0));
    columns
}

/// A core with one pipe issues an instruction when the one before has left the pipe, so rectangles of different cycles do not
/// stand above each other. Under `dwr` an instruction of a sub-warp holds the pipe for a shorter time than a warp would.
#[test]
fn the_picture_is_as_wide_as_instructions_hold_their_pipe() {
    for mechanism in [Mechanism::Pdom, Mechanism::Dwr, Mechanism::Dwf] {
        let written = recorded_on(
            "fung2009",
            "reduction_partial",
            mechanism,
            Window::default(),
        );
        let columns = columns(&String::from_utf8(written.picture).expect("text"));
        assert!(columns.len() > 100, "{mechanism}");
        for pair in columns.windows(2).filter(|pair| pair[0].0 < pair[1].0) {
            // Places are rounded to a tenth.
            assert!(pair[0].1 <= pair[1].0 + 0.2, "{mechanism}: {pair:?}");
        }
    }
}
