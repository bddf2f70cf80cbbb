//! Instructions.

use super::constants::Constant;
use super::cursor::{Cursor, plain};
use super::names::Names;
use super::shape::Shape;
use crate::error::Refused;
use crate::word::Word;
use heddle_compiler::ir::{TokenKind, Type};

/// An instruction, with its place.
#[derive(Debug)]
pub struct Step {
    /// Number of the value that it gives, if any.
    pub result: Option<usize>,
    /// What is done.
    pub instruction: Instruction,
    /// Line in the IR, from 1.
    pub line: usize,
}

/// A value that an instruction reads.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The value with this number.
    Value(usize),
    /// A constant number.
    Number(Word),
    /// The address of a global, plus an offset in bytes.
    Address(String, u64),
    /// Several values.
    Fields(Vec<Operand>),
}

/// An operation on two words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    And,
    Or,
    Xor,
}

/// A comparison of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Comparison {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// A change of the width of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Zeros are added, or high bits dropped; addresses are numbers.
    Resize,
    /// Copies of the highest bit are added.
    Sign,
}

/// An index of an address, and the bytes of an element.
#[derive(Debug)]
pub struct Term {
    /// The index.
    pub index: Operand,
    /// Bytes of an element.
    pub bytes: u64,
}

/// A call.
#[derive(Debug)]
pub struct Call {
    /// The function: a global, or a value that is an address.
    pub callee: Operand,
    /// Arguments.
    pub arguments: Vec<Operand>,
    /// Shape of the result.
    pub shape: Shape,
}

/// An instruction.
#[derive(Debug)]
pub enum Instruction {
    /// An operation on two words.
    Binary(Binary, Operand, Operand),
    /// A comparison.
    Compare(Comparison, Operand, Operand),
    /// A change of width, to a number of bits.
    Cast(Cast, Operand, u32),
    /// The first value where the condition is true, else the second.
    Select(Operand, Operand, Operand),
    /// An address: a base, and what is added to it.
    Address(Operand, Vec<Term>),
    /// Reads a value of a shape.
    Load(Operand, Shape),
    /// Writes a value of a shape.
    Store(Operand, Shape, Operand),
    /// Memory of a number of bytes until the function returns.
    Alloca(u64),
    /// A call.
    Call(Call),
    /// A field of a value.
    Extract(Operand, Vec<usize>),
    /// A value with another field: value, field, place.
    Insert(Operand, Operand, Vec<usize>),
    /// The same value.
    Same(Operand),
}

impl Operand {
    /// Reads the operand of a shape at the front.
    pub(super) fn parse(
        at: &mut Cursor<'_, '_>,
        shape: &Shape,
        names: &mut Names<'_>,
    ) -> Result<Self, Refused> {
        match at.peek() {
            Some(token) if token.kind == TokenKind::Local => {
                let name = plain(&at.next()?.text);
                Ok(Operand::Value(names.value(name)))
            }
            _ => Ok(Constant::parse(at, shape, names.types())?.into()),
        }
    }

    /// The values that it reads.
    pub fn values(&self) -> Vec<usize> {
        match self {
            Operand::Value(number) => vec![*number],
            Operand::Number(_) | Operand::Address(..) => Vec::new(),
            Operand::Fields(fields) => fields.iter().flat_map(Operand::values).collect(),
        }
    }
}

impl From<Constant> for Operand {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Number(number, bits) => {
                Operand::Number(Word::constant(number, bits as usize))
            }
            Constant::Address(name, offset) => Operand::Address(name, offset),
            Constant::Fields(fields) => {
                Operand::Fields(fields.into_iter().map(Operand::from).collect())
            }
        }
    }
}

/// Words between an operation and its type: promises without which the result would be undefined.
const FLAGS: &[&str] = &[
    "nuw", "nsw", "exact", "inbounds", "disjoint", "samesign", "nneg", "nusw",
];

impl Step {
    /// Reads a statement; `None` if it does nothing.
    pub(super) fn parse(
        at: &mut Cursor<'_, '_>,
        names: &mut Names<'_>,
    ) -> Result<Option<Self>, Refused> {
        let line = at.line();
        let mut at = at.without_metadata();
        let is_result = at
            .peek()
            .is_some_and(|token| token.kind == TokenKind::Local);
        let result = match is_result {
            true => {
                let name = plain(&at.next()?.text);
                at.expect("=")?;
                Some(names.value(name))
            }
            false => None,
        };
        let instruction = Instruction::parse(&mut at, names)?;
        Ok(instruction.map(|instruction| Self {
            result,
            instruction,
            line,
        }))
    }

