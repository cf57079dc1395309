/*
 * Functions that PTX calls but does not hold: vprintf, __assertfail, malloc, free, the jumps of a
 * random generator, the grid's barrier, and the mathematics library's names (__nv_sinf...) for
 * compilers that have no libdevice.
 */
#include "dynamic_launch.h"
#include "claims.h"
#include "execute.h"
#include "format.h"
#include "../random/xorwow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_result(const struct warp *warp, const struct instruction *i, int lane,
                         const void *from, size_t size) {
    if (i->call->result_count > 0) {
        const struct ptx_variable *variable = i->call->results[0];
        size_t have = variable->size < size ? variable->size : size;
        memcpy(warp->registers + variable->row + (size_t)lane * variable->size, from, have);
    }
}

/* Bytes at a generic address, and how many may be read there; NULL if none may. */
static const uint8_t *reach(const struct warp *warp, int lane, uint64_t address, uint64_t *left) {
    const struct machine *machine = warp->machine;
    if (address >= SHARED_WINDOW + SIMT_SHARED_START &&
        address - SHARED_WINDOW < machine->shared_extent) {
        *left = machine->shared_extent - (address - SHARED_WINDOW);
        return machine->shared + (address - SHARED_WINDOW);
    }
    if (address >= LOCAL_WINDOW + SIMT_LOCAL_START &&
        address - LOCAL_WINDOW < machine->local_bytes) {
        *left = machine->local_bytes - (address - LOCAL_WINDOW);
        return warp->local + (uint64_t)lane * machine->local_bytes + (address - LOCAL_WINDOW);
    }
    const struct region *region = region_find(machine->device, address, false);
    if (region == NULL) {
        return NULL;
    }
    *left = region->seen.size - (address - region->seen.address);
    return region->host + (address - region->seen.address);
}

