// 64-bit arithmetic gives the host's bits.
#include "bits.cuh"

typedef unsigned long long number;

enum { OPERATIONS = 12 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b ? a / b : 0);
    out[4] = bits(b ? a % b : 0);
    out[5] = bits(a << (b & 63));
    out[6] = bits(a >> (b & 63));
    out[7] = bits((long long)a >> (b & 63));
    out[8] = bits((int)((long long)a < (long long)b));
    out[9] = bits((unsigned)a ^ (unsigned)(b >> 32));
    out[10] = bits((float)a);
    out[11] = bits((double)(long long)a);
}

static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "remainder", "left", "right", "signed right", "signed compare", "low word", "to float", "to double"};
static const number values[] = {0ULL, 1ULL, 3ULL, 0xffffULL, 0xffffffffULL, 0x100000000ULL, 0x7fffffffffffffffULL, 0x8000000000000000ULL, 0xffffffffffffffffULL};

#include "compare.cuh"

/* simt --quiet
12 operations are equal
--
status 0 */
