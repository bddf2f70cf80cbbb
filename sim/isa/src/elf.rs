//! Reading kernel files: ELF32, little-endian, RISC-V, `ET_EXEC` (kernel ABI, version 1).

mod calls;
mod debug_section;
mod error;
mod lines;
mod relocations;

pub use error::{CodeProblem, ElfError, ElfReason};

use std::collections::BTreeMap;

use object::elf::{
    EF_RISCV_FLOAT_ABI, EF_RISCV_FLOAT_ABI_DOUBLE, EF_RISCV_FLOAT_ABI_QUAD, EF_RISCV_RVC,
    EF_RISCV_RVE, ELFCLASS32, ELFDATA2LSB, ELFMAG, EM_RISCV, ET_EXEC, FileHeader32, PF_W, PF_X,
    PT_LOAD, PT_TLS, ProgramHeader32, SHT_NOTE, STT_FILE, STT_FUNC, STT_SECTION, STT_TLS,
};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, SectionTable, Sym};
use object::{LittleEndian, ReadRef};

use crate::program::{Code, Program, Segment, Symbol, Tls};
use crate::signature::{SECTION, read_signatures};

/// The largest distance in bytes between the first and the last executable byte (INS-5): all words between them are predecoded.
const MAX_CODE_BYTES: u32 = 16 << 20;

type Header = FileHeader32<LittleEndian>;
type Reason<T> = Result<T, ElfReason>;

fn damaged<T>(place: impl Into<String>, result: object::Result<T>) -> Reason<T> {
    result.map_err(|error| ElfReason::Damaged {
        place: place.into(),
        detail: error.to_string(),
    })
}

impl Program {
    /// Reads a kernel file; `file` names it in errors.
    ///
    /// # Errors
    /// [`ElfError`] if the bytes are not a kernel file.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Program, ElfError> {
        parse(bytes).map_err(|reason| ElfError {
            file: file.to_owned(),
            reason,
        })
    }
}

fn parse(bytes: &[u8]) -> Reason<Program> {
    let header = check_header(bytes)?;
    let endian = LittleEndian;
    let place = "program headers";
    let headers = damaged(place, header.program_headers(endian, bytes))?;
    let mut segments = Vec::new();
    let mut tls = Tls::default();
    let mut budget = Budget::of(bytes);
    for (number, header) in headers.iter().enumerate() {
        let place = || format!("segment {number}");
        match header.p_type(endian) {
            PT_LOAD if header.p_memsz(endian) != 0 => {
                budget.take(header.p_filesz(endian), place)?;
                segments.push(read_segment(number, header, bytes)?);
            }
            PT_TLS => {
                budget.take(header.p_filesz(endian), place)?;
                tls = read_tls(number, header, bytes)?;
            }
            _ => {}
        }
    }
    check_apart(&segments)?;
    let sections = damaged("section headers", header.sections(endian, bytes))?;
    let code = read_code(&segments)?;
    let symbols = read_symbols(&sections, bytes)?;
    if header.e_flags(endian).contains(EF_RISCV_RVC) {
        check_lengths(&code, &symbols)?;
    }
    let notes = read_notes(&sections, bytes)?;
    let here = symbols.values().filter(|symbol| !symbol.thread_local);
    Ok(Program {
        entry: header.e_entry(endian),
        segments,
        tls,
        code,
        lines: lines::read_lines(&sections, bytes),
        calls: calls::read_calls(&sections, bytes),
        labels: here.map(|symbol| symbol.address).collect(),
        relocations: relocations::read_relocations(&sections, bytes)?,
        symbols,
        signatures: read_signatures(notes.get(SECTION).map_or(&[], Vec::as_slice))?,
        notes,
    })
}

/// How many more bytes may be copied out of a file. A file may refer to the same bytes several times, but a small file must not
/// become a large program that way.
struct Budget {
    file: u64,
    left: u64,
}

impl Budget {
    fn of(bytes: &[u8]) -> Self {
        let file = bytes.len() as u64;
        Budget {
            file,
            left: 4 * file,
        }
    }

