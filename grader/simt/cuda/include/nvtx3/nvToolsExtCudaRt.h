#include "../nvToolsExtCudaRt.h"
