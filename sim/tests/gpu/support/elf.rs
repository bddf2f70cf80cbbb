//! Small ELF files: code, symbols, shared memory.

use std::collections::BTreeMap;

/// Where the code starts.
pub const CODE: u32 = 0x0002_0000;

const HEADER: u32 = 52;
const SEGMENT: u32 = 32;
const SECTION: u32 = 40;

/// The contents of a file.
#[derive(Clone, Default)]
pub struct Image {
    pub code: Vec<u32>,
    pub symbols: BTreeMap<String, u32>,
    /// First bytes and size of the static shared memory.
    pub tls: Option<(Vec<u8>, u32)>,
}

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn halves(values: &[u16]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

impl Image {
    /// The file: header, two segments, code, shared image, symbols, strings, section headers.
    pub fn bytes(&self) -> Vec<u8> {
        let (tls, tls_bytes) = self.tls.clone().unwrap_or_default();
        let code = words(&self.code);
        let (symbols, strings) = self.tables();
        let code_at = HEADER + 2 * SEGMENT;
        let tls_at = code_at + code.len() as u32;
        let symbols_at = (tls_at + tls.len() as u32).next_multiple_of(4);
        let strings_at = symbols_at + symbols.len() as u32;
        let sections_at = (strings_at + strings.len() as u32).next_multiple_of(4);

        let mut file = header(sections_at);
        let size = code.len() as u32;
        file.extend(words(&[1, code_at, CODE, CODE, size, size, 5, 4]));
        let (filled, at) = (tls.len() as u32, CODE + 0x10000);
        file.extend(words(&[7, tls_at, at, at, filled, tls_bytes, 4, 16]));
        file.extend(code);
        file.extend(tls);
        file.resize(symbols_at as usize, 0);
        file.extend(&symbols);
        file.extend(&strings);
        file.resize(sections_at as usize, 0);
        file.extend([0; SECTION as usize]);
        let (symbols, strings) = (symbols.len() as u32, strings.len() as u32);
        file.extend(words(&[0, 2, 0, 0, symbols_at, symbols, 2, 1, 4, 16]));
        file.extend(words(&[0, 3, 0, 0, strings_at, strings, 0, 0, 1, 0]));
        file
    }

    /// Symbol table and its strings.
    fn tables(&self) -> (Vec<u8>, Vec<u8>) {
        const GLOBAL_FUNCTION: u8 = 0x12;
        let (mut symbols, mut strings) = (vec![0; 16], vec![0]);
        for (name, address) in &self.symbols {
            symbols.extend(words(&[strings.len() as u32, *address, 4]));
            symbols.extend([GLOBAL_FUNCTION, 0, 1, 0]);
            strings.extend(name.bytes().chain([0]));
        }
        (symbols, strings)
    }
}

/// ELF32, little-endian, RISC-V, `ET_EXEC`, single-float ABI.
fn header(sections_at: u32) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x01\x01\x01".to_vec();
    bytes.resize(16, 0);
    bytes.extend(halves(&[2, 243]));
    bytes.extend(words(&[1, CODE, HEADER, sections_at, 2]));
    let sizes = [HEADER, SEGMENT, 2, SECTION, 3, 2].map(|size| size as u16);
    bytes.extend(halves(&sizes));
    bytes
}
