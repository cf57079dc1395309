/* Helper functions, switch, loops with break and continue, private arrays, unions. */
typedef union {
    float f;
    uint u;
} bits;
static uint collatz(uint n) {
    uint steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        if (++steps > 1000)
            break;
    }
    return steps;
}
static int which(uint i) {
    switch (i % 5) {
    case 0:
        return 10;
    case 1:
    case 2:
        return 20;
    case 3:
        break;
    default:
        return 40;
    }
    return 30;
}
__kernel void structure(__global uint *out) {
    uint i = (uint)get_global_id(0), own[8], sum = 0;
    for (uint k = 0; k < 8; k++) {
        if (k == i)
            continue;
        own[(k + i) % 8] = k * k;
    }
    own[2 * i % 8] = 1;
    for (uint k = 0; k < 8; k++)
        sum += own[k] << k;
    bits b = {.f = (float)i};
    out[4 * i] = collatz(i + 1);
    out[4 * i + 1] = (uint)which(i);
    out[4 * i + 2] = sum;
    out[4 * i + 3] = b.u;
}

/* sim
structure
8 1 1
8 1 1
<size=128 uint fill=0 dump>
prints

Argument 'out': 128 bytes
  out[0] = 0 10 9723 0 1 20 6949 1065353216 7 20 4670 1073741824 2 30 2549 1077936128 5 40 2027
  out[19] = 1082130432 8 10 1693 1084227584 16 20 1998 1086324736 3 20 1789 1088421888
--
no findings

verdict pass */
