/* The driver API is not offered; programs often include this file without using it. */
#ifndef LOCKSTEP_CUDA_H
#define LOCKSTEP_CUDA_H

#include "cuda_runtime.h"

#endif
