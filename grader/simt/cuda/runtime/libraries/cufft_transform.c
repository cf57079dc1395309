/* Transforms of cuFFT's plans, which the host computes in double precision. What a transform reads
 * is copied from the device; what it wrote is copied back, row by row where the program's layout
 * leaves gaps. */
#include "cufft_plan.h"
#include "fourier.h"
#include "../runtime_calls.h"

#include <stdlib.h>
#include <string.h>

/* ---- copies ---------------------------------------------------------------------------------- */

static size_t element_bytes(const struct plan *plan, const struct layout *layout) {
    bool twice = plan->type == CUFFT_Z2Z || plan->type == CUFFT_D2Z || plan->type == CUFFT_Z2D;
    return (twice ? sizeof(double) : sizeof(float)) * (layout->real ? 1 : 2);
}

/* Element 0 of row (x, y) of batch b. */
static size_t row_start(const struct layout *layout, size_t b, size_t x, size_t y) {
    return b * layout->distance + (x * layout->embed[1] + y) * layout->embed[2] * layout->stride;
}

/* Copies batch b between the device and dense memory of the host. */
static cudaError_t copy_batch(const struct plan *plan, const struct layout *layout, size_t b,
                              char *device, char *host, enum cudaMemcpyKind kind) {
    size_t size = element_bytes(plan, layout), row = layout->size[2];
    size_t rows = layout->size[0] * layout->size[1];
    bool dense =
        layout->stride == 1 && layout->embed[2] == row && layout->embed[1] == layout->size[1];
    size_t pieces = dense ? 1 : rows, width = dense ? rows * row : row;
    cudaError_t error = cudaSuccess;
    for (size_t r = 0; r < pieces && error == cudaSuccess; r++) {
        char *there =
            device + size * row_start(layout, b, r / layout->size[1], r % layout->size[1]);
        char *here = host + r * row * size;
        bool up = kind == cudaMemcpyHostToDevice;
        error = layout->stride == 1
                    ? cudaMemcpyAsync(up ? there : here, up ? here : there, width * size, kind,
                                      plan->stream)
                    : cudaMemcpy2DAsync(up ? there : here, up ? layout->stride * size : size,
                                        up ? here : there, up ? size : layout->stride * size, size,
                                        width, kind, plan->stream);
    }
    return error == cudaSuccess ? cudaStreamSynchronize(plan->stream) : error;
}

/* ---- transforms ------------------------------------------------------------------------------ */

static double get(const struct plan *plan, const struct layout *layout, const char *host,
                  size_t at) {
    float narrow;
    double wide;
    if (element_bytes(plan, layout) == (layout->real ? sizeof narrow : 2 * sizeof narrow)) {
        memcpy(&narrow, host + at * sizeof narrow, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, host + at * sizeof wide, sizeof wide);
    return wide;
}

static void set(const struct plan *plan, const struct layout *layout, char *host, size_t at,
                double value) {
    float narrow = (float)value;
    if (element_bytes(plan, layout) == (layout->real ? sizeof narrow : 2 * sizeof narrow)) {
        memcpy(host + at * sizeof narrow, &narrow, sizeof narrow);
    } else {
        memcpy(host + at * sizeof value, &value, sizeof value);
    }
}

/* The host's memory as complex numbers, all of them: where half is stored, the rest is conjugate.
 */
static void widen(const struct plan *plan, const char *host, double complex *all) {
    const struct layout *layout = &plan->from;
    const size_t *n = plan->n;
    for (size_t i = 0; i < n[0] * n[1] * n[2]; i++) {
        size_t z = i % n[2], y = i / n[2] % n[1], x = i / n[2] / n[1];
        bool mirrored = z >= layout->size[2];
        if (mirrored) {
            z = n[2] - z;
            y = (n[1] - y) % n[1];
            x = (n[0] - x) % n[0];
        }
        size_t at = (x * n[1] + y) * layout->size[2] + z;
        if (layout->real) {
            all[i] = get(plan, layout, host, at);
        } else {
            double imaginary = get(plan, layout, host, 2 * at + 1);
            all[i] = CMPLX(get(plan, layout, host, 2 * at), mirrored ? -imaginary : imaginary);
        }
    }
}

static void narrow_down(const struct plan *plan, const double complex *all, char *host) {
    const struct layout *layout = &plan->to;
    size_t row = layout->size[2];
    for (size_t at = 0; at < plan->n[0] * plan->n[1] * row; at++) {
        double complex number = all[at / row * plan->n[2] + at % row];
        if (layout->real) {
            set(plan, layout, host, at, creal(number));
        } else {
            set(plan, layout, host, 2 * at, creal(number));
            set(plan, layout, host, 2 * at + 1, cimag(number));
        }
    }
}

/* Along one dimension, whose elements are `stride` apart. */
static bool transform_dimension(const struct plan *plan, int dimension, bool inverse,
                                double complex *all) {
    size_t n = plan->n[dimension], stride = 1, count = plan->n[0] * plan->n[1] * plan->n[2];
    for (int d = 2; d > dimension; d--) {
        stride *= plan->n[d];
    }
    struct fourier *fourier = fourier_begin(n, inverse);
    double complex *line = malloc(n * sizeof *line);
    for (size_t l = 0; fourier != NULL && line != NULL && l < count / n; l++) {
        size_t start = l / stride * stride * n + l % stride;
        for (size_t k = 0; k < n; k++) {
            line[k] = all[start + k * stride];
        }
        fourier_transform(fourier, line);
        for (size_t k = 0; k < n; k++) {
            all[start + k * stride] = line[k];
        }
    }
    bool done = fourier != NULL && line != NULL;
    fourier_end(fourier);
    free(line);
    return done;
}

cufftResult plan_transform(const struct plan *plan, char *from, char *to, bool inverse) {
    size_t count = plan->n[0] * plan->n[1] * plan->n[2];
    double complex *all = malloc(count * sizeof *all);
    char *host = malloc(count * sizeof *all + 2 * sizeof *all * plan->n[0] * plan->n[1]);
    cufftResult status = all == NULL || host == NULL ? CUFFT_ALLOC_FAILED : CUFFT_SUCCESS;
    for (size_t b = 0; b < plan->batch && status == CUFFT_SUCCESS; b++) {
        if (copy_batch(plan, &plan->from, b, from, host, cudaMemcpyDeviceToHost) != cudaSuccess) {
            status = CUFFT_EXEC_FAILED;
            break;
        }
        widen(plan, host, all);
        for (int d = 0; d < 3 && status == CUFFT_SUCCESS; d++) {
            status = plan->n[d] == 1 || transform_dimension(plan, d, inverse, all)
                         ? CUFFT_SUCCESS
                         : CUFFT_ALLOC_FAILED;
        }
        narrow_down(plan, all, host);
        if (status == CUFFT_SUCCESS &&
            copy_batch(plan, &plan->to, b, to, host, cudaMemcpyHostToDevice) != cudaSuccess) {
            status = CUFFT_EXEC_FAILED;
        }
    }
    free(all);
    free(host);
    return status;
}
