/* The stencil's kernels. What each must do, and how it is launched, is written in stencil.h. */

/* Each work-item computes one cell with five loads. Its neighbours load four of these values, too. */
__kernel void stencil_naive(__global float *B, __global const float *A, int width, int height,
                            int line) {
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
}

/* 16 x 4 work-items compute 16 x 16 cells. They load each value once, into local memory. */
__kernel void stencil_tile(__global float *B, __global const float *A, int width, int height,
                           int line) {
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
}

/* The same without bank conflicts: two rows of a warp never need the same bank. */
__kernel void stencil_conflict_free(__global float *B, __global const float *A, int width,
                                    int height, int line) {
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
}

/* 4 x 4 cells a work-item, from north to south: what was centre becomes north, what was south
 * becomes centre, so each row of float4 is loaded once. */
__kernel void stencil_marching(__global float *B, __global const float *A, int width, int height,
                               int line) {
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
}
