/* opencl_program.h - `lockstep cc kernels.cl`: OpenCL C kernels to PTX. */
#pragma once

#include "cuda_compile.h"

/* Whether the request is for one .cl file. */
bool is_opencl(const struct compile_request *request);

/* Compiles it to `output` (NULL: the source's name with .ptx, in this folder); clang's messages go
 * to stderr. false with a message if there is no PTX. */
bool opencl_build(const struct compile_request *request, bool verbose, struct error *error);
