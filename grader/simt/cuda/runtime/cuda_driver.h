/* cuda_driver.h - inside the driver API: what its files share. */
#pragma once

#include "../include/cuda.h"
#include "runtime_calls.h"

struct CUfunc_st {
    struct CUfunc_st *next;
    struct client_kernel kernel;
};

/* Each call's own: ends it as the runtime's do, with its name and line. */
#define driver_result(error)  (CUresult) client_result(error)
#define driver_built(error)   (CUresult) client_result_of(MESSAGE_RESULT_NOT_BUILT, error)
#define driver_not_run(error) (CUresult) client_result_of(MESSAGE_RESULT_NOT_RUN, error)

#define DRIVER_CALL(NAME, PARAMETERS, ERROR)                                                       \
    CUresult NAME PARAMETERS {                                                                     \
        return driver_result(ERROR);                                                               \
    }
/* A call of the runtime's, by another name. */
#define SAME(NAME, PARAMETERS, CALL)                                                               \
    CUresult NAME PARAMETERS {                                                                     \
        return (CUresult)(CALL);                                                                   \
    }
