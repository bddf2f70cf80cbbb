//! Features that the device lacks: images, samplers, pipes, queues of the device. Their types are opaque in IR.
//!
//! OCL-16: a function that no kernel calls refuses nothing, and a kernel that needs such a feature is refused when it is launched,
//! so that a program with helpers or kernels for other devices builds.

use super::references::References;
use heddle_compiler::ir::{Item, Kind};
use std::collections::HashMap;

/// The opaque types of such features.
const TYPES: [(&str, &str); 5] = [
    ("\"spirv.Image\"", "images"),
    ("\"spirv.Sampler\"", "samplers"),
    ("\"spirv.Pipe\"", "pipes"),
    ("\"spirv.Queue\"", "queues on the device"),
    ("\"spirv.DeviceEvent\"", "queues on the device"),
];

/// The functions and variables that need such a feature, themselves or through what they refer to, each with the feature.
#[derive(Debug, Default)]
pub(super) struct Lacking(HashMap<String, &'static str>);

impl Lacking {
    pub fn of(items: &[Item<'_>]) -> Self {
        let own: HashMap<&str, &str> = items
            .iter()
            .filter_map(|item| Some((item.name()?, feature(item)?)))
            .collect();
        if own.is_empty() {
            return Self::default();
        }
        let references = References::of(items);
        let needed = |name: &str| {
            // Of several features the first by name is told, always the same one.
            let mut reached: Vec<&str> = references.reached(name).into_iter().collect();
            reached.sort_unstable();
            let all = [name].into_iter().chain(reached);
            all.into_iter().find_map(|name| own.get(name).copied())
        };
        let names = items.iter().filter_map(Item::name);
        let needing = names.filter_map(|name| Some((name.to_owned(), needed(name)?)));
        Self(needing.collect())
    }

    /// The feature that a function or variable needs.
    pub fn feature(&self, name: &str) -> Option<&'static str> {
        self.0.get(name).copied()
    }

    /// Whether an item can be part of a program for this device.
    pub fn keeps(&self, item: &Item<'_>) -> bool {
        item.name().is_none_or(|name| !self.0.contains_key(name))
    }
}

/// The feature whose types an item mentions.
fn feature(item: &Item<'_>) -> Option<&'static str> {
    let has_types = matches!(
        item.kind,
        Kind::Definition | Kind::Declaration | Kind::Variable
    );
    let mut tokens = item.tokens.iter().filter(|_| has_types);
    tokens.find_map(|token| {
        let known = TYPES.iter().find(|(name, _)| token.text == *name);
        known.map(|(_, feature)| *feature)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::Items;

    #[test]
    fn what_calls_a_function_with_an_image_needs_images() {
        let module = "declare void @read(target(\"spirv.Image\", void, 1))\n\
            define void @texel() {\n  call void @read(target(\"spirv.Image\", void, 1) poison)\n}\n\
            define void @k() {\n  call void @texel()\n}\n\
            define void @twice() {\n  ret void\n}\n";
        let items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        let lacking = Lacking::of(&items);
        assert_eq!(lacking.feature("@k"), Some("images"));
        assert_eq!(lacking.feature("@twice"), None);
        let kept = items.iter().filter(|item| lacking.keeps(item));
        assert_eq!(kept.filter_map(Item::name).collect::<Vec<_>>(), ["@twice"]);
    }
}
