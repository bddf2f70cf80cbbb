//! The attributes of a kernel that the host can query.

use heddle_compiler::ir::{Attachments, Metadata};
use heddle_compiler::ir::{IrError, Token, Type, take_type};
use heddle_isa::Signature;

/// A signature that contains only the attributes.
pub(super) fn attributes(
    kernel: &str,
    metadata: &Metadata<'_, '_>,
    attached: &Attachments<'_>,
) -> Result<Signature, IrError> {
    let size = |kind| -> Result<Option<[u32; 3]>, IrError> {
        let numbers = metadata.numbers(attached, kind)?;
        let three = |numbers: Vec<u32>| {
            let error = |_| IrError::new(0, format!("{kind} is not of three numbers"));
            numbers.try_into().map_err(error)
        };
        numbers.map(three).transpose()
    };
    let required = size("!reqd_work_group_size")?;
    let hint = size("!work_group_size_hint")?;
    let vector = metadata.operands(attached, "!vec_type_hint")?;
    let vector = vector.map(|operands| vector_type(&operands)).transpose()?;
    let sized = |name, size: Option<[u32; 3]>| size.map(|[x, y, z]| format!("{name}({x},{y},{z})"));
    let texts = [
        sized("reqd_work_group_size", required),
        sized("work_group_size_hint", hint),
        vector.as_ref().map(|of| format!("vec_type_hint({of})")),
    ];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    Ok(Signature {
        kernel: kernel.to_owned(),
        parameters: Vec::new(),
        hidden_offset: 0,
        required_work_group_size: required,
        work_group_size_hint: hint,
        vec_type_hint: vector,
        attributes: texts.join(" "),
        shared_bytes: 0,
        stack_bytes: None,
        prints: false,
        lacking: None,
    })
}

/// The name of the type in `<4 x i32> undef, i32 1`, where 1 means signed.
fn vector_type(operands: &[&[Token<'_>]]) -> Result<String, IrError> {
    let unknown = || IrError::new(0, "a vec_type_hint that is not known");
    let [of, [.., is_signed]] = operands else {
        return Err(unknown());
    };
    let (of, _) = take_type(of)?;
    let (lanes, element) = match of {
        Type::Vector(lanes, element) => (lanes.to_string(), *element),
        scalar => (String::new(), scalar),
    };
    let is_signed = is_signed.text == "1";
    let name = match element {
        Type::Integer(8) => "char",
        Type::Integer(16) => "short",
        Type::Integer(32) => "int",
        Type::Integer(64) => "long",
        Type::Float(2) => "half",
        Type::Float(4) => "float",
        Type::Float(8) => "double",
        _ => return Err(unknown()),
    };
    let unsigned = matches!(element, Type::Integer(_)) && !is_signed;
    Ok(format!("{}{name}{lanes}", if unsigned { "u" } else { "" }))
}
