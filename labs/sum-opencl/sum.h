/*
 * Sum with OpenCL: the contract.
 *
 * You compute the sum of n doubles. You write a kernel in sum.cl, and the host code around it in
 * sum.c. The numbers are chosen so that every order of additions gives the same sum, bit for bit.
 *
 *
 * The kernel, in sum.cl
 * ---------------------
 *
 *     __kernel void sum_groups(__global const double *input, ulong n,
 *                              __global double *partial_sums, __local double *local_sums)
 *
 * Each work-group adds up one element for each of its work-items. It leaves the result, its partial
 * sum, in partial_sums[get_group_id(0)].
 *
 *     input          [ 215  40   7 133 | 10  98  52  61 | 4  19 ]       n = 10, work_group = 4
 *                           |                  |             |
 *     partial_sums   [     395         ,      221      ,    23  ]
 *
 * A work-group adds its values along a tree in local memory. Half of the work-items add to their
 * value the one that is a stride away. Then half of that half does so, until one value is left.
 * There is a barrier between the steps. The first work-items do the work, so whole warps of 32 have
 * nothing to do, and neighbouring work-items read neighbouring values:
 *
 *     stride 2       [ 215  40   7 133 ]     work-item 0: 215 + 7     work-item 1: 40 + 133
 *     stride 1       [ 222 173         ]     work-item 0: 222 + 173
 *                    [ 395             ]
 *
 * - input: n elements. Read them, but do not write to them. n is any number from 0 up, and usually
 *   not a multiple of the work-group size. Do not access memory outside input[0..n-1]. A work-item
 *   whose global id is n or more has no element, and must not change the sum (what is the neutral
 *   element?).
 * - partial_sums: one place for each work-group. A work-group without any element leaves 0.
 * - local_sums: local memory, one double for each work-item of the work-group.
 * - the grader launches the kernel, in one dimension. A work-group has from 1 to 1,024 work-items,
 *   not always a power of two (with 7 values left and a stride of 3, which value is left out?).
 *   There are enough work-groups to have one work-item for each element, and there may be more.
 *
 *
 * The host code, in sum.c
 * -----------------------
 *
 * What holds for all functions below:
 *
 * - the result: CL_SUCCESS, or the error of the first call that failed, such as
 *   CL_INVALID_WORK_GROUP_SIZE for a work-group that is too large. After an error, leave the
 *   results as they were.
 * - n: any number from 0 up. The sum of no elements is 0. OpenCL cannot create a buffer of 0 bytes.
 * - work_group: launch work-groups of exactly this size, and as many as are needed. work_group is
 *   at least 1, and at least 2 for sum_on_device and sum_in_loop.
 * - place: the device and its objects, all set up for you. Use them, but do not release them.
 *   Functions that get a place compile nothing.
 * - the work: the device does it for every element, also for the last ones. It also finds the
 *   places of elements. The host may combine partial results where a function allows it. It must
 *   not compute anything from the data itself.
 * - release all that you create (buffers, kernels …), also after an error. What you print is thrown
 *   away.
 * - a clEnqueue… call only puts a command in the queue. The host must wait for a read before it
 *   uses the result: make the read blocking, or call clFinish.
 * - the grader tests the host functions with a correct sum_groups in place of yours, so a mistake
 *   in your kernel costs nothing here. All other kernels of sum.cl are yours.
 *
 *
 * What is counted
 * ---------------
 *
 * The answers must be right. The checks also count what your program does, and it loses points
 * outside of these bounds. A warp is 32 work-items, and a sector is 32 bytes. A number is the most
 * that is allowed:
 *
 *     sum_groups         loads touch 9/8 of the sectors that the data occupies; 10 barriers and 6
 *                        reads of local memory for each warp, and no read waits for a bank; two
 *                        writes to global memory for each work-group
 *     sum_on_cpu         the data is copied to the device once; one launch; one partial sum for
 *                        each work-group is copied back
 *     sum_on_device      no more launches than are needed (3 for 16,384 elements in work-groups of
 *                        128); one double is copied back
 *     sum_in_loop        the data is copied to the device once; in each turn, one partial sum for
 *                        each work-group is copied back
 *     sum_find_extremes  the device reads the data once; loads touch 9/8 of its sectors
 *
 * In sum_on_cpu, sum_on_device and sum_in_loop, no work-group reads more than 3/4 of the data. This
 * is counted with 14,000 elements or more: few elements may go to one work-group. All host
 * functions release every buffer that they create. sum_open and sum_close release everything that
 * they create, also after an error.
 *
 * The words of these checks:
 *
 *     warp            32 work-items of a work-group, scheduled as one unit (on AMD: a wavefront)
 *     divergence      work-items of a warp take different branches. The warp executes one branch
 *                     after the other, so its work-items wait for each other
 *     sector          32 bytes of global memory, the smallest amount that is moved. The loads of a
 *                     warp touch few sectors when neighbouring work-items read neighbouring
 *                     elements
 *     bank            one of the 32 parts of local memory; word w lies in bank w % 32
 *     bank conflict   work-items of a warp access different words of one bank, so one of them waits
 */
