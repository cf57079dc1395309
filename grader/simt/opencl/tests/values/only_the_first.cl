/* Only one work-item has set what all pass on: that is no reason to think that all have. */
int passed_on(int value, __local int *place) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 5)
        *place = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return *place;
}

__kernel void only_the_first(__global int *counter, __global int *out) {
    __local int place;
    int old;
    if (get_local_id(0) == 5)
        old = atomic_add(counter, 100);
    out[get_global_id(0)] = passed_on(old, &place);
}

/* sim
only_the_first
8 1 1
8 1 1
<size=4 int fill=7 dump>
<size=32 int fill=0 dump>
prints
counter[0] = 107
out[0] = 7 7 7 7 7 7 7 7
verdict pass */
