//! Functions: blocks of instructions, with numbered values.

use super::Known;
use super::cursor::{Cursor, plain};
use super::instruction::{Operand, Step};
use super::names::Names;
use super::shape::Shape;
use crate::error::Refused;
use heddle_compiler::ir::{Gap, Item, Token, TokenKind, matching, statements};

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Number of values: parameters first, then results of instructions.
    pub values: usize,
    /// Number of parameters.
    pub parameters: usize,
    /// The blocks; execution starts in the first one.
    pub blocks: Vec<Block>,
}

/// A block.
#[derive(Debug)]
pub struct Block {
    /// What values are taken on the way into the block.
    pub phis: Vec<Phi>,
    /// Instructions in order.
    pub steps: Vec<Step>,
    /// Where execution goes on.
    pub end: End,
    /// Line of the end.
    pub line: usize,
}

/// A value that depends on the block before.
#[derive(Debug)]
pub struct Phi {
    /// Number of the value.
    pub result: usize,
    /// For each block before: its number, and the value.
    pub incoming: Vec<(usize, Operand)>,
}

/// The end of a block.
#[derive(Debug)]
pub enum End {
    /// Goes on in a block.
    Jump(usize),
    /// Goes on in the first block if the condition holds, else in the second.
    Branch(Operand, usize, usize),
    /// Goes on in the block of the case, or in the given one.
    Switch(Operand, usize, Vec<(u128, usize)>),
    /// Returns a value, if any.
    Return(Option<Operand>),
    /// Is never reached.
    Unreachable,
}

impl End {
    /// The blocks that may follow.
    pub fn successors(&self) -> Vec<usize> {
        match self {
            End::Jump(to) => vec![*to],
            End::Branch(_, then, otherwise) => vec![*then, *otherwise],
            End::Switch(_, otherwise, cases) => {
                let cases = cases.iter().map(|(_, to)| *to);
                cases.chain([*otherwise]).collect()
            }
            End::Return(_) | End::Unreachable => Vec::new(),
        }
    }

    /// The operand that is read.
    pub fn operand(&self) -> Option<&Operand> {
        match self {
            End::Branch(operand, ..) | End::Switch(operand, ..) => Some(operand),
            End::Return(operand) => operand.as_ref(),
            End::Jump(_) | End::Unreachable => None,
        }
    }
}

/// A block as it stands in the text: its label, and its statements.
type Text<'a> = (String, Vec<Vec<Token<'a>>>);

impl Function {
    pub(super) fn parse(item: &Item<'_>, known: &Known) -> Result<Self, Refused> {
        let name = item.name().map(plain).unwrap_or_default();
        let refuse = |what: String| Refused::new(&name, item.line(), what);
        let parameters = item.parameters().map_err(|e| refuse(e.problem))?;
        let open = (parameters.end..item.tokens.len())
            .find(|at| item.tokens[*at].is("{"))
            .ok_or_else(|| refuse("a function without a body".into()))?;
        let close = matching(&item.tokens, open).map_err(|e| refuse(e.problem))?;
        let parameters = Cursor::new(&item.tokens[parameters], &name).arguments();
        let parameters = parameters.into_iter().map(|of| parameter_name(of, known));
        let parameters: Vec<String> = parameters.collect::<Result<_, _>>()?;
        let text = blocks(&item.tokens[open + 1..close], &parameters);
        let labels = text.iter().enumerate();
        let mut names = Names::new(labels.map(|(at, (label, _))| (label.clone(), at)), known);
        for parameter in &parameters {
            names.value(parameter.clone());
        }
        let blocks = text
            .iter()
            .map(|(_, of)| Block::parse(of, &name, &mut names));
        Ok(Self {
            parameters: parameters.len(),
            blocks: blocks.collect::<Result<_, _>>()?,
            values: names.count(),
            name,
        })
    }
}

/// `type attributes %name`
fn parameter_name(mut parameter: Cursor<'_, '_>, known: &Known) -> Result<String, Refused> {
    parameter.shape(&known.types)?;
    parameter.skip_attributes()?;
    match parameter.rest() {
        [name] if name.kind == TokenKind::Local => Ok(plain(&name.text)),
        _ => Err(parameter.unexpected("a parameter")),
    }
}

