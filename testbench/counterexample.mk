# Runs inputs with which {{ module }} {{ fails }}, in Icarus Verilog.
# make SOURCES="my_unit.v" takes other Verilog with the same module and ports; WAVES=1 writes {{ module }}.vcd, for
#   gtkwave {{ module }}.gtkw
#   surfer --command-file {{ module }}.sucl
IVERILOG ?= iverilog
VVP      ?= vvp
SOURCES  ?= {{ sources | join(" ") }}

.PHONY: test
test:
	$(IVERILOG) -g2005 -s {{ module }}_tb -o {{ module }}.vvp {{ module }}_tb.v {{ checker ~ ".v " if checker }}$(SOURCES)
	$(VVP) -n {{ module }}.vvp $(if $(WAVES),+waves) > {{ module }}.log
	@cat {{ module }}.log
	@grep -q '^PASS: ' {{ module }}.log