    /// A part larger than the file is not counted: the code that reads the part reports the error.
    fn take(&mut self, bytes: u32, place: impl FnOnce() -> String) -> Reason<()> {
        let bytes = u64::from(bytes);
        if bytes > self.file {
            return Ok(());
        }
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or_else(|| ElfReason::Damaged {
            place: place(),
            detail: "the parts of the file are together larger than the file".to_owned(),
        })?;
        Ok(())
    }
}

fn check_header(bytes: &[u8]) -> Reason<&Header> {
    let Some(rest) = bytes.strip_prefix(ELFMAG.as_slice()) else {
        return Err(ElfReason::NotElf);
    };
    match (rest.first(), rest.get(1)) {
        (Some(&class), _) if class != ELFCLASS32.0 => return Err(ElfReason::NotElf32),
        (_, Some(&data)) if data != ELFDATA2LSB.0 => return Err(ElfReason::BigEndian),
        _ => {}
    }
    let header: &Header = bytes.read_at(0).map_err(|()| ElfReason::Damaged {
        place: "file header".to_owned(),
        detail: format!("the file has only {} bytes", bytes.len()),
    })?;
    let endian = LittleEndian;
    let flags = header.e_flags(endian);
    let float = flags.0 & EF_RISCV_FLOAT_ABI;
    if header.e_machine(endian) != EM_RISCV {
        Err(ElfReason::NotRiscV(header.e_machine(endian).0))
    } else if header.e_type(endian) != ET_EXEC {
        Err(ElfReason::NotExecutable(header.e_type(endian).0))
    } else if flags.contains(EF_RISCV_RVE) {
        Err(ElfReason::Embedded)
    } else if float == EF_RISCV_FLOAT_ABI_DOUBLE.0 || float == EF_RISCV_FLOAT_ABI_QUAD.0 {
        Err(ElfReason::WideFloat)
    } else {
        Ok(header)
    }
}

type SegmentHeader = ProgramHeader32<LittleEndian>;

fn segment_data(number: usize, header: &SegmentHeader, bytes: &[u8]) -> Reason<Vec<u8>> {
    let damaged = |detail: &str| ElfReason::Damaged {
        place: format!("segment {number}"),
        detail: detail.to_owned(),
    };
    let data = header
        .data(LittleEndian, bytes)
        .map_err(|()| damaged("its bytes lie outside the file"))?;
    if data.len() > header.p_memsz(LittleEndian) as usize {
        return Err(damaged("it is larger in the file than in memory"));
    }
    Ok(data.to_vec())
}

fn read_segment(number: usize, header: &SegmentHeader, bytes: &[u8]) -> Reason<Segment> {
    let endian = LittleEndian;
    let (address, memory_bytes) = (header.p_vaddr(endian), header.p_memsz(endian));
    if u64::from(address) + u64::from(memory_bytes) > 1 << 32 {
        return Err(ElfReason::Damaged {
            place: format!("segment {number}"),
            detail: format!("{memory_bytes} bytes at 0x{address:08x} end beyond 4 GiB"),
        });
    }
    let flags = header.p_flags(endian);
    Ok(Segment {
        address,
        data: segment_data(number, header, bytes)?,
        memory_bytes,
        executable: flags.contains(PF_X),
        writable: flags.contains(PF_W),
    })
}

/// Refuses segments that overlap: their order in the file would decide which bytes memory holds there.
fn check_apart(segments: &[Segment]) -> Reason<()> {
    let mut sorted: Vec<&Segment> = segments.iter().collect();
    sorted.sort_by_key(|segment| segment.address);
    for pair in sorted.windows(2) {
        let end = u64::from(pair[0].address) + u64::from(pair[0].memory_bytes);
        if end > pair[1].address.into() {
            return Err(ElfReason::Overlap {
                first: pair[0].address,
                end,
                second: pair[1].address,
            });
        }
    }
    Ok(())
}

fn read_tls(number: usize, header: &SegmentHeader, bytes: &[u8]) -> Reason<Tls> {
    Ok(Tls {
        image: segment_data(number, header, bytes)?,
        memory_bytes: header.p_memsz(LittleEndian),
        align: header.p_align(LittleEndian).max(1),
    })
}

