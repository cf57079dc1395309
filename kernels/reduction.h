/*
 * What both dialects and the host agree on for the reductions in this folder: OpenCL C, CUDA C and
 * C include it. (A program built with clBuildProgram finds it by the option "-I kernels".)
 */
#ifndef KERNELS_REDUCTION_H
#define KERNELS_REDUCTION_H

/* Work-items in a work-group, threads in a block: the ladder's usual number. */
#define REDUCTION_WORK_GROUP 256u

/* Work-groups (blocks) that take n elements when each work-item takes `times` of them; at least
 * one. n + work_group * times must fit its type. */
#define REDUCTION_GROUPS(n, work_group, times)                                                     \
    ((n) == 0 ? 1 : ((n) + (work_group) * (times)-1) / ((work_group) * (times)))

#endif
