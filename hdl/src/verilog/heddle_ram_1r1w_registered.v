// heddle_ram_1r1w_registered: a memory with one write port and one registered read port.
// Replace the inside by a macro of your foundry, or by what your tools have.
// Timing:  read_data_o has in the cycle after read_i what the entry held in the cycle of read_i, also where the
//          entry was written in that cycle; it stays until the next read_i.
`default_nettype none

module heddle_ram_1r1w_registered #(
    parameter ENTRIES = 16,
    parameter ADDRESS = 4,    // bits of an address
    parameter WIDTH   = 8     // bits of an entry
) (
    input  wire               clk_i,

    // write, at the clock edge
    input  wire               write_i,
    input  wire [ADDRESS-1:0] write_address_i,
    input  wire [WIDTH-1:0]   write_data_i,

    // read, at the clock edge
    input  wire               read_i,
    input  wire [ADDRESS-1:0] read_address_i,
    output wire [WIDTH-1:0]   read_data_o
);
    reg [WIDTH-1:0] memory_q [0:ENTRIES-1];
    reg [WIDTH-1:0] read_q;

    always @(posedge clk_i) begin
        if (write_i) begin
            memory_q[write_address_i] <= write_data_i;
        end
        if (read_i) begin
            read_q <= memory_q[read_address_i];
        end
    end

    assign read_data_o = read_q;
endmodule

`default_nettype wire