/* A string of the device, cut to the buffer; false if it cannot be read. */
static bool read_text(const struct warp *warp, int lane, uint64_t address, char *text,
                      size_t size) {
    uint64_t left = 0;
    const uint8_t *bytes = reach(warp, lane, address, &left);
    if (bytes == NULL) {
        return false;
    }
    size_t length = strnlen((const char *)bytes, left < size - 1 ? left : size - 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    return true;
}

/* ---- printf ---------------------------------------------------------------------------------- */

struct lane_printer {
    struct printer printer;
    const struct warp *warp;
    int lane;
    uint64_t arguments; /* address of the argument buffer */
    uint64_t at;        /* offset of the next one */
};

static uint64_t next_argument(struct printer *printer, uint32_t size) {
    struct lane_printer *own = (struct lane_printer *)printer;
    uint64_t left = 0, value = 0;
    own->at = (own->at + size - 1) / size * size;
    const uint8_t *bytes = reach(own->warp, own->lane, own->arguments + own->at, &left);
    own->at += size;
    if (bytes == NULL || left < size) {
        printer->failed = true;
        return 0;
    }
    memcpy(&value, bytes, size);
    return value;
}

static bool read_lane_text(struct printer *printer, uint64_t address, char *text, size_t size) {
    const struct lane_printer *own = (const struct lane_printer *)printer;
    return read_text(own->warp, own->lane, address, text, size);
}

static int run_printf(struct warp *warp, const struct instruction *i) {
    const struct simt_device *device = warp->machine->device;
    if (warp->machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    for (LANES_OF(lane, warp->mask)) {
        char format[PRINTER_TEXT];
        struct lane_printer own = {.printer = {.next = next_argument, .read_text = read_lane_text},
                                   .warp = warp,
                                   .lane = lane,
                                   .arguments = call_argument(warp, i, 1, lane)};
        struct printer *printer = &own.printer;
        printer->failed =
            !read_text(warp, lane, call_argument(warp, i, 0, lane), format, sizeof format);
        if (!printer->failed) {
            print_format(printer, format);
        }
        if (device->print != NULL) {
            device->print(device->print_context, printer->text, printer->length);
        }
        int32_t result = printer->failed ? -1 : printer->arguments; /* not characters, as in C */
        write_result(warp, i, lane, &result, sizeof result);
    }
    return STEP_NEXT;
}

/* __assertfail(message, file, line, function, character size) */
static int run_assert(struct warp *warp, const struct instruction *i) {
    int lane = first_lane(warp->mask);
    char expression[80] = "?", file[60] = "?", function[40] = "?", message[240];
    read_text(warp, lane, call_argument(warp, i, 0, lane), expression, sizeof expression);
    read_text(warp, lane, call_argument(warp, i, 1, lane), file, sizeof file);
    read_text(warp, lane, call_argument(warp, i, 3, lane), function, sizeof function);
    snprintf(message, sizeof message, "%s:%u: %s: assertion `%s` failed", file,
             (unsigned)call_argument(warp, i, 2, lane), function, expression);
    return stop_lanes(warp, i, SIMT_FAULT_ASSERT, warp->mask, message);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int run_malloc(struct warp *warp, const struct instruction *i) {
    if (warp->machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    for (LANES_OF(lane, warp->mask)) {
        const uint64_t bytes = call_argument(warp, i, 0, lane);
        const uint64_t address = region_of_kernel(warp->machine->device, bytes);
        write_result(warp, i, lane, &address, sizeof address);
    }
    return STEP_NEXT;
}

static int run_free(struct warp *warp, const struct instruction *i) {
    if (warp->machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    for (LANES_OF(lane, warp->mask)) {
        uint64_t address = call_argument(warp, i, 0, lane);
        if (simt_memory_free(warp->machine->device, address) != SIMT_OK) {
            struct simt_fault fault = {
                .kind = SIMT_FAULT_BAD_FREE, .mask = 1u << lane, .address = address};
            return raise_fault(warp, i, &fault, "free() of a pointer that malloc() did not give");
        }
    }
    launch_bind_sites(warp->machine);
    return STEP_NEXT;
}

/* ---- random numbers -------------------------------------------------------------------------- */

enum { SKIP_WORD, SKIP_STATE, SKIP_SEQUENCES = 6, SKIP_STEPS, SKIP_ARGUMENTS };

/* A thread asks for the five words of a state one after the other: the last answers are kept. */
struct skips {
    struct xorwow_jumps jumps;
    struct {
        uint64_t asked[SKIP_ARGUMENTS];
        struct xorwow state;
    } last[LANES];
};

static void skip_lane(struct skips *skips, struct warp *warp, const struct instruction *i,
                      int lane) {
    uint64_t asked[SKIP_ARGUMENTS] = {0};
    for (uint32_t n = SKIP_STATE; n < SKIP_ARGUMENTS; n++) {
        asked[n] = call_argument(warp, i, n, lane);
    }
    if (memcmp(asked, skips->last[lane].asked, sizeof asked) != 0) {
        struct xorwow state = {0};
        for (uint32_t n = 0; n < 5; n++) {
            state.word[n] = (uint32_t)asked[SKIP_STATE + n];
        }
        xorwow_skip(&skips->jumps, &state, asked[SKIP_SEQUENCES], asked[SKIP_STEPS]);
        skips->last[lane].state = state;
        memcpy(skips->last[lane].asked, asked, sizeof asked);
    }
    uint64_t which = call_argument(warp, i, SKIP_WORD, lane);
    uint32_t word = which < 5 ? skips->last[lane].state.word[which] : 0;
    write_result(warp, i, lane, &word, sizeof word);
}

/* lockstep_xorwow_skip(which, the state's five words, sequences, steps): that word of the state. */
static int run_xorwow_skip(struct warp *warp, const struct instruction *i) {
    struct simt_device *device = warp->machine->device;
    if (device->skips == NULL) {
        device->skips = calloc(1, sizeof(struct skips));
    }
    struct skips slow; /* without memory */
    struct skips *skips = device->skips;
    if (skips == NULL) {
        memset(&slow, 0, sizeof slow);
        skips = &slow;
    }
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        skip_lane(skips, warp, i, first_lane(left));
    }
    return STEP_NEXT;
}

/* ---- mathematics ----------------------------------------------------------------------------- */

#define MATH_1(NAME, T, F)                                                                         \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int lane = first_lane(left);                                                           \
            T x, r;                                                                                \
            call_read(warp, i->call, 0, lane, &x, sizeof x);                                       \
            r = F(x);                                                                              \
            write_result(warp, i, lane, &r, sizeof r);                                             \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
#define MATH_2(NAME, T, F)                                                                         \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int lane = first_lane(left);                                                           \
            T x, y, r;                                                                             \
            call_read(warp, i->call, 0, lane, &x, sizeof x);                                       \
            call_read(warp, i->call, 1, lane, &y, sizeof y);                                       \
            r = F(x, y);                                                                           \
            write_result(warp, i, lane, &r, sizeof r);                                             \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
/* Each function in float (name + f), through double so that it is rounded once, and in double. */
/* The formatter never comes to rest on this list. */
/* clang-format off */
#define FUNCTIONS_1(X) \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) \
    X(atanh) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sqrt) \
    X(cbrt) X(erf) X(erfc) X(tgamma) X(lgamma) X(ceil) X(floor) X(trunc) X(rint) \
    X(nearbyint) X(round) X(fabs) X(rsqrt) X(rcbrt) X(sinpi) X(cospi) X(logb) X(j0) X(j1) \
    X(y0) X(y1)
/* clang-format on */
#define FUNCTIONS_2(X)                                                                             \
    X(pow) X(atan2) X(fmod) X(hypot) X(fmin) X(fmax) X(fdim) X(copysign) X(remainder) X(nextafter)

/* By names of their own: newer C libraries declare some of these, ours are the same everywhere. */
#define rsqrt own_rsqrt
#define rcbrt own_rcbrt
#define sinpi own_sinpi
#define cospi own_cospi
static double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
static double rcbrt(double x) {
    return 1.0 / cbrt(x);
}
static double sinpi(double x) {
    return sin(M_PI * fmod(x, 2.0));
}
static double cospi(double x) {
    return cos(M_PI * fmod(x, 2.0));
}
static float nextafter_float(float x, float y) {
    return nextafterf(x, y);
}

#define DEFINE_1(F)                                                                                \
    static float F##_single(float x) {                                                             \
        return (float)F((double)x);                                                                \
    }                                                                                              \
    MATH_1(run_##F, double, F)                                                                     \
    MATH_1(run_##F##f, float, F##_single)
#define DEFINE_2(F)                                                                                \
    static float F##_single(float x, float y) {                                                    \
        return (float)F((double)x, (double)y);                                                     \
    }                                                                                              \
    MATH_2(run_##F, double, F)                                                                     \
    MATH_2(run_##F##f, float, F##_single)
FUNCTIONS_1(DEFINE_1)
FUNCTIONS_2(DEFINE_2)
MATH_2(run_nextafter_float, float, nextafter_float)

#define NAME_1(F) {"__nv_" #F, run_##F, 1}, {"__nv_" #F "f", run_##F##f, 1},
#define NAME_2(F) {"__nv_" #F, run_##F, 2}, {"__nv_" #F "f", run_##F##f, 2},

static const struct {
    const char *name;
    run_function run;
    uint32_t arguments; /* that it reads without looking whether they are there */
} builtins[] = {{"vprintf", run_printf, 2},
                {"__assertfail", run_assert, 5},
                {"malloc", run_malloc, 1},
                {"free", run_free, 1},
                {"lockstep_xorwow_skip", run_xorwow_skip, SKIP_ARGUMENTS},
                {"lockstep_grid_barrier", run_grid_barrier, 0},
                {"lockstep_child", run_child_shape, 8},
                {"lockstep_children_wait", run_children_wait, 0},
                {"lockstep_children_join", run_children_join, 0},
                {"__nv_nextafterf", run_nextafter_float, 2},
                FUNCTIONS_1(NAME_1) FUNCTIONS_2(NAME_2){"__nv_fast_sinf", run_sinf, 1},
                {"__nv_fast_cosf", run_cosf, 1},
                {"__nv_fast_tanf", run_tanf, 1},
                {"__nv_fast_expf", run_expf, 1},
                {"__nv_fast_exp10f", run_exp10f, 1},
                {"__nv_fast_logf", run_logf, 1},
                {"__nv_fast_log2f", run_log2f, 1},
                {"__nv_fast_log10f", run_log10f, 1},
                {"__nv_fast_powf", run_powf, 2}};

run_function builtin_function(const struct ptx_function *function, const char *prefix) {
    size_t length = strlen(prefix);
    for (size_t n = 0; n < sizeof builtins / sizeof *builtins; n++) {
        if (strncmp(builtins[n].name, prefix, length) == 0 &&
            strcmp(builtins[n].name + length, function->name) == 0 &&
            function->parameter_count >= builtins[n].arguments) {
            return builtins[n].run;
        }
    }
    return NULL;
}
