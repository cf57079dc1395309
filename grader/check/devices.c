#include "devices.h"

#include <string.h>

static const struct check_row rows[] = {
    {"cpu", CHECK_OUTPUT, "bit-for-bit comparison", FLAVOUR_NATIVE, check_output},
    {"cpu", CHECK_RACE, "ThreadSanitizer and Archer", FLAVOUR_TSAN, check_race},
    {"cpu", CHECK_MEMORY, "AddressSanitizer and UndefinedBehaviorSanitizer", FLAVOUR_ASAN,
     check_memory},
    {"cpu", CHECK_STRUCTURE, "memory accesses and OpenMP events, observed", FLAVOUR_OBSERVE,
     check_structure},
    {"simt", CHECK_OUTPUT, "bit-for-bit comparison", FLAVOUR_SIMT, check_gpu_output},
    {"simt", CHECK_RACE, "the simulated GPU's detectors", FLAVOUR_SIMT, check_gpu_findings},
    {"simt", CHECK_COST, "the simulated GPU's counters", FLAVOUR_SIMT, check_gpu_cost},
    {"cuda", CHECK_OUTPUT, "bit-for-bit comparison, on a real GPU", FLAVOUR_CUDA,
     check_cuda_output},
    {"cuda", CHECK_RACE, "compute-sanitizer's memcheck and racecheck, on a real GPU", FLAVOUR_CUDA,
     check_cuda_findings},
};

const struct check_row *check_row_find(const char *device, enum check_kind kind) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == kind && strcmp(rows[i].device, device) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

enum flavour check_base_flavour(const char *device) {
    const struct check_row *row = check_row_find(device, CHECK_OUTPUT);
    return row != NULL ? row->flavour : FLAVOUR_NATIVE;
}
