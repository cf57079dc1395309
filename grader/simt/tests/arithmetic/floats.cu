// Float arithmetic rounds as IEEE 754 says, subnormal numbers included.
#include "bits.cuh"

typedef float number;

enum { OPERATIONS = 18 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b != 0 ? a / b : 0.0f);
    out[4] = bits(sqrtf(a < 0 ? -a : a));
    out[5] = bits(fmaf(a, b, 1.0f));
    out[6] = bits(fminf(a, b + 1.5f));
    out[7] = bits(fmaxf(a, b + 1.5f));
    out[8] = bits(fabsf(a));
    out[9] = bits(-a);
    out[10] = bits(floorf(a * 0.7f));
    out[11] = bits(ceilf(a * 0.7f));
    out[12] = bits(truncf(a * 0.7f));
    out[13] = bits(rintf(a * 0.7f));
    out[14] = bits((a < b) + 2 * (a <= b) + 4 * (a == b));
    out[15] = bits((double)a * 3.0);
    out[16] = bits(a > -1e9f && a < 1e9f ? (int)a : 0);
    out[17] = bits(copysignf(a, b));
}

static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "root", "fma", "minimum", "maximum", "absolute", "negate", "floor", "ceiling", "truncate", "nearest", "compare", "to double", "to integer", "copy sign"};
static const number values[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, 3.0f, -2.5f, 1e-38f, 1e-45f, 1e38f, 3.4e38f, 16777217.0f, 0.33333334f};

#include "compare.cuh"

/* simt --quiet
18 operations are equal
--
status 0 */