#ifndef SUM_OPENCL_H
#define SUM_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

/* Not one of OpenCL's own errors: the device cannot compute in double precision. */
enum { SUM_NO_DOUBLE = -2001 };

/* Where sums are computed. */
struct sum_place {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* in order */
    cl_program program;     /* sum.cl, built for the device */
};

/*
 * Sets up a place. Find a platform, and take its first GPU, or any device if it has no GPU. Create
 * a context and a queue, and build `source`, the text of a .cl file.
 *
 * A device without double precision (CL_DEVICE_DOUBLE_FP_CONFIG is 0) cannot be used here: return
 * SUM_NO_DOUBLE before you build anything.
 *
 * When the text does not compile, return CL_BUILD_PROGRAM_FAILURE, and copy the compiler's messages
 * (clGetProgramBuildInfo, CL_PROGRAM_BUILD_LOG) to `log`: at most log_size bytes, with the final
 * '\0'. If the messages are longer, copy their beginning. In all other cases do not write to `log`.
 *
 * When the result is not CL_SUCCESS, release everything; *place may then hold anything.
 */
cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size);

/* Releases what sum_open made. */
void sum_close(struct sum_place *place);

/*
 * The sum of n doubles on the host. Copy them to the device, launch sum_groups once, read the
 * partial sums back, and add them up on the CPU.
 */
cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum);

/*
 * The sum of n doubles in a buffer of the device, which must stay as it is. The device also adds up
 * the partial sums: only the final sum is read back. Launch sum_groups again, with the partial sums
 * as its input, until one is left (work_group is at least 2 here). Or write another kernel that
 * finishes the sum.
 */
cl_int sum_on_device(const struct sum_place *place, cl_mem data, size_t n, size_t work_group,
                     double *sum);

/*
 * The sum inside an iterative method. In turn t = 0, 1 … turns - 1:
 *
 *     sums[t] = the sum of the array
 *     the kernel `advance` (given, in sum.cl) changes the array: it gets its n elements and sums[t]
 *
 * Before the first turn, the array is `data`. It changes on the device and stays there: copy the
 * data to the device once, and never copy it back. Create buffers and kernels before the loop, not
 * in it. n and turns may be 0. After the last sum no `advance` is needed.
 */
cl_int sum_in_loop(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                   unsigned turns, double *sums);

/*
 * The same tree finds other things: the smallest and the largest of n doubles on the host, and
 * their indices. Write the kernel in sum.cl. Combine the partial results on the device or on the
 * host. When elements are equal, the first one counts. For no elements, the results are INFINITY,
 * -INFINITY, and n for both indices. Numbers may be negative, so 0 is not a neutral element. There
 * is no NaN and no -0.0.
 */
struct sum_extremes {
    double minimum, maximum;
    size_t minimum_at, maximum_at;
};

cl_int sum_find_extremes(const struct sum_place *place, const double *data, size_t n,
                         size_t work_group, struct sum_extremes *extremes);

#endif
