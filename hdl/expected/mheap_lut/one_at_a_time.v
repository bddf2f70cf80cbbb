// mheap_lut: look-up table from a PC to the heap index of its group.
// Source:  fung2009, section 4.4, figure 11 (c), Table V.
// Papers:  fung2009: W. Fung, I. Sham, G. Yuan and T. Aamodt, "Dynamic Warp Formation: Efficient
//          MIMD Control Flow on SIMD Graphics Hardware", 2009 (docs/sources.md of Heddle).
// Config:  sets 16, ways 8, pc_bits 24, heap_latency 2, index_bits 7.
// Timing:  answered two cycles after the look-up; one look-up every second cycle, one write a
//          cycle; cleared 16 cycles after reset.
`default_nettype none

module mheap_lut (
    input  wire        clk_i,
    input  wire        rst_i,

    // look-up: the older PC
    input  wire        first_i,                // the older PC is looked up
    input  wire [23:0] first_pc_i,             // the older PC, in words
    input  wire        first_create_i,         // the older PC takes an entry if it has none

    // look-up: the younger PC
    input  wire        second_i,               // the younger PC is looked up
    input  wire [23:0] second_pc_i,            // the younger PC, in words; differs from the older
                                               // one
    input  wire        second_create_i,        // the younger PC takes an entry if it has none

    // write
    input  wire        write_first_i,          // an entry is written
    input  wire [6:0]  write_first_entry_i,    // number of the entry
    input  wire [23:0] write_first_pc_i,       // PC to write, one of the entry's set
    input  wire [6:0]  write_first_index_i,    // heap index to write; the top bit frees the entry

    // write: another entry
    input  wire        write_second_i,         // another entry is written
    input  wire [6:0]  write_second_entry_i,   // number of the other entry
    input  wire [23:0] write_second_pc_i,      // PC to write, one of the entry's set
    input  wire [6:0]  write_second_index_i,   // heap index to write; the top bit frees the entry

    // state
    output wire        idle_o,                 // the table has been cleared, and a PC can be looked
                                               // up

    // look-up: the older PC
    output wire        first_hit_o,            // the older PC has an entry
    output wire [6:0]  first_entry_o,          // the entry that the older PC has or may take
    output wire        first_used_o,           // the entry is in use, by this PC or another one
    output wire [6:0]  first_index_o,          // heap index of the group that uses the entry

    // look-up: the younger PC
    output wire        second_hit_o,           // the younger PC has an entry
    output wire        second_room_o,          // the older PC does not take the younger PC's entry
    output wire [6:0]  second_entry_o,         // the entry that the younger PC has or may take
    output wire        second_used_o,          // the entry is in use, by this PC or another one
    output wire [6:0]  second_index_o          // heap index of the group that uses the entry
);
    localparam PC_BITS = 24;   // width of a PC in words

    assign second_hit_o   = 1'b0;
    assign second_room_o  = 1'b0;
    assign second_used_o  = 1'b0;
    assign second_entry_o = 7'd0;
    assign second_index_o = 7'd0;

    // After reset a walk over the sets frees all ways of one set each cycle.
    reg  [4:0] walk_q;
    wire       init_done = walk_q[4];

    always @(posedge clk_i) begin
        if (rst_i) begin
            walk_q <= 5'd0;
        end else if (~init_done) begin
            walk_q <= walk_q + 5'd1;
        end
    end

    // A look-up reads its set in the first cycle, chooses and takes a way in the second, and uses
    // this way in the third.
    reg                select_q;
    reg                asked_create_q;
    reg  [PC_BITS-1:0] asked_pc_q;
    reg                use_en_q;
    reg  [7:0]         hit_ways_q;
    reg  [7:0]         free_ways_q;
    reg                found_hit_q;
    reg                found_used_q;
    reg  [3:0]         found_set_q;
    reg  [7:0]         found_way_q;
    reg  [2:0]         found_number_q;
    wire [7:0]         write_way = (8'd1 << write_first_entry_i[2:0]) & {8{write_first_i}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            select_q <= 1'b0;
        end else begin
            select_q <= first_i;
        end
        if (first_i) begin
            asked_create_q <= first_create_i;
            asked_pc_q     <= first_pc_i;
        end
    end

    // A write sets the index of an entry, or frees the entry.
    wire [7:0] write_index = write_way & {8{~write_first_index_i[6]}};
    wire [7:0] write_free  = write_way & {8{write_first_index_i[6]}};

    assign idle_o = init_done & ~select_q;

    // Ranks of the ways: rank 0 is the most recently used.
    wire [7:0] used_way;

    assign used_way = found_way_q;

    wire [15:0] asked_high_ranks;
    wire [1:0]  asked_last_rank;
    wire [7:0]  asked_victim;
    wire [3:0]  rank_row   = init_done ? asked_pc_q[3:0] : walk_q[3:0];
    wire        used_again = use_en_q & (asked_pc_q[3:0] == first_pc_i[3:0]);

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
                if (~init_done | use_en_q) begin
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

    // The way of a look-up: the way that hits, else the lowest free way, else the least recently
    // used way.
    wire       hit       = |hit_ways_q;
    wire       some_free = |free_ways_q;
    wire [7:0] free      = free_ways_q & (~free_ways_q + 8'd1);
    wire [7:0] other_way = some_free ? free : asked_victim;
    wire [7:0] way       = hit ? hit_ways_q : other_way;
    reg  [2:0] way_number;

    always @* begin : fold_way_number
        integer n;
        way_number = 3'd0;
        for (n = 0; n < 8; n = n + 1) begin
            way_number = way_number | (n[2:0] & {3{way[n]}});
        end
    end

    wire       create_en = select_q & asked_create_q;
    wire [7:0] taken_way = other_way & {8{create_en & ~hit}};

    always @(posedge clk_i) begin
        if (rst_i) begin
            found_hit_q    <= 1'b0;
            found_used_q   <= 1'b0;
            found_set_q    <= 4'd0;
            found_way_q    <= 8'd0;
            found_number_q <= 3'd0;
            use_en_q       <= 1'b0;
        end else begin
            if (select_q) begin
                found_hit_q    <= hit;
                found_used_q   <= hit | ~some_free;
                found_set_q    <= asked_pc_q[3:0];
                found_way_q    <= way;
                found_number_q <= way_number;
            end
            use_en_q <= (select_q & hit) | create_en;
        end
    end

    // Entries {in use, PC bits above the set}: a memory per way. An entry is taken in the second
    // cycle of a look-up, and freed in other cycles.
    wire [3:0]  tag_row =
        init_done ? (select_q ? asked_pc_q[3:0] : write_first_entry_i[6:3]) : walk_q[3:0];
    wire [20:0] tag_word = {select_q, asked_pc_q[23:4]};

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_way
            reg  [20:0] tag_q [0:15];
            wire [20:0] entry = tag_q[first_pc_i[3:0]];
            always @(posedge clk_i) begin
                hit_ways_q[i]  <= (entry[19:0] == first_pc_i[23:4]) & entry[20];
                free_ways_q[i] <= ~entry[20];
                if (~init_done | taken_way[i] | write_free[i]) begin
                    tag_q[tag_row] <= tag_word;
                end
            end
        end
    endgenerate

    // The result stays until the result of the next look-up. Its index is read anew in each cycle.
    assign first_hit_o   = found_hit_q;
    assign first_used_o  = found_used_q;
    assign first_entry_o = {found_set_q, found_number_q};

    wire [5:0] way_indices [0:7];
    wire [3:0] index_row  = init_done ? write_first_entry_i[6:3] : walk_q[3:0];
    wire [5:0] index_word = write_first_index_i[5:0] & {6{init_done}};

    generate
        for (i = 0; i < 8; i = i + 1) begin : g_index
            reg [5:0] index_q [0:15];
            assign way_indices[i] = index_q[found_set_q];
            always @(posedge clk_i) begin
                if (~init_done | write_index[i]) begin
                    index_q[index_row] <= index_word;
                end
            end
        end
    endgenerate

    assign first_index_o = {1'b0, way_indices[found_number_q]};

    wire unused = &{
        1'b0, write_first_pc_i, second_i, second_pc_i, second_create_i, write_second_i,
        write_second_entry_i, write_second_pc_i, write_second_index_i
    };
endmodule

`default_nettype wire
