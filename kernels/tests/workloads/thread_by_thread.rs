//! The result of every race-free workload and variant without a GPU: threads run one after another between barriers, on the
//! scalar semantics of heddle-isa. This shows that ELF, launches and reference match each other, independently of the golden GPU.

use heddle_isa::execute::{self, CsrSource};
use heddle_isa::instruction::{Class, Instruction};
use heddle_isa::{memory::Memory, program::Program, registers::Registers};
use heddle_kernels::{Room, Size, Workload, by_name, named};
use heddle_sim::Job;
use heddle_sim::launch::{ArgumentBlock, Buffer, Launch};
use heddle_types::{LaneMask, Pc, ThreadId};
use std::sync::Arc;

const ROOM: Room = Room {
    threads: 16,
    warp: 4,
};

/// One thread at a time.
const LANE: LaneMask = LaneMask::all(1);

const EXIT_STUB: u32 = 0;
const ARGUMENTS: u32 = 0x1000;
const SHARED: u32 = 0x2000_0000;
const STACK_TOP: u32 = 0x3000_0000;
const STACK_BYTES: u32 = 16384;
const BUFFERS: u32 = 0x4000_0000;

const RA: u8 = 1;
const SP: u8 = 2;
const TP: u8 = 4;
const A0: u8 = 10;
const A1: u8 = 11;

/// The read-only CSRs of the kernel ABI for the threads of one block.
struct Ids<'a> {
    launch: &'a Launch,
    block: [u32; 3],
}

/// The coordinates of element `index` in a box, x fastest.
fn unravel(index: u32, [x, y, _]: [u32; 3]) -> [u32; 3] {
    [index % x, index / x % y, index / x / y]
}

impl CsrSource for Ids<'_> {
    fn read(&self, csr: u16, thread: ThreadId) -> Option<u32> {
        let thread = unravel(thread.index() as u32, self.launch.block);
        let ids = [thread, self.block, self.launch.block, self.launch.grid].concat();
        ids.get(usize::from(csr.checked_sub(0xcd3)?)).copied()
    }
}

/// Where a thread stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    Exit,
    Barrier { resume: u32 },
    WarpBarrier { resume: u32 },
}

/// For each stopped thread, the PC at which it resumes if its barrier opens; `None` for the other threads.
fn open(stops: &[Stop], warp: usize) -> Vec<Option<u32>> {
    let waits_for_warp = |stop: &Stop| matches!(stop, Stop::WarpBarrier { .. });
    let blocked = stops.iter().any(waits_for_warp);
    let all = |warp: &[Stop]| warp.iter().all(|s| *s == Stop::Exit || waits_for_warp(s));
    let resumes = |stop: &Stop, warp_opens: bool| match *stop {
        Stop::Barrier { resume } if !blocked => Some(resume),
        Stop::WarpBarrier { resume } if warp_opens => Some(resume),
        _ => None,
    };
    let warps = stops.chunks(warp);
    warps
        .flat_map(|warp| {
            warp.iter()
                .map(|stop| resumes(stop, all(warp)))
                .collect::<Vec<_>>()
        })
        .collect()
}

struct Machine {
    program: Arc<Program>,
    memory: Memory,
    buffers: Vec<(Buffer, u32)>,
    warp: usize,
    instructions: u64,
}

impl Machine {
    fn new(job: Job, warp: u32) -> Self {
        let mut memory = Memory::new();
        job.program.load_into(&mut memory).expect("segments fit");
        memory.map(ARGUMENTS, 256);
        memory.map(SHARED, 1 << 16);
        let mut next = BUFFERS;
        let place = |buffer: Buffer| {
            let address = next;
            memory.map(address, buffer.bytes.into());
            let contents = buffer.init.contents(buffer.bytes);
            memory.write_bytes(address, &contents).expect("mapped");
            next += buffer.bytes.next_multiple_of(4096) + 4096;
            (buffer, address)
        };
        Machine {
            program: job.program,
            buffers: job.buffers.into_iter().map(place).collect(),
            memory,
            warp: warp as usize,
            instructions: 0,
        }
    }

    fn address(&self, name: &str) -> u32 {
        let mut buffers = self.buffers.iter();
        let (_, address) = buffers.find(|(b, _)| b.name == name).expect("a buffer");
        *address
    }

    fn launch(&mut self, launch: &Launch) {
        let block = ArgumentBlock::new(&launch.args, launch.shared_bytes, |n| self.address(n));
        let written = self.memory.write_bytes(ARGUMENTS, &block.bytes);
        written.expect("room for the arguments");
        for index in 0..launch.blocks().expect("a valid launch") {
            self.block(launch, index);
        }
    }