    /// The values that it reads.
    pub fn reads(&self) -> Vec<usize> {
        let operands: Vec<&Operand> = match &self.instruction {
            Instruction::Binary(_, a, b) | Instruction::Compare(_, a, b) => vec![a, b],
            Instruction::Cast(_, a, _) | Instruction::Same(a) | Instruction::Load(a, _) => vec![a],
            Instruction::Select(c, a, b) => vec![c, a, b],
            Instruction::Address(base, terms) => {
                let indices = terms.iter().map(|term| &term.index);
                indices.chain([base]).collect()
            }
            Instruction::Store(value, _, to) => vec![value, to],
            Instruction::Alloca(_) => vec![],
            Instruction::Call(call) => call.arguments.iter().chain([&call.callee]).collect(),
            Instruction::Extract(a, _) => vec![a],
            Instruction::Insert(a, b, _) => vec![a, b],
        };
        operands.into_iter().flat_map(Operand::values).collect()
    }
}

fn binary(word: &str) -> Option<Binary> {
    Some(match word {
        "add" => Binary::Add,
        "sub" => Binary::Sub,
        "mul" => Binary::Mul,
        "udiv" => Binary::Udiv,
        "urem" => Binary::Urem,
        "sdiv" => Binary::Sdiv,
        "srem" => Binary::Srem,
        "shl" => Binary::Shl,
        "lshr" => Binary::Lshr,
        "ashr" => Binary::Ashr,
        "and" => Binary::And,
        "or" => Binary::Or,
        "xor" => Binary::Xor,
        _ => return None,
    })
}

fn comparison(word: &str) -> Option<Comparison> {
    Some(match word {
        "eq" => Comparison::Eq,
        "ne" => Comparison::Ne,
        "ult" => Comparison::Ult,
        "ule" => Comparison::Ule,
        "ugt" => Comparison::Ugt,
        "uge" => Comparison::Uge,
        "slt" => Comparison::Slt,
        "sle" => Comparison::Sle,
        "sgt" => Comparison::Sgt,
        "sge" => Comparison::Sge,
        _ => return None,
    })
}

fn cast(word: &str) -> Option<Cast> {
    match word {
        "zext" | "trunc" | "ptrtoint" | "inttoptr" | "bitcast" | "ptrtoaddr" => Some(Cast::Resize),
        "sext" => Some(Cast::Sign),
        _ => None,
    }
}

impl Instruction {
    fn parse(
        at: &mut Cursor<'_, '_>,
        names: &mut Names<'_>,
    ) -> Result<Option<Instruction>, Refused> {
        let here = at.clone();
        let word = at.next()?.text.as_ref();
        if let Some(operation) = binary(word) {
            let [a, b] = pair(at, names)?;
            return Ok(Some(Instruction::Binary(operation, a, b)));
        }
        if let Some(kind) = cast(word) {
            at.skip_words(FLAGS);
            let shape = Shape::Bits(at.bits(names.types())?);
            let operand = Operand::parse(at, &shape, names)?;
            at.expect("to")?;
            let bits = at.bits(names.types())?;
            return Ok(Some(Instruction::Cast(kind, operand, bits)));
        }
        match word {
            "icmp" => {
                at.skip_words(FLAGS);
                let name = at.next()?.text.as_ref();
                let kind = comparison(name)
                    .ok_or_else(|| here.refuse(format!("the comparison `{name}`")))?;
                let [a, b] = pair(at, names)?;
                Ok(Some(Instruction::Compare(kind, a, b)))
            }
            "select" => {
                let condition = typed(at, names)?.0;
                at.expect(",")?;
                let (then, _) = typed(at, names)?;
                at.expect(",")?;
                let (otherwise, _) = typed(at, names)?;
                Ok(Some(Instruction::Select(condition, then, otherwise)))
            }
            "getelementptr" => address(at, names).map(Some),
            "load" => load(at, names).map(Some),
            "store" => store(at, names).map(Some),
            "alloca" => alloca(at, names).map(Some),
            "freeze" => Ok(Some(Instruction::Same(typed(at, names)?.0))),
            "extractvalue" => {
                let (value, _) = typed(at, names)?;
                Ok(Some(Instruction::Extract(value, places(at)?)))
            }
            "insertvalue" => {
                let (value, _) = typed(at, names)?;
                at.expect(",")?;
                let (field, _) = typed(at, names)?;
                Ok(Some(Instruction::Insert(value, field, places(at)?)))
            }
            "call" | "tail" | "musttail" | "notail" => call(&mut here.clone(), names),
            other => Err(here.refuse(format!("the instruction `{other}`"))),
        }
    }
}

