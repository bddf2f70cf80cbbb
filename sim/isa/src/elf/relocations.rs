//! Relocations that the linker has kept (`-Wl,--emit-relocs`): which addresses code and data take.

use super::{Header, Reason, Sections, damaged};
use crate::relocations::Relocations;
use object::elf::{
    R_RISCV_32, R_RISCV_ADD8, R_RISCV_ADD16, R_RISCV_ADD32, R_RISCV_GOT_HI20, R_RISCV_HI20,
    R_RISCV_PCREL_HI20, R_RISCV_SET32, RelocationType, SHF_ALLOC, SHT_SYMTAB, STT_NOTYPE,
};
use object::read::elf::{Rela, SectionHeader, Sym, SymbolTable};
use object::{LittleEndian, SectionIndex};

/// Relocations that put an address, or a part of one, into code or data. Relocations of branches, jumps and calls are others.
const TAKING: [RelocationType; 8] = [
    R_RISCV_32,
    R_RISCV_HI20,
    R_RISCV_PCREL_HI20,
    R_RISCV_GOT_HI20,
    R_RISCV_ADD8,
    R_RISCV_ADD16,
    R_RISCV_ADD32,
    R_RISCV_SET32,
];

/// Prefix of labels that compilers make up.
const LOCAL_LABEL: &[u8] = b".L";

/// Reads the relocations of everything that is loaded. In an executable file relocations have addresses, not offsets; debug
/// information is not loaded and its offsets would be taken for addresses.
pub(super) fn read_relocations(sections: &Sections<'_>, bytes: &[u8]) -> Reason<Relocations> {
    let endian = LittleEndian;
    let place = "relocations";
    let symbols = damaged(place, sections.symbols(endian, bytes, SHT_SYMTAB))?;
    let mut found = Relocations::default();
    for section in sections.iter() {
        let Some((relocations, _)) = damaged(place, section.rela(endian, bytes))? else {
            continue;
        };
        let applied = SectionIndex(section.sh_info(endian) as usize);
        let loaded = damaged(place, sections.section(applied))
            .is_ok_and(|section| section.sh_flags(endian).contains(SHF_ALLOC));
        for relocation in relocations.iter().filter(|_| loaded) {
            add(&mut found, &symbols, relocation)?;
        }
    }
    Ok(found)
}

fn add(
    found: &mut Relocations,
    symbols: &SymbolTable<'_, Header>,
    relocation: &object::elf::Rela32<LittleEndian>,
) -> Reason<()> {
    let endian = LittleEndian;
    let kind = relocation.r_type(endian);
    found.kept = true;
    if !TAKING.contains(&kind) {
        return Ok(());
    }
    let Some(index) = relocation.symbol(endian, false) else {
        return Ok(());
    };
    let symbol = damaged("relocations", symbols.symbol(index))?;
    let name = symbol.name(endian, symbols.strings()).unwrap_or_default();
    let is_label = symbol.st_type() == STT_NOTYPE && name.starts_with(LOCAL_LABEL);
    let address = symbol.st_value(endian);
    found.take(
        address.wrapping_add(relocation.r_addend(endian) as u32),
        is_label,
    );
    if kind == R_RISCV_32 {
        found.words.insert(relocation.r_offset(endian), is_label);
    }
    Ok(())
}
