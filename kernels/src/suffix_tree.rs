//! The suffix tree of a sequence of letters, by inserting its suffixes one after the other.

/// Letters of the alphabet.
pub(crate) const LETTERS: usize = 4;

/// No child.
const NONE: u32 = u32::MAX;

const ROOT: u32 = 0;

/// A node and the edge to it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// First position in the text of the letters on the path from the root.
    position: u32,
    /// The number of these letters; [`NONE`] for a leaf, whose letters continue to the end of the text.
    depth: u32,
    /// The node with the same letters except the first one. The root links to itself; leaves have no link.
    link: u32,
    /// Children by their next letter.
    children: [u32; LETTERS],
}

impl Node {
    fn new(position: usize, depth: u32) -> Self {
        Node {
            position: position as u32,
            depth,
            link: ROOT,
            children: [NONE; LETTERS],
        }
    }

    /// The node in the kernel's format: an additional last entry says that characters outside the alphabet have no child.
    pub(crate) fn words(&self) -> Vec<u32> {
        let Node {
            position,
            depth,
            link,
            children,
        } = *self;
        [&[position, depth, link][..], &children, &[NONE]].concat()
    }
}

/// Nodes over a text; the first one is the root.
struct Tree<'a> {
    text: &'a [u8],
    nodes: Vec<Node>,
}

impl Tree<'_> {
    fn child(&mut self, node: u32, letter: u8) -> &mut u32 {
        &mut self.nodes[node as usize].children[usize::from(letter)]
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// How many letters from `one` and from `other` on are equal, at most `limit`.
    fn common(&self, one: usize, other: usize, limit: u32) -> u32 {
        let pairs = self.text[one..].iter().zip(&self.text[other..]);
        let same = pairs.take(limit as usize).take_while(|(a, b)| a == b);
        same.count() as u32
    }

    /// Adds the suffix at `start`. A suffix that is a prefix of an earlier one needs no leaf.
    fn insert(&mut self, start: usize) {
        let mut at = ROOT;
        while let Some(&letter) = self
            .text
            .get(start + self.nodes[at as usize].depth as usize)
        {
            let child = *self.child(at, letter);
            if child == NONE {
                *self.child(at, letter) = self.add(Node::new(start, NONE));
                return;
            }
            let Node {
                position, depth, ..
            } = self.nodes[child as usize];
            let common = self.common(position as usize, start, depth);
            if common < depth {
                self.split(at, child, common, start);
                return;
            }
            at = child;
        }
    }

    /// Splits the edge from `above` to `below` at depth `depth`, where the suffix at `start` leaves it.
    fn split(&mut self, above: u32, below: u32, depth: u32, start: usize) {
        let Some(&next) = self.text.get(start + depth as usize) else {
            return;
        };
        let first = self.nodes[below as usize].position as usize;
        let inner = self.add(Node::new(first, depth));
        *self.child(
            above,
            self.text[start + self.nodes[above as usize].depth as usize],
        ) = inner;
        *self.child(inner, self.text[first + depth as usize]) = below;
        *self.child(inner, next) = self.add(Node::new(start, NONE));
    }

    /// The node with the letters of an inner node except the first one; it always exists.
    fn link(&self, node: &Node) -> u32 {
        let (start, depth) = (node.position as usize + 1, node.depth.saturating_sub(1));
        let mut at = ROOT;
        while self.nodes[at as usize].depth < depth {
            let letter = self.text[start + self.nodes[at as usize].depth as usize];
            at = self.nodes[at as usize].children[usize::from(letter)];
        }
        at
    }
}

/// Nodes of the suffix tree of a text of letters below [`LETTERS`], the root first. The time grows with the length of the text
/// and of its repeats.
pub(crate) fn suffix_tree(text: &[u8]) -> Vec<Node> {
    let nodes = vec![Node::new(0, 0)];
    let mut tree = Tree { text, nodes };
    (0..text.len()).for_each(|start| tree.insert(start));
    let is_inner = |node: &Node| node.depth != NONE;
    let linked = tree.nodes.iter().map(|node| Node {
        link: if is_inner(node) {
            tree.link(node)
        } else {
            ROOT
        },
        ..*node
    });
    linked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All letters on the path to a node.
    fn letters<'a>(text: &'a [u8], node: &Node) -> &'a [u8] {
        let rest = &text[node.position as usize..];
        &rest[..rest.len().min(node.depth as usize)]
    }

    /// `banana` with b, a, n as 1, 0, 2: `a`, `ana` and `na` continue in several ways or end; letters with only one continuation
    /// have no node.
    #[test]
    fn what_goes_on_in_several_ways_has_a_node() {
        let text = [1, 0, 2, 0, 2, 0, 3];
        let tree = suffix_tree(&text);
        let mut inner: Vec<&[u8]> = tree
            .iter()
            .filter(|node| node.depth != NONE)
            .map(|node| letters(&text, node))
            .collect();
        inner.sort_unstable();
        assert_eq!(inner, [&[][..], &[0], &[0, 2, 0], &[2, 0]]);
        assert_eq!(tree.len(), 4 + text.len());
    }

    #[test]
    fn links_leave_out_the_first_letter() {
        let text = [1, 0, 2, 0, 2, 0, 3];
        let tree = suffix_tree(&text);
        for node in tree
            .iter()
            .filter(|node| node.depth != NONE && node.depth > 0)
        {
            let link = &tree[node.link as usize];
            assert_eq!(letters(&text, link), &letters(&text, node)[1..]);
        }
    }
}
