{% from "messages.jinja" import failed, mismatch, passed, unreadable %}
// {{ module }}_tb: {{ module }} against recorded cycles of its golden unit.
// Vectors: {{ module }}.vectors, read from the current folder.
// Timing:  inputs change 5 ns before the clock edge, outputs are compared 1 ns before it.
// Options: +waves writes {{ module }}.vcd.
`timescale 1ns / 1ps
`default_nettype none

module {{ module }}_tb;
    localparam CYCLES = {{ cycles }};  // lines of the vectors
    localparam BITS   = {{ bits }};  // of a line
    localparam SHOWN  = {{ shown }};  // mismatches that are shown
    localparam SCALAR = -1;  // in place of the number of an array's element

{% include "dut.jinja" %}
    integer        mismatches;
    integer        element;

    // Compares a value, unless the vector has x in its place.
    task compare(
        input [8*{{ longest_name }}-1:0] port,
        input integer index,
        input [63:0] found,
        input [63:0] expected
    );
        if (^expected !== 1'bx && found !== expected) begin
            mismatches = mismatches + 1;
            if (mismatches <= SHOWN && index == SCALAR)
                $display("{{ mismatch("%0d", "%0s", "0x%0h", "0x%0h") }}", cycle, port, found, expected);
            else if (mismatches <= SHOWN)
                $display("{{ mismatch("%0d", "%0s[%0d]", "0x%0h", "0x%0h") }}", cycle, port, index, found, expected);
        end
    endtask

    task compare_outputs;
        begin
{% for port in ports if not port.input %}
{% if port.is_array %}
            for (element = 0; element < {{ port.elements }}; element = element + 1)
                compare("{{ port.name }}", element, {{ port.name }}[element*{{ port.element_bits }} +: {{ port.element_bits }}],
                        vector[{{ port.low }} + element*{{ port.element_bits }} +: {{ port.element_bits }}]);
{% else %}
            compare("{{ port.name }}", SCALAR, {{ port.name }}, vector[{{ port.low }} +: {{ port.width }}]);
{% endif %}
{% endfor %}
        end
    endtask

    task run;
        begin
            for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
                vector = vectors[cycle];
                {{ clock }} = 1'b0;
                drive;
                #4 compare_outputs;
                #1 {{ clock }} = 1'b1;
                #5;
            end
            if (mismatches == 0)
                $display("{{ passed(module, "%0d") }}", CYCLES);
            else
                $display("{{ failed(module, "%0d", "%0d") }}", mismatches, CYCLES);
        end
    endtask

    initial begin
        if ($test$plusargs("waves")) begin
            $dumpfile("{{ module }}.vcd");
            $dumpvars(0, {{ module }}_tb);
        end
        mismatches = 0;
        $readmemh("{{ module }}.vectors", vectors);
        vector = vectors[CYCLES-1];
        if (vector[{{ reset.low }}] === 1'bx)
            $display("{{ unreadable(module, "%0d") }}", CYCLES);
        else
            run;
        $finish;
    end
endmodule

`default_nettype wire
