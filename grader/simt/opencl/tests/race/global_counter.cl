// All work-items count in one place, without an atomic.
// FIXED: All work-items count in one place, with an atomic.
__kernel void count(__global const uint *in, __global uint *counter) {
    if (in[get_global_id(0)] % 2 == 0)
#ifdef FIXED
        atomic_inc(counter);
#else
        counter[0] = counter[0] + 1;
#endif
}

/* sim
count
128 1 1
32 1 1
<size=512 uint range=0:1:127>
<size=4 uint fill=0>
prints
--
race in kernel count (115 times)
  array in argument 2 (counter), element 0
    write   global_counter.cl:8      work-group 0, work-item 30
    read    global_counter.cl:8      work-group 1, work-item 0
  The work-items are in different work-groups, which run in any order.
  Use an atomic operation, or split the work into two kernels.

verdict race */
/* FIXED: sim
count
128 1 1
32 1 1
<size=512 uint range=0:1:127>
<size=4 uint fill=0 dump>
prints

Argument 'counter': 4 bytes
  counter[0] = 64
--
no findings

verdict pass */
