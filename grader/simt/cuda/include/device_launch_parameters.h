/* threadIdx and the like: in cuda_runtime.h already. */
#include "cuda_runtime.h"
