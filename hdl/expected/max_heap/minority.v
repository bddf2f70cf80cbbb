// max_heap: heap of groups of warps, with the most urgent group at the root.
// Source:  fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 1, heap_latency 1, entries 64, pc_bits 24, count_bits 10, pointer_bits 8, lut_bits
//          8.
// Timing:  at rest again after up to 7 cycles, one for each level, or more if two entries meet; two
//          updates or one pop at rest.
`default_nettype none

module max_heap (
    input  wire        clk_i,
    input  wire        rst_i,

    // update: a group, or the older of two
    input  wire        first_i,               // a first group changes, the older one
    input  wire        first_hit_i,           // the first group is in the heap
    input  wire        first_reuse_i,         // the new group takes over the LUT# of another group
    input  wire [6:0]  first_index_i,         // heap index of the group, or of the one that loses
                                              // its LUT#
    input  wire [6:0]  first_entry_i,         // LUT# of the first group, if it is new
    input  wire [23:0] first_pc_i,            // PC of the first group, if it is new
    input  wire [9:0]  first_threads_i,       // threads that the first group gets; one or more
    input  wire [7:0]  first_warp_i,          // the warp of these threads
    input  wire        first_create_i,        // that warp is new

    // update: the younger group
    input  wire        second_i,              // a second group changes, the younger one
    input  wire        second_hit_i,          // the second group is in the heap
    input  wire        second_reuse_i,        // the new group takes over the LUT# of another group
    input  wire [6:0]  second_index_i,        // heap index of the group, or of the one that loses
                                              // its LUT#
    input  wire [6:0]  second_entry_i,        // LUT# of the second group, if it is new
    input  wire [23:0] second_pc_i,           // PC of the second group, if it is new
    input  wire [9:0]  second_threads_i,      // threads that the second group gets; one or more
    input  wire [7:0]  second_warp_i,         // the warp of these threads
    input  wire        second_create_i,       // that warp is new

    // pop
    input  wire        pop_i,                 // the root leaves

    // state
    output wire        rest_o,                // no entry is moving
    output wire        moving_first_o,        // the first entry is moving
    output wire        moving_second_o,       // the second entry is moving
    output wire [6:0]  groups_o,              // groups in the heap, moving ones included

    // pop: the root
    output wire [23:0] root_pc_o,             // PC of the root, in words
    output wire [9:0]  root_threads_o,        // threads of the root
    output wire [7:0]  root_head_o,           // first warp of the root's list
    output wire [7:0]  root_tail_o,           // last warp of the root's list

    // move: entries of the look-up table that change
    output wire        move_first_o,          // a table entry changes
    output wire [7:0]  move_first_entry_o,    // LUT# of the entry that changes
    output wire [23:0] move_first_pc_o,       // PC of its group, in words
    output wire [6:0]  move_first_index_o,    // new heap index of its group; all ones for none
    output wire        move_second_o,         // a second table entry changes
    output wire [7:0]  move_second_entry_o,   // LUT# of the second entry that changes
    output wire [23:0] move_second_pc_o,      // PC of its group, in words
    output wire [6:0]  move_second_index_o,   // new heap index of its group

    // link: lists of warps that grow
    output wire        link_first_o,          // a warp is linked to the end of a first list
    output wire [7:0]  link_first_warp_o,     // the last warp of the first list so far
    output wire [7:0]  link_first_next_o,     // the warp that follows it
    output wire        link_second_o,         // a warp is linked to the end of a second list
    output wire [7:0]  link_second_warp_o,    // the last warp of the second list so far
    output wire [7:0]  link_second_next_o     // the warp that follows it
);
    localparam INDEX_BITS   = 7;    // bits of first_index_i
    localparam PC_BITS      = 24;   // width of a PC in words
    localparam COUNT_BITS   = 10;   // width of a number of threads
    localparam POINTER_BITS = 8;    // width of a warp number with an extra top bit
    localparam GROUPS_BITS  = 7;    // bits of groups_o
    localparam LUT_BITS     = 8;    // width of a look-up table entry's number with an extra top bit

    // Entries {pc, threads, head, tail, lut} in the memory, valid at indexes below groups_q; and
    // moving entries in registers, each with a hole in the memory.
    reg  [57:0]             entry_q [0:63];
    reg  [GROUPS_BITS-1:0]  groups_q;
    reg                     down_q;
    reg                     first_active_q;
    reg  [5:0]              first_hole_q;
    reg  [PC_BITS-1:0]      first_pc_q;
    reg  [COUNT_BITS-1:0]   first_threads_q;
    reg  [POINTER_BITS-1:0] first_head_q;
    reg  [POINTER_BITS-1:0] first_tail_q;
    reg  [LUT_BITS-1:0]     first_lut_q;
    wire                    rest = ~first_active_q;

    // Around the holes: the parent of each hole, and the children of the first hole.
    wire                   first_at_root = (first_hole_q == 6'd0);
    wire [5:0]             first_parent  = (first_hole_q - 6'd1) >> 1;
    wire [GROUPS_BITS-1:0] left          = {first_hole_q, 1'b1};
    wire [GROUPS_BITS-1:0] right         = left + 7'd1;

    // Read ports. At rest: the entries to update, or root and last entry for a pop. In motion: the
    // parents of the holes, or both children of the first hole.
    wire [GROUPS_BITS-1:0]  last               = groups_q - 7'd1;
    wire [5:0]              first_address =
        rest ? (pop_i ? 6'd0 : first_index_i[5:0])
        : down_q ? left[5:0]
        : first_parent;
    wire [57:0]             first_row          = entry_q[first_address];
    wire [PC_BITS-1:0]      first_row_pc       = first_row[57:34];
    wire [COUNT_BITS-1:0]   first_row_threads  = first_row[33:24];
    wire [POINTER_BITS-1:0] first_row_head     = first_row[23:16];
    wire [POINTER_BITS-1:0] first_row_tail     = first_row[15:8];
    wire [LUT_BITS-1:0]     first_row_lut      = first_row[7:0];
    wire [5:0]              second_address     = rest ? last[5:0] : right[5:0];
    wire [57:0]             second_row         = entry_q[second_address];
    wire [PC_BITS-1:0]      second_row_pc      = second_row[57:34];
    wire [COUNT_BITS-1:0]   second_row_threads = second_row[33:24];
    wire [POINTER_BITS-1:0] second_row_head    = second_row[23:16];
    wire [POINTER_BITS-1:0] second_row_tail    = second_row[15:8];
    wire [LUT_BITS-1:0]     second_row_lut     = second_row[7:0];

    // The first moving entry: the parent or the better child of its hole, and whether the two
    // entries swap.
    wire                    select_right =
        (rest | (down_q & (right < groups_q)))
        & ({second_row_threads, second_row_pc} < {first_row_threads, first_row_pc});
    wire [GROUPS_BITS-1:0]  child             = select_right ? right : left;
    wire [PC_BITS-1:0]      other_pc          = select_right ? second_row_pc : first_row_pc;
    wire [COUNT_BITS-1:0]   other_threads =
        select_right ? second_row_threads : first_row_threads;
    wire [POINTER_BITS-1:0] other_head        = select_right ? second_row_head : first_row_head;
    wire [POINTER_BITS-1:0] other_tail        = select_right ? second_row_tail : first_row_tail;
    wire [LUT_BITS-1:0]     other_lut         = select_right ? second_row_lut : first_row_lut;
    wire                    sift_down =
        (left < groups_q) & ({other_threads, other_pc} < {first_threads_q, first_pc_q});
    wire                    sift_up =
        ~first_at_root & ({first_threads_q, first_pc_q} < {other_threads, other_pc});
    wire                    first_continue_en = down_q ? sift_down : sift_up;
    wire                    first_step_en     = first_active_q;
    wire [PC_BITS-1:0]      first_placed_pc   = first_continue_en ? other_pc : first_pc_q;
    wire [COUNT_BITS-1:0]   first_placed_threads =
        first_continue_en ? other_threads : first_threads_q;
    wire [POINTER_BITS-1:0] first_placed_head = first_continue_en ? other_head : first_head_q;
    wire [POINTER_BITS-1:0] first_placed_tail = first_continue_en ? other_tail : first_tail_q;
    wire [LUT_BITS-1:0]     first_placed_lut  = first_continue_en ? other_lut : first_lut_q;

    // Write ports: the entries that go into the holes; at rest, groups that lose their LUT#.
    wire [5:0]              first_write_address   = rest ? first_index_i[5:0] : first_hole_q;
    wire                    first_we =
        first_step_en | (first_i & first_create_i & first_reuse_i);
    wire [PC_BITS-1:0]      first_written_pc      = rest ? first_row_pc : first_placed_pc;
    wire [COUNT_BITS-1:0]   first_written_threads = rest ? first_row_threads : first_placed_threads;
    wire [POINTER_BITS-1:0] first_written_head    = rest ? first_row_head : first_placed_head;
    wire [POINTER_BITS-1:0] first_written_tail    = rest ? first_row_tail : first_placed_tail;
    wire [LUT_BITS-1:0]     first_written_lut     = rest ? {LUT_BITS{1'b1}} : first_placed_lut;

    always @(posedge clk_i) begin
        if (first_we) begin
            entry_q[first_write_address] <=
                {
                    first_written_pc,
                    first_written_threads,
                    first_written_head,
                    first_written_tail,
                    first_written_lut
                };
        end
    end

    // An update sets its entry in motion; a pop sets the last entry in motion.
    wire [10:0]             first_sum =
        {1'b0, first_row_threads & {COUNT_BITS{first_hit_i}}} + {1'b0, first_threads_i};
    wire                    first_change_en = first_i & (first_hit_i | first_create_i);
    wire                    first_load_en   = first_change_en | pop_i;
    wire                    first_active_d =
        first_change_en | (pop_i & (groups_q != 7'd1)) | (first_active_q & first_continue_en);
    wire [5:0]              first_hole_d =
        rest ? (first_hit_i ? first_index_i[5:0] : groups_q[5:0]) & {6{~pop_i}}
        : down_q ? child[5:0]
        : first_parent;
    wire [PC_BITS-1:0]      first_pc_d =
        pop_i ? second_row_pc
        : first_hit_i ? first_row_pc
        : first_pc_i;
    wire [COUNT_BITS-1:0]   first_threads_d =
        pop_i ? second_row_threads : first_sum[9:0] | {COUNT_BITS{first_sum[10]}};
    wire [POINTER_BITS-1:0] first_head_d =
        pop_i ? second_row_head
        : first_hit_i ? first_row_head
        : first_warp_i;
    wire [POINTER_BITS-1:0] first_tail_d =
        pop_i ? second_row_tail
        : first_create_i ? first_warp_i
        : first_row_tail;
    wire [LUT_BITS-1:0]     first_lut_d =
        pop_i ? second_row_lut
        : first_hit_i ? first_row_lut
        : {1'b0, first_entry_i};
    wire [GROUPS_BITS-1:0]  groups_after_first =
        groups_q + {6'd0, first_i & ~first_hit_i & first_create_i};

    always @(posedge clk_i) begin
        if (rst_i) begin
            first_active_q <= 1'b0;
            groups_q       <= 7'd0;
        end else begin
            first_active_q <= first_active_d;
            groups_q       <= groups_after_first - {6'd0, pop_i};
        end
        if (first_load_en | (first_step_en & first_continue_en)) begin
            first_hole_q <= first_hole_d;
        end
        if (first_load_en) begin
            first_pc_q      <= first_pc_d;
            first_threads_q <= first_threads_d;
            first_head_q    <= first_head_d;
            first_tail_q    <= first_tail_d;
            first_lut_q     <= first_lut_d;
        end
        if (rest) begin
            down_q <= pop_i | first_hit_i;
        end
    end

    assign rest_o              = rest;
    assign groups_o            = groups_q;
    assign root_pc_o           = first_row_pc;
    assign root_threads_o      = first_row_threads;
    assign root_head_o         = first_row_head;
    assign root_tail_o         = first_row_tail;
    assign move_first_o =
        (pop_i & ~first_row_lut[7]) | (first_step_en & ~first_placed_lut[7]);
    assign move_first_entry_o  = rest ? (pop_i ? first_row_lut : other_lut) : first_placed_lut;
    assign move_first_pc_o     = rest ? (pop_i ? first_row_pc : other_pc) : first_placed_pc;
    assign move_first_index_o  = rest ? {INDEX_BITS{1'b1}} : {1'b0, first_hole_q};
    assign moving_first_o      = first_active_q;
    assign link_first_o        = first_i & first_hit_i & first_create_i;
    assign link_first_warp_o   = first_row_tail;
    assign link_first_next_o   = first_warp_i;
    assign moving_second_o     = 1'b0;
    assign move_second_o       = 1'b0;
    assign move_second_entry_o = 8'd0;
    assign move_second_pc_o    = 24'd0;
    assign move_second_index_o = 7'd0;
    assign link_second_o       = 1'b0;
    assign link_second_warp_o  = 8'd0;
    assign link_second_next_o  = 8'd0;

    wire unused = &{
        1'b0, first_index_i[6], second_i, second_hit_i, second_reuse_i, second_create_i,
        second_index_i, second_entry_i, second_pc_i, second_threads_i, second_warp_i, last[6],
        child[6]
    };
endmodule

`default_nettype wire
