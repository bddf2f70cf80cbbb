// majority_scheduler: groups of warps in a heap, the chosen one outside of it.
// Source:  fung2009, section 4.4, figure 11.
// Config:  order 0, heap 64, lut_sets 16, lut_ways 8, heap_latency 2, queue 4, pc_bits 24,
//          count_bits 10, warps 128.
// Timing:  two updates or an issue a cycle, one to the heap in two; a new group is chosen while the
//          heap is at rest, not ready in that cycle and for 16 cycles after reset.
`default_nettype none

module majority_scheduler (
    input  wire        clk_i,
    input  wire        rst_i,

    // offer: a warp that grows, the older of two
    input  wire        first_i,              // the warp below is offered
    input  wire [23:0] first_pc_i,           // its PC, in words
    input  wire [6:0]  first_warp_i,         // its number in the pool
    input  wire [9:0]  first_threads_i,      // threads that it gets; one or more
    input  wire        first_create_i,       // it is new in the pool

    // offer: the younger
    input  wire        second_i,             // the warp below is offered
    input  wire [23:0] second_pc_i,          // its PC, another one
    input  wire [6:0]  second_warp_i,        // its number in the pool
    input  wire [9:0]  second_threads_i,     // threads that it gets; one or more
    input  wire        second_create_i,      // it is new in the pool

    // update
    input  wire        update_i,             // what is offered is taken

    // issue
    input  wire        issued_i,             // the chosen warp leaves the pool
    input  wire [9:0]  issued_threads_i,     // its threads
    input  wire [6:0]  issued_next_i,        // the warp that follows it in its list

    // offer
    output wire        ready_o,              // updates can be taken
    output wire [7:0]  room_o,               // offers that fit, whatever they are

    // choice
    output wire        choice_o,             // there is a warp to be issued
    output wire [6:0]  choice_warp_o,        // its number in the pool

    // link: lists of warps that grow
    output wire        link_first_o,         // a warp follows the one below
    output wire [6:0]  link_first_warp_o,    // so far the last of its list
    output wire [6:0]  link_first_next_o,    // the warp that follows
    output wire        link_second_o,        // a warp follows the one below
    output wire [6:0]  link_second_warp_o,   // so far the last of its list
    output wire [6:0]  link_second_next_o,   // the warp that follows

    // counts
    output wire [7:0]  groups_o,             // groups held, the chosen one included
    output wire        waiting_o             // groups are held, but there is no choice
);
    localparam PC_BITS      = 24;   // width of a PC in words
    localparam WARP_BITS    = 7;    // bits of first_warp_i
    localparam COUNT_BITS   = 10;   // width of a number of threads
    localparam ENTRY_BITS   = 7;    // bits of lut_write_first_entry_in
    localparam INDEX_BITS   = 7;    // bits of lut_write_first_index_in
    localparam POINTER_BITS = 8;    // bits of heap_first_warp_in
    localparam LUT_BITS     = 8;    // bits of heap_move_first_entry

    // The Majority Entry: the chosen group, if there is one.
    reg                 chosen_q;
    reg [PC_BITS-1:0]   chosen_pc_q;
    reg [WARP_BITS-1:0] chosen_head_q;
    reg [WARP_BITS-1:0] chosen_tail_q;

    // Offers: an update of the chosen group is done at once, others are queued.
    wire                 becomes;
    wire                 first_matches  = first_i & chosen_q & (first_pc_i == chosen_pc_q);
    wire                 first_enters   = update_i & first_i & ~(first_matches | becomes);
    wire                 second_matches = second_i & chosen_q & (second_pc_i == chosen_pc_q);
    wire                 second_enters  = update_i & second_i & ~second_matches;
    wire                 direct         = update_i & (first_matches | second_matches);
    wire                 direct_links =
        direct & (second_matches ? second_create_i : first_create_i);
    wire [WARP_BITS-1:0] direct_warp    = second_matches ? second_warp_i : first_warp_i;

    // The update queue: the front is in place 0, and the others move down as it leaves. What enters
    // takes the places behind.
    wire                 first_leaves;
    reg  [3:0]           queue_there_q;
    wire [3:0]           queue_kept     = first_leaves ? queue_there_q >> 1 : queue_there_q;
    wire [3:0]           behind_kept    = (queue_kept << 1) | 4'd1;
    wire [3:0]           queue_filled   = first_enters ? behind_kept : queue_kept;
    wire [3:0]           queue_there_d  = second_enters ? (queue_filled << 1) | 4'd1 : queue_filled;
    wire [3:0]           place_of_first = behind_kept & {4{first_enters}};
    reg  [4*PC_BITS-1:0] queue_pc_q;
    wire [PC_BITS-1:0]   moved_pc [0:3];

    genvar i;
    generate
        for (i = 0; i < 3; i = i + 1) begin : g_moved_pc
            assign moved_pc[i] =
                first_leaves ? queue_pc_q[(i+1)*PC_BITS +: PC_BITS]
                : queue_pc_q[i*PC_BITS +: PC_BITS];
        end
    endgenerate

    assign moved_pc[3] = queue_pc_q[95:72];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_queued_pc
            wire [PC_BITS-1:0] queue_pc_d =
                queue_kept[i] ? moved_pc[i]
                : place_of_first[i] ? first_pc_i
                : second_pc_i;
            always @(posedge clk_i) begin
                queue_pc_q[i*PC_BITS +: PC_BITS] <= queue_pc_d;
            end
        end
    endgenerate

    reg  [3:0] queue_create_q;
    wire       moved_create [0:3];

    generate
        for (i = 0; i < 3; i = i + 1) begin : g_moved_create
            assign moved_create[i] = first_leaves ? queue_create_q[i+1] : queue_create_q[i];
        end
    endgenerate

    assign moved_create[3] = queue_create_q[3];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_queued_create
            wire queue_create_d =
                queue_kept[i] ? moved_create[i]
                : place_of_first[i] ? first_create_i
                : second_create_i;
            always @(posedge clk_i) begin
                queue_create_q[i] <= queue_create_d;
            end
        end
    endgenerate

    reg  [4*COUNT_BITS-1:0] queue_threads_q;
    wire [COUNT_BITS-1:0]   moved_threads [0:3];

    generate
        for (i = 0; i < 3; i = i + 1) begin : g_moved_threads
            assign moved_threads[i] =
                first_leaves ? queue_threads_q[(i+1)*COUNT_BITS +: COUNT_BITS]
                : queue_threads_q[i*COUNT_BITS +: COUNT_BITS];
        end
    endgenerate

    assign moved_threads[3] = queue_threads_q[39:30];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_queued_threads
            wire [COUNT_BITS-1:0] queue_threads_d =
                queue_kept[i] ? moved_threads[i]
                : place_of_first[i] ? first_threads_i
                : second_threads_i;
            always @(posedge clk_i) begin
                queue_threads_q[i*COUNT_BITS +: COUNT_BITS] <= queue_threads_d;
            end
        end
    endgenerate

    reg  [4*WARP_BITS-1:0] queue_warp_q;
    wire [WARP_BITS-1:0]   moved_warp [0:3];

    generate
        for (i = 0; i < 3; i = i + 1) begin : g_moved_warp
            assign moved_warp[i] =
                first_leaves ? queue_warp_q[(i+1)*WARP_BITS +: WARP_BITS]
                : queue_warp_q[i*WARP_BITS +: WARP_BITS];
        end
    endgenerate

    assign moved_warp[3] = queue_warp_q[27:21];

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_queued_warp
            wire [WARP_BITS-1:0] queue_warp_d =
                queue_kept[i] ? moved_warp[i]
                : place_of_first[i] ? first_warp_i
                : second_warp_i;
            always @(posedge clk_i) begin
                queue_warp_q[i*WARP_BITS +: WARP_BITS] <= queue_warp_d;
            end
        end
    endgenerate

    always @(posedge clk_i) begin
        if (rst_i) begin
            queue_there_q <= 4'd0;
        end else begin
            queue_there_q <= queue_there_d;
        end
    end

    // The heap, and the table that finds a PC's group in it.
    wire                    lut_idle;
    wire                    lut_first_hit;
    wire [ENTRY_BITS-1:0]   lut_first_entry;
    wire                    lut_first_used;
    wire [INDEX_BITS-1:0]   lut_first_index;
    wire                    lut_second_hit;
    wire                    lut_second_fits;
    wire [ENTRY_BITS-1:0]   lut_second_entry;
    wire                    lut_second_used;
    wire [INDEX_BITS-1:0]   lut_second_index;
    wire                    heap_rest;
    wire                    heap_moving_first;
    wire                    heap_moving_second;
    wire [6:0]              heap_groups;
    wire [PC_BITS-1:0]      heap_root_pc;
    wire [COUNT_BITS-1:0]   heap_root_threads;
    wire [POINTER_BITS-1:0] heap_root_head;
    wire [POINTER_BITS-1:0] heap_root_tail;
    wire                    heap_move_first;
    wire [LUT_BITS-1:0]     heap_move_first_entry;
    wire [PC_BITS-1:0]      heap_move_first_pc;
    wire [INDEX_BITS-1:0]   heap_move_first_index;
    wire                    heap_move_second;
    wire [LUT_BITS-1:0]     heap_move_second_entry;
    wire [PC_BITS-1:0]      heap_move_second_pc;
    wire [INDEX_BITS-1:0]   heap_move_second_index;
    wire                    heap_link_first;
    wire [POINTER_BITS-1:0] heap_link_first_warp;
    wire [POINTER_BITS-1:0] heap_link_first_next;
    wire                    heap_link_second;
    wire [POINTER_BITS-1:0] heap_link_second_warp;
    wire [POINTER_BITS-1:0] heap_link_second_next;

    // An update is looked up, and leaves the queue when the heap is at rest. The root leaves the
    // heap before it, unless an update in the queue may change it.
    reg        asked_q;
    reg        known_q;
    reg        concerns_root_q;
    wire [3:0] of_root;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_of_root
            assign of_root[i] = (queue_pc_q[i*PC_BITS +: PC_BITS] == heap_root_pc);
        end
    endgenerate

    wire               concerns_root_d =
        (|(of_root & queue_there_q))
        | (((first_i & (first_pc_i == heap_root_pc)) | (second_i & (second_pc_i == heap_root_pc))) & update_i);
    wire               pop =
        ~chosen_q & heap_rest & (|heap_groups)
        & (~queue_there_q[0] | (known_q & ~(concerns_root_q | (lut_first_used & ~lut_first_hit))));
    wire               front_leaves = known_q & heap_rest & ~pop;
    wire               none_queued  = front_leaves ? ~queue_there_q[1] : ~queue_there_q[0];
    wire               asks =
        (front_leaves | ~(asked_q | known_q)) & (~none_queued | first_enters);
    wire [PC_BITS-1:0] next_pc =
        none_queued ? first_pc_i
        : front_leaves ? queue_pc_q[47:24]
        : queue_pc_q[23:0];

    assign first_leaves = front_leaves;

    max_heap u_max_heap (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .first_i             (first_leaves),
        .first_hit_i         (lut_first_hit),
        .first_replaces_i    (lut_first_used),
        .first_index_i       (lut_first_index),
        .first_entry_i       (lut_first_entry),
        .first_pc_i          (queue_pc_q[23:0]),
        .first_threads_i     (queue_threads_q[9:0]),
        .first_warp_i        ({1'b0, queue_warp_q[6:0]}),
        .first_create_i      (queue_create_q[0]),
        .second_i            (1'b0),
        .second_hit_i        (lut_second_hit),
        .second_replaces_i   (lut_second_used),
        .second_index_i      (lut_second_index),
        .second_entry_i      (lut_second_entry),
        .second_pc_i         (24'd0),
        .second_threads_i    (10'd0),
        .second_warp_i       ({1'b0, 7'd0}),
        .second_create_i     (1'b0),
        .pop_i               (pop),
        .rest_o              (heap_rest),
        .moving_first_o      (heap_moving_first),
        .moving_second_o     (heap_moving_second),
        .groups_o            (heap_groups),
        .root_pc_o           (heap_root_pc),
        .root_threads_o      (heap_root_threads),
        .root_head_o         (heap_root_head),
        .root_tail_o         (heap_root_tail),
        .move_first_o        (heap_move_first),
        .move_first_entry_o  (heap_move_first_entry),
        .move_first_pc_o     (heap_move_first_pc),
        .move_first_index_o  (heap_move_first_index),
        .move_second_o       (heap_move_second),
        .move_second_entry_o (heap_move_second_entry),
        .move_second_pc_o    (heap_move_second_pc),
        .move_second_index_o (heap_move_second_index),
        .link_first_o        (heap_link_first),
        .link_first_warp_o   (heap_link_first_warp),
        .link_first_next_o   (heap_link_first_next),
        .link_second_o       (heap_link_second),
        .link_second_warp_o  (heap_link_second_warp),
        .link_second_next_o  (heap_link_second_next)
    );

    always @(posedge clk_i) begin
        if (rst_i) begin
            concerns_root_q <= 1'b0;
            asked_q         <= 1'b0;
            known_q         <= 1'b0;
        end else begin
            concerns_root_q <= concerns_root_d;
            asked_q         <= asks;
            known_q         <= asked_q | (known_q & ~front_leaves);
        end
    end

    // What moves in the heap is written to the table.
    mheap_lut u_mheap_lut (
        .clk_i                (clk_i),
        .rst_i                (rst_i),
        .first_i              (asks),
        .first_pc_i           (next_pc),
        .first_create_i       (none_queued ? first_create_i : front_leaves ? queue_create_q[1] : queue_create_q[0]),
        .second_i             (1'b0),
        .second_pc_i          (24'd0),
        .second_create_i      (1'b0),
        .write_first_i        (heap_move_first),
        .write_first_entry_i  (heap_move_first_entry[6:0]),
        .write_first_pc_i     (heap_move_first_pc),
        .write_first_index_i  (heap_move_first_index),
        .write_second_i       (heap_move_second),
        .write_second_entry_i (heap_move_second_entry[6:0]),
        .write_second_pc_i    (heap_move_second_pc),
        .write_second_index_i (heap_move_second_index),
        .idle_o               (lut_idle),
        .first_hit_o          (lut_first_hit),
        .first_entry_o        (lut_first_entry),
        .first_used_o         (lut_first_used),
        .first_index_o        (lut_first_index),
        .second_hit_o         (lut_second_hit),
        .second_fits_o        (lut_second_fits),
        .second_entry_o       (lut_second_entry),
        .second_used_o        (lut_second_used),
        .second_index_o       (lut_second_index)
    );

    // The Majority Entry is popped, or becomes what comes to nothing; grows; is issued.
    assign becomes = update_i & ~(chosen_q | (|heap_groups) | queue_there_q[0]);

    wire                 begins = pop | becomes;
    wire                 ends   = issued_i & (chosen_head_q == chosen_tail_q);
    wire [WARP_BITS-1:0] chosen_head_d =
        pop ? heap_root_head[6:0]
        : issued_i ? issued_next_i
        : first_warp_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            chosen_q <= 1'b0;
        end else begin
            chosen_q <= begins | (chosen_q & ~ends);
        end
        if (begins) begin
            chosen_pc_q <= pop ? heap_root_pc : first_pc_i;
        end
        if (begins | issued_i) begin
            chosen_head_q <= chosen_head_d;
        end
        if (begins | direct_links) begin
            chosen_tail_q <= pop ? heap_root_tail[6:0] : direct_warp;
        end
    end

    // Room: entries of the heap that are neither taken nor may be by what is queued.
    reg  [6:0] room_q;
    wire [1:0] room_change =
        {1'b0, pop | (first_leaves & queue_create_q[0] & lut_first_hit)}
        - {1'b0, first_enters & first_create_i} - {1'b0, second_enters & second_create_i};

    always @(posedge clk_i) begin
        if (rst_i) begin
            room_q <= 7'd64;
        end else begin
            room_q <= room_q + {{5{room_change[1]}}, room_change};
        end
    end

    assign room_o = {1'b0, room_q};

    // Lists that grow: that of the chosen group, and that of a group in the heap.
    assign link_first_o       = direct_links;
    assign link_first_warp_o  = chosen_tail_q & {WARP_BITS{direct_links}};
    assign link_first_next_o  = direct_warp & {WARP_BITS{direct_links}};
    assign link_second_o      = heap_link_first;
    assign link_second_warp_o = heap_link_first_warp[6:0] & {WARP_BITS{heap_link_first}};
    assign link_second_next_o = heap_link_first_next[6:0] & {WARP_BITS{heap_link_first}};

    // The choice, and counts.
    assign ready_o       = (lut_idle | asked_q) & ~queue_there_q[2] & ~pop;
    assign choice_o      = chosen_q;
    assign choice_warp_o = chosen_head_q;
    assign groups_o      = {1'b0, heap_groups} + {7'd0, chosen_q};
    assign waiting_o     = ~chosen_q & (|heap_groups);

    wire unused = &{1'b0, lut_second_fits, heap_move_first_entry[7], heap_move_second_entry[7], heap_moving_first, heap_moving_second, heap_root_head[7], heap_root_tail[7], heap_root_threads, heap_link_first_warp[7], heap_link_first_next[7], heap_link_second, heap_link_second_warp, heap_link_second_next, issued_threads_i};
endmodule

`default_nettype wire
