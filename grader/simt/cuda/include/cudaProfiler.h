/* cuProfilerStart and cuProfilerStop: in cuda.h already. */
#include "cuda.h"
