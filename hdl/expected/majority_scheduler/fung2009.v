// majority_scheduler: groups of warps in a heap, with the chosen group held outside the heap.
// Source:  fung2009, section 4.4, figure 11.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 0, heap 64, lut_sets 16, lut_ways 8, heap_latency 1, queue 4, pc_bits 24,
//          count_bits 10, warps 128.
// Timing:  a new group is chosen while the heap is at rest; not ready in the cycle of the choice;
//          two updates or one issue a cycle; ready 16 cycles after reset.
`default_nettype none

module majority_scheduler (
    input  wire        clk_i,
    input  wire        rst_i,

    // offer: a warp that grows, the older of two
    input  wire        first_i,              // a first warp that grows is offered, the older one
    input  wire [23:0] first_pc_i,           // PC of the first warp, in words
    input  wire [6:0]  first_warp_i,         // pool entry of the first warp
    input  wire [9:0]  first_threads_i,      // threads that the first warp gets; one or more
    input  wire        first_create_i,       // the first warp is new in the pool

    // offer: the younger
    input  wire        second_i,             // a second warp that grows is offered
    input  wire [23:0] second_pc_i,          // PC of the second warp, in words; differs from the
                                             // first
    input  wire [6:0]  second_warp_i,        // pool entry of the second warp
    input  wire [9:0]  second_threads_i,     // threads that the second warp gets; one or more
    input  wire        second_create_i,      // the second warp is new in the pool

    // update
    input  wire        update_i,             // the offers are accepted

    // issue
    input  wire        issued_i,             // the chosen warp leaves the pool
    input  wire [9:0]  issued_threads_i,     // threads of the warp that leaves
    input  wire [6:0]  issued_next_i,        // the warp that follows it in its list

    // offer
    output wire        ready_o,              // updates can be accepted
    output wire [7:0]  room_o,               // how many offers fit, whatever their PCs

    // choice
    output wire        choice_o,             // a warp is chosen to be issued next
    output wire [6:0]  choice_warp_o,        // pool entry of the chosen warp

    // link: lists of warps that grow
    output wire        link_first_o,         // a warp is linked to the end of a first list
    output wire [6:0]  link_first_warp_o,    // the last warp of the first list so far
    output wire [6:0]  link_first_next_o,    // the warp that follows it
    output wire        link_second_o,        // a warp is linked to the end of a second list
    output wire [6:0]  link_second_warp_o,   // the last warp of the second list so far
    output wire [6:0]  link_second_next_o,   // the warp that follows it

    // counts
    output wire [7:0]  groups_o,             // groups held, the chosen one included
    output wire        waiting_o             // groups are held, but none is chosen
);
    localparam PC_BITS      = 24;   // width of a PC in words
    localparam WARP_BITS    = 7;    // bits of first_warp_i
    localparam COUNT_BITS   = 10;   // width of a number of threads
    localparam ENTRY_BITS   = 7;    // bits of lut_write_first_entry_in
    localparam INDEX_BITS   = 7;    // bits of lut_write_first_index_in
    localparam POINTER_BITS = 8;    // bits of heap_first_warp_in
    localparam LUT_BITS     = 8;    // bits of heap_move_first_entry

    // The Majority Entry: the chosen group, if any.
    reg                 chosen_q;
    reg [PC_BITS-1:0]   chosen_pc_q;
    reg [WARP_BITS-1:0] chosen_head_q;
    reg [WARP_BITS-1:0] chosen_tail_q;

    // Offers: an update of the chosen group takes effect at once; other updates are queued.
    wire                 direct_start;
    wire                 first_pc_match  = first_i & chosen_q & (first_pc_i == chosen_pc_q);
    wire                 first_enqueue   = update_i & first_i & ~(first_pc_match | direct_start);
    wire                 second_pc_match = second_i & chosen_q & (second_pc_i == chosen_pc_q);
    wire                 second_enqueue  = update_i & second_i & ~second_pc_match;
    wire                 direct          = update_i & (first_pc_match | second_pc_match);
    wire                 direct_link =
        direct & (second_pc_match ? second_create_i : first_create_i);
    wire [WARP_BITS-1:0] direct_warp     = second_pc_match ? second_warp_i : first_warp_i;

    // The update queue: {PC, threads, warp, whether the warp is new}.
    wire               first_dequeue;
    wire               second_dequeue;
    reg  [41:0]        queue_entry_q [0:3];
    reg  [1:0]         queue_head_q;
    reg  [1:0]         queue_tail_q;
    reg  [2:0]         queue_count_q;
    wire [1:0]         queue_tail1      = first_enqueue ? queue_tail_q + 2'd1 : queue_tail_q;
    wire [1:0]         queue_tail2      = second_enqueue ? queue_tail1 + 2'd1 : queue_tail1;
    wire [1:0]         queue_head1      = queue_head_q + 2'd1;
    wire [1:0]         queue_head2      = queue_head_q + 2'd2;
    wire [1:0]         queue_head_d =
        second_dequeue ? queue_head2
        : first_dequeue ? queue_head1
        : queue_head_q;
    wire [2:0]         queue_count_d =
        queue_count_q + {2'd0, first_enqueue} + {2'd0, second_enqueue} - {2'd0, first_dequeue}
        - {2'd0, second_dequeue};
    wire [41:0]        first_update     = queue_entry_q[queue_head_q];
    wire [PC_BITS-1:0] first_update_pc  = first_update[41:18];
    wire [41:0]        second_update    = queue_entry_q[queue_head1];
    wire [PC_BITS-1:0] second_update_pc = second_update[41:18];

    always @(posedge clk_i) begin
        if (rst_i) begin
            queue_tail_q  <= 2'd0;
            queue_head_q  <= 2'd0;
            queue_count_q <= 3'd0;
        end else begin
            queue_tail_q  <= queue_tail2;
            queue_head_q  <= queue_head_d;
            queue_count_q <= queue_count_d;
        end
        if (first_enqueue) begin
            queue_entry_q[queue_tail_q] <=
                {first_pc_i, first_threads_i, first_warp_i, first_create_i};
        end
        if (second_enqueue) begin
            queue_entry_q[queue_tail1] <=
                {second_pc_i, second_threads_i, second_warp_i, second_create_i};
        end
    end

    // The heap, and the look-up table that finds the group of a PC in the heap.
    wire                    lut_idle;
    wire                    lut_first_hit;
    wire [ENTRY_BITS-1:0]   lut_first_entry;
    wire                    lut_first_used;
    wire [INDEX_BITS-1:0]   lut_first_index;
    wire                    lut_second_hit;
    wire                    lut_second_room;
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

    // While the heap is at rest, an update leaves the queue unless another one goes to the chosen
    // group, and the root is popped if no group is chosen and the queue is empty.
    wire take_en = heap_rest & ~direct;
    wire pop     = ~chosen_q & heap_rest & (|heap_groups) & ~|queue_count_q;

    assign first_dequeue = (queue_count_q >= 3'd1) & take_en;

    wire second_request =
        first_dequeue & (queue_count_q >= 3'd2) & (second_update_pc != first_update_pc);

    assign second_dequeue = second_request & lut_second_room;

    max_heap u_max_heap (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .first_i             (first_dequeue),
        .first_hit_i         (lut_first_hit),
        .first_reuse_i       (lut_first_used),
        .first_index_i       (lut_first_index),
        .first_entry_i       (lut_first_entry),
        .first_pc_i          (first_update_pc),
        .first_threads_i     (first_update[17:8]),
        .first_warp_i        ({1'b0, first_update[7:1]}),
        .first_create_i      (first_update[0]),
        .second_i            (second_dequeue),
        .second_hit_i        (lut_second_hit),
        .second_reuse_i      (lut_second_used),
        .second_index_i      (lut_second_index),
        .second_entry_i      (lut_second_entry),
        .second_pc_i         (second_update_pc),
        .second_threads_i    (second_update[17:8]),
        .second_warp_i       ({1'b0, second_update[7:1]}),
        .second_create_i     (second_update[0]),
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

    // Entries that move in the heap are written to the look-up table.
    mheap_lut u_mheap_lut (
        .clk_i                (clk_i),
        .rst_i                (rst_i),
        .first_i              (first_dequeue),
        .first_pc_i           (first_update_pc),
        .first_create_i       (first_update[0]),
        .second_i             (second_request),
        .second_pc_i          (second_update_pc),
        .second_create_i      (second_update[0]),
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
        .second_room_o        (lut_second_room),
        .second_entry_o       (lut_second_entry),
        .second_used_o        (lut_second_used),
        .second_index_o       (lut_second_index)
    );

    // The Majority Entry is the popped root, or under majority the first offer to an empty unit.
    // Its list grows by updates and is issued warp by warp.
    assign direct_start = update_i & ~(chosen_q | (|heap_groups));

    wire                 start_en   = pop | direct_start;
    wire                 last_issue = issued_i & (chosen_head_q == chosen_tail_q);
    wire [WARP_BITS-1:0] chosen_head_d =
        pop ? heap_root_head[6:0]
        : issued_i ? issued_next_i
        : first_warp_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            chosen_q <= 1'b0;
        end else begin
            chosen_q <= start_en | (chosen_q & ~last_issue);
        end
        if (start_en) begin
            chosen_pc_q <= pop ? heap_root_pc : first_pc_i;
        end
        if (start_en | issued_i) begin
            chosen_head_q <= chosen_head_d;
        end
        if (start_en | direct_link) begin
            chosen_tail_q <= pop ? heap_root_tail[6:0] : direct_warp;
        end
    end

    // Room: entries of the heap that are neither in use nor needed by queued updates in the worst
    // case.
    reg  [6:0] room_q;
    wire [6:0] room_d =
        room_q + {6'd0, pop} - {6'd0, first_enqueue & first_create_i}
        - {6'd0, second_enqueue & second_create_i}
        + {6'd0, first_dequeue & first_update[0] & lut_first_hit}
        + {6'd0, second_dequeue & second_update[0] & lut_second_hit};

    always @(posedge clk_i) begin
        if (rst_i) begin
            room_q <= 7'd64;
        end else begin
            room_q <= room_d;
        end
    end

    assign room_o = {1'b0, room_q};

    // Links extend the list of the chosen group, or lists of groups in the heap.
    wire first_link_en = direct_link | heap_link_first;

    assign link_first_o       = first_link_en;
    assign link_first_warp_o =
        (direct ? chosen_tail_q : heap_link_first_warp[6:0]) & {WARP_BITS{first_link_en}};
    assign link_first_next_o =
        (direct ? direct_warp : heap_link_first_next[6:0]) & {WARP_BITS{first_link_en}};
    assign link_second_o      = heap_link_second;
    assign link_second_warp_o = heap_link_second_warp[6:0] & {WARP_BITS{heap_link_second}};
    assign link_second_next_o = heap_link_second_next[6:0] & {WARP_BITS{heap_link_second}};

    // The choice, and counts.
    assign ready_o       = lut_idle & (queue_count_q <= 3'd2) & ~pop;
    assign choice_o      = chosen_q;
    assign choice_warp_o = chosen_head_q;
    assign groups_o      = {1'b0, heap_groups} + {7'd0, chosen_q};
    assign waiting_o     = ~chosen_q & (|heap_groups);

    wire unused = &{
        1'b0, heap_move_first_entry[7], heap_move_second_entry[7], heap_moving_first,
        heap_moving_second, heap_root_head[7], heap_root_tail[7], heap_root_threads,
        heap_link_first_warp[7], heap_link_first_next[7], heap_link_second_warp[7],
        heap_link_second_next[7], issued_threads_i
    };
endmodule

`default_nettype wire