/// Lays the executable segments into one array of words (INS-4); gaps hold 0, which is illegal.
fn read_code(segments: &[Segment]) -> Reason<Code> {
    let code = || segments.iter().filter(|segment| segment.executable);
    let end_of = |segment: &Segment| u64::from(segment.address) + segment.data.len() as u64;
    let Some(start) = code().map(|segment| segment.address).min() else {
        return Err(ElfReason::NoCode);
    };
    let end = code().map(end_of).max().unwrap_or_default();
    let wrong = |problem| {
        Err(ElfReason::CodeLayout {
            start,
            end,
            problem,
        })
    };
    if !start.is_multiple_of(4) {
        return wrong(CodeProblem::Misaligned);
    }
    if end > u64::from(start) + u64::from(MAX_CODE_BYTES) {
        return wrong(CodeProblem::TooWide);
    }
    let mut image = vec![0; (end - u64::from(start)).next_multiple_of(4) as usize];
    for segment in code() {
        let offset = (segment.address - start) as usize;
        image[offset..offset + segment.data.len()].copy_from_slice(&segment.data);
    }
    let (words, _) = image.as_chunks::<4>();
    Ok(Code::new(
        start,
        words.iter().map(|&word| u32::from_le_bytes(word)).collect(),
    ))
}

/// Refuses compressed instructions. Some host tools set the flag in the file header although the code has none, so this checks
/// every word of every function: a 4-byte instruction ends in two one bits.
fn check_lengths(code: &Code, symbols: &BTreeMap<String, Symbol>) -> Reason<()> {
    let functions = symbols.values().filter(|symbol| symbol.function);
    for function in functions {
        let end = function.address.saturating_add(function.bytes);
        let mut words = (function.address..end).step_by(4);
        let whole =
            |pc: u32| pc.is_multiple_of(4) && code.word(pc).is_none_or(|word| word & 3 == 3);
        if !words.all(whole) {
            return Err(ElfReason::Compressed);
        }
    }
    Ok(())
}

type Sections<'a> = SectionTable<'a, Header>;

fn read_symbols(sections: &Sections<'_>, bytes: &[u8]) -> Reason<BTreeMap<String, Symbol>> {
    let endian = LittleEndian;
    let place = "symbol table";
    let table = damaged(
        place,
        sections.symbols(endian, bytes, object::elf::SHT_SYMTAB),
    )?;
    let mut symbols = BTreeMap::new();
    let mut budget = Budget::of(bytes);
    for symbol in table.iter() {
        let kind = symbol.st_type();
        let name = damaged(place, symbol.name(endian, table.strings()))?;
        budget.take(name.len() as u32, || "names of symbols".to_owned())?;
        // Names such as `$x` mark code and data for disassemblers (RISC-V ELF specification,
        // "mapping symbols").
        let marker = name.is_empty() || name.starts_with(b"$");
        if marker || symbol.is_undefined(endian) || kind == STT_FILE || kind == STT_SECTION {
            continue;
        }
        let entry = Symbol {
            address: symbol.st_value(endian),
            bytes: symbol.st_size(endian),
            function: kind == STT_FUNC,
            thread_local: kind == STT_TLS,
        };
        let name = String::from_utf8_lossy(name).into_owned();
        // Of several local symbols with the same name, the first is kept; a global symbol always replaces a local one.
        if symbol.is_local() {
            symbols.entry(name).or_insert(entry);
        } else {
            symbols.insert(name, entry);
        }
    }
    Ok(symbols)
}

fn read_notes(sections: &Sections<'_>, bytes: &[u8]) -> Reason<BTreeMap<String, Vec<u8>>> {
    let endian = LittleEndian;
    let mut notes = BTreeMap::new();
    let mut budget = Budget::of(bytes);
    for section in sections.iter() {
        if section.sh_type(endian) == SHT_NOTE {
            let name = damaged("section names", sections.section_name(endian, section))?;
            budget.take(name.len() as u32, || "names of sections".to_owned())?;
            let name = String::from_utf8_lossy(name).into_owned();
            budget.take(section.sh_size(endian), || format!("section {name}"))?;
            let data = damaged(format!("section {name}"), section.data(endian, bytes))?;
            notes.insert(name, data.to_vec());
        }
    }
    Ok(notes)
}
