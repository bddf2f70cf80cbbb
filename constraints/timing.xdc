# {{ module }} at {{ frequency_mhz }} MHz: inputs arrive {{ input_delay_ns }} ns after the clock edge,
# outputs are taken {{ output_delay_ns }} ns before it. For the module out of context, or as the top.
create_clock -name clk -period {{ period_ns }} [get_ports {{ clock }}]

{% if reset_asynchronous %}
# The reset is asynchronous: whoever drives it releases it away from the clock edge.
set_false_path -from [get_ports {{ reset }}]
{% else %}
# The reset is synchronous: an input like any other.
{% endif %}
set_input_delay -clock [get_clocks clk] {{ input_delay_ns }} [get_ports {{ reset }}]

{% for port in inputs %}
set_input_delay -clock [get_clocks clk] {{ input_delay_ns }} [get_ports {{ port.pins }}]
{% endfor %}

{% for port in outputs %}
set_output_delay -clock [get_clocks clk] {{ output_delay_ns }} [get_ports {{ port.pins }}]
{% endfor %}