    /// Runs a block: every thread up to its next barrier, repeatedly.
    fn block(&mut self, launch: &Launch, index: u32) {
        let threads: u32 = launch.block.iter().product();
        let entry = self.program.kernel(&launch.kernel).expect("a kernel");
        let mut registers = Registers::new(threads as usize);
        for thread in 0..threads {
            let entry_state = [
                (RA, EXIT_STUB),
                (SP, STACK_TOP - thread * STACK_BYTES),
                (TP, SHARED),
                (A0, index * threads + thread),
                (A1, ARGUMENTS),
            ];
            for (register, value) in entry_state {
                registers.set_x(register, ThreadId::new(thread as usize), value);
            }
        }
        let stacks = threads * STACK_BYTES;
        self.memory.map(STACK_TOP - stacks, stacks.into());
        let image = &self.program.tls.image;
        self.memory.write_bytes(SHARED, image).expect("mapped");

        let mut ids = Ids {
            launch,
            block: unravel(index, launch.grid),
        };
        let mut stops = vec![Stop::Barrier { resume: entry }; threads as usize];
        while stops.iter().any(|stop| *stop != Stop::Exit) {
            let resumes = open(&stops, self.warp).into_iter().enumerate();
            let mut resumes = resumes.filter_map(|(t, pc)| Some((t, pc?))).peekable();
            assert!(resumes.peek().is_some(), "barriers that never open");
            for (thread, pc) in resumes {
                stops[thread] = self.thread(&mut registers, &mut ids, ThreadId::new(thread), pc);
            }
        }
    }

    fn thread(&mut self, r: &mut Registers, ids: &mut Ids<'_>, thread: ThreadId, pc: u32) -> Stop {
        let mut pc = pc;
        while pc != EXIT_STUB {
            let instruction = *self.program.code.fetch(pc).expect("an instruction");
            self.instructions += 1;
            match instruction.class() {
                Class::Exit => return Stop::Exit,
                Class::Barrier => return Stop::Barrier { resume: pc + 4 },
                Class::PartialBarrier => return Stop::WarpBarrier { resume: pc + 4 },
                _ => {
                    pc = self
                        .step(&instruction, r, ids, thread, Pc::new(pc))
                        .address()
                }
            }
        }
        Stop::Exit
    }

    /// Executes an instruction; returns the next PC.
    fn step(
        &mut self,
        instruction: &Instruction,
        r: &mut Registers,
        ids: &mut Ids<'_>,
        thread: ThreadId,
        pc: Pc,
    ) -> Pc {
        let mut next = [pc.next()];
        let class = instruction.class();
        match class {
            Class::Branch if execute::branch::<1>(instruction, r, thread, LANE).is_empty() => {}
            Class::Branch => next = [pc.offset(instruction.imm as u32)],
            Class::Jump => execute::jump_targets::<1>(instruction, pc, r, thread, LANE, &mut next),
            Class::Csr => execute::csr::<1>(instruction, r, thread, LANE, ids).expect("an id"),
            Class::Load | Class::Store | Class::Atomic => {
                let (mut at, memory) = ([0], &mut self.memory);
                execute::addresses::<1>(instruction, r, thread, &mut at);
                let access = match class {
                    Class::Load => execute::load(instruction, r, thread, at[0], memory),
                    Class::Store => execute::store(instruction, r, thread, at[0], memory),
                    _ => execute::atomic(instruction, r, thread, at[0], memory),
                };
                access.expect("an access inside the buffers");
            }
            _ => execute::compute::<1>(instruction, pc, r, thread, LANE).expect("no trap"),
        }
        next[0]
    }

    fn outputs(&self) -> Vec<(String, Vec<u8>)> {
        let contents = |(buffer, address): &(Buffer, u32)| {
            let bytes = self.memory.bytes(*address, buffer.bytes).expect("mapped");
            (buffer.name.clone(), bytes)
        };
        let outputs = self.buffers.iter().filter(|(buffer, _)| buffer.out);
        outputs.map(contents).collect()
    }
}

/// Runs a workload and returns how many instructions its threads executed.
fn run(workload: &dyn Workload, seed: u64, room: Room) -> u64 {
    let name = workload.name();
    let job = workload.job(Size::Small, seed, room);
    job.validate(name).expect("a valid job");
    let launches = job.launches.clone();
    let mut machine = Machine::new(job, room.warp);
    for launch in launches {
        assert!(launch.block_threads() <= Some(room.threads), "{name}");
        machine.launch(&launch);
    }
    if let Err(difference) = workload.check(Size::Small, seed, &machine.outputs()) {
        panic!("{name} with seed {seed}: {difference}");
    }
    machine.instructions
}

fn race_free() -> impl Iterator<Item = &'static dyn Workload> {
    named().filter(|workload| workload.is_race_free())
}

#[test]
fn results_equal_the_references() {
    for workload in race_free() {
        for (seed, threads, warp) in [(0, 256, 32), (1, 16, 4), (2, 100, 2), (3, 1, 8)] {
            run(workload, seed, Room { threads, warp });
        }
    }
}

#[test]
fn small_is_small() {
    for workload in race_free() {
        let instructions = run(workload, 0, ROOM);
        let name = workload.name();
        assert!(instructions < 1_000_000, "{name}: {instructions}");
    }
}

#[test]
fn a_wrong_result_is_found() {
    for workload in named() {
        let machine = Machine::new(workload.job(Size::Small, 0, ROOM), ROOM.warp); // launches nothing
        let difference = workload.check(Size::Small, 0, &machine.outputs());
        assert!(difference.is_err(), "{}", workload.name());
    }
}

/// Shows that the barriers of `reduction_partial` make its result correct.
#[test]
fn without_its_barriers_a_reduction_is_wrong() {
    let workload = by_name("reduction").expect("a workload");
    let job = workload.job(Size::Small, 0, ROOM);
    let launch = job.launches[0].clone();
    let mut machine = Machine::new(job, ROOM.warp);
    machine.launch(&launch);
    let outputs = machine.outputs();
    assert!(workload.check(Size::Small, 0, &outputs).is_err());
}
