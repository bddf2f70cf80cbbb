//! Queens that do not attack each other: NQU of GPGPU-Sim, where every thread searches from its own board and few threads have
//! much to search; lashgar2012 (table 1) ran it in 256 blocks of 96 threads.
//!
//! Problem: the boards are all placements of queens without attacks in the first rows, in the order of the queens' columns. For
//! each group of 96 boards, the result is the number of ways to place queens in the other rows. Nothing is random.
//!
//! KRN-26: the board whose searches come nearest to those that the blocks of the table hold.

use crate::input::{address, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Nqueens;

/// Boards of a block.
const GROUP: usize = 96;

/// Columns of the queens, from the first row on.
type Board = Vec<u32>;

/// Number of rows and columns, and of rows whose queens are placed. The full size has 223 groups of boards.
fn extent(size: Size) -> [u32; 2] {
    size.pick([7, 4], [11, 6])
}

/// Whether a queen in the next row is safe in a column.
fn is_safe(board: &[u32], column: u32) -> bool {
    board.iter().rev().zip(1..).all(|(&other, rows)| {
        let columns = other.abs_diff(column);
        columns != 0 && columns != rows
    })
}

/// All ways to place `count` more queens on a board with this many columns.
fn fill(board: &Board, columns: u32, count: u32) -> Vec<Board> {
    if count == 0 {
        return vec![board.clone()];
    }
    let safe = (0..columns).filter(|&column| is_safe(board, column));
    safe.flat_map(|column| fill(&[&board[..], &[column]].concat(), columns, count - 1))
        .collect()
}

fn boards(size: Size) -> Vec<Board> {
    let [columns, rows] = extent(size);
    fill(&Board::new(), columns, rows)
}

/// Bits of the columns in the next row that the queens of a board attack: below them, and along the diagonals to higher and to
/// lower columns.
fn attacks(board: &Board) -> [u32; 3] {
    let queens = board.iter().rev().zip(1..);
    queens.fold([0; 3], |[below, up, down], (&column, rows)| {
        let queen = 1u32 << column;
        [below | queen, up | queen << rows, down | queen >> rows]
    })
}

impl Workload for Nqueens {
    fn name(&self) -> &'static str {
        "nqueens"
    }

    fn about(&self) -> &'static str {
        "queens on a board, a search a thread with stacks in shared memory (GPGPU-Sim)"
    }

    fn source(&self) -> &'static str {
        "kernels/nqueens/nqueens.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../nqueens/nqueens.elf")
    }

    fn buffers(&self, size: Size, _seed: u64) -> Vec<Buffer> {
        let attacks: Vec<[u32; 3]> = boards(size).iter().map(attacks).collect();
        let of_boards = |kind: usize| attacks.iter().map(|a| a[kind]).collect::<Vec<_>>();
        let groups = attacks.len().div_ceil(GROUP);
        vec![
            input("columns", &of_boards(0)),
            input("left", &of_boards(1)),
            input("right", &of_boards(2)),
            output(scratch("solutions", groups as u32)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let [columns, rows] = extent(size);
        let boards = boards(size).len();
        let numbers = [boards as u32, columns - rows, (1 << columns) - 1];
        vec![Launch {
            kernel: self.name().into(),
            grid: [boards.div_ceil(GROUP) as u32, 1, 1],
            block: [room.threads.min(GROUP as u32), 1, 1],
            shared_bytes: 0,
            args: ["columns", "left", "right", "solutions"]
                .map(address)
                .into_iter()
                .chain(numbers.map(Arg::U32))
                .collect(),
        }]
    }

    fn expected(&self, size: Size, _seed: u64) -> Vec<Expected> {
        let [columns, rows] = extent(size);
        let solutions = |board| fill(board, columns, columns - rows).len() as u32;
        let boards = boards(size);
        let of_groups = boards.chunks(GROUP).map(|g| g.iter().map(solutions).sum());
        vec![Expected {
            buffer: "solutions",
            columns: None,
            values: Values::U32(of_groups.collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_queens_have_four_solutions() {
        let solutions = fill(&vec![], 6, 6);
        let mirrored = [[1, 3, 5, 0, 2, 4], [4, 2, 0, 5, 3, 1]];
        let others = [[2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2]];
        assert_eq!(solutions, [mirrored[0], others[0], others[1], mirrored[1]]);
        let of = |size| boards(size).len();
        assert_eq!((of(Size::Small), of(Size::Full)), (140, 21_362));
    }

    #[test]
    fn squares_are_attacked_where_no_queen_is_safe() {
        for board in boards(Size::Small) {
            let attacked = attacks(&board).into_iter().fold(0, |all, some| all | some);
            for column in 0..7 {
                assert_eq!(attacked >> column & 1 == 0, is_safe(&board, column));
            }
        }
    }
}
