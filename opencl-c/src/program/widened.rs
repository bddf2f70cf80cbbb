//! Floats that a call of `printf` widens to `double`, as C does with variable arguments. They are printed as they are (OCL-20).

use heddle_compiler::ir::{Token, TokenKind};
use std::collections::HashMap;

/// Takes back the conversions of floats that only calls of a function use. A statement is a call of it if it names it.
pub(super) fn narrow(statements: &mut [Vec<Token<'_>>], function: &str) {
    let calls: Vec<bool> = statements
        .iter()
        .map(|statement| statement.iter().any(|token| token.text == function))
        .collect();
    let uses = uses(statements, &calls);
    let mut narrowed = Vec::new();
    for statement in statements.iter_mut() {
        let is_only_printed = is_conversion(statement) && uses.get(name(statement)) == Some(&1);
        if is_only_printed {
            narrowed.push(name(statement).to_owned());
            // The statement stays, because the numbers of values follow one another.
            statement[2].text = "bitcast".into();
            to_float(statement);
        }
    }
    let printed = statements.iter_mut().zip(calls).filter(|(_, call)| *call);
    for (statement, _) in printed {
        narrow_arguments(statement, &narrowed);
    }
}

/// The number of calls that use a value and no other statement; it is 0 for a value that others use too.
fn uses(statements: &[Vec<Token<'_>>], calls: &[bool]) -> HashMap<String, usize> {
    let mut uses: HashMap<String, usize> = HashMap::new();
    let mut others = Vec::new();
    for (statement, &is_call) in statements.iter().zip(calls) {
        let defined = usize::from(statement.get(1).is_some_and(|token| token.is("=")));
        let values = statement.iter().skip(defined);
        for token in values.filter(|token| token.kind == TokenKind::Local) {
            match is_call {
                true => *uses.entry(token.text.to_string()).or_default() += 1,
                false => others.push(token.text.to_string()),
            }
        }
    }
    for name in others {
        uses.insert(name, 0);
    }
    uses
}

/// Whether a statement is `%name = fpext float VALUE to double`.
fn is_conversion(statement: &[Token<'_>]) -> bool {
    let words = ["fpext", "float"];
    let is = |at: usize, word: &str| statement.get(at).is_some_and(|token| token.is(word));
    is(1, "=") && (2..).zip(words).all(|(at, word)| is(at, word)) && is(5, "to") && is(6, "double")
}

fn name<'s>(statement: &'s [Token<'_>]) -> &'s str {
    statement.first().map_or("", |token| &token.text)
}

fn to_float(tokens: &mut [Token<'_>]) {
    for token in tokens.iter_mut().filter(|token| token.is("double")) {
        token.text = "float".into();
    }
}

/// Narrows the arguments of a call that are among these values, or numbers that a float can be.
fn narrow_arguments(call: &mut [Token<'_>], values: &[String]) {
    let mut typed = None;
    for at in 0..call.len() {
        let token = &call[at];
        let is_narrow = match token.kind {
            TokenKind::Local => values.iter().any(|value| *value == token.text),
            TokenKind::Number => number(&token.text).is_some_and(is_float),
            _ => false,
        };
        match token.kind {
            TokenKind::Word if token.is("double") => typed = Some(at),
            TokenKind::Punctuation => typed = None,
            _ => {}
        }
        if let (true, Some(of)) = (is_narrow, typed) {
            to_float(&mut call[of..=of]);
        }
    }
}

/// The number in the text of IR: decimal, or the bits in hexadecimal digits.
fn number(text: &str) -> Option<f64> {
    match text.strip_prefix("0x") {
        Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits),
        None => text.parse().ok(),
    }
}

/// Whether the number is that of a float, also as a NaN.
fn is_float(number: f64) -> bool {
    f64::from(number as f32).to_bits() == number.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::{print, statements, tokens};

    fn narrowed(body: &str) -> String {
        let tokens: Vec<_> = tokens(body).map(|token| token.expect("known")).collect();
        let mut statements = statements(&tokens);
        narrow(&mut statements, "@printf");
        let mut text = String::new();
        print(&statements.concat(), &mut text);
        text
    }

    /// The lines without their indentation, which has no meaning.
    fn lines(text: &str) -> Vec<&str> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn what_only_a_call_uses_stays_a_float() {
        let body = "\n  %2 = fpext float %1 to double\n  %3 = call i32 (ptr, ...) @printf(ptr @f, double noundef %2, double noundef 1.5)\n";
        let expected = "\n  %2 = bitcast float %1 to float\n  %3 = call i32 (ptr, ...) @printf(ptr @f, float noundef %2, float noundef 1.5)\n";
        assert_eq!(lines(&narrowed(body)), lines(expected));
    }

    #[test]
    fn doubles_stay_doubles() {
        for body in [
            "\n  %2 = fpext float %1 to double\n  store double %2, ptr %0\n  %3 = call i32 (ptr, ...) @printf(ptr @f, double %2)\n",
            "\n  %3 = call i32 (ptr, ...) @printf(ptr @f, double 1.000000e-01, <2 x double> %1)\n",
            "\n  %2 = fpext <2 x float> %1 to <2 x double>\n  %3 = call i32 (ptr, ...) @printf(ptr @f, <2 x double> %2)\n",
        ] {
            assert_eq!(lines(&narrowed(body)), lines(body));
        }
    }
}
