/* Which device judges which kind of check, how, and in which build of the student's files. */
#pragma once

#include "grading.h"

/*
 * What the files of a lab are says by which door its programs reach a device: a lab with a .cl file
 * speaks OpenCL, one with a .cu file CUDA. Where a lab has both, `kernels` of its exercises
 * decides. Host code in C and OpenMP may stand beside either.
 */
struct check_row {
    const char *device; /* as lab.yaml spells it */
    const char *files;  /* the exercise has files that end so; NULL: whatever they are */
    enum check_kind kind;
    enum flavour flavour;
    check_run *run;
    const char *how; /* what judges, for the report */
};

/* X(device, files, kind, flavour, run, how) */
#define CHECK_ROWS(X)                                                                              \
    X("cpu", NULL, OUTPUT, NATIVE, check_output, "bit-for-bit comparison")                         \
    X("cpu", NULL, RACE, MACHINE, check_machine, "the machine: every access, in four orders")      \
    X("cpu", NULL, MEMORY, MACHINE, check_machine, "the machine: every access")                    \
    X("cpu", NULL, STRUCTURE, MACHINE, check_machine, "the machine: what it counted")              \
    X("simt", ".cu", OUTPUT, SIMT, check_simt_output, "bit-for-bit comparison")                    \
    X("simt", ".cu", RACE, SIMT, check_simt_findings, "the simulated GPU's detectors")             \
    X("simt", ".cu", COST, SIMT, check_cost, "the simulated GPU's counters")                       \
    X("simt", ".cu", ORIGIN, SIMT, check_origin,                                                   \
      "other data on the simulated GPU than on the host")                                          \
    X("simt", ".cl", OUTPUT, SIMT_OPENCL, check_simt_output, "bit-for-bit comparison")             \
    X("simt", ".cl", RACE, SIMT_OPENCL, check_simt_findings, "the simulated GPU's detectors")      \
    X("simt", ".cl", COST, SIMT_OPENCL, check_cost, "the simulated GPU's counters")                \
    X("simt", ".cl", ORIGIN, SIMT_OPENCL, check_origin,                                            \
      "other data on the simulated GPU than on the host")                                          \
    X("cuda", ".cu", OUTPUT, CUDA, check_device_output,                                            \
      "bit-for-bit comparison, on the simulated GPU and on a real one")                            \
    X("cuda", ".cu", RACE, CUDA, check_cuda_findings,                                              \
      "the simulated GPU's detectors, and compute-sanitizer on a real one")                        \
    X("opencl", ".cl", OUTPUT, OPENCL, check_device_output,                                        \
      "bit-for-bit comparison, on the simulated GPU and on this machine's OpenCL device")

#define CHECK_ROW_DECLARE(device, files, kind, flavour, run, how) check_run run;
CHECK_ROWS(CHECK_ROW_DECLARE)
#undef CHECK_ROW_DECLARE

/* The row, or NULL where the device is not known, is not for such an exercise, or has no such
 * check. */
const struct check_row *check_row_find(const struct lab *lab, const struct lab_exercise *exercise,
                                       const char *device, enum check_kind kind);

/* The build that an exercise of the device cannot do without. */
enum flavour check_base_flavour(const struct lab *lab, const struct lab_exercise *exercise,
                                const char *device);
