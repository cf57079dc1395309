/* The CUDA side of building: what grader/simt needs in the box, and its compile steps as one shell
 * command. */
#pragma once

#include "../arena.h"
#include "../error.h"

/* Where the jail sees the kit's part of a CUDA build: this folder of the kit's other files. */
#define CUDA_HOME_NAME "simt"
#define CUDA_HOME      "/kit/" CUDA_HOME_NAME

/* Copies the headers, libdevice and the libcudart stand-in from the build folder `build` to
 * `target` (an existing folder, seen as CUDA_HOME in the jail). */
bool cuda_bring_kit(const char *build, const char *target, struct error *error);

/* Commands that come with a compilation. `beside` needs the object but not the PTX, and is run
 * while the PTX is made; where it fails, so does the compilation. `then` is run when compilers have
 * taken kernels and host half, whatever `beside` did. Either may be "true". */
struct cuda_steps {
    const char *beside, *then;
};

/* The shell command that compiles CUDA C `file` (in the working folder) to `object` inside the
 * jail; NULL with an error when the plan cannot be made. `headers`: the folder of precompiled ones
 * (cuda_headers.h), or NULL. The PTX goes to `object`.ptx: the program finds it by that name,
 * without its folder, where it begins to run. */
const char *cuda_compile_command(struct arena *arena, const char *file, const char *object,
                                 const char *headers, const struct cuda_steps *steps,
                                 struct error *error);

/* The shell command that makes the folder `output` of precompiled headers for it. */
const char *cuda_headers_command(struct arena *arena, const char *output, struct error *error);

/* The variable by which CUDA's runtime knows which GPUs a program may see. */
#define CUDA_VISIBLE "CUDA_VISIBLE_DEVICES"

/* The device files that a program on a real GPU needs and that are here, NULL-terminated: first
 * those of the GPUs, of which there are cuda_device_count. */
const char *const *cuda_device_files(void);
size_t cuda_device_count(void);

/* Whether this machine can build and run CUDA programs for real: nvcc, a GPU and its driver. Else
 * the message says what is missing. */
bool cuda_available(struct error *error);

/* The shell command that compiles CUDA C with nvcc for this machine's GPU, inside the jail. */
const char *cuda_nvcc_command(struct arena *arena, const char *file, const char *includes,
                              const char *object);
