// A register that one statement writes, and that a loop reads before it: the value of the round before.
#include <cstdio>

__global__ void count(int *out) {
    int value;
    asm("{ .reg .u32 before, now, next, left; .reg .pred more;\n"
        "mov.u32 now, 0; mov.u32 left, 5;\n"
        "ROUND: mov.u32 %0, before; add.u32 next, now, 1; mov.u32 before, now; mov.u32 now, next;\n"
        "sub.u32 left, left, 1; setp.ne.u32 more, left, 0; @more bra ROUND; }"
        : "=r"(value));
    *out = value;
}

int main() {
    int *out, value;
    cudaMalloc(&out, sizeof value);
    count<<<1, 1>>>(out);
    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    return cudaFree(out);
}

/* simt --quiet
3
--
status 0 */
