// majority_scheduler: groups of warps in a heap, with the chosen group held outside the heap.
// Source:  fung2009, section 4.4, figure 11.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 0, heap 64, lut_sets 16, lut_ways 8, heap_latency 2, queue 4, pc_bits 24,
//          count_bits 10, warps 128.
// Timing:  a new group is chosen while the heap is at rest; not ready in the cycle of the choice;
//          two updates or one issue a cycle, one update to the heap in two cycles; ready 16 cycles
//          after reset.
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

    // The update queue: the front is in place 0; the other updates move down when the front leaves.
    // Updates that enter take the places behind.
    wire                 first_dequeue;
    reg  [3:0]           queue_there_q;
    wire [3:0]           queue_kept     = first_dequeue ? queue_there_q >> 1 : queue_there_q;
    wire [3:0]           behind_kept    = (queue_kept << 1) | 4'd1;
    wire [3:0]           queue_filled   = first_enqueue ? behind_kept : queue_kept;
    wire [3:0]           queue_there_d =
        second_enqueue ? (queue_filled << 1) | 4'd1 : queue_filled;
    wire [3:0]           place_of_first = behind_kept & {4{first_enqueue}};
    reg  [4*PC_BITS-1:0] queue_pc_q;
    wire [PC_BITS-1:0]   moved_pc [0:3];

    genvar i;
    generate
        for (i = 0; i < 3; i = i + 1) begin : g_moved_pc
            assign moved_pc[i] =
                first_dequeue ? queue_pc_q[(i+1)*PC_BITS +: PC_BITS]
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
            assign moved_create[i] = first_dequeue ? queue_create_q[i+1] : queue_create_q[i];
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
                first_dequeue ? queue_threads_q[(i+1)*COUNT_BITS +: COUNT_BITS]
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
                first_dequeue ? queue_warp_q[(i+1)*WARP_BITS +: WARP_BITS]
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

    // An update is looked up, and leaves the queue when the heap is at rest. The root is popped
    // first, unless an update in the queue may change the root.
    reg        asked_q;
    reg        known_q;
    reg        root_hit_q;
    wire [3:0] of_root;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_of_root
            assign of_root[i] = (queue_pc_q[i*PC_BITS +: PC_BITS] == heap_root_pc);
        end
    endgenerate

    wire               root_hit_d =
        (|(of_root & queue_there_q))
        | (
              (
                  (first_i & (first_pc_i == heap_root_pc))
                  | (second_i & (second_pc_i == heap_root_pc))
              ) & update_i
          );
    wire               pop =
        ~chosen_q & heap_rest & (|heap_groups)
        & (~queue_there_q[0] | (known_q & ~(root_hit_q | (lut_first_used & ~lut_first_hit))));
    wire               front_dequeue = known_q & heap_rest & ~pop;
    wire               none_queued   = front_dequeue ? ~queue_there_q[1] : ~queue_there_q[0];
    wire               request =
        (front_dequeue | ~(asked_q | known_q)) & (~none_queued | first_enqueue);
    wire [PC_BITS-1:0] next_pc =
        none_queued ? first_pc_i
        : front_dequeue ? queue_pc_q[47:24]
        : queue_pc_q[23:0];

    assign first_dequeue = front_dequeue;

    max_heap u_max_heap (
        .clk_i               (clk_i),
        .rst_i               (rst_i),
        .first_i             (first_dequeue),
        .first_hit_i         (lut_first_hit),
        .first_reuse_i       (lut_first_used),
        .first_index_i       (lut_first_index),
        .first_entry_i       (lut_first_entry),
        .first_pc_i          (queue_pc_q[23:0]),
        .first_threads_i     (queue_threads_q[9:0]),
        .first_warp_i        ({1'b0, queue_warp_q[6:0]}),
        .first_create_i      (queue_create_q[0]),
        .second_i            (1'b0),
        .second_hit_i        (lut_second_hit),
        .second_reuse_i      (lut_second_used),
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
            root_hit_q <= 1'b0;
            asked_q    <= 1'b0;
            known_q    <= 1'b0;
        end else begin
            root_hit_q <= root_hit_d;
            asked_q    <= request;
            known_q    <= asked_q | (known_q & ~front_dequeue);
        end
    end

    // Entries that move in the heap are written to the look-up table.
    mheap_lut u_mheap_lut (
        .clk_i                (clk_i),
        .rst_i                (rst_i),
        .first_i              (request),
        .first_pc_i           (next_pc),
        .first_create_i (
            none_queued ? first_create_i
            : front_dequeue ? queue_create_q[1]
            : queue_create_q[0]
        ),
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
        .second_room_o        (lut_second_room),
        .second_entry_o       (lut_second_entry),
        .second_used_o        (lut_second_used),
        .second_index_o       (lut_second_index)
    );

    // The Majority Entry is the popped root, or under majority the first offer to an empty unit.
    // Its list grows by updates and is issued warp by warp.
    assign direct_start = update_i & ~(chosen_q | (|heap_groups) | queue_there_q[0]);

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
    wire [1:0] room_change =
        {1'b0, pop | (first_dequeue & queue_create_q[0] & lut_first_hit)}
        - {1'b0, first_enqueue & first_create_i} - {1'b0, second_enqueue & second_create_i};

    always @(posedge clk_i) begin
        if (rst_i) begin
            room_q <= 7'd64;
        end else begin
            room_q <= room_q + {{5{room_change[1]}}, room_change};
        end
    end

    assign room_o = {1'b0, room_q};

    // Links: the first extends the list of the chosen group, the second the list of a group in the
    // heap.
    assign link_first_o       = direct_link;
    assign link_first_warp_o  = chosen_tail_q & {WARP_BITS{direct_link}};
    assign link_first_next_o  = direct_warp & {WARP_BITS{direct_link}};
    assign link_second_o      = heap_link_first;
    assign link_second_warp_o = heap_link_first_warp[6:0] & {WARP_BITS{heap_link_first}};
    assign link_second_next_o = heap_link_first_next[6:0] & {WARP_BITS{heap_link_first}};

    // The choice, and counts.
    assign ready_o       = (lut_idle | asked_q) & ~queue_there_q[2] & ~pop;
    assign choice_o      = chosen_q;
    assign choice_warp_o = chosen_head_q;
    assign groups_o      = {1'b0, heap_groups} + {7'd0, chosen_q};
    assign waiting_o     = ~chosen_q & (|heap_groups);

    wire unused = &{
        1'b0, lut_second_room, heap_move_first_entry[7], heap_move_second_entry[7],
        heap_moving_first, heap_moving_second, heap_root_head[7], heap_root_tail[7],
        heap_root_threads, heap_link_first_warp[7], heap_link_first_next[7], heap_link_second,
        heap_link_second_warp, heap_link_second_next, issued_threads_i
    };
endmodule

`default_nettype wire
