/*
 * nvrtc.h - kernels that the program compiles while it runs, by `lockstep cc`: the PTX, which
 * cuModuleLoadData takes. What is asked for as CUBIN is PTX, too.
 */
#ifndef LOCKSTEP_NVRTC_H
#define LOCKSTEP_NVRTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *header_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int option_count, const char *const *options);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name);

#ifdef __cplusplus
}
#endif

#endif
