/* test: once */
/*
 * OpenCL C's conversions on the simulated GPU beside C's: every pair of scalar types, every
 * rounding, saturated or not, on the corners of the types; and the last element of the vectors of
 * four. What OpenCL leaves undefined (out of range without _sat) is not compared. Prints TAP lines.
 */
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load_kernels.h"

/* Holds all integers of 64 bits and all doubles. */
typedef long double wide;

struct rounding {
    const char *suffix;
    int mode; /* of fenv.h; -1: the default for the target */
};
static const struct rounding roundings[] = {{"", -1},
                                            {"_rte", FE_TONEAREST},
                                            {"_rtz", FE_TOWARDZERO},
                                            {"_rtp", FE_UPWARD},
                                            {"_rtn", FE_DOWNWARD}};
enum { ROUNDINGS = sizeof roundings / sizeof *roundings };

static const int powers[] = {-1000, -152, -133, -1, 0,  1,  7,  8,   15,  16,  24,
                             25,    31,   32,   53, 62, 63, 64, 100, 127, 1000};
enum {
    AROUND = 8,
    CORNERS = 2 * AROUND * (sizeof powers / sizeof *powers) + 6,
    INTEGERS = 32,
    COUNT = CORNERS + INTEGERS
};

/* ---- values ---------------------------------------------------------------------------------- */

/* What lies around a power of two; 0, infinity and no number; each with both signs. */
static double corner(size_t i) {
    const double two = i < 6 ? 1 : ldexp(1, powers[(i - 6) / 2 / AROUND]);
    const size_t which = (i - 6) / 2 % AROUND;
    const double value = i < 2        ? 0.0
                         : i < 4      ? INFINITY
                         : i < 6      ? NAN
                         : which == 5 ? nextafterf((float)two, 0)
                         : which > 5  ? nextafter(two, which == 6 ? 0 : INFINITY)
                                      : two + ((double)which - 2) / 2;
    return i % 2 ? -value : value;
}

static wide limit(const struct type *type, bool upper) {
    unsigned bits = 8 * type->bytes;
    if (type->kind == 'u') {
        return upper ? ldexpl(1, (int)bits) - 1 : 0;
    }
    return upper ? ldexpl(1, (int)bits - 1) - 1 : -ldexpl(1, (int)bits - 1);
}

static wide read_value(const struct type *type, const void *from) {
    uint64_t bits = 0;
    float narrow;
    double value;
    memcpy(&bits, from, type->bytes);
    memcpy(&narrow, from, sizeof narrow);
    if (type->kind == 'f') {
        memcpy(&value, &bits, sizeof value);
        return type->bytes == 4 ? (wide)narrow : (wide)value;
    }
    unsigned shift = (64 - 8 * type->bytes) & 63;
    return type->kind == 'u' ? (wide)bits : (wide)((int64_t)(bits << shift) >> shift);
}

/* The type's form of a corner; integers are cut to their range. */
static void write_corner(const struct type *type, double corner, void *to) {
    float narrow = (float)corner;
    if (type->kind == 'f') {
        memcpy(to, type->bytes == 4 ? (void *)&narrow : (void *)&corner, type->bytes);
        return;
    }
    wide value = isnan(corner) ? 0 : (wide)corner;
    value = value > limit(type, true) ? limit(type, true) : value;
    value = value < limit(type, false) ? limit(type, false) : value;
    uint64_t bits = type->kind == 'u' ? (uint64_t)value : (uint64_t)(int64_t)value;
    memcpy(to, &bits, type->bytes);
}

static void fill(const struct type *type, unsigned char *to) {
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < COUNT; i++) {
        if (i < CORNERS) {
            write_corner(type, corner(i), to + i * type->bytes);
            continue;
        }
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        uint64_t bits = state >> (i % 60);
        if (type->kind == 'f') {
            write_corner(type, (double)bits * (i % 2 ? 1 : -0.37), to + i * type->bytes);
        } else {
            memcpy(to + i * type->bytes, &bits, type->bytes);
        }
    }
}

