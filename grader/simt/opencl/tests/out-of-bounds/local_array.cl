// An array of the kernel's own in local memory, hard-coded for 16 work-items; nothing reads it.
// FIXED: An array of the kernel's own in local memory, large enough.
__kernel void tile(__global const uint *in, __global uint *out) {
#ifdef FIXED
    __local uint part[32];
#else
    __local uint part[16];
#endif
    part[get_local_id(0)] = in[get_global_id(0)];
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];
#endif
}

/* sim
tile
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0 dump>
prints
ended: illegal address
out[0] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
out[46] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
out of bounds in kernel tile
  local array part, element 16
    write   local_array.cl:9         work-group 0, work-item 16
  It has 16 elements of 4 bytes.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
prints
out[0] = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 63 62
out[34] = 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34 33 32
verdict pass */
