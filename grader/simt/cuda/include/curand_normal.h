/* In curand_kernel.h already. */
#include "curand_kernel.h"
