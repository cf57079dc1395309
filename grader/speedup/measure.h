/* What the programs that `make speedup` builds share: measure.c and, where a device is timed, one
 * of measure_cuda.c and measure_opencl.c. */
#pragma once

/* What the device has done since the last call, by its own events: seconds of its kernels, and of
 * kernels, copies and fills together. 0 when it does not say. Absent where no device is timed. */
__attribute__((weak)) int device_seconds(double *kernels, double *all);
