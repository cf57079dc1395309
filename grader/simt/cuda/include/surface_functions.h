/* In cuda_runtime.h already. */
#include "cuda_runtime.h"
