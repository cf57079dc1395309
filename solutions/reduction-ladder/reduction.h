/*
 * The reduction ladder: the contract.
 *
 * You compute the sum of n elements of type uint in several ways, and each rung is faster than the
 * one before. Sums wrap around at 2^32, so the order of additions does not matter: every right
 * answer is the same, bit for bit.
 *
 * A reduction on a GPU has three levels, and each rung improves one of them:
 *
 *     within a work-item      it adds up `times` elements of src, the granularity, in a variable
 *     within a work-group     a tree in local memory, with barriers
 *     between work-groups     atomics, or another launch, or the CPU
 *
 * The bottom of the ladder is given: kernels/reduction_naive.cl. Start from a copy of it.
 *
 *
 * Kernels, in reduction.cl and sub_groups.cl
 * ------------------------------------------
 *
 *     reduce_strided_index  (__global const uint *src, uint n, __global uint *sum,
 *                            __local uint *partial)
 *     reduce_divergence_free(__global const uint *src, uint n, __global uint *sum,
 *                            __local uint *partial)
 *     reduce_unrolled       (__global const uint *src, uint n, __global uint *sum,
 *                            __local uint *partial)
 *     reduce_sub_groups     (__global const uint *src, uint n, __global uint *sum,
 *                            __local uint *partial)
 *     reduce_global_stride  (__global const uint *src, uint n, uint times, __global uint *sum,
 *                            __local uint *partial)
 *     reduce_local_stride   (__global const uint *src, uint n, uint times, __global uint *sum,
 *                            __local uint *partial)
 *
 * What holds for all six:
 *
 * - src: n elements, only to be read; n is any number from 0 to 2^30, usually not a multiple of the
 *   work-group size. Do not access memory outside src[0..n-1].
 * - sum: one uint, 0 before the launch. Afterwards it holds the sum of all elements: each
 *   work-group adds its share by one atomic_add.
 * - partial: local memory, one uint for each work-item of the work-group.
 * - the grader launches the kernel, in one dimension. A work-group has L work-items; L is a power
 *   of two from 1 to 1,024, and 256 for reduce_unrolled. Each work-item has `times` elements (1 if
 *   there is no `times`), so there are n / (L * times) work-groups, rounded up, and at least one.
 *
 * Strided index: the tree of reduce_naive, with other work-items at work. In the step with distance
 * s (1, 2, 4 …) work-item i works at place 2 * s * i, as long as that lies below L, and adds the
 * value that lies s places on. So the first work-items work and whole warps come to rest. But
 * neighbours use places that are 2 * s apart, so several of them use one bank. The next rung avoids
 * these conflicts.
 *
 * Divergence-free: the work-items that still work are the first ones, 0 … width - 1, and each adds
 * the value that lies `width` places on. All 32 work-items of a warp (64 of a wavefront, on AMD)
 * then take the same branch until width is smaller than a warp, and neighbours use neighbouring
 * banks.
 *
 * Completely unrolled: L is 256, so the tree needs no loop at all. Be sparing with barriers: at
 * most 4 for each work-group. (No barrier may go because "a warp runs in lockstep anyway": see the
 * notes in reduction.cl.)
 *
 * With sub-groups (in sub_groups.cl, which is compiled as OpenCL C 3.0): the work-items of a
 * sub-group execute together, so they can add up their values without local memory and without
 * barriers: sub_group_reduce_add does it. Each sub-group leaves one sum in partial. After one
 * barrier, the first sub-group adds these sums up. Ask for the size of a sub-group and for their
 * number; do not assume 32. All work-items of a sub-group must reach each sub_group_ call.
 *
 * Global stride: work-item `id` of G in the whole launch takes elements id, id + G, id + 2G …,
 * `times` of them (the interleaving pattern, Entrelacer). Local stride: each work-group has a piece
 * of L * times elements for itself, in which work-item `local_id` takes local_id, local_id + L,
 * local_id + 2L … Either way the work-items of a warp read neighbours in every step. The tree is
 * that of reduce_divergence_free.
 *
 *
 * Host functions, in reduction.c
 * ------------------------------
 *
 * What holds for all four:
 *
 * - ladder: what the grader has made for you, among it an in-order queue and the compiled
 *   reduction.cl.
 * - src: a buffer of n elements on the device, only to be read. n may be 0: the sum is 0 then, and
 *   there is nothing to launch.
 * - work_group, times: launch as the kernels above expect it. work_group * times is at least 2.
 * - sum: set *sum, once everything went well.
 * - the result: CL_SUCCESS, or the error of the first call that failed (a work-group may be too
 *   large for the device); *sum then stays as it was.
 * - the work: the device does it, for every element, also for the last ones. The host adds up
 *   partial sums where a function says so, but never elements.
 * - release what you create, also when something failed. What you print is thrown away.
 *
 * reduce_relaunch and reduce_on_cpu need a kernel that leaves one partial sum for each work-group
 * instead of adding it to a total; its name and arguments are your choice. The host functions are
 * judged with a reduce_global_stride that is right, in place of yours: a mistake there costs
 * nothing here. All other kernels that they launch are yours.
 *
 *
 * What is counted, and costs points, beside wrong answers
 * -------------------------------------------------------
 *
 * A warp is 32 work-items, a sector 32 bytes; the trees are counted with work-groups of 256.
 *
 *     all six kernels    at most 9/8 of the sectors that src fills; one atomic for each work-group
 *     all but strided_index   no access to local memory waits for a bank
 *     strided_index      32 or more bank conflicts for each work-group: it shows what they cost; 10
 *                        barriers for each warp; no atomic in local memory
 *     divergence_free, global_stride, local_stride   10 barriers for each warp; 32 reads of local
 *                        memory and 32 writes to it for each work-group; no atomic in local memory
 *     unrolled           4 barriers for each warp; 48 reads of local memory for each work-group,
 *                        and one atomic there
 *     sub_groups         2 barriers for each warp; 16 reads of local memory and 16 writes to it
 *                        for each work-group; no atomic in local memory
 *     strided_index, divergence_free, unrolled   12 divergent branches for each work-group
 *     reduce_global_stride   a work-group reads all over src
 *     reduce_local_stride    a work-group reads in its own piece of src only
 *     reduce_relaunch    no more launches than are needed; no atomic; 64 bytes come back
 *     reduce_on_cpu      one launch; no atomic; two uints for each work-group come back
 *     reduce_by_atomics  one launch; one atomic for each work-group; 64 bytes come back
 *     reduce_pcl         one launch; at most 9/8 of the sectors that src fills; one atomic for
 *                        1,024 elements, and no atomic waits for another one of its warp; for each
 *                        32 elements, one barrier of one warp; no access to local memory waits for
 *                        a bank; 64 bytes come back
 *
 * All of them: no work-group reads more than 3/4 of src. All host functions: every buffer that they
 * make is released.
 *
 * The words of these checks:
 *
 *     warp            32 work-items of a work-group, scheduled as one unit (on AMD: a wavefront)
 *     sub-group       OpenCL's name for a warp or a wavefront: its size is the device's, 32 here
 *     divergence      work-items of a warp take different branches; the warp executes one after the
 *                     other, so its work-items wait for each other
 *     sector          32 bytes of global memory, the least that is moved. Loads of a warp cost few
 *                     sectors when neighbouring work-items read neighbouring elements
 *     bank            one of the 32 parts of local memory; word w lies in bank w % 32
 *     bank conflict   work-items of a warp want different words of one bank: one of them waits
 */
#ifndef REDUCTION_LADDER_H
#define REDUCTION_LADDER_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>

struct ladder {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue; /* in order */
    cl_program program;     /* reduction.cl */
};

/*
 * Relaunch: the partial sums of a launch are the data of the next one, until a single one is left.
 * The partial sums never leave the device.
 */
cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum);

/* CPU: one launch, then the host reads the partial sums and adds them up. */
cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum);

/* Atomics: one launch of reduce_global_stride into a total that is 0, and one uint to read. */
cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum);

/*
 * PCL: all together. The kernel and the launch are yours: choose them so that each work-item adds
 * up at least 4 elements before the tree (so there are at most n / 1024 atomics for work-groups of
 * 256), every element is read once, the tree has few barriers, and one launch does it all. On a
 * real GPU it is the fastest of all: read 16 bytes at a time (through a pointer to uint4; vload4 is
 * four loads), several of them before you add the first, and choose the granularity so that the
 * device is busy, but not with trees and atomics.
 */
cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum);

#endif
