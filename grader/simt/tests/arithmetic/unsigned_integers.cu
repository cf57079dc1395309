// 32-bit unsigned arithmetic gives the host's bits.
#include "bits.cuh"

typedef unsigned number;

enum { OPERATIONS = 19 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b ? a / b : 0);
    out[4] = bits(b ? a % b : 0);
    out[5] = bits(a & b);
    out[6] = bits(a | b);
    out[7] = bits(a ^ b);
    out[8] = bits(~a);
    out[9] = bits(a << (b & 31));
    out[10] = bits(a >> (b & 31));
    out[11] = bits((a < b) + 2 * (a <= b) + 4 * (a == b));
    out[12] = bits(a > b ? a : b);
    out[13] = bits((unsigned long long)a * b);
    out[14] = bits((unsigned)((unsigned long long)a * b >> 32));
    out[15] = bits(a * b + 12345u);
    out[16] = bits((a << 7) | (a >> 25));
    out[17] = bits((float)a);
    out[18] = bits((double)a);
}

static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor", "not", "left", "right", "compare", "select", "wide", "high", "add-multiply", "rotate", "to float", "to double"};
static const number values[] = {0, 1, 2, 7, 31, 255, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};

#include "compare.cuh"

/* simt --quiet
19 operations are equal
--
status 0 */
