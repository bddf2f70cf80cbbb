// max_heap: heap of groups of warps, with the most urgent group at the root.
// Source:  fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 0, heap_latency 2, entries 64, pc_bits 24, count_bits 10, pointer_bits 8, lut_bits
//          8.
// Timing:  at rest again after 2 cycles and 2 more for each level that an entry moves, 14 cycles at
//          most; one update or pop at rest.
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
    localparam INDEX_BITS  = 7;    // bits of first_index_i
    localparam PC_BITS     = 24;   // width of a PC in words
    localparam COUNT_BITS  = 10;   // width of a number of threads
    localparam GROUPS_BITS = 7;    // bits of groups_o
    localparam LUT_BITS    = 8;    // width of a look-up table entry's number with an extra top bit

    // The moving entry {~pc, threads, head, tail, lut}. Cycle 1, compares_q: it is written into the
    // hole and compared. Cycle 2, swap_q: the entry with which it swaps is written over it, at
    // place_q.
    reg                   compares_q;
    reg                   swap_q;
    reg                   rest_q;
    reg [GROUPS_BITS-1:0] groups_q;
    reg [5:0]             last_q;
    reg [PC_BITS-1:0]     moving_not_pc_q;
    reg [COUNT_BITS-1:0]  moving_threads_q;
    reg [6:0]             moving_head_q;
    reg [6:0]             moving_tail_q;
    reg [LUT_BITS-1:0]    moving_lut_q;
    reg [PC_BITS-1:0]     root_not_pc_q;
    reg [COUNT_BITS-1:0]  root_threads_q;
    reg [6:0]             root_head_q;
    reg [6:0]             root_tail_q;
    reg [LUT_BITS-1:0]    root_lut_q;
    reg                   down_q;
    reg [5:0]             hole_q;
    reg [5:0]             parent_q;
    reg [6:0]             hole_next_q;
    reg [5:0]             place_q;

    // A command: an update or a pop.
    wire [5:0] index        = first_i ? first_index_i[5:0] : last_q;
    wire       is_new       = first_i & ~first_hit_i & first_create_i;
    wire [5:0] start        = first_hit_i ? index : groups_q[5:0];
    wire       down_next    = rest_q ? pop_i : down_q;
    wire [5:0] first_parent = (start - 6'd1) >> 1;
    wire       start_en =
        (first_i & (first_hit_i | first_create_i)) | (pop_i & (groups_q != 7'd1));
    wire       reuse        = is_new & first_reuse_i;
    wire [5:0] first_hole   = start & {6{~pop_i}};
    wire [6:0] first_behind = 7'd1;
    wire [5:0] above        = rest_q ? first_parent : parent_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            groups_q <= 7'd0;
            last_q   <= 6'd63;
        end else begin
            groups_q <= groups_q + {6'd0, is_new} - {6'd0, pop_i};
            last_q   <= last_q + {5'd0, is_new} - {5'd0, pop_i};
        end
        down_q <= down_next;
    end

    // Entries: a memory for odd indexes and one for even indexes. Each is read twice: the row of a
    // command, and a child or the parent of the hole.
    wire [4:0]            odd_around =
        down_next ? (rest_q ? first_hole[4:0] : hole_q[4:0]) : above[5:1];
    reg  [47:0]           odd_entry_q [0:31];
    reg  [LUT_BITS-1:0]   odd_lut_q [0:31];
    reg  [55:0]           odd_row_q;
    wire [55:0]           odd_own          = {odd_entry_q[index[5:1]], odd_lut_q[index[5:1]]};
    wire [PC_BITS-1:0]    odd_own_not_pc   = odd_own[55:32];
    wire [9:0]            odd_own_threads  = odd_own[31:22];
    wire [6:0]            odd_own_head     = odd_own[21:15];
    wire [6:0]            odd_own_tail     = odd_own[14:8];
    wire [LUT_BITS-1:0]   odd_own_lut      = odd_own[7:0];
    wire [55:0]           odd_row          = odd_row_q;
    wire [PC_BITS-1:0]    odd_row_not_pc   = odd_row[55:32];
    wire [COUNT_BITS-1:0] odd_row_threads  = odd_row[31:22];
    wire [6:0]            odd_row_head     = odd_row[21:15];
    wire [6:0]            odd_row_tail     = odd_row[14:8];
    wire [LUT_BITS-1:0]   odd_row_lut      = odd_row[7:0];
    reg                   odd_counts_q;
    wire [4:0]            even_around =
        down_next ? (rest_q ? first_behind[4:0] : hole_next_q[4:0]) : above[5:1];
    reg  [47:0]           even_entry_q [0:31];
    reg  [LUT_BITS-1:0]   even_lut_q [0:31];
    reg  [55:0]           even_row_q;
    wire [55:0]           even_row_d       = {even_entry_q[even_around], even_lut_q[even_around]};
    wire [55:0]           even_own         = {even_entry_q[index[5:1]], even_lut_q[index[5:1]]};
    wire [PC_BITS-1:0]    even_own_not_pc  = even_own[55:32];
    wire [9:0]            even_own_threads = even_own[31:22];
    wire [6:0]            even_own_head    = even_own[21:15];
    wire [6:0]            even_own_tail    = even_own[14:8];
    wire [LUT_BITS-1:0]   even_own_lut     = even_own[7:0];
    wire [55:0]           even_row         = even_row_q;
    wire [PC_BITS-1:0]    even_row_not_pc  = even_row[55:32];
    wire [COUNT_BITS-1:0] even_row_threads = even_row[31:22];
    wire [6:0]            even_row_head    = even_row[21:15];
    wire [6:0]            even_row_tail    = even_row[14:8];
    wire [LUT_BITS-1:0]   even_row_lut     = even_row[7:0];
    reg                   even_counts_q;

    always @(posedge clk_i) begin
        odd_row_q  <= {odd_entry_q[odd_around], odd_lut_q[odd_around]};
        even_row_q <= even_row_d;
    end

    // The moving entry: a new entry, the row of a group plus the threads that join it, or the last
    // entry for a pop.
    wire [PC_BITS-1:0]    own_not_pc  = index[0] ? odd_own_not_pc : even_own_not_pc;
    wire [9:0]            own_threads = index[0] ? odd_own_threads : even_own_threads;
    wire [6:0]            own_head    = index[0] ? odd_own_head : even_own_head;
    wire [6:0]            own_tail    = index[0] ? odd_own_tail : even_own_tail;
    wire [LUT_BITS-1:0]   own_lut     = index[0] ? odd_own_lut : even_own_lut;
    wire [10:0]           sum =
        {1'b0, own_threads} + {1'b0, first_threads_i & {COUNT_BITS{~pop_i}}};
    wire                  create_en   = first_i & first_create_i;
    wire                  from_row    = pop_i | first_hit_i;
    wire [COUNT_BITS-1:0] moving_threads_d =
        from_row ? sum[9:0] | {COUNT_BITS{sum[10]}} : first_threads_i;
    wire [6:0]            moving_tail_d =
        from_row ? (create_en ? first_warp_i[6:0] : own_tail) : first_warp_i[6:0];

    always @(posedge clk_i) begin
        if (rest_q) begin
            moving_not_pc_q  <= from_row ? own_not_pc : ~first_pc_i;
            moving_threads_q <= moving_threads_d;
            moving_head_q    <= from_row ? own_head : first_warp_i[6:0];
            moving_tail_q    <= moving_tail_d;
            moving_lut_q     <= from_row ? own_lut : {1'b0, first_entry_i};
        end
    end

    // The list that grows: its last warp so far is followed by the new warp.
    reg       grow_q;
    reg [6:0] end_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            grow_q <= 1'b0;
        end else begin
            grow_q <= create_en & first_hit_i;
        end
        end_q <= own_tail;
    end

    assign link_first_o      = grow_q;
    assign link_first_warp_o = {1'b0, end_q};
    assign link_first_next_o = {1'b0, moving_tail_q};

    // Around the hole: whether each row is a valid child of the hole, or its parent.
    wire below_root = |(rest_q ? first_hole : hole_q);
    wire odd_counts_d =
        down_next ? (rest_q ? groups_q > 7'd2 : {1'b0, {hole_q, 1'b1}} < {1'b0, groups_q})
        : below_root & above[0];
    wire even_counts_d =
        down_next ? (rest_q ? groups_q > 7'd3 : {hole_next_q, 1'b0} < {1'b0, groups_q})
        : below_root & ~above[0];

    always @(posedge clk_i) begin
        odd_counts_q  <= odd_counts_d;
        even_counts_q <= even_counts_d;
    end

    // The comparison: the entry with the larger key comes first. Moving down, the entry goes on if
    // a row comes before it; moving up, if it comes before the row.
    wire [33:0] odd_key       = {odd_row_threads, odd_row_not_pc};
    wire [33:0] even_key      = {even_row_threads, even_row_not_pc};
    wire [34:0] moving_key    = {{moving_threads_q, moving_not_pc_q}, 1'b0};
    wire        up            = ~down_q;
    wire        odd_wins      = odd_counts_q & (({odd_key, up} > moving_key) ^ up);
    wire        even_wins     = even_counts_q & (({even_key, up} > moving_key) ^ up);
    wire        continue_en   = compares_q & (odd_wins | even_wins);
    wire        select_even_d = even_counts_q & (~odd_counts_q | (even_key > odd_key));

    // The next hole; place_q is the previous hole.
    wire       move_en     = rest_q | compares_q;
    wire [5:0] lower       = {select_even_d ? hole_next_q[4:0] : hole_q[4:0], ~select_even_d};
    wire [6:0] hole_next_d = rest_q ? first_behind : {hole_next_q[5:0], select_even_d};

    always @(posedge clk_i) begin
        if (rst_i) begin
            compares_q <= 1'b0;
            swap_q     <= 1'b0;
            rest_q     <= 1'b1;
        end else begin
            compares_q <= start_en | swap_q;
            swap_q     <= continue_en;
            rest_q     <= ~(start_en | continue_en | swap_q);
        end
        if (move_en) begin
            parent_q    <= rest_q ? first_parent : (parent_q - 6'd1) >> 1;
            hole_q      <= rest_q ? first_hole : down_q ? lower : parent_q;
            hole_next_q <= hole_next_d;
        end
        place_q <= hole_q;
    end

    // The entry that goes into the hole: the moving entry, then the row with which it swaps.
    reg                   select_even_q;
    wire [PC_BITS-1:0]    placed_not_pc =
        swap_q ? (select_even_q ? even_row_not_pc : odd_row_not_pc) : moving_not_pc_q;
    wire [COUNT_BITS-1:0] placed_threads =
        swap_q ? (select_even_q ? even_row_threads : odd_row_threads) : moving_threads_q;
    wire [6:0]            placed_head =
        swap_q ? (select_even_q ? even_row_head : odd_row_head) : moving_head_q;
    wire [6:0]            placed_tail =
        swap_q ? (select_even_q ? even_row_tail : odd_row_tail) : moving_tail_q;
    wire [LUT_BITS-1:0]   placed_lut =
        swap_q ? (select_even_q ? even_row_lut : odd_row_lut) : moving_lut_q;

    always @(posedge clk_i) begin
        select_even_q <= select_even_d;
    end

    // Write ports. At rest a group may lose its LUT#.
    wire [5:0]          written_hole    = swap_q ? place_q : hole_q;
    wire [5:0]          write_place     = rest_q ? index : written_hole;
    wire [LUT_BITS-1:0] written_lut     = rest_q ? {LUT_BITS{1'b1}} : placed_lut;
    wire                we              = ~rest_q;
    wire                lut_we          = we | reuse;
    wire [4:0]          write_address   = write_place[5:1];
    wire                root_is_written = (write_place == 6'd0);
    wire                root_we         = we & root_is_written;

    always @(posedge clk_i) begin
        if (we & write_place[0]) begin
            odd_entry_q[write_address] <= {placed_not_pc, placed_threads, placed_head, placed_tail};
        end
        if (lut_we & write_place[0]) begin
            odd_lut_q[write_address] <= written_lut;
        end
        if (we & ~write_place[0]) begin
            even_entry_q[write_address] <=
                {placed_not_pc, placed_threads, placed_head, placed_tail};
        end
        if (lut_we & ~write_place[0]) begin
            even_lut_q[write_address] <= written_lut;
        end
        if (root_we) begin
            root_not_pc_q  <= placed_not_pc;
            root_threads_q <= placed_threads;
            root_head_q    <= placed_head;
            root_tail_q    <= placed_tail;
        end
        if (lut_we & root_is_written) begin
            root_lut_q <= written_lut;
        end
    end

    // Writes for the look-up table: the entry that is written to the heap, or at rest the root that
    // is popped.
    assign rest_o   = rest_q;
    assign groups_o = groups_q;

    wire may_be_root = compares_q & (hole_q == 6'd0);

    assign root_pc_o      = ~(may_be_root ? moving_not_pc_q : root_not_pc_q);
    assign root_threads_o = root_threads_q;
    assign root_head_o    = {1'b0, root_head_q};
    assign root_tail_o    = {1'b0, root_tail_q};
    assign moving_first_o = ~rest_q;

    wire [LUT_BITS-1:0] shown_lut = rest_q ? root_lut_q : placed_lut;

    assign move_first_o        = (~rest_q | pop_i) & ~shown_lut[7];
    assign move_first_entry_o  = shown_lut;
    assign move_first_pc_o     = 24'd0;
    assign move_first_index_o  = rest_q ? {INDEX_BITS{1'b1}} : {1'b0, written_hole};
    assign moving_second_o     = 1'b0;
    assign move_second_o       = 1'b0;
    assign move_second_entry_o = 8'd0;
    assign move_second_pc_o    = 24'd0;
    assign move_second_index_o = 7'd0;
    assign link_second_o       = 1'b0;
    assign link_second_warp_o  = 8'd0;
    assign link_second_next_o  = 8'd0;

    wire unused = &{
        1'b0, second_i, second_hit_i, second_reuse_i, second_create_i, second_index_i,
        second_entry_i, second_pc_i, second_threads_i, second_warp_i, first_index_i[6],
        groups_q[6], first_warp_i[7]
    };
endmodule

`default_nettype wire
