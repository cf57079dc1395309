/*
 * The stand-in for cuFFT: plans, and transforms that the host computes in double precision. What a
 * transform reads is copied from the device; what it wrote is copied back, row by row where the
 * program's layout leaves gaps.
 */
#include "../include/cufftXt.h"
#include "fourier.h"
#include "runtime.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Where element (x, y, z) of batch b lies: b * distance + ((x * embed[1] + y) * embed[2] + z) *
 * stride. An array of fewer dimensions has the last ones. */
struct layout {
    size_t embed[3], stride, distance;
    size_t size[3]; /* elements that are there: half of the last dimension and one, where complex
                       stands for real */
    bool real;
};

struct plan {
    bool used, made;
    cufftType type;
    size_t n[3], batch;
    struct layout from, to;
    bool simple; /* rows of real numbers that are transformed in place have room for the result */
    cudaStream_t stream;
};

static struct plan *plans; /* plan K is handle K + 1 */
static size_t plan_count;
static pthread_mutex_t plans_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- errors ---------------------------------------------------------------------------------- */

#define LEAVE(status, why) leave(__func__, __builtin_return_address(0), status, why)

static cufftResult leave(const char *call, const void *caller, cufftResult status,
                         const char *why) {
    /* A copy that failed has told of itself. */
    if (status != CUFFT_SUCCESS && status != CUFFT_EXEC_FAILED) {
        client_why(MESSAGE_WHY_TEXT, why, 0, 0, 0);
        client_end(call, caller, MESSAGE_RESULT_NONE, cudaErrorInvalidValue);
    }
    return status;
}

