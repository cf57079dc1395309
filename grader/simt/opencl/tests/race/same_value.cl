/* Several work-items write the same value: no race here, though the standard does not bless it. */
__kernel void found(__global const uint *in, __global uint *flag) {
    if (in[get_global_id(0)] > 3)
        flag[0] = 1;
}

/* sim
found
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=4 uint fill=0 dump>
prints

Argument 'flag': 4 bytes
  flag[0] = 1
--
no findings

verdict pass */
