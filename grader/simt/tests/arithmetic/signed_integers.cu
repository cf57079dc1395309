// 32-bit signed arithmetic gives the host's bits.
#include "bits.cuh"

typedef int number;

enum { OPERATIONS = 13 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits((int)((unsigned)a * b));
    out[3] = bits(b ? a / b : 0);
    out[4] = bits(b ? a % b : 0);
    out[5] = bits(a >> (b & 31));
    out[6] = bits(a < b ? a : b);
    out[7] = bits(a < 0 ? -a : a);
    out[8] = bits((a < b) + 2 * (a <= b));
    out[9] = bits((long long)a * b);
    out[10] = bits((int)(signed char)a + (short)b);
    out[11] = bits((float)a * 0.5f);
    out[12] = bits((double)a / 3.0);
}

static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "remainder", "right", "minimum", "absolute", "compare", "wide", "narrow", "to float", "to double"};
static const number values[] = {0, 1, -1, 2, -2, 7, -7, 1000, -1000, 65537, 46340, -46340};

#include "compare.cuh"

/* simt --quiet
13 operations are equal
--
status 0 */