/// The blocks of a body. The first one may have no label; it then has the number behind those of the parameters.
fn blocks<'a>(body: &[Token<'a>], parameters: &[String]) -> Vec<Text<'a>> {
    let is_number = |name: &&String| name.bytes().all(|byte| byte.is_ascii_digit());
    let first = parameters.iter().filter(is_number).count().to_string();
    let mut blocks: Vec<Text<'a>> = Vec::new();
    for mut statement in statements(body) {
        let is_label = statement
            .get(1)
            .is_some_and(|t| t.is(":") && t.gap == Gap::None);
        if is_label {
            blocks.push((plain(&statement[0].text), Vec::new()));
            statement.drain(..2);
        }
        if blocks.is_empty() {
            blocks.push((first.clone(), Vec::new()));
        }
        if !statement.is_empty() {
            let last = blocks.last_mut().expect("there is one");
            last.1.push(statement);
        }
    }
    blocks
}

impl Block {
    fn parse(
        statements: &[Vec<Token<'_>>],
        function: &str,
        names: &mut Names<'_>,
    ) -> Result<Self, Refused> {
        let (mut phis, mut steps) = (Vec::new(), Vec::new());
        let Some((last, before)) = statements.split_last() else {
            return Err(Refused::new(function, 0, "a block without an end"));
        };
        for statement in before {
            let mut at = Cursor::new(statement, function);
            match statement.get(2) {
                Some(word) if word.is("phi") => phis.push(phi(&mut at, names)?),
                _ => steps.extend(Step::parse(&mut at, names)?),
            }
        }
        let at = Cursor::new(last, function);
        Ok(Self {
            phis,
            steps,
            line: at.line(),
            end: end(&mut at.without_metadata(), names)?,
        })
    }
}

/// `%x = phi type [ value, %block ], ...`
fn phi(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<Phi, Refused> {
    let result = names.value(plain(&at.next()?.text));
    at.expect("=")?;
    at.expect("phi")?;
    let shape = at.shape(names.types())?;
    let mut incoming = Vec::new();
    for mut pair in at.without_metadata().arguments() {
        let inside = pair.bracket()?;
        let [value, label] = &inside.arguments()[..] else {
            return Err(inside.refuse("a value and a block are expected"));
        };
        let value = Operand::parse(&mut value.clone(), &shape, names)?;
        let label = plain(&label.clone().next()?.text);
        incoming.push((names.block(at, &label)?, value));
    }
    Ok(Phi { result, incoming })
}

fn end(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<End, Refused> {
    // No instruction that ends a block and is known gives a value.
    if let [_, is, ..] = at.rest()
        && is.is("=")
    {
        at.next()?;
        at.next()?;
    }
    let here = at.clone();
    let word = at.next()?;
    match word.text.as_ref() {
        "br" if at.peek().is_some_and(|token| token.is("label")) => {
            let to = at.label()?;
            Ok(End::Jump(names.block(at, &to)?))
        }
        "br" => {
            let shape = at.shape(names.types())?;
            let condition = Operand::parse(at, &shape, names)?;
            at.expect(",")?;
            let then = at.label()?;
            at.expect(",")?;
            let otherwise = at.label()?;
            Ok(End::Branch(
                condition,
                names.block(at, &then)?,
                names.block(at, &otherwise)?,
            ))
        }
        "switch" => switch(at, names),
        "ret" => {
            let value = match at.shape(names.types())? {
                Shape::Void => None,
                shape => Some(Operand::parse(at, &shape, names)?),
            };
            Ok(End::Return(value))
        }
        "unreachable" => Ok(End::Unreachable),
        other => Err(here.refuse(format!("`{other}` at the end of a block"))),
    }
}

/// `switch type value, label %otherwise [ type number, label %block ... ]`
fn switch(at: &mut Cursor<'_, '_>, names: &mut Names<'_>) -> Result<End, Refused> {
    let shape = at.shape(names.types())?;
    let value = Operand::parse(at, &shape, names)?;
    at.expect(",")?;
    let otherwise = at.label()?;
    let mut inside = at.bracket()?;
    let mut cases = Vec::new();
    while !inside.is_empty() {
        let shape = inside.shape(names.types())?;
        let here = inside.clone();
        let Operand::Number(number) = Operand::parse(&mut inside, &shape, names)? else {
            return Err(here.refuse("a case of `switch` that is no number"));
        };
        inside.expect(",")?;
        let label = inside.label()?;
        let number = number.number().expect("a constant");
        cases.push((number, names.block(at, &label)?));
    }
    Ok(End::Switch(value, names.block(at, &otherwise)?, cases))
}