/// A type and an operand of it.
fn typed(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<(Operand, Shape), Refused> {
    let shape = at.shape(names.types())?;
    at.skip_attributes()?;
    let operand = Operand::parse(at, &shape, names)?;
    Ok((operand, shape))
}

/// Flags, a type, and two operands of it.
fn pair(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<[Operand; 2], Refused> {
    at.skip_words(FLAGS);
    let shape = Shape::Bits(at.bits(names.types())?);
    let first = Operand::parse(at, &shape, names)?;
    at.expect(",")?;
    let second = Operand::parse(at, &shape, names)?;
    Ok([first, second])
}

/// Numbers of fields, each behind a comma.
fn places(at: &mut Cursor<'_, '_>) -> Result<Vec<usize>, Refused> {
    let mut places = Vec::new();
    while at.takes(",") {
        let place = at.next()?.text.parse();
        places.push(place.map_err(|_| at.refuse("a number of a field is expected"))?);
    }
    Ok(places)
}

/// `getelementptr flags type, ptr base, type index, ...`
fn address(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Instruction, Refused> {
    at.skip_words(FLAGS);
    let mut of = at.ir_type()?;
    at.expect(",")?;
    let (base, _) = typed(at, names)?;
    let mut terms = Vec::new();
    while at.takes(",") {
        let here = at.clone();
        let (index, _) = typed(at, names)?;
        if !terms.is_empty() {
            of = match of {
                Type::Array(_, element) => *element,
                _ => return Err(here.refuse("an index into something that is no array")),
            };
        }
        let layout = names.types().layout(&of);
        let bytes = layout.ok_or_else(|| here.refuse("an index into a type without size"))?;
        terms.push(Term {
            index,
            bytes: bytes.bytes.into(),
        });
    }
    Ok(Instruction::Address(base, terms))
}

/// `load type, ptr from, align n`
fn load(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Instruction, Refused> {
    plain_access(at, "load")?;
    let shape = at.shape(names.types())?;
    at.expect(",")?;
    let (from, _) = typed(at, names)?;
    aligned(at)?;
    Ok(Instruction::Load(from, shape))
}

/// `store type value, ptr to, align n`
fn store(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Instruction, Refused> {
    plain_access(at, "store")?;
    let (value, shape) = typed(at, names)?;
    at.expect(",")?;
    let (to, _) = typed(at, names)?;
    aligned(at)?;
    Ok(Instruction::Store(value, shape, to))
}

/// Refuses an access that another thread or a device may see.
fn plain_access(at: &Cursor<'_, '_>, access: &str) -> Result<(), Refused> {
    match at.peek() {
        Some(word) if word.is("atomic") || word.is("volatile") => {
            Err(at.refuse(format!("`{access} {}`", word.text)))
        }
        _ => Ok(()),
    }
}

/// The alignment at the end of an access or variable.
fn aligned(at: &mut Cursor<'_, '_>) -> Result<(), Refused> {
    if at.takes(",") && at.takes("align") {
        at.next()?;
    }
    match at.is_empty() {
        true => Ok(()),
        false => Err(at.unexpected("what should be an alignment")),
    }
}

/// `alloca type, align n`
fn alloca(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Instruction, Refused> {
    let of = at.ir_type()?;
    let layout = names.types().layout(&of);
    let layout = layout.ok_or_else(|| at.refuse("a variable of a type without size"))?;
    aligned(at)?;
    Ok(Instruction::Alloca(layout.bytes.into()))
}

/// Calls that do nothing: they tell the compiler what it may assume.
const HINTS: &[&str] = &[
    "llvm.assume",
    "llvm.experimental.noalias.scope.decl",
    "llvm.lifetime.start.p0",
    "llvm.lifetime.end.p0",
];

/// `tail call convention attributes type callee(arguments) #0`
fn call(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Option<Instruction>, Refused> {
    at.skip_words(&["tail", "musttail", "notail"]);
    at.expect("call")?;
    at.skip_words(&["fastcc", "coldcc"]);
    at.skip_attributes()?;
    let shape = at.shape(names.types())?;
    if at.peek().is_some_and(|token| token.is("asm")) {
        return Err(at.refuse("inline assembly (`asm`)"));
    }
    if at.peek().is_some_and(|token| token.is("(")) {
        return Err(at.refuse("a call with a variable number of arguments (`...`)"));
    }
    let callee = Operand::parse(at, &Shape::Bits(64), names)?;
    if let Operand::Address(name, _) = &callee
        && HINTS.contains(&name.as_str())
    {
        return Ok(None);
    }
    let inside = at.bracket()?;
    let arguments = inside.arguments().into_iter().map(|mut argument| {
        let (operand, _) = typed(&mut argument, names)?;
        match argument.is_empty() {
            true => Ok(operand),
            false => Err(argument.unexpected("an argument")),
        }
    });
    let arguments = arguments.collect::<Result<_, _>>()?;
    let group = |token: &heddle_compiler::ir::Token<'_>| token.kind == TokenKind::Hash;
    if !at.rest().iter().all(group) {
        return Err(at.unexpected("a call, behind its arguments (operand bundles are not known)"));
    }
    Ok(Some(Instruction::Call(Call {
        callee,
        arguments,
        shape,
    })))
}
