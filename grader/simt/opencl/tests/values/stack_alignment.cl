/* Vectors on the stacks of functions that are really called: each lies at a multiple of its size. */
#define CALLED __attribute__((noinline))

CALLED int of_short(void) {
    volatile short3 own = 0;
    return ((ulong)&own & 7) == 0;
}
CALLED int of_int8(void) {
    volatile int8 own = 0;
    return ((ulong)&own & 31) == 0 && of_short();
}
CALLED int of_long16(void) {
    volatile long16 own = 0;
    return ((ulong)&own & 127) == 0 && of_int8();
}
__kernel void stack_alignment(__global int *out) {
    volatile char own = 1;
    out[get_local_id(0)] = own + of_long16() + of_int8() + of_short();
}

/* sim
stack_alignment
2 1 1
2 1 1
<size=8 int fill=0 dump>
prints
out[0] = 4 4
verdict pass */
