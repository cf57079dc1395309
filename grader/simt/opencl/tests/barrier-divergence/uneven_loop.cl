// Each work-item goes round as often as its number says.
// FIXED: Each work-item goes round equally often.
__kernel void rounds(__global uint *out) {
    uint done = 0;
#ifdef FIXED
    for (size_t i = 0; i < get_local_size(0); i++) {
        done += i <= get_local_id(0);
#else
    for (size_t i = 0; i <= get_local_id(0); i++) {
        done++;
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = done;
}

/* sim
rounds
32 1 1
32 1 1
<size=128 uint fill=0 dump>
prints
out[0] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
barrier divergence in kernel rounds (31 times)
    waits   uneven_loop.cl:12        work-group 0, work-item 1
  1 of the work-group's 32 work-items ended without reaching this barrier.
  All work-items must reach a barrier: put no return before it, no if around
  it, and no loop that some leave earlier.

verdict barrier-divergence */
/* FIXED: sim
prints
out[0] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
verdict pass */
