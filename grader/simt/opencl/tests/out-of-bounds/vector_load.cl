// vload4 of the last elements, which are three.
__kernel void wide(__global const float *in, __global float *out) {
    float4 part = vload4(get_global_id(0), in);
    out[get_global_id(0)] = part.x + part.y + part.z + part.w;
}

/* sim
wide
4 1 1
4 1 1
<size=60 float range=1:1:15>
<size=16 float fill=0>
prints
ended: illegal address
--
out of bounds in kernel wide
  array in argument 1 (in), element 15
    read    vector_load.cl:4         work-group 0, work-item 3
  That is past the array's end: it has 15 elements of 4 bytes.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
wide
4 1 1
4 1 1
<size=64 float range=1:1:16>
<size=16 float fill=0 dump>
prints

Argument 'out': 16 bytes
  out[0] = 10 26 42 58
--
no findings

verdict pass */
