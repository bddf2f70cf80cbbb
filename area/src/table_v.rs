//! The structures of fung2009's Table V with their fields, for any configuration.

use heddle_contract::config::{Policy, Structure};
use heddle_contract::units::{
    MaxHeap, MheapLut, PcWarpLut, TimestampQueue, TournamentScheduler, WarpAllocator, WarpPool,
    WarpUpdateRegisters, WinnerTree, warp_scheduler,
};
use heddle_contract::{Config, ParamError, Unit};

/// The fields with one name in an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in the paper.
    pub name: &'static str,
    /// Bits of one field.
    pub width: u32,
    /// Number of such fields in an entry.
    pub count: usize,
    /// Number of read and write ports of the memory that contains the field.
    pub ports: u32,
}

impl Field {
    /// Bits of all these fields in an entry.
    pub fn bits(&self) -> usize {
        self.width as usize * self.count
    }
}

/// The make-up of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The unit that implements this structure.
    pub unit: &'static str,
    /// Ports of the memory, or `registers`.
    pub ports: &'static str,
    /// Total number of entries.
    pub entries: usize,
    /// Number of entries that are searched at once.
    pub ways: usize,
    /// Fields of an entry.
    pub fields: Vec<Field>,
}

impl Shape {
    /// Total number of bits, computed from the fields.
    pub fn bits(&self) -> usize {
        self.entries * self.fields.iter().map(Field::bits).sum::<usize>()
    }
}

fn field(name: &'static str, width: u32, ports: u32) -> Field {
    lanes(name, width, 1, ports)
}

fn lanes(name: &'static str, width: u32, count: usize, ports: u32) -> Field {
    Field {
        name,
        width,
        count,
        ports,
    }
}

/// Structures of the machine's dynamic warp formation, in the order of Table V.
///
/// # Errors
/// [`ParamError`] for a unit that does not support the machine's parameters.
pub fn shapes(config: &Config) -> Result<Vec<Shape>, ParamError> {
    let mut shapes = vec![
        registers(config)?,
        lut(config)?,
        pool(config)?,
        allocator(config)?,
    ];
    match (config.dwf.policy, config.dwf.structure) {
        (Policy::Timestamp, _) => shapes.push(queue(config)?),
        (_, Structure::Tournament) => shapes.push(tournament(config)?),
        (_, Structure::WinnerTree) => shapes.push(winner_tree(config)?),
        (_, Structure::Heap) => shapes.extend([heap_lut(config)?, heap(config)?]),
    }
    Ok(shapes)
}

fn registers(config: &Config) -> Result<Shape, ParamError> {
    let p = WarpUpdateRegisters::params(config)?;
    // Both halves share the thread numbers of their commit; the serial form holds one half at a time, and there are two of them.
    let (halves, entries) = if p.serial() { (1, 2) } else { (2, 1) };
    Ok(Shape {
        unit: WarpUpdateRegisters::NAME,
        ports: "registers",
        entries,
        ways: 1,
        fields: vec![
            lanes("TID", p.tid_bits(), p.lanes(), 2),
            lanes("PC", p.pc_bits(), halves, 2),
            lanes("REQ", p.lanes() as u32, halves, 2),
        ],
    })
}

fn lut(config: &Config) -> Result<Shape, ParamError> {
    let p = PcWarpLut::params(config)?;
    Ok(Shape {
        unit: PcWarpLut::NAME,
        ports: "2R 2W",
        entries: p.sets() * p.ways(),
        ways: p.ways(),
        fields: vec![
            field("PC", p.pc_bits(), 4),
            field("OCC", p.lanes() as u32, 4),
            field("IDX", p.warp_bits(), 4),
        ],
    })
}

fn pool(config: &Config) -> Result<Shape, ParamError> {
    let p = WarpPool::params(config)?;
    Ok(Shape {
        unit: WarpPool::NAME,
        ports: "1R 1W for each lane, 1R 2W for PC and Next",
        entries: p.warps(),
        ways: 1,
        fields: vec![
            lanes("TID", p.tid_bits(), p.lanes(), 2),
            field("PC", p.pc_bits(), 3),
            field("Next", p.warp_bits(), 3),
        ],
    })
}

fn allocator(config: &Config) -> Result<Shape, ParamError> {
    let p = WarpAllocator::params(config)?;
    Ok(Shape {
        unit: WarpAllocator::NAME,
        ports: "2R 1W",
        entries: p.warps(),
        ways: 1,
        fields: vec![field("IDX", p.warp_bits(), 3)],
    })
}

fn heap_lut(config: &Config) -> Result<Shape, ParamError> {
    let p = MheapLut::params(config)?;
    Ok(Shape {
        unit: MheapLut::NAME,
        ports: "2R 2W",
        entries: p.entries(),
        ways: p.ways(),
        fields: vec![field("PC", p.pc_bits(), 4), field("IDX", p.index_bits(), 4)],
    })
}

fn heap(config: &Config) -> Result<Shape, ParamError> {
    let p = MaxHeap::params(config)?;
    Ok(Shape {
        unit: MaxHeap::NAME,
        ports: "2R 2W",
        entries: p.entries(),
        ways: 1,
        fields: vec![
            field("PC", p.pc_bits(), 4),
            field("CNT", p.count_bits(), 4),
            field("WPH", p.pointer_bits(), 4),
            field("WPT", p.pointer_bits(), 4),
            field("LUT-IDX", p.lut_bits(), 4),
        ],
    })
}

fn tournament(config: &Config) -> Result<Shape, ParamError> {
    let p = TournamentScheduler::params(config)?;
    Ok(groups(TournamentScheduler::NAME, "registers", &p, 2))
}

fn winner_tree(config: &Config) -> Result<Shape, ParamError> {
    let p = WinnerTree::params(config)?;
    Ok(groups(WinnerTree::NAME, "1R 1W", &p, 3))
}

/// The entries of a heap, without the number of the look-up table's entry. `tails`: ports of WPT.
fn groups(
    unit: &'static str,
    ports: &'static str,
    p: &warp_scheduler::Params,
    tails: u32,
) -> Shape {
    Shape {
        unit,
        ports,
        entries: p.heap(),
        ways: 1,
        fields: vec![
            field("PC", p.pc_bits(), 2),
            field("CNT", p.count_bits(), 2),
            field("WPH", p.warp_bits(), 2),
            field("WPT", p.warp_bits(), tails),
        ],
    }
}

fn queue(config: &Config) -> Result<Shape, ParamError> {
    let p = TimestampQueue::params(config)?;
    Ok(Shape {
        unit: TimestampQueue::NAME,
        ports: "1R 2W",
        entries: p.warps(),
        ways: 1,
        fields: vec![field("WID", p.warp_bits(), 3)],
    })
}
