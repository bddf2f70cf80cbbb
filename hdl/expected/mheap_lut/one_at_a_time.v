// mheap_lut: where in the heap the group of a PC stands.
// Source:  fung2009, section 4.4, figure 11 (c), Table V.
// Config:  sets 16, ways 8, pc_bits 24, heap_latency 2, index_bits 7.
// Timing:  a look-up every second cycle, answered after two; a write a cycle; cleared for 16 cycles
//          after reset.
`default_nettype none

module mheap_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up: the older PC
    input  wire        first_i,                // the PC below is looked up
    input  wire [23:0] first_pc_i,             // in words
    input  wire        first_create_i,         // it takes an entry if it has none

    // look-up: the younger PC
    input  wire        second_i,               // the PC below is looked up
    input  wire [23:0] second_pc_i,            // differs from the older one
    input  wire        second_create_i,        // it takes an entry if it has none

    // write
    input  wire        write_first_i,          // the entry below is written
    input  wire [6:0]  write_first_entry_i,    // its number
    input  wire [23:0] write_first_pc_i,       // its PC, of the entry's set
    input  wire [6:0]  write_first_index_i,    // its index; the top bit frees it

    // write: another entry
    input  wire        write_second_i,         // the entry below is written
    input  wire [6:0]  write_second_entry_i,   // its number
    input  wire [23:0] write_second_pc_i,      // its PC, of the entry's set
    input  wire [6:0]  write_second_index_i,   // its index; the top bit frees it

    // state
    output wire        idle_o,                 // it is cleared, and a PC can be looked up

    // look-up: the older PC
    output wire        first_hit_o,            // the PC has an entry
    output wire [6:0]  first_entry_o,          // the entry that it has or may take
    output wire        first_used_o,           // the entry is in use, by the PC or another one
    output wire [6:0]  first_index_o,          // where the group that it is of stands in the heap

    // look-up: the younger PC
    output wire        second_hit_o,           // the PC has an entry
    output wire        second_fits_o,          // the older PC does not take the entry that it has
    output wire [6:0]  second_entry_o,         // the entry that it has or may take
    output wire        second_used_o,          // the entry is in use, by the PC or another one
    output wire [6:0]  second_index_o          // where the group that it is of stands in the heap
);
    localparam PC_BITS = 24;   // width of a PC in words

    assign second_hit_o   = 1'b0;
    assign second_fits_o  = 1'b0;
    assign second_used_o  = 1'b0;
    assign second_entry_o = 7'd0;
    assign second_index_o = 7'd0;

    // After reset a walk frees all ways of a set in each cycle.
    reg  [4:0] walk_q;
    wire       init_done = walk_q[4];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    // A look-up: its set is read; in the next cycle a way is chosen and taken, which is used in the
    // third.
    reg                chooses_q;
    reg                asked_create_q;
    reg  [PC_BITS-1:0] asked_pc_q;
    reg                uses_q;
    reg  [7:0]         hits_q;
    reg  [7:0]         frees_q;
    reg                found_hit_q;
    reg                found_used_q;
    reg  [3:0]         found_set_q;
    reg  [7:0]         found_way_q;
    reg  [2:0]         found_number_q;
    wire [7:0]         write_way = (8'd1 << write_first_entry_i[2:0]) & {8{write_first_i}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            chooses_q <= 1'b0;
        end else begin
            chooses_q <= first_i;
        end
        if (first_i) begin
            asked_create_q <= first_create_i;
            asked_pc_q     <= first_pc_i;
        end
    end

    // A write: the index of an entry, or that it is free.
    wire [7:0] write_index = write_way & {8{~write_first_index_i[6]}};
    wire [7:0] write_free  = write_way & {8{write_first_index_i[6]}};

    assign idle_o = init_done & ~chooses_q;

    // Ranks of the ways, 0 the one used last.
    wire [7:0] used_way;

    assign used_way = found_way_q;

    wire [15:0] asked_high_ranks;
    wire [1:0]  asked_last_rank;
    wire [7:0]  asked_victim;
    wire [3:0]  rank_row   = init_done ? asked_pc_q[3:0] : walk_q[3:0];
    wire        used_again = uses_q & (asked_pc_q[3:0] == first_pc_i[3:0]);

    genvar i;
    generate
        for (i = 0; i < 8; i = i + 1) begin : g_rank
            reg [2:0] rank_q [0:15];
            reg [2:0] asked_rank_q;
            assign asked_victim[i]            = &asked_rank_q;
            assign asked_high_ranks[i*2 +: 2] = asked_rank_q[2:1];
            wire       [2:0] asked_next =
                used_way[i] ? 3'd0 : asked_rank_q + {2'd0, asked_rank_q <= {asked_last_rank, 1'b0}};
            wire       [2:0] asked_rank_d = used_again ? asked_next : rank_q[first_pc_i[3:0]];
            localparam [2:0] number       = i;
            always @(posedge clk_i) begin
                if (first_i) begin
                    asked_rank_q <= asked_rank_d;
                end
                if (~init_done | uses_q) begin
                    rank_q[rank_row] <= init_done ? asked_next : number;
                end
            end
        end
    endgenerate

    reg [1:0] asked_way_rank;

    always @* begin : fold_asked_way_rank
        integer n;
        asked_way_rank = 2'd0;
        for (n = 0; n < 8; n = n + 1) begin
            asked_way_rank = asked_way_rank | (asked_high_ranks[n*2 +: 2] & {2{used_way[n]}});
        end
    end

    assign asked_last_rank = asked_way_rank;

    // The way that hits, the lowest free one, or the one that was used longest ago.
    wire       hit       = |hits_q;
    wire       some_free = |frees_q;
    wire [7:0] free      = frees_q & (~frees_q + 8'd1);
    wire [7:0] other_way = some_free ? free : asked_victim;
    wire [7:0] way       = hit ? hits_q : other_way;
    reg  [2:0] way_number;

    always @* begin : fold_way_number
        integer n;
        way_number = 3'd0;
        for (n = 0; n < 8; n = n + 1) begin
            way_number = way_number | (n[2:0] & {3{way[n]}});
        end
    end

    wire       creates   = chooses_q & asked_create_q;
    wire [7:0] taken_way = other_way & {8{creates & ~hit}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            found_hit_q    <= 1'b0;
            found_used_q   <= 1'b0;
            found_set_q    <= 4'd0;
            found_way_q    <= 8'd0;
            found_number_q <= 3'd0;
            uses_q         <= 1'b0;
        end else begin
            if (chooses_q) begin
                found_hit_q    <= hit;
                found_used_q   <= hit | ~some_free;
                found_set_q    <= asked_pc_q[3:0];
                found_way_q    <= way;
                found_number_q <= way_number;
            end
            uses_q <= (chooses_q & hit) | creates;
        end
    end

    // Entries {in use, PC above the set}, a memory per way. An entry is taken in the second cycle
    // of a look-up, and freed in other cycles.
    wire [3:0]  tag_row =
        init_done ? (chooses_q ? asked_pc_q[3:0] : write_first_entry_i[6:3]) : walk_q[3:0];
    wire [20:0] tag_word = {chooses_q, asked_pc_q[23:4]};

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg  [20:0] tag_q [0:15];
            wire [20:0] entry = tag_q[first_pc_i[3:0]];
            always @(posedge clk_i) begin
                hits_q[i]  <= (entry[19:0] == first_pc_i[23:4]) & entry[20];
                frees_q[i] <= ~entry[20];
                if (~init_done | taken_way[i] | write_free[i]) begin
                    tag_q[tag_row] <= tag_word;
                end
            end
        end
    endgenerate

    // What was found stands until something else is. Its index is read anew in each cycle.
    assign first_hit_o   = found_hit_q;
    assign first_used_o  = found_used_q;
    assign first_entry_o = {found_set_q, found_number_q};

    wire [5:0] indexes [0:7];
    wire [3:0] index_row  = init_done ? write_first_entry_i[6:3] : walk_q[3:0];
    wire [5:0] index_word = write_first_index_i[5:0] & {6{init_done}};

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_index
            reg [5:0] index_q [0:15];
            assign indexes[i] = index_q[found_set_q];
            always @(posedge clk_i) begin
                if (~init_done | write_index[i]) begin
                    index_q[index_row] <= index_word;
                end
            end
        end
    endgenerate

    assign first_index_o = {1'b0, indexes[found_number_q]};

    wire unused = &{1'b0, write_first_pc_i, second_i, second_pc_i, second_create_i, write_second_i, write_second_entry_i, write_second_pc_i, write_second_index_i};
endmodule

`default_nettype wire
