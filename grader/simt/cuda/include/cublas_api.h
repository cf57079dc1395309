/* In cublas_v2.h already. */
#include "cublas_v2.h"