/* The right result's bytes; false where OpenCL leaves it open. */
static bool convert(const struct type *to, int mode, bool saturated, wide value, void *result) {
    bool good = true;
    if (to->kind == 'f') {
        volatile wide exact = value;
        fesetround(mode < 0 ? FE_TONEAREST : mode);
        volatile float narrow = (float)exact;
        volatile double rounded = (double)exact;
        fesetround(FE_TONEAREST);
        float narrow_copy = narrow;
        double copy = rounded;
        memcpy(result, to->bytes == 4 ? (void *)&narrow_copy : (void *)&copy, to->bytes);
        return good;
    }
    fesetround(mode < 0 ? FE_TOWARDZERO : mode);
    volatile wide whole = rintl(value);
    fesetround(FE_TONEAREST);
    wide cut = whole;
    if (isnan(value) || cut > limit(to, true) || cut < limit(to, false)) {
        good = saturated;
        cut = isnan(value) ? 0 : cut > 0 ? limit(to, true) : limit(to, false);
    }
    uint64_t bits = to->kind == 'u' ? (uint64_t)cut : (uint64_t)(int64_t)cut;
    memcpy(result, &bits, to->bytes);
    return good;
}

/* ---- the kernels ----------------------------------------------------------------------------- */

/* For one source type: a kernel for each target, rounding and saturation. */
static char *make_source(const struct type *from, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    for (int t = 0; t < TYPES; t++) {
        for (int s = 0; s < (types[t].kind == 'f' ? 1 : 2); s++) {
            for (int r = 0; r < ROUNDINGS; r++) {
                fprintf(out,
                        "__kernel void to_%s%s%s(__global const %s *in, __global %s *out, __global "
                        "%s *vector) {\nsize_t i = get_global_id(0);\n%s x = in[i];\n"
                        "out[i] = convert_%s%s%s(x);\nvector[i] = convert_%s4%s%s((%s4)(0, 0, 0, "
                        "x)).w;\n}\n",
                        types[t].name, s ? "_sat" : "", roundings[r].suffix, from->name,
                        types[t].name, types[t].name, from->name, types[t].name, s ? "_sat" : "",
                        roundings[r].suffix, types[t].name, s ? "_sat" : "", roundings[r].suffix,
                        from->name);
            }
        }
    }
    fclose(out);
    return text;
}

static struct simt_module *load(struct simt_device *device, const struct type *from) {
    size_t length;
    char *text = make_source(from, &length);
    return load_kernels(device, "conversions.cl", text, length);
}

/* One kernel's results against C's; the first difference is told. */
static bool judge(struct simt_device *device, struct simt_module *module, const struct type *from,
                  const struct type *to, int rounding, bool saturated) {
    static unsigned char in[8 * COUNT], out[2][8 * COUNT];
    char kernel[64];
    snprintf(kernel, sizeof kernel, "to_%s%s%s", to->name, saturated ? "_sat" : "",
             roundings[rounding].suffix);
    fill(from, in);
    bool good =
        run_on_arrays(device, module, kernel, COUNT, (void *[]){in, out[0], out[1]}, 1, sizeof in);
    for (size_t i = 0; i < 2 * (size_t)COUNT && good; i++) {
        size_t at = i / 2;
        unsigned char right[8] = {0};
        wide value = read_value(from, in + at * from->bytes);
        const unsigned char *got = out[i % 2] + at * to->bytes;
        if (!convert(to, roundings[rounding].mode, saturated, value, right)) {
            continue;
        }
        bool both_nan = to->kind == 'f' && isnan(value) && isnan(read_value(to, got));
        good = both_nan || memcmp(got, right, to->bytes) == 0;
        if (!good) {
            printf("# %s of %s %.20Lg%s: %.20Lg, not %.20Lg\n", kernel, from->name, value,
                   i % 2 ? " in a vector" : "", read_value(to, got), read_value(to, right));
        }
    }
    return good;
}

int main(void) {
    struct simt_device *device = simt_device_create(0);
    int count = 0, failed = 0;
    for (int f = 0; f < TYPES; f++) {
        struct simt_module *module = load(device, &types[f]);
        for (int t = 0; t < TYPES; t++) {
            bool good = module != NULL;
            for (int s = 0; s < (types[t].kind == 'f' ? 1 : 2); s++) {
                for (int r = 0; r < ROUNDINGS; r++) {
                    good =
                        module != NULL && judge(device, module, &types[f], &types[t], r, s) && good;
                }
            }
            printf("%sok %d - %s to %s\n", good ? "" : "not ", ++count, types[f].name,
                   types[t].name);
            failed += !good;
        }
    }
    printf("1..%d\n", count);
    simt_device_destroy(device);
    return failed != 0;
}
