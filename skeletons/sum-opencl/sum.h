/*
 * Sum with OpenCL: the contract.
 *
 * The sum of n doubles. You write a kernel in sum.cl, and the host code around it in sum.c. Numbers
 * are such that every order of additions gives the same sum, bit for bit.
 *
 *
 * The kernel, in sum.cl
 * ---------------------
 *
 *     __kernel void sum_groups(__global const double *input, ulong n,
 *                              __global double *partial_sums, __local double *local_sums)
 *
 * Each work-group adds up one element for each of its work-items, and leaves the result, its
 * partial sum, in partial_sums[get_group_id(0)].
 *
 *     input          [ 215  40   7 133 | 10  98  52  61 | 4  19 ]       n = 10, work_group = 4
 *                           |                  |             |
 *     partial_sums   [     395         ,      221      ,    23  ]
 *
 * Inside a work-group, in local memory, the sum grows along a tree: half of the work-items add a
 * value that lies a stride away to their own, then half of that half, until one value is left, with
 * a barrier between the steps. It is the first work-items that are at work, so that whole warps of
 * 32 rest and neighbours read neighbours:
 *
 *     stride 2       [ 215  40   7 133 ]     work-item 0: 215 + 7     work-item 1: 40 + 133
 *     stride 1       [ 222 173         ]     work-item 0: 222 + 173
 *                    [ 395             ]
 *
 * - input: n elements, only to be read. n is any number from 0 up, and usually not a multiple of
 * the work-group size. Do not access memory outside input[0..n-1]: work-items whose global id is n
 * or more have no element, and must not disturb the sum (what is the neutral element?).
 * - partial_sums: one place for each work-group. A work-group without any element leaves 0.
 * - local_sums: local memory, one double for each work-item of the work-group.
 * - the grader launches the kernel, in one dimension. A work-group has from 1 to 1,024 work-items,
 *   not always a power of two (with 7 values left and a stride of 3, which value is left out?).
 *   There are enough work-groups for one element a work-item, maybe more.
 *
 *
 * The host code, in sum.c
 * -----------------------
 *
 * What holds for all functions below:
 *
 * - the result: CL_SUCCESS, or the error of the first call that failed, such as
 *   CL_INVALID_WORK_GROUP_SIZE for a work-group that is too large. Then leave results as they were.
 * - n: any number from 0 up. No elements: the sum is 0. A buffer of no bytes cannot be made.
 * - work_group: launch work-groups of exactly so many work-items, and as many as it takes. At least
 *   1; at least 2 for sum_on_device and sum_in_loop.
 * - place: where to work, all set up; yours only to use. Functions that get a place compile
 * nothing.
 * - the work: the device does it, for every element, also for the last ones and for places of
 *   elements. The host may finish partial results where a function allows it. It must not compute
 *   anything from the data itself.
 * - release all that you create (buffers, kernels …), also when something failed. What you print is
 *   thrown away.
 * - clEnqueue… calls only put something in the queue. Before the host uses what was read back, the
 *   read must be over: let it be a blocking one, or call clFinish.
 * - the host functions are judged with a sum_groups that is right, in place of yours: a mistake in
 *   your kernel costs nothing here. All other kernels of sum.cl are yours.
 *
 *
 * What is counted, and costs points, beside wrong answers
 * -------------------------------------------------------
 *
 * A warp is 32 work-items, a sector 32 bytes.
 *
 *     sum_groups         the data in 9/8 of its sectors; 10 barriers and 6 reads of local memory
 *                        for each warp, none of which waits for a bank; two writes to global memory
 *                        for each work-group
 *     sum_on_cpu         the data goes to the device once, one launch, one partial sum for each
 *                        work-group comes back
 *     sum_on_device      no more launches than it takes (3 for 16,384 elements in work-groups of
 *                        128), and one double comes back
 *     sum_in_loop        the data goes to the device once; in each turn at most one partial sum for
 *                        each work-group comes back
 *     sum_find_extremes  the data is read on the device once, in 9/8 of its sectors
 *
 * sum_on_cpu, sum_on_device and sum_in_loop: no work-group reads more than 3/4 of the data. All
 * host functions: every buffer that they make is released. sum_open and sum_close: so is all that
 * they make, also when something failed.
 *
 * The words of these checks:
 *
 *     warp            32 work-items of a work-group, scheduled as one unit (on AMD: a wavefront)
 *     divergence      work-items of a warp take different branches; the warp executes one after the
 *                     other, so its work-items wait for each other
 *     sector          32 bytes of global memory, the least that is moved. Loads of a warp cost few
 *                     sectors when neighbouring work-items read neighbouring elements
 *     bank            one of the 32 parts of local memory; word w lies in bank w % 32
 *     bank conflict   work-items of a warp want different words of one bank: one of them waits
 */
#ifndef SUM_OPENCL_H
#define SUM_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

/* No number of OpenCL's own: the device cannot compute in double precision. */
enum { SUM_NO_DOUBLE = -2001 };

/* Where sums are computed. */
struct sum_place {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* in order */
    cl_program program;     /* sum.cl, built for the device */
};

/*
 * Sets up a place: finds a platform; takes its first GPU, or any device where it has no GPU; makes
 * a context and a queue; builds `source`, the text of a .cl file.
 *
 * A device that has no double precision (CL_DEVICE_DOUBLE_FP_CONFIG is 0) is of no use here: return
 * SUM_NO_DOUBLE before you build anything.
 *
 * When the text does not compile, the result is CL_BUILD_PROGRAM_FAILURE, and what the compiler
 * said (clGetProgramBuildInfo, CL_PROGRAM_BUILD_LOG) is in `log`: at most log_size bytes, the final
 * '\0' included. It may be longer than that; the beginning is what counts. Else leave `log` alone.
 *
 * When the result is not CL_SUCCESS nothing stays open, and *place does not matter.
 */
cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size);

/* Releases what sum_open made. */
void sum_close(struct sum_place *place);

/*
 * The sum of n doubles on the host: copies them to the device, launches sum_groups once, reads the
 * partial sums back, and adds them up on the CPU.
 */
cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum);

/*
 * The sum of n doubles in a buffer of the device, which stays as it is. The partial sums are added
 * up on the device, too: nothing but the one sum is read back. Launch sum_groups again, with the
 * partial sums as its input, until one is left (work_group is at least 2 here); or write another
 * kernel that finishes.
 */
cl_int sum_on_device(const struct sum_place *place, cl_mem data, size_t n, size_t work_group,
                     double *sum);

/*
 * The sum inside an iterative method. In turn t = 0, 1 … turns - 1:
 *
 *     sums[t] = the sum of the array
 *     the kernel `advance` (given, in sum.cl) changes the array: it gets its n elements and sums[t]
 *
 * The array is `data` before the first turn. It changes on the device, and stays there: data is
 * copied to the device once, and comes back never. Make buffers and kernels before the loop, not in
 * it. n and turns may be 0. After the last sum no `advance` is needed.
 */
cl_int sum_in_loop(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                   unsigned turns, double *sums);

/*
 * The same tree finds other things: the smallest and the largest of n doubles on the host, and
 * where they are. Write the kernel in sum.cl, and finish where you like. When elements are equal,
 * the first one counts. No elements: INFINITY, -INFINITY, and n for both indices. There are
 * negative numbers, so 0 is no neutral element; there is no NaN and no -0.0.
 */
struct sum_extremes {
    double minimum, maximum;
    size_t minimum_at, maximum_at;
};

cl_int sum_find_extremes(const struct sum_place *place, const double *data, size_t n,
                         size_t work_group, struct sum_extremes *extremes);

#endif
