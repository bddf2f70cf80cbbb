//! Checks arguments against the parameters that a kernel's source declares, if the program contains them (GPU-17).

use super::{Arg, ArgumentMismatch, Launch, LaunchReason};
use heddle_isa::signature::{Hidden, Kind, Parameter, Signature};

/// Refuses arguments that do not match the kernel's parameters in number, size or kind. The [hidden words](Hidden) may follow
/// them.
pub(super) fn check(index: usize, signature: &Signature, args: &[Arg]) -> Result<(), LaunchReason> {
    let declared = signature.parameters.len();
    if args.len() != declared && args.len() != declared + Hidden::WORDS {
        return Err(LaunchReason::ArgumentCount {
            index,
            kernel: signature.kernel.clone(),
            declared,
            given: args.len(),
            parameters: all(&signature.parameters),
        });
    }
    for (argument, (parameter, arg)) in signature.parameters.iter().zip(args).enumerate() {
        if !fits(parameter, arg) {
            return Err(LaunchReason::ArgumentType {
                index,
                argument,
                mismatch: Box::new(ArgumentMismatch {
                    kernel: signature.kernel.clone(),
                    parameter: parameter.name.clone(),
                    declared: described(parameter),
                    given: named(arg),
                }),
            });
        }
    }
    Ok(())
}

/// The hidden words behind a launch's own arguments: no offset, and no buffer for printed text.
pub(super) fn hidden(launch: &Launch) -> impl Iterator<Item = Arg> + use<> {
    let extents = [0, 1, 2].map(|axis| launch.grid[axis].max(launch.block[axis]));
    let last = extents.iter().rposition(|&extent| extent > 1);
    let hidden = Hidden {
        global_offset: [0; 3],
        work_dimension: last.map_or(1, |axis| axis as u32 + 1),
        print_buffer: 0,
    };
    hidden.words().into_iter().map(Arg::U32)
}

fn all(parameters: &[Parameter]) -> String {
    let shown = parameters.iter();
    let shown = shown.map(|parameter| format!("{} {}", parameter.type_name, parameter.name));
    shown.collect::<Vec<_>>().join(", ")
}

fn fits(parameter: &Parameter, arg: &Arg) -> bool {
    match (parameter.kind, arg) {
        (Kind::Global | Kind::Constant, Arg::Buffer(_) | Arg::Part(_) | Arg::Address(_)) => true,
        (Kind::Local, Arg::Local(_)) => true,
        (Kind::Value { bytes, .. }, Arg::Bytes { bytes: given, .. }) => {
            given.len() == bytes as usize
        }
        (Kind::Value { bytes, .. }, arg) => scalar(arg).is_some_and(|(size, floating)| {
            let declared = is_floating(&parameter.type_name);
            size == bytes && declared.is_none_or(|declared| declared == floating)
        }),
        _ => false,
    }
}

/// The alignment in bytes of an element's address in a parameter's buffer: that of OpenCL C types (section 6.1.5), and a word for
/// types with other names.
pub(super) fn element_align(parameter: &Parameter) -> u32 {
    let name = parameter.type_name.trim_end_matches(['*', ' ']);
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes: u32 = name[scalar.len()..].parse().unwrap_or(1);
    let bytes = match scalar {
        "char" | "uchar" => 1,
        "short" | "ushort" | "half" => 2,
        "long" | "ulong" | "double" => 8,
        "int" | "uint" | "float" => 4,
        _ => return 4,
    };
    // A vector of three elements is as large as one of four.
    bytes * lanes.next_power_of_two()
}

/// Whether a type is a floating-point type; `None` for type names defined in the source.
fn is_floating(type_name: &str) -> Option<bool> {
    match type_name {
        "float" | "double" => Some(true),
        "char" | "uchar" | "short" | "ushort" | "int" | "uint" | "long" | "ulong" | "size_t" => {
            Some(false)
        }
        _ => None,
    }
}

/// Size in bytes of a scalar, and whether it is floating-point.
fn scalar(arg: &Arg) -> Option<(u32, bool)> {
    match arg {
        Arg::U8(_) => Some((1, false)),
        Arg::U16(_) => Some((2, false)),
        Arg::U32(_) | Arg::I32(_) | Arg::Round(_) => Some((4, false)),
        Arg::U64(_) | Arg::I64(_) => Some((8, false)),
        Arg::F32(_) => Some((4, true)),
        Arg::F64(_) => Some((8, true)),
        Arg::Buffer(_) | Arg::Part(_) | Arg::Address(_) | Arg::Local(_) | Arg::Bytes { .. } => None,
    }
}

fn described(parameter: &Parameter) -> String {
    let name = &parameter.type_name;
    match parameter.kind {
        Kind::Global | Kind::Constant => format!("a buffer (`{name}`)"),
        Kind::Local => format!("local memory (`{name}`)"),
        Kind::Value { bytes, .. } => format!("`{name}` of {bytes} bytes"),
    }
}

fn named(arg: &Arg) -> String {
    match arg {
        Arg::Buffer(_) | Arg::Part(_) | Arg::Address(_) => "a buffer".into(),
        Arg::Local(_) => "local memory".into(),
        Arg::Round(_) => "the number of a round".into(),
        Arg::U8(_) => "u8".into(),
        Arg::U16(_) => "u16".into(),
        Arg::U32(_) => "u32".into(),
        Arg::I32(_) => "i32".into(),
        Arg::U64(_) => "u64".into(),
        Arg::I64(_) => "i64".into(),
        Arg::F32(_) => "f32".into(),
        Arg::F64(_) => "f64".into(),
        Arg::Bytes { bytes, .. } => format!("struct of {} bytes", bytes.len()),
    }
}
