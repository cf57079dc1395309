#include "devices.h"

#include <string.h>

static const struct check_row rows[] = {
    {"cpu", NULL, CHECK_OUTPUT, "bit-for-bit comparison", FLAVOUR_NATIVE, check_output},
    {"cpu", NULL, CHECK_RACE, "ThreadSanitizer and Archer", FLAVOUR_TSAN, check_race},
    {"cpu", NULL, CHECK_MEMORY, "AddressSanitizer and UndefinedBehaviorSanitizer", FLAVOUR_ASAN,
     check_memory},
    {"cpu", NULL, CHECK_STRUCTURE, "memory accesses and OpenMP events, observed", FLAVOUR_OBSERVE,
     check_structure},
    {"simt", ".cu", CHECK_OUTPUT, "bit-for-bit comparison", FLAVOUR_SIMT, check_gpu_output},
    {"simt", ".cu", CHECK_RACE, "the simulated GPU's detectors", FLAVOUR_SIMT, check_gpu_findings},
    {"simt", ".cu", CHECK_COST, "the simulated GPU's counters", FLAVOUR_SIMT, check_gpu_cost},
    {"simt", ".cu", CHECK_ORIGIN, "other data on the simulated GPU than on the host", FLAVOUR_SIMT,
     check_gpu_origin},
    {"simt", ".cl", CHECK_OUTPUT, "bit-for-bit comparison", FLAVOUR_SIMT_OPENCL, check_gpu_output},
    {"simt", ".cl", CHECK_RACE, "the simulated GPU's detectors", FLAVOUR_SIMT_OPENCL,
     check_gpu_findings},
    {"simt", ".cl", CHECK_COST, "the simulated GPU's counters", FLAVOUR_SIMT_OPENCL,
     check_gpu_cost},
    {"simt", ".cl", CHECK_ORIGIN, "other data on the simulated GPU than on the host",
     FLAVOUR_SIMT_OPENCL, check_gpu_origin},
    {"cuda", ".cu", CHECK_OUTPUT, "bit-for-bit comparison, on a real GPU", FLAVOUR_CUDA,
     check_cuda_output},
    {"cuda", ".cu", CHECK_RACE, "compute-sanitizer's memcheck and racecheck, on a real GPU",
     FLAVOUR_CUDA, check_cuda_findings},
    {"opencl", ".cl", CHECK_OUTPUT, "bit-for-bit comparison, on this machine's OpenCL device",
     FLAVOUR_OPENCL, check_opencl_output},
};

const struct check_row *check_row_find(const struct lab *lab, const char *device,
                                       enum check_kind kind) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == kind && strcmp(rows[i].device, device) == 0 &&
            (rows[i].files == NULL || lab_has_files(lab, rows[i].files))) {
            return &rows[i];
        }
    }
    return NULL;
}

enum flavour check_base_flavour(const struct lab *lab, const char *device) {
    const struct check_row *row = check_row_find(lab, device, CHECK_OUTPUT);
    return row != NULL ? row->flavour : FLAVOUR_NATIVE;
}