static const char *reason(cufftResult status) {
    return status == CUFFT_INVALID_PLAN   ? "the plan was not made, or was destroyed"
           : status == CUFFT_INVALID_TYPE ? "the plan is of another type than the call"
           : status == CUFFT_ALLOC_FAILED ? "the host has no memory left"
           : status == CUFFT_INVALID_SIZE ? "a size is less than 1"
                                          : "a pointer is null, the rank is not 1 to 3, or a "
                                            "direction is not CUFFT_FORWARD or CUFFT_INVERSE";
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* A copy of the plan, so that no lock is held while it works. */
static bool plan_find(cufftHandle handle, struct plan *found) {
    pthread_mutex_lock(&plans_lock);
    bool known = handle > 0 && (size_t)handle <= plan_count && plans[handle - 1].used;
    if (known) {
        *found = plans[handle - 1];
    }
    pthread_mutex_unlock(&plans_lock);
    return known;
}

static cufftResult plan_keep(cufftHandle handle, const struct plan *plan) {
    pthread_mutex_lock(&plans_lock);
    bool known = handle > 0 && (size_t)handle <= plan_count && plans[handle - 1].used;
    if (known) {
        plans[handle - 1] = *plan;
    }
    pthread_mutex_unlock(&plans_lock);
    return known ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

static cufftResult create(cufftHandle *handle) {
    if (handle == NULL) {
        return CUFFT_INVALID_VALUE;
    }
    pthread_mutex_lock(&plans_lock);
    size_t at = 0;
    while (at < plan_count && plans[at].used) {
        at++;
    }
    struct plan *grown = at < plan_count ? plans : realloc(plans, (at + 1) * sizeof *plans);
    if (grown != NULL) {
        plans = grown;
        plans[at] = (struct plan){.used = true};
        plan_count = at < plan_count ? plan_count : at + 1;
        *handle = (cufftHandle)(at + 1);
    }
    pthread_mutex_unlock(&plans_lock);
    return grown != NULL ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

static bool is_known(cufftType type) {
    return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z ||
           type == CUFFT_D2Z || type == CUFFT_Z2D;
}

/* One side of a plan; without `embed` the elements lie densely. */
static struct layout layout_of(const size_t n[3], int rank, bool real, bool half, const int *embed,
                               int stride, int distance) {
    struct layout layout = {.embed = {1, 1, 1}, .size = {n[0], n[1], n[2]}, .real = real};
    layout.size[2] = half ? n[2] / 2 + 1 : n[2];
    memcpy(layout.embed, layout.size, sizeof layout.embed);
    layout.stride = 1;
    layout.distance = layout.size[0] * layout.size[1] * layout.size[2];
    if (embed != NULL) {
        for (int d = 0; d < rank; d++) {
            layout.embed[3 - rank + d] = (size_t)embed[d];
        }
        layout.stride = (size_t)stride;
        layout.distance = (size_t)distance;
    }
    return layout;
}

/* What a call asks for: rank and sizes, and the layouts (NULL: dense). */
struct asked {
    int rank;
    const int *n, *from_embed, *to_embed;
    int from_stride, from_distance, to_stride, to_distance;
    cufftType type;
    int batch;
};

static cufftResult make(cufftHandle handle, const struct asked *asked, size_t *bytes) {
    struct plan plan;
    if (!plan_find(handle, &plan)) {
        return CUFFT_INVALID_PLAN;
    }
    if (asked->rank < 1 || asked->rank > 3 || asked->n == NULL) {
        return CUFFT_INVALID_VALUE;
    }
    if (!is_known(asked->type)) {
        return CUFFT_INVALID_TYPE;
    }
    plan.n[0] = plan.n[1] = 1;
    for (int d = 0; d < asked->rank; d++) {
        if (asked->n[d] < 1 || asked->batch < 1) {
            return CUFFT_INVALID_SIZE;
        }
        plan.n[3 - asked->rank + d] = (size_t)asked->n[d];
    }
    bool from_real = asked->type == CUFFT_R2C || asked->type == CUFFT_D2Z;
    bool to_real = asked->type == CUFFT_C2R || asked->type == CUFFT_Z2D;
    bool embedded = asked->from_embed != NULL && asked->to_embed != NULL;
    plan.made = true;
    plan.type = asked->type;
    plan.batch = (size_t)asked->batch;
    plan.simple = !embedded;
    plan.from =
        layout_of(plan.n, asked->rank, from_real, to_real, embedded ? asked->from_embed : NULL,
                  asked->from_stride, asked->from_distance);
    plan.to = layout_of(plan.n, asked->rank, to_real, from_real, embedded ? asked->to_embed : NULL,
                        asked->to_stride, asked->to_distance);
    if (bytes != NULL) {
        *bytes = 0; /* it needs none of the device's memory */
    }
    return plan_keep(handle, &plan);
}

static cufftResult create_and_make(cufftHandle *handle, const struct asked *asked) {
    cufftResult status = create(handle);
    if (status == CUFFT_SUCCESS) {
        status = make(*handle, asked, NULL);
        if (status != CUFFT_SUCCESS) {
            plan_keep(*handle, &(struct plan){.used = false});
        }
    }
    return status;
}

#define ASKED(...)                                                                                 \
    const struct asked asked = {__VA_ARGS__};                                                      \
    cufftResult status = MAKE;                                                                     \
    return LEAVE(status, reason(status))

#define MAKE create_and_make(plan, &asked)
cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
    ASKED(.rank = 1, .n = &nx, .type = type, .batch = batch);
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
    ASKED(.rank = 2, .n = (int[]){nx, ny}, .type = type, .batch = 1);
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
    ASKED(.rank = 3, .n = (int[]){nx, ny, nz}, .type = type, .batch = 1);
}
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch) {
    ASKED(rank, n, inembed, onembed, istride, idist, ostride, odist, type, batch);
}
#undef MAKE
#define MAKE make(plan, &asked, bytes)
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes) {
    ASKED(.rank = 1, .n = &nx, .type = type, .batch = batch);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes) {
    ASKED(.rank = 2, .n = (int[]){nx, ny}, .type = type, .batch = 1);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *bytes) {
    ASKED(.rank = 3, .n = (int[]){nx, ny, nz}, .type = type, .batch = 1);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *bytes) {
    ASKED(rank, n, inembed, onembed, istride, idist, ostride, odist, type, batch);
}
#undef MAKE

cufftResult cufftCreate(cufftHandle *plan) {
    cufftResult status = create(plan);
    return LEAVE(status, reason(status));
}

#define NEEDS_PLAN                                                                                 \
    struct plan found;                                                                             \
    if (!plan_find(plan, &found)) {                                                                \
        return LEAVE(CUFFT_INVALID_PLAN, reason(CUFFT_INVALID_PLAN));                              \
    }

