MemcpyHtoD,0x00007f0000001000,256
v3.traceg
v5.traceg
