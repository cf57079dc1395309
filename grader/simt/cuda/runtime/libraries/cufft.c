/* The stand-in for cuFFT: its calls, and the plans that they make. */
#include "cufft_plan.h"
#include "../graphs.h"
#include "../runtime_calls.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
    return status == CUFFT_INVALID_PLAN    ? "the plan was not made, or was destroyed"
           : status == CUFFT_INVALID_TYPE  ? "the plan is of another type than the call"
           : status == CUFFT_ALLOC_FAILED  ? "the host has no memory left"
           : status == CUFFT_NOT_SUPPORTED ? GRAPH_HOLDS_NO_LIBRARY
           : status == CUFFT_INVALID_SIZE  ? "a size is less than 1"
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
struct cufft_asked {
    int rank;
    const int *n, *from_embed, *to_embed;
    int from_stride, from_distance, to_stride, to_distance;
    cufftType type;
    int batch;
};

static cufftResult make(cufftHandle handle, const struct cufft_asked *asked, size_t *bytes) {
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

static cufftResult create_and_make(cufftHandle *handle, const struct cufft_asked *asked) {
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
    const struct cufft_asked asked = {__VA_ARGS__};                                                \
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
    (void)automatic;
    NEEDS_PLAN
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *area) {
    (void)area;
    NEEDS_PLAN
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

/* ---- transforms ------------------------------------------------------------------------------ */

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
    if (graph_captures(plan.stream)) {
        return CUFFT_NOT_SUPPORTED;
    }
    if (from == to && plan.simple && plan.from.real) {
        share_rows(&plan.from, &plan.to);
    } else if (from == to && plan.simple && plan.to.real) {
        share_rows(&plan.to, &plan.from);
    }
    return plan_transform(&plan, from, to, direction == CUFFT_INVERSE);
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
    const struct cufft_asked asked = {rank,
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
