// max_heap: groups of warps, the most urgent at the root.
// Source:  fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V.
// Config:  order 0, heap_latency 2, entries 64, pc_bits 24, count_bits 10, pointer_bits 8, lut_bits
//          8.
// Timing:  an update or a pop at rest, at rest again after up to 16 cycles, two a level.
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
    // An entry {~pc, threads, head, tail, lut} on its way. Cycle 1, begins_q: the row of the
    // command has been read. Cycle 2, decides_q: the entry is compared. Cycle 3, writes_q: the hole
    // at place_q is written.
    reg        begins_q;
    reg        decides_q;
    reg        writes_q;
    reg        rest_q;
    reg        popped_q;
    reg        from_row_q;
    reg        create_q;
    reg [6:0]  groups_q;
    reg [5:0]  last_q;
    reg [23:0] moving_not_pc_q;
    reg [9:0]  moving_threads_q;
    reg [6:0]  moving_head_q;
    reg [6:0]  moving_tail_q;
    reg [7:0]  moving_lut_q;
    reg [23:0] root_not_pc_q;
    reg [9:0]  root_threads_q;
    reg [6:0]  root_head_q;
    reg [6:0]  root_tail_q;
    reg [7:0]  root_lut_q;
    reg [5:0]  hole_q;
    reg [5:0]  parent_q;
    reg [6:0]  hole_next_q;
    reg [5:0]  place_q;

    // A command.
    wire [5:0] index    = first_i ? first_index_i[5:0] : last_q;
    wire       is_new   = first_i & ~first_hit_i & first_create_i;
    wire       command  = (first_i & (first_hit_i | first_create_i)) | pop_i;
    wire       replaces = is_new & first_replaces_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            groups_q <= 7'd0;
            last_q   <= 6'd63;
            begins_q <= 1'b0;
        end else begin
            groups_q <= groups_q + {6'd0, is_new} - {6'd0, pop_i};
            last_q   <= last_q + {5'd0, is_new} - {5'd0, pop_i};
            begins_q <= command;
        end
        if (rest_q) begin
            popped_q   <= pop_i;
            from_row_q <= pop_i | first_hit_i;
            create_q   <= first_create_i & ~pop_i;
        end
    end

    // Entries, a memory for odd indexes and one for even ones. Read are the row of the command at
    // rest, then the children of the hole, or its parent.
    wire [4:0]  odd_address      = rest_q ? index[5:1] : popped_q ? hole_q[4:0] : parent_q[5:1];
    reg  [47:0] odd_entry_q [0:31];
    reg  [7:0]  odd_lut_q [0:31];
    reg  [55:0] odd_row_q;
    wire [55:0] odd_row_d        = {odd_entry_q[odd_address], odd_lut_q[odd_address]};
    wire [55:0] odd_row          = odd_row_q;
    wire [23:0] odd_row_not_pc   = odd_row[55:32];
    wire [9:0]  odd_row_threads  = odd_row[31:22];
    wire [6:0]  odd_row_head     = odd_row[21:15];
    wire [6:0]  odd_row_tail     = odd_row[14:8];
    wire [7:0]  odd_row_lut      = odd_row[7:0];
    wire [4:0]  even_address =
        rest_q ? index[5:1]
        : popped_q ? hole_next_q[4:0]
        : parent_q[5:1];
    reg  [47:0] even_entry_q [0:31];
    reg  [7:0]  even_lut_q [0:31];
    reg  [55:0] even_row_q;
    wire [55:0] even_row_d       = {even_entry_q[even_address], even_lut_q[even_address]};
    wire [55:0] even_row         = even_row_q;
    wire [23:0] even_row_not_pc  = even_row[55:32];
    wire [9:0]  even_row_threads = even_row[31:22];
    wire [6:0]  even_row_head    = even_row[21:15];
    wire [6:0]  even_row_tail    = even_row[14:8];
    wire [7:0]  even_row_lut     = even_row[7:0];

    always @(posedge clk_i) begin
        odd_row_q  <= odd_row_d;
        even_row_q <= even_row_d;
    end

    // The moving entry: a new one; with the row of its group, or with the last one for a pop.
    wire [23:0] own_not_pc    = place_q[0] ? odd_row_not_pc : even_row_not_pc;
    wire [9:0]  own_threads   = place_q[0] ? odd_row_threads : even_row_threads;
    wire [6:0]  own_head      = place_q[0] ? odd_row_head : even_row_head;
    wire [6:0]  own_tail      = place_q[0] ? odd_row_tail : even_row_tail;
    wire [7:0]  own_lut       = place_q[0] ? odd_row_lut : even_row_lut;
    wire [10:0] sum           = {1'b0, own_threads} + {1'b0, moving_threads_q};
    wire        loads         = rest_q | (begins_q & from_row_q);
    wire [9:0]  moving_threads_d =
        rest_q ? first_threads_i & {10{~pop_i}} : sum[9:0] | {10{sum[10]}};
    wire [6:0]  moving_tail_d = rest_q ? first_warp_i[6:0] : create_q ? moving_tail_q : own_tail;
    wire [7:0]  moving_lut_d  = rest_q ? (pop_i ? root_lut_q : {1'b0, first_entry_i}) : own_lut;

    always @(posedge clk_i) begin
        if (loads) begin
            moving_not_pc_q  <= rest_q ? ~first_pc_i : own_not_pc;
            moving_threads_q <= moving_threads_d;
            moving_head_q    <= rest_q ? first_warp_i[6:0] : own_head;
            moving_tail_q    <= moving_tail_d;
            moving_lut_q     <= moving_lut_d;
        end
    end

    // Around the hole: which of the rows is a child of it, or its parent.
    wire [6:0] left          = {hole_q, 1'b1};
    wire [7:0] right         = {hole_next_q, 1'b0};
    wire       below_root    = (hole_q != 6'd0);
    reg        odd_counts_q;
    wire       odd_counts_d =
        popped_q ? {1'b0, left} < {1'b0, groups_q} : below_root & parent_q[0];
    reg        even_counts_q;
    wire       even_counts_d = popped_q ? right < {1'b0, groups_q} : below_root & ~parent_q[0];

    always @(posedge clk_i) begin
        odd_counts_q  <= odd_counts_d;
        even_counts_q <= even_counts_d;
    end

    // The comparison: the larger key stands before the other. Down, the moving entry goes on if a
    // row stands before it; up, if the row does not, nor is equal.
    wire [33:0] odd_key      = {odd_row_threads, odd_row_not_pc};
    wire [33:0] even_key     = {even_row_threads, even_row_not_pc};
    wire [34:0] moving_key   = {{moving_threads_q, moving_not_pc_q}, 1'b0};
    wire        up           = ~popped_q;
    wire        odd_wins     = odd_counts_q & (({odd_key, up} > moving_key) ^ up);
    wire        even_wins    = even_counts_q & (({even_key, up} > moving_key) ^ up);
    reg         goes_on_q;
    reg         takes_even_q;
    wire        takes_even_d = even_counts_q & (~odd_counts_q | (even_key > odd_key));

    always @(posedge clk_i) begin
        goes_on_q    <= decides_q & (odd_wins | even_wins);
        takes_even_q <= takes_even_d;
    end

    // The next hole; place_q is the one behind it.
    wire       moves     = rest_q | decides_q;
    wire [5:0] upper     = rest_q ? (first_hit_i ? index : groups_q[5:0]) : parent_q;
    wire       sinks     = pop_i | (decides_q & popped_q);
    wire [5:0] lower     = {takes_even_d ? hole_next_q[4:0] : hole_q[4:0], ~takes_even_d};
    wire       decides_d = (begins_q & (|groups_q)) | (writes_q & goes_on_q);

    always @(posedge clk_i) begin
        if (rst_i) begin
            decides_q <= 1'b0;
            writes_q  <= 1'b0;
            rest_q    <= 1'b1;
        end else begin
            decides_q <= decides_d;
            writes_q  <= decides_q;
            rest_q    <= ~(command | decides_d | decides_q);
        end
        if (moves) begin
            parent_q    <= (upper - 6'd1) >> 1;
            hole_q      <= sinks ? lower & {6{decides_q}} : upper;
            hole_next_q <= rest_q ? 7'd1 : {hole_next_q[5:0], takes_even_d};
            place_q     <= rest_q ? index : hole_q;
        end
    end

    // What goes into the hole: the row that the moving entry changes places with, or this entry.
    wire [23:0] placed_not_pc =
        goes_on_q ? (takes_even_q ? even_row_not_pc : odd_row_not_pc) : moving_not_pc_q;
    wire [9:0]  placed_threads =
        goes_on_q ? (takes_even_q ? even_row_threads : odd_row_threads) : moving_threads_q;
    wire [6:0]  placed_head =
        goes_on_q ? (takes_even_q ? even_row_head : odd_row_head) : moving_head_q;
    wire [6:0]  placed_tail =
        goes_on_q ? (takes_even_q ? even_row_tail : odd_row_tail) : moving_tail_q;
    wire [7:0]  placed_lut = goes_on_q ? (takes_even_q ? even_row_lut : odd_row_lut) : moving_lut_q;

    // Write ports. At rest a group may lose its LUT#.
    wire [5:0] write_place     = rest_q ? index : place_q;
    wire [7:0] written_lut     = rest_q ? {8{1'b1}} : placed_lut;
    wire       writes_lut      = writes_q | replaces;
    wire [4:0] write_address   = write_place[5:1];
    wire       root_is_written = (write_place == 6'd0);
    wire       writes_root     = writes_q & root_is_written;

    always @(posedge clk_i) begin
        if (writes_q & write_place[0]) begin
            odd_entry_q[write_address] <= {placed_not_pc, placed_threads, placed_head, placed_tail};
        end
        if (writes_lut & write_place[0]) begin
            odd_lut_q[write_address] <= written_lut;
        end
        if (writes_q & ~write_place[0]) begin
            even_entry_q[write_address] <=
                {placed_not_pc, placed_threads, placed_head, placed_tail};
        end
        if (writes_lut & ~write_place[0]) begin
            even_lut_q[write_address] <= written_lut;
        end
        if (writes_root) begin
            root_not_pc_q  <= placed_not_pc;
            root_threads_q <= placed_threads;
            root_head_q    <= placed_head;
            root_tail_q    <= placed_tail;
        end
        if (writes_lut & root_is_written) begin
            root_lut_q <= written_lut;
        end
    end

    assign rest_o              = rest_q;
    assign groups_o            = groups_q;
    assign root_pc_o           = ~root_not_pc_q;
    assign root_threads_o      = root_threads_q;
    assign root_head_o         = {1'b0, root_head_q};
    assign root_tail_o         = {1'b0, root_tail_q};
    assign moving_first_o      = ~rest_q;
    assign move_first_o        = (writes_q | (begins_q & popped_q)) & ~placed_lut[7];
    assign move_first_entry_o  = placed_lut;
    assign move_first_pc_o     = 24'd0;
    assign move_first_index_o  = begins_q ? {7{1'b1}} : {1'b0, place_q};
    assign link_first_o        = begins_q & from_row_q & create_q;
    assign link_first_warp_o   = {1'b0, own_tail};
    assign link_first_next_o   = {1'b0, moving_tail_q};
    assign moving_second_o     = 1'b0;
    assign move_second_o       = 1'b0;
    assign move_second_entry_o = 8'd0;
    assign move_second_pc_o    = 24'd0;
    assign move_second_index_o = 7'd0;
    assign link_second_o       = 1'b0;
    assign link_second_warp_o  = 8'd0;
    assign link_second_next_o  = 8'd0;

    wire unused = &{1'b0, second_i, second_hit_i, second_replaces_i, second_create_i, second_index_i, second_entry_i, second_pc_i, second_threads_i, second_warp_i, first_index_i[6], first_warp_i[7], groups_q[6]};
endmodule
