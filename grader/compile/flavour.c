#include "flavour.h"

#include "../clang.h"
#include "cuda_build.h"
#include "opencl_build.h"

/* OMP_PLACES and friends are left alone: four threads run on whatever cores there are. */
#define COMMON_ENVIRONMENT                                                                         \
    "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "OMP_NUM_THREADS=4", "OMP_DYNAMIC=false",              \
        "OMP_WAIT_POLICY=passive", "TMPDIR=/tmp"

/* malloc'd memory starts as a pattern: a table that nobody set to zero is wrong every time. */
static const char *const native_environment[] = {COMMON_ENVIRONMENT, "MALLOC_PERTURB_=85", 0};
static const char *const plain_environment[] = {COMMON_ENVIRONMENT, 0};
/* As plain_environment, and where the socket to the simulated GPU is (simt/wire/wire.h). */
static const char *const simt_environment[] = {COMMON_ENVIRONMENT, "MALLOC_PERTURB_=85",
                                               "LOCKSTEP_DEVICE_FD=100", 0};

#define WARNINGS "-Wall -Wextra"

/* As simt_environment. The ICD loader finds one platform only (build/opencl_build.h). */
static const char *const simt_opencl_environment[] = {
    COMMON_ENVIRONMENT,
    "MALLOC_PERTURB_=85",
    "LOCKSTEP_DEVICE_FD=100",
    "OCL_ICD_VENDORS=/box/platform-simt-opencl/vendors/",
    "LD_LIBRARY_PATH=/box/platform-simt-opencl",
    "LOCKSTEP_CACHE=/cache",
    0};

/* PoCL 3.1 computes barriers in loops wrong when it optimises, and asks hwloc for a machine, of
 * which the jail shows nothing. Drivers keep what they compiled. */
static const char *const opencl_environment[] = {
    COMMON_ENVIRONMENT,
    "OCL_ICD_VENDORS=/box/platform-opencl/vendors/",
    "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable",
    "POCL_CACHE_DIR=/cache",
    "CUDA_CACHE_PATH=/cache",
    "HWLOC_SYNTHETIC=node:1(memory=4294967296) core:2 pu:1",
    0};

static const struct flavour_row rows[FLAVOUR_COUNT] = {
    [FLAVOUR_NATIVE] = {.name = "native",
                        .compile = FLAVOUR_C " -fopenmp",
                        .student = WARNINGS,
                        .patterns = true,
                        .link = "-fopenmp",
                        .environment = native_environment},
    [FLAVOUR_MACHINE] = {.name = "machine",
                         .clang = true,
                         .compile = "-std=gnu17 " OPENMP_CLANG_FLAGS, /* openmp.mk */
                         .student = "-w",
                         .link = "",
                         .environment = plain_environment,
                         .language = LANGUAGE_OPENMP,
                         .device = ON_MACHINE},
    [FLAVOUR_SIMT] = {.name = "simt",
                      .clang = true,
                      .compile = "-O2 -g",
                      .student = "-w",
                      .linker = "/usr/bin/gcc", /* clang takes three times as long to start */
                      .link = "",
                      .environment = simt_environment,
                      .libraries = CUDA_HOME "/liblockstep_cudart.a -lstdc++ -lpthread",
                      .language = LANGUAGE_CUDA_SIMULATED,
                      .device = ON_SIMULATED_GPU},
    [FLAVOUR_CUDA] = {.name = "cuda",
                      .compile = "-std=gnu17 -O2 -g",
                      .student = "",
                      .link = "",
                      .environment = plain_environment,
                      .libraries = "-L/usr/local/cuda/lib64 -lcudart_static -lstdc++ -lpthread "
                                   "-ldl -lrt",
                      .language = LANGUAGE_CUDA,
                      .device = ON_REAL_DEVICE,
                      .reserves_addresses = 1},
    [FLAVOUR_SIMT_OPENCL] = {.name = "simt-opencl",
                             .compile = FLAVOUR_C " -fopenmp",
                             .student = WARNINGS,
                             .patterns = true,
                             .link = "-fopenmp",
                             .environment = simt_opencl_environment,
                             .language = LANGUAGE_OPENCL,
                             .device = ON_SIMULATED_GPU},
    [FLAVOUR_OPENCL] = {.name = "opencl",
                        .compile = FLAVOUR_C " -fopenmp " OPENCL_HEADERS,
                        .student = WARNINGS,
                        .patterns = true,
                        .link = "-fopenmp",
                        .environment = opencl_environment,
                        .language = LANGUAGE_OPENCL,
                        .device = ON_REAL_DEVICE,
                        .reserves_addresses = 1},
};

const struct flavour_row *flavour_row(enum flavour flavour) {
    return &rows[flavour];
}

const char *flavour_compiler(const struct flavour_row *row) {
    return row->clang ? clang_path() : "/usr/bin/gcc";
}

const char *flavour_package(const struct flavour_row *row) {
    return row->clang ? clang_package() : "gcc";
}
