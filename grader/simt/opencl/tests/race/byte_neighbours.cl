/* Neighbouring bytes belong to different work-items: no race. */
__kernel void bytes(__global uchar *out) {
    out[get_global_id(0)] = (uchar)get_local_id(0);
}

/* sim
bytes
16 1 1
8 1 1
<size=16 uchar fill=0 dump>
prints

Argument 'out': 16 bytes
  out[0] = 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
--
no findings

verdict pass */
