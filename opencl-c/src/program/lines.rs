//! Source lines of the functions that we add, if the source is compiled with line information.

use heddle_compiler::ir::{Item, Kind, print};
use heddle_compiler::ir::{Metadata, attachments};

/// The source line of a function that calls a kernel: the line of the kernel.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The metadata attachment of the function: empty, or with a leading blank.
    pub function: String,
    /// The metadata attachment of its calls: empty, or with a leading comma.
    pub call: String,
    /// The metadata nodes to which the attachments refer.
    pub nodes: String,
}

impl Line {
    /// The line for the caller of a kernel; the first node gets the number `next`.
    pub fn of_caller(kernel: &Item<'_>, metadata: &Metadata<'_, '_>, next: usize) -> Self {
        let found = || {
            let attached = attachments(&kernel.tokens);
            let node = metadata.node(attached.get("!dbg")?)?;
            let line = node.windows(3).find(|three| three[0].is("line"))?;
            let mut subprogram = String::new();
            print(node, &mut subprogram);
            Some((subprogram, line[2].text.as_ref()))
        };
        let Some((subprogram, line)) = found() else {
            return Self::unknown();
        };
        let at = next + 1;
        Self {
            function: format!(" !dbg !{next}"),
            call: format!(", !dbg !{at}"),
            nodes: format!(
                "!{next} ={subprogram}\n!{at} = !DILocation(line: {line}, scope: !{next})\n"
            ),
        }
    }

    fn unknown() -> Self {
        let [function, call, nodes] = Default::default();
        Self {
            function,
            call,
            nodes,
        }
    }
}

/// The first number above those of all nodes.
pub(super) fn next_node(items: &[Item<'_>]) -> usize {
    let nodes = items.iter().filter(|item| item.kind == Kind::Metadata);
    let numbers = nodes.filter_map(|item| item.tokens[0].text.get(1..)?.parse().ok());
    numbers.max().map_or(0, |last: usize| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_compiler::ir::Items;

    #[test]
    fn a_caller_stands_where_its_kernel_does() {
        let module = "define void @k() #0 !dbg !4 {\n}\n!n = !{!4}\n\
            !4 = distinct !DISubprogram(name: \"k\", line: 7, unit: !0)\n";
        let items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        let next = next_node(&items);
        let line = Line::of_caller(&items[0], &Metadata::of(&items), next);
        assert_eq!(
            (line.function.as_str(), line.call.as_str()),
            (" !dbg !5", ", !dbg !6")
        );
        let nodes = "!5 = distinct !DISubprogram(name: \"k\", line: 7, unit: !0)\n\
            !6 = !DILocation(line: 7, scope: !5)\n";
        assert_eq!(line.nodes, nodes);
    }
}
