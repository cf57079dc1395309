# NVIDIA H100 SXM, 80 GB (sm_90): an H200's constants, and for memory the published figures (3350 GB/s, 50 MiB of L2) in the same
# proportion. 381 launches on an H100 agree with that, but for start_us, which they gave.
like = h200
l2_slices = 80
start_us = 1.7
l2_bytes = 52428800
dram_read_gbs = 3140
dram_write_gbs = 2790
kept_bytes = 38e6
device_copy_gbs = 2960
