//! Replaces calls of `printf` by calls of a runtime function with the arguments in memory.
//!
//! A variable argument list does not contain the types of its arguments. The replaced call passes them, as three bytes for
//! each argument; from these the host produces the text ([`crate::print`]).

use super::widened;
use crate::print::ArgumentType;
use heddle_compiler::ir::{
    Gap, IrError, Item, Kind, Token, Type, arguments, matching, print, statements, take_type,
    tokens,
};

/// The function of OpenCL C.
pub(super) const PRINTF: &str = "@printf";
/// The function of the runtime (`runtime/print.cl`).
const FUNCTION: &str = "@__heddle_print";
/// The declaration of that function.
const DECLARATION: &str = "declare i32 @__heddle_print(ptr, ptr, ptr, i32)\n";
/// The variable in which a function stores the arguments of its calls.
const RECORD: &str = "%print.record";

/// Attributes of an argument that have no effect here.
const ATTRIBUTES: [&str; 3] = ["noundef", "signext", "zeroext"];

/// Replaces all calls in a module; returns the definitions that the new calls need.
///
/// # Errors
/// [`IrError`] for an argument that cannot be printed.
pub(super) fn rewrite(items: &mut [Item<'_>]) -> Result<String, IrError> {
    let mut calls = Calls::default();
    for item in items
        .iter_mut()
        .filter(|item| item.kind == Kind::Definition)
    {
        if item.tokens.iter().any(|token| token.text == PRINTF) {
            calls.in_function(item)?;
        }
    }
    match calls.count {
        0 => Ok(String::new()),
        _ => Ok(calls.definitions + DECLARATION),
    }
}

#[derive(Default)]
struct Calls {
    definitions: String,
    count: usize,
}

/// An argument of a call.
struct Argument {
    /// Type and value, as text of the IR.
    text: String,
    of: ArgumentType,
}

impl Calls {
    fn in_function(&mut self, item: &mut Item<'_>) -> Result<(), IrError> {
        let line = item.line();
        let body = body_start(item)?;
        let mut most_words = 0;
        let mut changed = Vec::new();
        let end = item.tokens.len() - 1;
        let mut all = statements(&item.tokens[body..end]);
        // OCL-20: floats are printed as floats, and need no code for `double`.
        widened::narrow(&mut all, PRINTF);
        for statement in all {
            match statement.iter().position(|token| token.text == PRINTF) {
                Some(at) => changed.extend(self.call(&statement, at, &mut most_words)?),
                None => changed.extend(statement),
            }
        }
        // If the first block has a label, the label must stay first.
        let front = if changed.get(1).is_some_and(|token| token.is(":")) {
            2
        } else {
            0
        };
        let record = ours(
            &format!("\n  {RECORD} = alloca [{most_words} x i32], align 8"),
            line,
        )?;
        changed.splice(front..front, record);
        item.tokens.splice(body..end, changed);
        Ok(())
    }

    /// The instructions that replace a call; `at` is the index of the called function in the statement.
    fn call<'a>(
        &mut self,
        statement: &[Token<'a>],
        at: usize,
        most_words: &mut u32,
    ) -> Result<Vec<Token<'a>>, IrError> {
        let line = statement[0].line;
        let unknown = || IrError::new(line, "a use of printf that is no call");
        let call = statement
            .iter()
            .position(|token| token.is("call"))
            .ok_or_else(unknown)?;
        let open = statement.get(at + 1).filter(|token| token.is("("));
        open.ok_or_else(unknown)?;
        let close = matching(statement, at + 1)?;
        let all = arguments(&statement[at + 2..close]);
        let [format, rest @ ..] = all.as_slice() else {
            return Err(unknown());
        };
        let format = Self::argument(format)?.text;
        let arguments = rest.iter().map(|argument| Self::argument(argument));
        let arguments = arguments.collect::<Result<Vec<_>, _>>()?;

        let number = self.count;
        self.count += 1;
        self.define_types(number, &arguments);
        let (stores, words) = stores(number, &arguments);
        *most_words = words.max(*most_words);
        let mut text = stores + "\n  ";
        print(&statement[..=call], &mut text);
        text += &format!(
            " i32 {FUNCTION}({format}, ptr @print.types.{number}, ptr {RECORD}, i32 {words})"
        );
        print(&statement[close + 1..], &mut text);
        ours(&text, line)
    }

    fn argument(tokens: &[Token<'_>]) -> Result<Argument, IrError> {
        let line = tokens.first().map_or(0, |token| token.line);
        let (of, rest) = take_type(tokens)?;
        let mut text = String::new();
        print(&tokens[..tokens.len() - rest.len()], &mut text);
        let attributes = rest
            .iter()
            .take_while(|token| ATTRIBUTES.contains(&token.text.as_ref()));
        let value = &rest[attributes.count()..];
        if value.is_empty() || value[0].is("byval") {
            return Err(IrError::new(line, "a structure as argument of printf"));
        }
        print(value, &mut text);
        let of = printed(&of).ok_or_else(|| {
            IrError::new(line, "an argument of printf of a type that has no text")
        })?;
        Ok(Argument {
            text: text.trim().to_owned(),
            of,
        })
    }

    /// Defines the constant with the types: three bytes for each argument, then a 0.
    fn define_types(&mut self, number: usize, arguments: &[Argument]) {
        let bytes: Vec<u8> = arguments
            .iter()
            .flat_map(|argument| argument.of.encode())
            .chain([0])
            .collect();
        let text: String = bytes.iter().map(|byte| format!("\\{byte:02X}")).collect();
        let count = bytes.len();
        self.definitions +=
            &format!("@print.types.{number} = private constant [{count} x i8] c\"{text}\"\n");
    }
}

/// Index of the first token of a function's body, after the opening bracket.
fn body_start(item: &Item<'_>) -> Result<usize, IrError> {
    let parameters = item.parameters()?;
    let open = item
        .tokens
        .iter()
        .skip(parameters.end)
        .position(|token| token.is("{"));
    let open = open.ok_or_else(|| IrError::new(item.line(), "a function without a body"))?;
    Ok(parameters.end + open + 1)
}

fn printed(of: &Type) -> Option<ArgumentType> {
    let (lanes, element) = match of {
        Type::Vector(lanes, element) => (*lanes, element.as_ref()),
        scalar => (1, scalar),
    };
    let (kind, bytes) = match element {
        Type::Integer(bits @ (8 | 16 | 32 | 64)) => (crate::print::Kind::Integer, bits / 8),
        Type::Float(bytes @ (4 | 8)) => (crate::print::Kind::Float, *bytes),
        Type::Pointer => (crate::print::Kind::Pointer, 4),
        _ => return None,
    };
    Some(ArgumentType {
        kind,
        lanes: lanes.try_into().ok()?,
        bytes: bytes.try_into().ok()?,
    })
}

/// The instructions that store the arguments in order, each at a word boundary, and the total number of words.
fn stores(number: usize, arguments: &[Argument]) -> (String, u32) {
    let (mut text, mut words) = (String::new(), 0);
    for (index, Argument { text: value, of }) in arguments.iter().enumerate() {
        text += &format!(
            "\n  %print.{number}.{index} = getelementptr i32, ptr {RECORD}, i32 {words}\n  store {value}, ptr %print.{number}.{index}, align 4"
        );
        words += of.words();
    }
    (text, words)
}

/// Tokens of generated text, with the line number `line`.
fn ours(text: &str, line: usize) -> Result<Vec<Token<'static>>, IrError> {
    let owned = |token: Result<Token<'_>, IrError>| {
        let Token {
            kind, text, gap, ..
        } = token?;
        Ok(Token {
            kind,
            text: text.into_owned().into(),
            gap,
            line,
        })
    };
    let mut all = tokens(text).map(owned).collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = all.first_mut() {
        first.gap = Gap::Line;
    }
    Ok(all)
}
