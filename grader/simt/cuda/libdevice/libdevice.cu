/* All of libdevice in one unit: built to one bitcode file. */
#include "integer.cu"
#include "rounding.cu"
#include "simple.cu"
#include "exponential.cu"
#include "trigonometric.cu"
#include "special.cu"
