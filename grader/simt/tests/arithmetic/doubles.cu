// Double arithmetic rounds as IEEE 754 says, subnormal numbers included.
#include "bits.cuh"

typedef double number;

enum { OPERATIONS = 15 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b != 0 ? a / b : 0.0);
    out[4] = bits(sqrt(a < 0 ? -a : a));
    out[5] = bits(fma(a, b, 1.0));
    out[6] = bits(fmin(a, b + 1.5));
    out[7] = bits(fmax(a, b + 1.5));
    out[8] = bits(fabs(a));
    out[9] = bits(floor(a * 0.7));
    out[10] = bits(ceil(a * 0.7));
    out[11] = bits(rint(a * 0.7));
    out[12] = bits((float)a);
    out[13] = bits(a > -1e9 && a < 1e9 ? (int)a : 0);
    out[14] = bits(a > -1e18 && a < 1e18 ? (long long)a : 0LL);
}

static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "root", "fma", "minimum", "maximum", "absolute", "floor", "ceiling", "nearest", "to float", "to integer", "to wide"};
static const number values[] = {0.0, -0.0, 1.0, -1.0, 0.1, 3.0, -2.5, 1e-308, 5e-324, 1e308, 9007199254740993.0, 0.3333333333333333};

#include "compare.cuh"

/* simt --quiet
15 operations are equal
--
status 0 */
