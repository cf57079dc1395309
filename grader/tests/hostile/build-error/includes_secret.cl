/*
 * exercise: kernel
 * flavours: all
 * Tries: to have files quoted by the OpenCL compiler.
 */
#include "@SECRET@"
#include "@ROOT@/labs/sum-opencl/oracle.c"
#include "/etc/shadow"
#include "../../../../../../etc/shadow"
