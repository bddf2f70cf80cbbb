// winner_tree: groups of warps in a pipelined tree of winners, which takes an update in nearly
// every cycle.
// Source:  our own, in place of the heap of fung2009, section 4.4.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  order 0, heap 64, pc_bits 24, count_bits 10, warps 128.
// Timing:  an update is the choice in the next cycle if nothing is held, in the third if no group
//          can win, and wins 11 cycles later; an update and an issue a cycle, but no update two
//          cycles behind most choices.
`default_nettype none

module winner_tree (
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
    localparam PC_BITS     = 24;   // width of a PC in words
    localparam WARP_BITS   = 7;    // bits of first_warp_i
    localparam COUNT_BITS  = 10;   // width of a number of threads
    localparam GROUPS_BITS = 8;    // bits of room_o

    // Updates in their second and third cycle, the current entry, and the state of all entries.
    reg                  offer_q;
    reg [PC_BITS-1:0]    offer_pc_q;
    reg [COUNT_BITS-1:0] offer_threads_q;
    reg [WARP_BITS-1:0]  offer_warp_q;
    reg                  offer_create_q;
    reg                  offer_is_chosen_q;
    reg [63:0]           hits_q;
    reg                  follows_q;
    reg                  change_q;
    reg [PC_BITS-1:0]    change_pc_q;
    reg [COUNT_BITS-1:0] change_threads_q;
    reg [WARP_BITS-1:0]  change_warp_q;
    reg                  change_create_q;
    reg [5:0]            change_index_q;
    reg                  change_grows_q;
    reg                  change_was_chosen_q;
    reg                  current_q;
    reg                  current_empty_q;
    reg [5:0]            current_index_q;
    reg [WARP_BITS-1:0]  current_head_q;
    reg [WARP_BITS-1:0]  current_tail_q;
    reg [63:0]           held_q;
    reg [63:0]           entered_q;
    reg                  leaving_q;
    reg                  wins_q;
    reg [5:0]            winner_q;

    // The choice: the entry that wins, or else the entry that changes. A list ends behind its last
    // warp, unless the change adds another one; and while an update for it is on its way, its entry
    // stays current.
    wire [5:0] chosen     = wins_q ? winner_q : change_index_q;
    wire       on_current = change_q & current_q & (change_index_q == current_index_q);
    wire       adds       = on_current & change_create_q;
    wire       ends       = current_empty_q | (issued_i & (current_head_q == current_tail_q));
    wire       empties    = ends & ~adds;
    wire       is_for_current =
        offer_q
        & (
              offer_is_chosen_q | (|(hits_q & (64'd1 << current_index_q)))
              | (follows_q & (change_index_q == current_index_q))
          );
    wire       choose_en  = ~(current_q | leaving_q) & (wins_q | change_q);
    wire       on_chosen  = change_q & (change_index_q == chosen);
    wire       wait_en    = empties & is_for_current;
    wire       free_en    = empties & ~is_for_current;

    // First cycle of an update.
    always @(posedge clk_i) begin
        if (rst_i) begin
            offer_q <= 1'b0;
        end else begin
            offer_q <= update_i;
        end
        offer_pc_q      <= first_pc_i;
        offer_threads_q <= first_threads_i;
        offer_warp_q    <= first_warp_i;
        offer_create_q  <= first_create_i;
    end

    // Second cycle: the entry that holds the PC, or else the one that has been free longest. PCs
    // are compared in the first cycle; since then the entry may have become free, or the update
    // before may have got one for the same PC.
    reg  [64*PC_BITS-1:0] pc_q;
    reg                   freed_q;
    reg  [5:0]            freed_index_q;
    wire [63:0]           still_held = held_q & ~((64'd1 << freed_index_q) & {64{freed_q}});
    wire [63:0]           pc_match;

    genvar i;
    generate
        for (i = 0; i < 64; i = i + 1) begin : g_pc_match
            assign pc_match[i] = (pc_q[i*PC_BITS +: PC_BITS] == first_pc_i);
        end
    endgenerate

    wire        hit         = (|(hits_q & still_held)) | follows_q;
    wire        take        = offer_q & ~hit;
    reg  [5:0]  free_ring_q [0:63];
    reg  [6:0]  free_count_q;
    reg  [5:0]  free_tail_q;
    wire [5:0]  free_tail1  = freed_q ? free_tail_q + 6'd1 : free_tail_q;
    reg  [5:0]  free_head_q;
    reg         free_fresh_q;
    wire        free_fresh1 = free_fresh_q & (free_head_q < 6'd63);
    wire [5:0]  free_head1  = free_head_q + 6'd1;
    wire [6:0]  free_count1 = free_count_q + {6'd0, freed_q};
    wire [5:0]  place       = free_fresh_q ? free_head_q : free_ring_q[free_head_q];
    wire [63:0] takes       = (64'd1 << place) & {64{take}};

    generate
        for (i = 0; i < 64; i = i + 1) begin : g_entry
            always @(posedge clk_i) begin
                if (takes[i]) begin
                    pc_q[i*PC_BITS +: PC_BITS] <= offer_pc_q;
                end
            end
        end
    endgenerate

    reg [5:0] hit_index;

    always @* begin : fold_hit_index
        integer n;
        hit_index = 6'd0;
        for (n = 0; n < 64; n = n + 1) begin
            hit_index = hit_index | (n[5:0] & {6{hits_q[n]}});
        end
    end

    wire [5:0]             change_index_d = follows_q ? change_index_q : hit ? hit_index : place;
    wire [GROUPS_BITS-1:0] room           = {1'b0, free_count_q} - {7'd0, offer_q};
    wire [GROUPS_BITS-1:0] groups         = 8'd64 - room;
    wire                   choice         = current_q & ~current_empty_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            freed_q      <= 1'b0;
            free_tail_q  <= 6'd0;
            free_head_q  <= 6'd0;
            free_fresh_q <= 1'b1;
            free_count_q <= 7'd64;
            held_q       <= 64'd0;
            change_q     <= 1'b0;
        end else begin
            freed_q      <= free_en;
            free_tail_q  <= free_tail1;
            free_head_q  <= take ? free_head1 : free_head_q;
            free_fresh_q <= take ? free_fresh1 : free_fresh_q;
            free_count_q <= take ? free_count1 - 7'd1 : free_count1;
            held_q       <= still_held | takes;
            change_q     <= offer_q & ~offer_is_chosen_q;
        end
        freed_index_q <= current_index_q;
        hits_q        <= pc_match & still_held;
        follows_q     <= offer_q & (offer_pc_q == first_pc_i);
        if (freed_q) begin
            free_ring_q[free_tail_q] <= freed_index_q;
        end
        change_pc_q         <= offer_pc_q;
        change_threads_q    <= offer_threads_q;
        change_warp_q       <= offer_warp_q;
        change_create_q     <= offer_create_q | ~hit;
        change_index_q      <= change_index_d;
        change_grows_q      <= hit;
        change_was_chosen_q <= offer_q & offer_is_chosen_q;
    end

    assign room_o    = room;
    assign groups_o  = groups;
    assign choice_o  = choice;
    assign waiting_o = (|groups) & ~choice;

    wire at_once = update_i & (free_count_q == 7'd64) & ~offer_q;

    always @(posedge clk_i) begin
        offer_is_chosen_q <= at_once;
    end

    // Third cycle: a new warp follows the last one of its list. The current list is in registers;
    // an entry that becomes current in the cycle of its change takes the warp of the change.
    reg  [WARP_BITS-1:0] head_q [0:63];
    reg  [WARP_BITS-1:0] tail_q [0:63];
    wire                 starts       = change_q & ~change_grows_q;
    wire                 creates      = change_q & change_create_q;
    wire [WARP_BITS-1:0] changed_tail = tail_q[change_index_q];
    wire                 link         = creates & change_grows_q;

    always @(posedge clk_i) begin
        if (starts) begin
            head_q[change_index_q] <= change_warp_q;
        end
        if (creates | change_was_chosen_q) begin
            tail_q[change_index_q] <= change_warp_q;
        end
    end

    assign link_first_o       = link;
    assign link_first_warp_o  = changed_tail & {WARP_BITS{link}};
    assign link_first_next_o  = change_warp_q & {WARP_BITS{link}};
    assign link_second_o      = 1'b0;
    assign link_second_warp_o = 7'd0;
    assign link_second_next_o = 7'd0;

    wire                 from_tree = wins_q & ~on_chosen;
    wire [WARP_BITS-1:0] first_head =
        at_once ? first_warp_i
        : from_tree ? head_q[winner_q]
        : starts ? change_warp_q
        : head_q[change_index_q];
    wire [WARP_BITS-1:0] first_tail =
        at_once ? first_warp_i
        : from_tree ? tail_q[winner_q]
        : creates ? change_warp_q
        : changed_tail;
    wire                 begin_en  = at_once | choose_en;
    wire [WARP_BITS-1:0] current_head_d =
        begin_en ? first_head
        : ends ? change_warp_q
        : issued_next_i;

    always @(posedge clk_i) begin
        if (rst_i) begin
            current_q       <= 1'b0;
            current_empty_q <= 1'b0;
        end else begin
            current_q       <= begin_en | (current_q & ~free_en);
            current_empty_q <= wait_en;
        end
        if (begin_en) begin
            current_index_q <= at_once ? place : chosen;
        end
        if (begin_en | issued_i | current_empty_q) begin
            current_head_q <= current_head_d;
        end
        if (begin_en | adds) begin
            current_tail_q <= begin_en ? first_tail : change_warp_q;
        end
    end

    assign choice_warp_o = current_head_q;

    // An entry enters the tree behind its change, unless it is current. An entry that becomes
    // current is taken out when none enters.
    reg  [5:0] leaving_index_q;
    wire       enter_en = change_q & ~(on_current | (choose_en & on_chosen));
    reg        begins_to_wait_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            leaving_q        <= 1'b0;
            begins_to_wait_q <= 1'b0;
        end else begin
            leaving_q        <= enter_en & (leaving_q | choose_en);
            begins_to_wait_q <= enter_en & choose_en;
        end
    end

    assign ready_o = ~begins_to_wait_q;

    wire [63:0]           enters          = (64'd1 << change_index_q) & {64{enter_en}};
    wire [63:0]           becomes_current = (64'd1 << chosen) & {64{choose_en}};
    wire                  move_en         = enter_en | leaving_q | choose_en;
    wire [5:0]            moving =
        enter_en ? change_index_q
        : leaving_q ? leaving_index_q
        : chosen;
    reg  [COUNT_BITS-1:0] count_q [0:63];
    wire [COUNT_BITS-1:0] new_count =
        (count_q[change_index_q] & {COUNT_BITS{change_grows_q}}) + change_threads_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            entered_q <= 64'd0;
        end else begin
            entered_q <= (entered_q | enters) & ~becomes_current;
        end
        if (choose_en) begin
            leaving_index_q <= chosen;
        end
        if (change_q) begin
            count_q[change_index_q] <= new_count;
        end
    end

    // Level 0 of the tree: the entry that moves is compared with the one beside it.
    reg         moves0_q;
    reg         moving_any0_q;
    reg  [33:0] moving_key0_q;
    reg  [5:0]  place0_q;
    wire [4:0]  row0 = place0_q[5:1];
    wire [1:0]  any0;
    wire [33:0] key0 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side0
            localparam [0:0]  number   = i;
            wire              is_own   = (place0_q[0] == number);
            wire              write_en = moves0_q & is_own;
            reg        [31:0] there_q;
            wire       [31:0] select   = 32'd1 << row0;
            wire       [31:0] there_d  = (there_q & ~select) | (select & {32{moving_any0_q}});
            assign any0[i] = is_own ? moving_any0_q : |(there_q & select);
            reg [33:0] stored_key_q [0:31];
            assign key0[i] = is_own ? moving_key0_q : stored_key_q[row0];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 32'd0;
                end else if (write_en) begin
                    there_q <= there_d;
                end
                if (write_en) begin
                    stored_key_q[row0] <= moving_key0_q;
                end
            end
        end
    endgenerate

    wire right0 = any0[1] & (~any0[0] | (key0[1] > key0[0]));

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves0_q <= 1'b0;
        end else begin
            moves0_q <= move_en;
        end
        if (move_en) begin
            moving_any0_q <= enter_en;
            moving_key0_q <= {new_count, ~change_pc_q};
            place0_q      <= moving;
        end
    end

    // Level 1 of the tree.
    reg         moves1_q;
    reg         moving_any1_q;
    reg  [33:0] moving_key1_q;
    reg  [4:0]  place1_q;
    reg         moving_leaf1_q;
    wire [3:0]  row1 = place1_q[4:1];
    wire [1:0]  any1;
    wire [33:0] key1 [0:1];
    wire        leaf1 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side1
            localparam [0:0]  number   = i;
            wire              is_own   = (place1_q[0] == number);
            wire              write_en = moves1_q & is_own;
            reg        [15:0] there_q;
            wire       [15:0] select   = 16'd1 << row1;
            wire       [15:0] there_d  = (there_q & ~select) | (select & {16{moving_any1_q}});
            assign any1[i] = is_own ? moving_any1_q : |(there_q & select);
            reg [33:0] stored_key_q [0:15];
            assign key1[i] = is_own ? moving_key1_q : stored_key_q[row1];
            reg stored_leaf_q [0:15];
            assign leaf1[i] = is_own ? moving_leaf1_q : stored_leaf_q[row1];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 16'd0;
                end else if (write_en) begin
                    there_q <= there_d;
                end
                if (write_en) begin
                    stored_key_q[row1]  <= moving_key1_q;
                    stored_leaf_q[row1] <= moving_leaf1_q;
                end
            end
        end
    endgenerate

    wire right1 = any1[1] & (~any1[0] | (key1[1] > key1[0]));

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves1_q <= 1'b0;
        end else begin
            moves1_q <= moves0_q;
        end
        if (moves0_q) begin
            moving_any1_q  <= |any0;
            moving_key1_q  <= right0 ? key0[1] : key0[0];
            place1_q       <= place0_q[5:1];
            moving_leaf1_q <= right0;
        end
    end

    // Level 2 of the tree.
    reg         moves2_q;
    reg         moving_any2_q;
    reg  [33:0] moving_key2_q;
    reg  [3:0]  place2_q;
    reg  [1:0]  moving_leaf2_q;
    wire [2:0]  row2 = place2_q[3:1];
    wire [1:0]  any2;
    wire [33:0] key2 [0:1];
    wire [1:0]  leaf2 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side2
            localparam [0:0] number   = i;
            wire             is_own   = (place2_q[0] == number);
            wire             write_en = moves2_q & is_own;
            reg        [7:0] there_q;
            wire       [7:0] select   = 8'd1 << row2;
            wire       [7:0] there_d  = (there_q & ~select) | (select & {8{moving_any2_q}});
            assign any2[i] = is_own ? moving_any2_q : |(there_q & select);
            reg [33:0] stored_key_q [0:7];
            assign key2[i] = is_own ? moving_key2_q : stored_key_q[row2];
            reg [1:0] stored_leaf_q [0:7];
            assign leaf2[i] = is_own ? moving_leaf2_q : stored_leaf_q[row2];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 8'd0;
                end else if (write_en) begin
                    there_q <= there_d;
                end
                if (write_en) begin
                    stored_key_q[row2]  <= moving_key2_q;
                    stored_leaf_q[row2] <= moving_leaf2_q;
                end
            end
        end
    endgenerate

    wire right2 = any2[1] & (~any2[0] | (key2[1] > key2[0]));

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves2_q <= 1'b0;
        end else begin
            moves2_q <= moves1_q;
        end
        if (moves1_q) begin
            moving_any2_q  <= |any1;
            moving_key2_q  <= right1 ? key1[1] : key1[0];
            place2_q       <= place1_q[4:1];
            moving_leaf2_q <= {right1, right1 ? leaf1[1] : leaf1[0]};
        end
    end

    // Level 3 of the tree.
    reg         moves3_q;
    reg         moving_any3_q;
    reg  [33:0] moving_key3_q;
    reg  [2:0]  place3_q;
    reg  [2:0]  moving_leaf3_q;
    wire [1:0]  row3 = place3_q[2:1];
    wire [1:0]  any3;
    wire [33:0] key3 [0:1];
    wire [2:0]  leaf3 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side3
            localparam [0:0] number   = i;
            wire             is_own   = (place3_q[0] == number);
            wire             write_en = moves3_q & is_own;
            reg        [3:0] there_q;
            wire       [3:0] select   = 4'd1 << row3;
            wire       [3:0] there_d  = (there_q & ~select) | (select & {4{moving_any3_q}});
            assign any3[i] = is_own ? moving_any3_q : |(there_q & select);
            reg [33:0] stored_key_q [0:3];
            assign key3[i] = is_own ? moving_key3_q : stored_key_q[row3];
            reg [2:0] stored_leaf_q [0:3];
            assign leaf3[i] = is_own ? moving_leaf3_q : stored_leaf_q[row3];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 4'd0;
                end else if (write_en) begin
                    there_q <= there_d;
                end
                if (write_en) begin
                    stored_key_q[row3]  <= moving_key3_q;
                    stored_leaf_q[row3] <= moving_leaf3_q;
                end
            end
        end
    endgenerate

    wire right3 = any3[1] & (~any3[0] | (key3[1] > key3[0]));

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves3_q <= 1'b0;
        end else begin
            moves3_q <= moves2_q;
        end
        if (moves2_q) begin
            moving_any3_q  <= |any2;
            moving_key3_q  <= right2 ? key2[1] : key2[0];
            place3_q       <= place2_q[3:1];
            moving_leaf3_q <= {right2, right2 ? leaf2[1] : leaf2[0]};
        end
    end

    // Level 4 of the tree.
    reg         moves4_q;
    reg         moving_any4_q;
    reg  [33:0] moving_key4_q;
    reg  [1:0]  place4_q;
    reg  [3:0]  moving_leaf4_q;
    wire        row4 = place4_q[1];
    wire [1:0]  any4;
    wire [33:0] key4 [0:1];
    wire [3:0]  leaf4 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side4
            localparam [0:0] number   = i;
            wire             is_own   = (place4_q[0] == number);
            wire             write_en = moves4_q & is_own;
            reg        [1:0] there_q;
            wire       [1:0] select   = 2'd1 << row4;
            wire       [1:0] there_d  = (there_q & ~select) | (select & {2{moving_any4_q}});
            assign any4[i] = is_own ? moving_any4_q : |(there_q & select);
            reg [33:0] stored_key_q [0:1];
            assign key4[i] = is_own ? moving_key4_q : stored_key_q[row4];
            reg [3:0] stored_leaf_q [0:1];
            assign leaf4[i] = is_own ? moving_leaf4_q : stored_leaf_q[row4];
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 2'd0;
                end else if (write_en) begin
                    there_q <= there_d;
                end
                if (write_en) begin
                    stored_key_q[row4]  <= moving_key4_q;
                    stored_leaf_q[row4] <= moving_leaf4_q;
                end
            end
        end
    endgenerate

    wire right4 = any4[1] & (~any4[0] | (key4[1] > key4[0]));

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves4_q <= 1'b0;
        end else begin
            moves4_q <= moves3_q;
        end
        if (moves3_q) begin
            moving_any4_q  <= |any3;
            moving_key4_q  <= right3 ? key3[1] : key3[0];
            place4_q       <= place3_q[2:1];
            moving_leaf4_q <= {right3, right3 ? leaf3[1] : leaf3[0]};
        end
    end

    // Level 5 of the tree.
    reg         moves5_q;
    reg         moving_any5_q;
    reg  [33:0] moving_key5_q;
    reg         place5_q;
    reg  [4:0]  moving_leaf5_q;
    wire [1:0]  any5;
    wire [33:0] key5 [0:1];
    wire [4:0]  leaf5 [0:1];

    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side5
            localparam [0:0] number   = i;
            wire             is_own   = (place5_q == number);
            wire             write_en = moves5_q & is_own;
            reg              there_q;
            assign any5[i] = is_own ? moving_any5_q : there_q;
            reg [33:0] stored_key_q;
            assign key5[i] = is_own ? moving_key5_q : stored_key_q;
            reg [4:0] stored_leaf_q;
            assign leaf5[i] = is_own ? moving_leaf5_q : stored_leaf_q;
            always @(posedge clk_i) begin
                if (rst_i) begin
                    there_q <= 1'b0;
                end else if (write_en) begin
                    there_q <= moving_any5_q;
                end
                if (write_en) begin
                    stored_key_q  <= moving_key5_q;
                    stored_leaf_q <= moving_leaf5_q;
                end
            end
        end
    endgenerate

    wire       right5 = any5[1] & (~any5[0] | (key5[1] > key5[0]));
    reg        root_q;
    reg  [5:0] root_entry_q;

    always @(posedge clk_i) begin
        if (rst_i) begin
            moves5_q <= 1'b0;
            root_q   <= 1'b0;
        end else begin
            moves5_q <= moves4_q;
            if (moves5_q) begin
                root_q <= |any5;
            end
        end
        if (moves4_q) begin
            moving_any5_q  <= |any4;
            moving_key5_q  <= right4 ? key4[1] : key4[0];
            place5_q       <= place4_q[1];
            moving_leaf5_q <= {right4, right4 ? leaf4[1] : leaf4[0]};
        end
        if (moves5_q) begin
            root_entry_q <= {right5, right5 ? leaf5[1] : leaf5[0]};
        end
    end

    // The entry that wins.
    wire wins_d = root_q & (|((64'd1 << root_entry_q) & entered_q));

    always @(posedge clk_i) begin
        if (rst_i) begin
            wins_q <= 1'b0;
        end else begin
            wins_q <= wins_d;
        end
        winner_q <= root_entry_q;
    end

    wire unused = &{
        1'b0, second_i, second_create_i, second_pc_i, second_warp_i, second_threads_i, first_i,
        issued_threads_i
    };
endmodule

`default_nettype wire
