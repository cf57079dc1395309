// A store of some elements of a vector reads the others, and stores them again: the compiler does, not the program.
kernel void parts(global float4 *to) {
    to[get_global_id(0)].zy = (float2)(1, 2);
}

/* sim
parts
2 1 1
2 1 1
<size=32 float range=0:1:7 wo dump>
prints
to[0] = 0 2 1 3 4 2 1 7
verdict pass */
