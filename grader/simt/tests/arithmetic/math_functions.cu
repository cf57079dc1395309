// The mathematical functions lie within a few units in the last place of the host's.
#include <cuda_runtime.h>
#include <stdio.h>
#include <math.h>

enum { FUNCTIONS = 14 };

__host__ __device__ void evaluate(double x, double *out)
{
    out[0] = sin(x);
    out[1] = cos(x);
    out[2] = exp(x);
    out[3] = log(x + 5);
    out[4] = pow(x + 5, 1.7);
    out[5] = tanh(x);
    out[6] = atan2(x, 2.0);
    out[7] = cbrt(x);
    out[8] = sinf((float)x);
    out[9] = expf((float)x);
    out[10] = logf((float)x + 5);
    out[11] = powf((float)x + 5, 1.7f);
    out[12] = hypot(x, 3.0);
    out[13] = fmod(x * 10, 3.0);
}

__global__ void kernel(const double *in, double *out)
{
    evaluate(in[threadIdx.x], out + threadIdx.x * FUNCTIONS);
}

int main(void)
{
    enum { COUNT = 64 };
    static const char *names[FUNCTIONS] = {"sin",  "cos",  "exp",  "log",  "pow",   "tanh", "atan2",
                                           "cbrt", "sinf", "expf", "logf", "powf", "hypot", "fmod"};
    double values[COUNT], expected[FUNCTIONS], *in, *out;
    static double host[COUNT * FUNCTIONS];
    int far[FUNCTIONS] = {0};
    for (int i = 0; i < COUNT; i++)
        values[i] = (i - 32) / 8.0 + 0.01;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, COUNT>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        evaluate(values[i], expected);
        for (int n = 0; n < FUNCTIONS; n++) {
            double tolerance = n >= 8 && n < 12 ? 4e-6 : 1e-14;
            double error = fabs(host[i * FUNCTIONS + n] - expected[n]);
            far[n] += !(error <= tolerance * (fabs(expected[n]) + 1e-3));
        }
    }
    for (int n = 0; n < FUNCTIONS; n++)
        printf("%-6s %s\n", names[n], far[n] ? "far" : "near");
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
sin    near
cos    near
exp    near
log    near
pow    near
tanh   near
atan2  near
cbrt   near
sinf   near
expf   near
logf   near
powf   near
hypot  near
fmod   near
--
status 0 */
