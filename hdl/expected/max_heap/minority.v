// max_heap: groups of warps, the most urgent at the root.
// Source:  fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.
// Config:  order 1, heap_latency 1, entries 64, pc_bits 24, count_bits 10, pointer_bits 8, lut_bits
//          8.
// Timing:  two updates or a pop a cycle, at rest again after up to 7 cycles, one a level, or more
//          where two entries meet.
`default_nettype none

module max_heap (
    input  wire        clk_i,
    input  wire        rst_i,

    // update: a group, or the older of two
    input  wire        first_i,               // the group below changes
    input  wire        first_hit_i,           // it is in the heap
    input  wire        first_replaces_i,      // a new one takes the LUT# of the group at this index
    input  wire [6:0]  first_index_i,         // where it is, or the one that it replaces
    input  wire [6:0]  first_entry_i,         // the LUT# that it gets, if it is new
    input  wire [23:0] first_pc_i,            // the PC that it gets, if it is new
    input  wire [9:0]  first_threads_i,       // threads that it gets; one or more
    input  wire [7:0]  first_warp_i,          // the warp that they are in
    input  wire        first_create_i,        // that is a new one

    // update: the younger group
    input  wire        second_i,              // the group below changes
    input  wire        second_hit_i,          // it is in the heap
    input  wire        second_replaces_i,     // a new one takes the LUT# of the group at this index
    input  wire [6:0]  second_index_i,        // where it is, or the one that it replaces
    input  wire [6:0]  second_entry_i,        // the LUT# that it gets, if it is new
    input  wire [23:0] second_pc_i,           // the PC that it gets, if it is new
    input  wire [9:0]  second_threads_i,      // threads that it gets; one or more
    input  wire [7:0]  second_warp_i,         // the warp that they are in
    input  wire        second_create_i,       // that is a new one

    // pop
    input  wire        pop_i,                 // the root leaves

    // state
    output wire        rest_o,                // nothing is moving
    output wire        moving_first_o,        // the first entry is moving
    output wire        moving_second_o,       // the second entry is moving
    output wire [6:0]  groups_o,              // groups in the heap, moving ones included

    // pop: the root
    output wire [23:0] root_pc_o,             // its PC
    output wire [9:0]  root_threads_o,        // its threads
    output wire [7:0]  root_head_o,           // the first of its warps
    output wire [7:0]  root_tail_o,           // the last of its warps

    // move: entries of the look-up table that change
    output wire        move_first_o,          // the entry below changes
    output wire [7:0]  move_first_entry_o,    // its LUT#
    output wire [23:0] move_first_pc_o,       // its PC
    output wire [6:0]  move_first_index_o,    // its index from now on; all ones: none
    output wire        move_second_o,         // the entry below changes
    output wire [7:0]  move_second_entry_o,   // its LUT#
    output wire [23:0] move_second_pc_o,      // its PC
    output wire [6:0]  move_second_index_o,   // its index from now on

    // link: lists of warps that grow
    output wire        link_first_o,          // a warp follows the one below
    output wire [7:0]  link_first_warp_o,     // so far the last of its list
    output wire [7:0]  link_first_next_o,     // the warp that follows
    output wire        link_second_o,         // a warp follows the one below
    output wire [7:0]  link_second_warp_o,    // so far the last of its list
    output wire [7:0]  link_second_next_o     // the warp that follows
);
    localparam INDEX_BITS   = 7;    // bits of first_index_i
    localparam PC_BITS      = 24;   // width of a PC in words
    localparam COUNT_BITS   = 10;   // width of a number of threads
    localparam POINTER_BITS = 8;    // width of a warp number and a bit above
    localparam GROUPS_BITS  = 7;    // bits of groups_o
    localparam LUT_BITS     = 8;    // width of the number of an entry of the look-up table and a
                                    // bit above

    // Entries {pc, threads, head, tail, lut}, those below groups_q are valid; and entries on their
    // way to a hole in the memory, in registers.
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

    // Around the holes: parents, and the children of the first.
    wire                   first_at_root = (first_hole_q == 6'd0);
    wire [5:0]             first_parent  = (first_hole_q - 6'd1) >> 1;
    wire [GROUPS_BITS-1:0] left          = {first_hole_q, 1'b1};
    wire [GROUPS_BITS-1:0] right         = left + 7'd1;

    // Read ports. At rest: the entries that are updated, or root and last entry for a pop. Then the
    // parents of the holes, or both children of the first.
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

    // The first: its parent, or the better of its children, and whether they change places.
    wire                    takes_right =
        (rest | (down_q & (right < groups_q)))
        & ({second_row_threads, second_row_pc} < {first_row_threads, first_row_pc});
    wire [GROUPS_BITS-1:0]  child                = takes_right ? right : left;
    wire [PC_BITS-1:0]      other_pc             = takes_right ? second_row_pc : first_row_pc;
    wire [COUNT_BITS-1:0]   other_threads =
        takes_right ? second_row_threads : first_row_threads;
    wire [POINTER_BITS-1:0] other_head           = takes_right ? second_row_head : first_row_head;
    wire [POINTER_BITS-1:0] other_tail           = takes_right ? second_row_tail : first_row_tail;
    wire [LUT_BITS-1:0]     other_lut            = takes_right ? second_row_lut : first_row_lut;
    wire                    sinks =
        (left < groups_q) & ({other_threads, other_pc} < {first_threads_q, first_pc_q});
    wire                    climbs =
        ~first_at_root & ({first_threads_q, first_pc_q} < {other_threads, other_pc});
    wire                    first_goes_on        = down_q ? sinks : climbs;
    wire                    first_acts           = first_active_q;
    wire [PC_BITS-1:0]      first_placed_pc      = first_goes_on ? other_pc : first_pc_q;
    wire [COUNT_BITS-1:0]   first_placed_threads = first_goes_on ? other_threads : first_threads_q;
    wire [POINTER_BITS-1:0] first_placed_head    = first_goes_on ? other_head : first_head_q;
    wire [POINTER_BITS-1:0] first_placed_tail    = first_goes_on ? other_tail : first_tail_q;
    wire [LUT_BITS-1:0]     first_placed_lut     = first_goes_on ? other_lut : first_lut_q;

    // Write ports: what goes into the holes; at rest, groups that lose their LUT#.
    wire [5:0]              first_write_address   = rest ? first_index_i[5:0] : first_hole_q;
    wire                    first_writes =
        first_acts | (first_i & first_create_i & first_replaces_i);
    wire [PC_BITS-1:0]      first_written_pc      = rest ? first_row_pc : first_placed_pc;
    wire [COUNT_BITS-1:0]   first_written_threads = rest ? first_row_threads : first_placed_threads;
    wire [POINTER_BITS-1:0] first_written_head    = rest ? first_row_head : first_placed_head;
    wire [POINTER_BITS-1:0] first_written_tail    = rest ? first_row_tail : first_placed_tail;
    wire [LUT_BITS-1:0]     first_written_lut     = rest ? {LUT_BITS{1'b1}} : first_placed_lut;

    always @(posedge clk_i) begin
        if (first_writes) begin
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

    // An update sets its entry in motion, a pop the last one.
    wire [10:0]             first_sum =
        {1'b0, first_row_threads & {COUNT_BITS{first_hit_i}}} + {1'b0, first_threads_i};
    wire                    first_changes = first_i & (first_hit_i | first_create_i);
    wire                    first_loads   = first_changes | pop_i;
    wire                    first_active_d =
        first_changes | (pop_i & (groups_q != 7'd1)) | (first_active_q & first_goes_on);
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
        if (first_loads | (first_acts & first_goes_on)) begin
            first_hole_q <= first_hole_d;
        end
        if (first_loads) begin
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
    assign move_first_o        = (pop_i & ~first_row_lut[7]) | (first_acts & ~first_placed_lut[7]);
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

    wire unused = &{1'b0, first_index_i[6], second_i, second_hit_i, second_replaces_i, second_create_i, second_index_i, second_entry_i, second_pc_i, second_threads_i, second_warp_i, last[6], child[6]};
endmodule

`default_nettype wire
