/*
 * The machine has mathematics of its own, exact rather than fast, so what a GPU would execute is
 * told here: instructions of the usual path, as nvcc 13.0 makes them for sm_90 (a kernel of one
 * call, disassembled, less the same kernel without it).
 */
#include "functions.h"

#include <string.h>

static const struct function_cost costs[] = {
    {"expf", 8, 0, 1, 36},        {"exp2f", 4, 0, 1, 28},     {"exp10f", 10, 0, 1, 44},
    {"expm1f", 28, 0, 1, 75},     {"logf", 26, 0, 0, 62},     {"log2f", 27, 0, 0, 70},
    {"log10f", 27, 0, 0, 72},     {"log1pf", 30, 0, 0, 78},   {"sinf", 28, 0, 2, 84},
    {"cosf", 28, 0, 2, 84},       {"sincosf", 40, 0, 2, 90},  {"tanf", 34, 0, 3, 98},
    {"powf", 64, 0, 2, 181},      {"erff", 27, 0, 1, 80},     {"erfcf", 46, 0, 3, 120},
    {"normcdff", 62, 0, 3, 160},  {"tanhf", 17, 0, 2, 75},    {"sinhf", 25, 0, 2, 80},
    {"coshf", 16, 0, 2, 64},      {"atanf", 19, 0, 1, 62},    {"atan2f", 42, 0, 2, 115},
    {"asinf", 25, 0, 1, 80},      {"acosf", 26, 0, 1, 82},    {"cbrtf", 16, 0, 2, 70},
    {"hypotf", 28, 0, 1, 80},     {"fmodf", 40, 0, 1, 150},   {"fast_expf", 3, 0, 1, 26},
    {"fast_exp10f", 3, 0, 1, 26}, {"fast_logf", 4, 0, 1, 26}, {"fast_log2f", 4, 0, 1, 26},
    {"fast_log10f", 4, 0, 1, 26}, {"fast_sinf", 2, 0, 1, 24}, {"fast_cosf", 2, 0, 1, 24},
    {"fast_tanf", 6, 0, 3, 60},   {"fast_powf", 8, 0, 2, 56}, {"exp", 51, 24, 0, 109},
    {"exp2", 53, 25, 0, 114},     {"exp10", 55, 26, 0, 119},  {"log", 88, 40, 1, 203},
    {"log2", 92, 42, 1, 213},     {"log10", 92, 42, 1, 213},  {"log1p", 98, 44, 1, 233},
    {"sin", 54, 20, 2, 188},      {"cos", 54, 20, 2, 188},    {"tan", 70, 30, 3, 280},
    {"pow", 168, 84, 1, 628},     {"erf", 90, 42, 1, 320},    {"erfc", 129, 64, 2, 324},
    {"normcdf", 151, 75, 2, 522}, {"tanh", 70, 30, 2, 260},   {"sinh", 60, 25, 1, 240},
    {"cosh", 60, 25, 1, 240},     {"atan", 78, 28, 1, 240},   {"cbrt", 42, 13, 4, 170},
    {"rsqrt", 14, 7, 1, 45},
};

static const struct function_cost single = {"", 30, 0, 1, 80}, twice = {"", 80, 35, 1, 300};

static const char prefix[] = "__nv_", helper[] = "__lockstep_";

bool is_library_function(const char *name) {
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ||
           strncmp(name, helper, sizeof helper - 1) == 0;
}

const struct function_cost *function_cost_of(const char *name) {
    const char *plain =
        strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;
    size_t length = strlen(plain);
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c++) {
        if (strcmp(costs[c].name, plain) == 0) {
            return &costs[c];
        }
    }
    return length > 0 && plain[length - 1] == 'f' ? &single : &twice;
}
