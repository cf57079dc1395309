// The same, where a fence lies between.
#define FIXED
#include "later_block.cu"
