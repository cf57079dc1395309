# NVIDIA GeForce RTX 4060 Laptop (sm_89). Not calibrated: published figures
# (CUDA C++ Programming Guide, compute capabilities and throughput of instructions; the maker's data sheet); latencies and
# what nobody publishes as measured on an H200.
like = h200
l2_slices = 24
calibrated = 0
clock_ghz = 2.37
processors = 24
threads = 1536
blocks = 24
shared_bytes = 102400
fp64_interval = 64
start_us = 1.35
code_us = 0.25
block_spread_cycles = 1.25
prologue_slots = 10
branch_cycles = 10
barrier_cycles = 14
l1_bytes = 90000
l1_latency = 33
store_line_cycles = 1
shared_latency = 25
shared_atomic_latency = 60
l2_bytes = 33554432
l2_latency = 270
l2_sectors = 32
l2_lines = 18.3
l2_atomic = 0.02
l2_atomic_latency = 410
dram_latency = 560
dram_read_gbs = 240
dram_write_gbs = 220
kept_bytes = 24e6
call_us = 2
pinned_gbs = 12
mapped_gbs = 11
device_copy_gbs = 220