cufftResult cufftDestroy(cufftHandle plan) {
    NEEDS_PLAN
    return plan_keep(plan, &(struct plan){.used = false});
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    NEEDS_PLAN
    found.stream = stream;
    return plan_keep(plan, &found);
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int automatic) {
    NEEDS_PLAN(void) automatic;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
    NEEDS_PLAN(void) area;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetSize(cufftHandle plan, size_t *bytes) {
    NEEDS_PLAN
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int *version) {
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

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

static cufftResult transform(const struct plan *plan, char *from, char *to, bool inverse) {
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

/* Rows of real numbers that share their memory with the complex ones are as long as those. */
static void share_rows(struct layout *real, const struct layout *complex_rows) {
    real->embed[2] = 2 * complex_rows->size[2];
    real->distance = 2 * complex_rows->distance;
}

static cufftResult execute(cufftHandle handle, void *from, void *to, cufftType type,
                           int direction) {
    struct plan plan;
    if (!plan_find(handle, &plan) || !plan.made) {
        return CUFFT_INVALID_PLAN;
    }
    if (plan.type != type) {
        return CUFFT_INVALID_TYPE;
    }
    if (from == NULL || to == NULL || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)) {
        return CUFFT_INVALID_VALUE;
    }
    if (from == to && plan.simple && plan.from.real) {
        share_rows(&plan.from, &plan.to);
    } else if (from == to && plan.simple && plan.to.real) {
        share_rows(&plan.to, &plan.from);
    }
    return transform(&plan, from, to, direction == CUFFT_INVERSE);
}

#define EXECUTE(TYPE, DIRECTION)                                                                   \
    cufftResult status = execute(plan, from, to, TYPE, DIRECTION);                                 \
    return LEAVE(status, reason(status))

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction) {
    EXECUTE(CUFFT_C2C, direction);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to,
                         int direction) {
    EXECUTE(CUFFT_Z2Z, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to) {
    EXECUTE(CUFFT_R2C, CUFFT_FORWARD);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to) {
    EXECUTE(CUFFT_D2Z, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to) {
    EXECUTE(CUFFT_C2R, CUFFT_INVERSE);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to) {
    EXECUTE(CUFFT_Z2D, CUFFT_INVERSE);
}

/* The kind of transform that three kinds of numbers mean; 0: none. */
static cufftType type_of(cudaDataType input, cudaDataType output, cudaDataType execution) {
    static const struct {
        cudaDataType input, output, execution;
        cufftType type;
    } types[] = {
        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
        {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
        {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
        {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
        {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
        {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].input == input && types[i].output == output &&
            types[i].execution == execution) {
            return types[i].type;
        }
    }
    return (cufftType)0;
}

/* Sizes as ints; what is larger becomes 0, which no plan takes. */
static int *as_ints(const long long *from, int rank, int to[3]) {
    for (int i = 0; from != NULL && i < rank && i < 3; i++) {
        to[i] = from[i] > INT_MAX || from[i] < 0 ? 0 : (int)from[i];
    }
    return from != NULL ? to : NULL;
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType input,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType output, long long batch, size_t *bytes,
                                cudaDataType execution) {
    const cufftType type = type_of(input, output, execution);
    int sizes[3], from[3], to[3];
    const struct asked asked = {rank,
                                as_ints(n, rank, sizes),
                                as_ints(inembed, rank, from),
                                as_ints(onembed, rank, to),
                                (int)istride,
                                (int)idist,
                                (int)ostride,
                                (int)odist,
                                type,
                                (int)batch};
    cufftResult status = type == 0 ? CUFFT_NOT_SUPPORTED : make(plan, &asked, bytes);
    return LEAVE(status, reason(status));
}

cufftResult cufftXtExec(cufftHandle plan, void *from, void *to, int direction) {
    NEEDS_PLAN
    const bool forward = found.type == CUFFT_R2C || found.type == CUFFT_D2Z;
    const bool both = found.type == CUFFT_C2C || found.type == CUFFT_Z2Z;
    const int fixed = forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    EXECUTE(found.type, both ? direction : fixed);
}
