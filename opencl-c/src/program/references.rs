//! References between the functions and variables of a module.

use heddle_compiler::ir::{Item, TokenKind};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The names to which each definition refers.
#[derive(Debug, Default)]
pub(super) struct References(HashMap<String, BTreeSet<String>>);

impl References {
    pub fn of(items: &[Item<'_>]) -> Self {
        let mut references: HashMap<String, BTreeSet<String>> = HashMap::new();
        for item in items {
            let Some(name) = item.name() else { continue };
            let names = item.tokens.iter().filter(|t| t.kind == TokenKind::Global);
            let names = names.map(|token| token.text.to_string());
            references.entry(name.to_owned()).or_default().extend(names);
        }
        Self(references)
    }

    /// All functions and variables reachable from a function, including itself.
    pub fn reached(&self, from: &str) -> HashSet<&str> {
        let mut reached = HashSet::new();
        let start = self.0.get_key_value(from);
        let mut open: Vec<&str> = start.map(|(name, _)| name.as_str()).into_iter().collect();
        while let Some(name) = open.pop() {
            if reached.insert(name) {
                open.extend(self.0.get(name).into_iter().flatten().map(String::as_str));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::Items;

    #[test]
    fn what_is_reached_goes_over_functions_and_variables() {
        let module = "@v = global ptr @c\ndefine void @a() {\n  call void @b()\n}\ndefine void @b() {\n  load ptr, ptr @v\n}\ndefine void @c() {\n  call void @a()\n}\ndefine void @d() {\n}\n";
        let items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        let references = References::of(&items);
        let mut reached: Vec<&str> = references.reached("@b").into_iter().collect();
        reached.sort_unstable();
        assert_eq!(reached, ["@a", "@b", "@c", "@v"]);
        assert_eq!(references.reached("@d").len(), 1);
    }
}
