/* Names of what the driver made, for profilers: none is shown. */
#include "nvToolsExtCudaRt.h"
