/*
 * Scale: the contract. The kernel
 *
 *     __kernel void scale(__global const uint *data, __global uint *scaled, uint n, uint factor)
 *
 * writes scaled[i] = factor * data[i] for i = 0 … n - 1, modulo 2^32. It is launched with n
 * work-items, rounded up to whole work-groups, in one dimension. The data is only to be read.
 */
#ifndef SCALE_H
#define SCALE_H

#define SCALE_KERNEL "scale"

#endif
