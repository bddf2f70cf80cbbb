//! Features that the device lacks. Images, samplers, pipes and queues of the device have types that are opaque in IR; sub-groups and
//! collective functions of work groups have functions that clang's header does not declare, and [`DECLARATIONS`] does.
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

/// What the names of functions of other such features begin with.
const FUNCTIONS: [(&str, &str); 10] = [
    ("get_sub_group_", SUB_GROUPS),
    ("get_max_sub_group_", SUB_GROUPS),
    ("get_num_sub_groups", SUB_GROUPS),
    ("get_enqueued_num_sub_groups", SUB_GROUPS),
    ("sub_group_", SUB_GROUPS),
    ("work_group_all", COLLECTIVE),
    ("work_group_any", COLLECTIVE),
    ("work_group_broadcast", COLLECTIVE),
    ("work_group_reduce_", COLLECTIVE),
    ("work_group_scan_", COLLECTIVE),
];
const COLLECTIVE: &str = "collective functions of work groups";
const SUB_GROUPS: &str = "sub-groups";

/// Declarations of these functions, for a program that calls them.
pub(crate) const DECLARATIONS: &str = include_str!("../runtime/lacking.h");

/// Whether clang's messages may be about one of these functions.
pub(crate) fn is_named_in(log: &str) -> bool {
    FUNCTIONS.iter().any(|(prefix, _)| log.contains(prefix))
}

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

/// The feature whose types an item mentions, or whose function it declares.
fn feature(item: &Item<'_>) -> Option<&'static str> {
    let declared = item.name().filter(|_| item.kind == Kind::Declaration);
    if let Some(feature) = declared.and_then(feature_of_function) {
        return Some(feature);
    }
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

/// The feature of a function by its mangled name, `@_Z`, the length of the name, and the name.
fn feature_of_function(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("@_Z")?;
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let known = FUNCTIONS
        .iter()
        .find(|(prefix, _)| name.starts_with(prefix));
    known.map(|(_, feature)| *feature)
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
