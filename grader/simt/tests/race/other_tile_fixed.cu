// The same, where all that exchange something meet.
#define FIXED
#include "other_tile.cu"
