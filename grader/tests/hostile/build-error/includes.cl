/* === includes_secret */
/*
 * exercise: kernel
 * flavours: all
 * Tries: to have files quoted by the OpenCL compiler.
 */
#include "@SECRET@"
#include "@ROOT@/labs/sum-opencl/oracle.c"
#include "/etc/shadow"
#include "../../../../../../etc/shadow"
/* === includes_secret_on_processor */
/*
 * exercise: kernel
 * device: opencl
 * Tries: to have files quoted by the OpenCL compiler of a real device.
 */
#include "@SECRET@"
#include "@ROOT@/labs/sum-opencl/oracle.c"
#include "/etc/shadow"
#include "../../../../../../etc/shadow"
