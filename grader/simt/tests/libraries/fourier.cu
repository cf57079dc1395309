// cuFFT: every type, one to three dimensions, batches, strides, rows that share memory, lengths with large factors; and calls that are wrong.
#include <cufftXt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double signal(int i) {
    return (i * 37 + i * i % 11) % 23 - 11.0;
}

// The sum itself, from complex numbers that lie densely.
static void sum(const double *from, double *to, int n, int sign) {
    for (int k = 0; k < n; k++) {
        to[2 * k] = to[2 * k + 1] = 0;
        for (int j = 0; j < n; j++) {
            double turn = sign * 2 * M_PI * ((long)j * k % n) / n;
            to[2 * k] += from[2 * j] * cos(turn) - from[2 * j + 1] * sin(turn);
            to[2 * k + 1] += from[2 * j] * sin(turn) + from[2 * j + 1] * cos(turn);
        }
    }
}

static void one_dimension(int n, int batch) {
    cufftHandle plan;
    size_t bytes = sizeof(double) * 2 * n * batch;
    double *in = (double *)malloc(bytes), *out = (double *)malloc(bytes), *want = (double *)malloc(bytes), worst = 0;
    cufftDoubleComplex *device;
    for (int i = 0; i < 2 * n * batch; i++)
        in[i] = signal(i);
    cudaMalloc(&device, bytes);
    cudaMemcpy(device, in, bytes, cudaMemcpyHostToDevice);
    cufftPlan1d(&plan, n, CUFFT_Z2Z, batch);
    cufftExecZ2Z(plan, device, device, CUFFT_FORWARD);
    cudaMemcpy(out, device, bytes, cudaMemcpyDeviceToHost);
    for (int b = 0; b < batch; b++)
        sum(in + 2 * n * b, want + 2 * n * b, n, -1);
    for (int i = 0; i < 2 * n * batch; i++)
        worst = fmax(worst, fabs(out[i] - want[i]));
    cufftExecZ2Z(plan, device, device, CUFFT_INVERSE);
    cudaMemcpy(out, device, bytes, cudaMemcpyDeviceToHost);
    double back = 0;
    for (int i = 0; i < 2 * n * batch; i++)
        back = fmax(back, fabs(out[i] / n - in[i]));
    printf("%d in %d: %s, and back: %s\n", n, batch, worst < 1e-9 * n ? "right" : "WRONG", back < 1e-11 ? "right" : "WRONG");
    cufftDestroy(plan);
    cudaFree(device);
    free(in), free(out), free(want);
}

static void show(const char *what, const float *numbers, int count) {
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %.4g", fabs(numbers[i]) < 1e-5 ? 0.0 : numbers[i]);
    printf("\n");
}

int main() {
    for (int n : {1, 2, 30, 64, 67, 134, 1009})
        one_dimension(n, n < 100 ? 3 : 1);

    // 2 x 3 numbers, into 2 x 2 complex ones, and back; then with rows that share their memory.
    cufftHandle there, back, lines;
    float grid[6] = {1, 2, 3, 4, 5, 7}, half[8], shared[8] = {1, 2, 3, -1, 4, 5, 7, -1};
    float *real;
    cufftComplex *complex;
    cudaMalloc(&real, sizeof grid);
    cudaMalloc(&complex, sizeof half);
    cudaMemcpy(real, grid, sizeof grid, cudaMemcpyHostToDevice);
    cufftPlan2d(&there, 2, 3, CUFFT_R2C);
    cufftPlan2d(&back, 2, 3, CUFFT_C2R);
    cufftExecR2C(there, real, complex);
    cudaMemcpy(half, complex, sizeof half, cudaMemcpyDeviceToHost);
    show("half", half, 8);
    cufftExecC2R(back, complex, real);
    cudaMemcpy(grid, real, sizeof grid, cudaMemcpyDeviceToHost);
    show("six times", grid, 6);
    cudaMemcpy(complex, shared, sizeof shared, cudaMemcpyHostToDevice);
    cufftExecR2C(there, (cufftReal *)complex, complex);
    cudaMemcpy(half, complex, sizeof half, cudaMemcpyDeviceToHost);
    show("in place", half, 8);
    cufftExecC2R(back, complex, (cufftReal *)complex);
    cudaMemcpy(shared, complex, sizeof shared, cudaMemcpyDeviceToHost);
    show("and back", shared, 3);
    show("        ", shared + 4, 3);

    // Columns of a 4 x 3 matrix: stride 3, distance 1; then the same in three dimensions, 4 x 1 x 1.
    long long n = 4, embed = 4;
    size_t room;
    cufftComplex columns[12], *dc;
    for (int i = 0; i < 12; i++)
        columns[i] = make_cuComplex(i % 3 == 2 ? 1 : i, 0);
    cudaMalloc(&dc, sizeof columns);
    cudaMemcpy(dc, columns, sizeof columns, cudaMemcpyHostToDevice);
    cufftCreate(&lines);
    cufftXtMakePlanMany(lines, 1, &n, &embed, 3, 1, CUDA_C_32F, &embed, 3, 1, CUDA_C_32F, 3, &room, CUDA_C_32F);
    cufftXtExec(lines, dc, dc, CUFFT_FORWARD);
    cudaMemcpy(columns, dc, sizeof columns, cudaMemcpyDeviceToHost);
    show("columns", (float *)columns, 24);
    cufftDestroy(lines);
    cufftPlan3d(&lines, 2, 3, 2, CUFFT_C2C);
    cufftExecC2C(lines, dc, dc, CUFFT_INVERSE);
    cudaMemcpy(columns, dc, sizeof columns, cudaMemcpyDeviceToHost);
    show("cube", (float *)columns, 24);

    printf("%d", cufftExecR2C(back, real, complex));
    printf(" %d", cufftPlan1d(&there, 0, CUFFT_C2C, 1));
    cufftDestroy(lines);
    printf(" %d\n", cufftExecC2C(lines, dc, dc, CUFFT_FORWARD));
    cudaFree(dc), cudaFree(real), cudaFree(complex);
}

/* simt --quiet
1 in 3: right, and back: right
2 in 3: right, and back: right
30 in 3: right, and back: right
64 in 3: right, and back: right
67 in 3: right, and back: right
134 in 1: right, and back: right
1009 in 1: right, and back: right
half: 22 0 -3.5 2.598 -10 0 0.5 -0.866
six times: 6 12 18 24 30 42
in place: 22 0 -3.5 2.598 -10 0 0.5 -0.866
and back: 6 12 18
        : 24 30 42
columns: 18 0 22 0 4 0 -6 6 -6 6 0 0 -6 0 -6 0 0 0 -6 -6 -6 -6 0 0
cube: 8 0 0 0 38 3.464 -6 24.25 38 -3.464 -6 -24.25 56 24 0 0 50 -8.536 14.78 3.464 50 -15.46 -26.78 -3.464
3 8 1
--
note: failed call
  cufftExecR2C at fourier.cu:105 returned cudaErrorInvalidValue: the plan is of
  another type than the call. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

note: failed call
  cufftPlan1d at fourier.cu:106 returned cudaErrorInvalidValue: a size is less
  than 1. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

note: failed call
  cufftExecC2C at fourier.cu:108 returned cudaErrorInvalidValue: the plan was
  not made, or was destroyed. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
