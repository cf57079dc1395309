# NVIDIA A100 40 GB (sm_80). Not calibrated: published figures
# (CUDA C++ Programming Guide, compute capabilities and throughput of instructions; the maker's data sheet); latencies and
# what nobody publishes as measured on an H200.
like = h200
l2_slices = 80
calibrated = 0
clock_ghz = 1.41
processors = 108
shared_bytes = 167936
fp32_interval = 2
fp64_interval = 4
start_us = 1.35
code_us = 0.25
block_spread_cycles = 1.25
prologue_slots = 10
branch_cycles = 10
barrier_cycles = 14
l1_bytes = 150000
l1_latency = 33
store_line_cycles = 1
shared_latency = 25
shared_atomic_latency = 60
l2_bytes = 41943040
l2_latency = 210
l2_sectors = 160
l2_lines = 91.6
l2_atomic = 0.02
l2_atomic_latency = 320
dram_latency = 520
dram_read_gbs = 1430
dram_write_gbs = 1200
kept_bytes = 30e6
call_us = 2
pinned_gbs = 25
mapped_gbs = 24
device_copy_gbs = 1300
