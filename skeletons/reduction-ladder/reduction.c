/* The reduction ladder: the host functions. What each must do is written in reduction.h. */
#include "reduction.h"

#include <stdlib.h>

cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
}

cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
}

cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum) {
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)sum;
    return CL_SUCCESS;
}
