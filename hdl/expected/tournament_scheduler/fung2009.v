// tournament_scheduler: groups of warps, of which a tree of comparators chooses one.
// Source:  our own, in place of the heap of fung2009, section 4.4.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 0, sticky 1, heap 64, tournament_latency 0, pc_bits 24, count_bits 10, warps 128.
// Timing:  a group is chosen after 0 cycles without a change; two updates or one issue a cycle.
`default_nettype none

module tournament_scheduler (
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
    localparam PC_BITS    = 24;   // width of a PC in words
    localparam WARP_BITS  = 7;    // bits of first_warp_i
    localparam COUNT_BITS = 10;   // width of a number of threads

    // Groups; an entry without threads is free.
    wire [COUNT_BITS-1:0] threads [0:63];
    wire [63:0]           live;

    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : g_live
            assign live[i] = |threads[i];
        end
    endgenerate

    wire [PC_BITS-1:0]      pc [0:63];
    wire [WARP_BITS-1:0]    head [0:63];
    wire [64*WARP_BITS-1:0] tail;

    // Offers: which group has the PC of each offer. New PCs take the lowest free entries.
    wire [63:0] first_pc_match;

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_first_pc_match
            assign first_pc_match[i] = (pc[i] == first_pc_i);
        end
    endgenerate

    wire [63:0] first_group_hit = first_pc_match & live;
    wire        first_new       = first_i & ~|first_group_hit;
    wire [63:0] second_pc_match;

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_second_pc_match
            assign second_pc_match[i] = (pc[i] == second_pc_i);
        end
    endgenerate

    wire [63:0] second_group_hit = second_pc_match & live;
    wire        second_new       = second_i & ~|second_group_hit;
    wire [63:0] free             = ~live;
    wire [63:0] lowest_free      = free & (~free + 64'd1);
    wire [63:0] other_free       = free & ~lowest_free;
    wire [63:0] next_free        = other_free & (~other_free + 64'd1);

    // Links: a new warp follows the last warp of its group.
    reg [WARP_BITS-1:0] first_tail;

    always @* begin : fold_first_tail
        integer n;
        first_tail = 7'd0;
        for (n = 0; n < 64; n = n + 1) begin
            first_tail =
                first_tail | (tail[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{first_group_hit[n]}});
        end
    end

    wire                 first_link_en = update_i & first_i & (|first_group_hit) & first_create_i;
    reg  [WARP_BITS-1:0] second_tail;

    always @* begin : fold_second_tail
        integer n;
        second_tail = 7'd0;
        for (n = 0; n < 64; n = n + 1) begin
            second_tail =
                second_tail | (tail[n*WARP_BITS +: WARP_BITS] & {WARP_BITS{second_group_hit[n]}});
        end
    end

    wire second_link_en = update_i & second_i & (|second_group_hit) & second_create_i;

    assign link_first_o       = first_link_en;
    assign link_first_warp_o  = first_tail & {WARP_BITS{first_link_en}};
    assign link_first_next_o  = first_warp_i & {WARP_BITS{first_link_en}};
    assign link_second_o      = second_link_en;
    assign link_second_warp_o = second_tail & {WARP_BITS{second_link_en}};
    assign link_second_next_o = second_warp_i & {WARP_BITS{second_link_en}};

    // The tree: each node keeps the group with the larger key of a pair; one array per level.
    wire [33:0] key0 [0:63];

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_key
            assign key0[i] = {threads[i], ~pc[i]};
        end
    endgenerate

    wire [33:0] key1 [0:31];
    wire        leaf1 [0:31];
    wire [31:0] any1;

    generate
        for (i = 0; i < 32; i = i + 1) begin : g_level1
            wire right = live[2*i+1] & (~live[2*i] | (key0[2*i+1] > key0[2*i]));
            assign key1[i]  = right ? key0[2*i+1] : key0[2*i];
            assign leaf1[i] = right;
            assign any1[i]  = live[2*i] | live[2*i+1];
        end
    endgenerate

    wire [33:0] key2 [0:15];
    wire [1:0]  leaf2 [0:15];
    wire [15:0] any2;

    generate
        for (i = 0; i < 16; i = i + 1) begin : g_level2
            wire right = any1[2*i+1] & (~any1[2*i] | (key1[2*i+1] > key1[2*i]));
            assign key2[i]  = right ? key1[2*i+1] : key1[2*i];
            assign leaf2[i] = {right, right ? leaf1[2*i+1] : leaf1[2*i]};
            assign any2[i]  = any1[2*i] | any1[2*i+1];
        end
    endgenerate

    wire [33:0] key3 [0:7];
    wire [2:0]  leaf3 [0:7];
    wire [7:0]  any3;

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_level3
            wire right = any2[2*i+1] & (~any2[2*i] | (key2[2*i+1] > key2[2*i]));
            assign key3[i]  = right ? key2[2*i+1] : key2[2*i];
            assign leaf3[i] = {right, right ? leaf2[2*i+1] : leaf2[2*i]};
            assign any3[i]  = any2[2*i] | any2[2*i+1];
        end
    endgenerate

    wire [33:0] key4 [0:3];
    wire [3:0]  leaf4 [0:3];
    wire [3:0]  any4;

    generate
        for (i = 0; i < 4; i = i + 1) begin : g_level4
            wire right = any3[2*i+1] & (~any3[2*i] | (key3[2*i+1] > key3[2*i]));
            assign key4[i]  = right ? key3[2*i+1] : key3[2*i];
            assign leaf4[i] = {right, right ? leaf3[2*i+1] : leaf3[2*i]};
            assign any4[i]  = any3[2*i] | any3[2*i+1];
        end
    endgenerate

    wire [33:0] key5 [0:1];
    wire [4:0]  leaf5 [0:1];
    wire [1:0]  any5;

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_level5
            wire right = any4[2*i+1] & (~any4[2*i] | (key4[2*i+1] > key4[2*i]));
            assign key5[i]  = right ? key4[2*i+1] : key4[2*i];
            assign leaf5[i] = {right, right ? leaf4[2*i+1] : leaf4[2*i]};
            assign any5[i]  = any4[2*i] | any4[2*i+1];
        end
    endgenerate

    wire       right_wins = any5[1] & (~any5[0] | (key5[1] > key5[0]));
    wire [5:0] winner     = {right_wins, right_wins ? leaf5[1] : leaf5[0]};

    // The chosen group. The winner of the tree is used only when all keys in the tree are up to
    // date.
    reg        chosen_q;
    reg  [5:0] current_q;
    wire       choose_en = ~chosen_q & ~update_i & (|live);
    wire       chosen_d =
        choose_en | (chosen_q & ~(issued_i & (threads[current_q] == issued_threads_i)));

    always @(posedge clk_i) begin
        if (rst_i) begin
            chosen_q <= 1'b0;
        end else begin
            chosen_q <= chosen_d;
        end
        if (choose_en) begin
            current_q <= winner;
        end
    end

    assign choice_o      = chosen_q;
    assign choice_warp_o = head[current_q];

    // Groups are created, grow, and are issued.
    wire [63:0] first_create_en = lowest_free & {64{first_new}} & {64{update_i}};
    wire [63:0] second_create_en =
        (first_new ? next_free : lowest_free) & {64{second_new}} & {64{update_i}};
    wire [63:0] first_increment = (first_group_hit & {64{update_i & first_i}}) | first_create_en;
    wire [63:0] second_increment =
        (second_group_hit & {64{update_i & second_i}}) | second_create_en;
    wire [63:0] issue_groups    = (64'd1 << current_q) & {64{issued_i}};

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_group
            reg [PC_BITS-1:0] group_pc_q;
            assign pc[i] = group_pc_q;
            reg [COUNT_BITS-1:0] group_threads_q;
            assign threads[i] = group_threads_q;
            reg [WARP_BITS-1:0] group_head_q;
            assign head[i] = group_head_q;
            reg [WARP_BITS-1:0] group_tail_q;
            assign tail[i*WARP_BITS +: WARP_BITS] = group_tail_q;
            wire                  create_en = first_create_en[i] | second_create_en[i];
            wire                  increment = first_increment[i] | second_increment[i];
            wire [WARP_BITS-1:0]  warp      = first_increment[i] ? first_warp_i : second_warp_i;
            wire [COUNT_BITS-1:0] more =
                (first_increment[i] ? first_threads_i : second_threads_i) & {COUNT_BITS{increment}};
            wire [COUNT_BITS-1:0] group_threads_d =
                group_threads_q + more - (issued_threads_i & {COUNT_BITS{issue_groups[i]}});
            always @(posedge clk_i) begin
                if (rst_i) begin
                    group_threads_q <= 10'd0;
                end else begin
                    group_threads_q <= group_threads_d;
                end
                if (create_en) begin
                    group_pc_q <= first_increment[i] ? first_pc_i : second_pc_i;
                end
                if (create_en | issue_groups[i]) begin
                    group_head_q <= issue_groups[i] ? issued_next_i : warp;
                end
                if (increment) begin
                    group_tail_q <= warp;
                end
            end
        end
    endgenerate

    // Counts.
    reg [6:0] count;

    always @* begin : fold_count
        integer n;
        count = 7'd0;
        for (n = 0; n < 64; n = n + 1) begin
            count = count + {6'd0, live[n]};
        end
    end

    assign room_o    = 8'd64 - {1'b0, count};
    assign ready_o   = 1'b1;
    assign groups_o  = {1'b0, count};
    assign waiting_o = (|live) & ~chosen_q;
endmodule

`default_nettype wire
