/*
 * The reduction ladder: the contract.
 *
 * You compute the sum of n elements of type uint in several ways. Each rung is faster than the one
 * before. Sums wrap around at 2^32, so the order of additions does not matter: every right answer
 * is the same, bit for bit.
 *
 * A reduction on a GPU has three levels, and each rung improves one of them:
 *
 *     within a work-item      it adds up `times` elements of src (the granularity) in a variable
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
 * - src: n elements. Read them, but do not write to them. n is any number from 0 to 2^30, usually
 *   not a multiple of the work-group size. Do not access memory outside src[0..n-1].
 * - sum: one uint, 0 before the launch. After the launch it holds the sum of all elements: each
 *   work-group adds its share by one atomic_add.
 * - partial: local memory, one uint for each work-item of the work-group.
 * - the grader launches the kernel, in one dimension. A work-group has L work-items; L is a power
 *   of two from 1 to 1,024, and 256 for reduce_unrolled. Each work-item has `times` elements (1 if
 *   there is no `times`), so there are n / (L * times) work-groups, rounded up, and at least one.
 *
 * Strided index: the tree of reduce_naive, but other work-items do the work. In the step with
 * distance s (1, 2, 4 …), work-item i works at place 2 * s * i if that is less than L, and adds the
 * value s places further on. So the first work-items work, and whole warps have nothing to do. But
 * neighbours use places that are 2 * s apart, so several of them use the same bank. The next rung
 * avoids these conflicts.
 *
 * Divergence-free: the first work-items, 0 … width - 1, do the work, and each adds the value
 * `width` places further on. All 32 work-items of a warp (64 of a wavefront, on AMD) then take the
 * same branch until width is smaller than a warp, and neighbours use neighbouring banks.
 *
 * Completely unrolled: L is 256, so the tree needs no loop. Use few barriers: at most 4 for each
 * work-group. (You may not leave out a barrier because "a warp runs in lockstep anyway": see the
 * notes in reduction.cl.)
 *
 * With sub-groups (in sub_groups.cl, which is compiled as OpenCL C 3.0): the work-items of a
 * sub-group execute together, so they can add up their values without local memory and without
 * barriers. Use sub_group_reduce_add. Each sub-group leaves one sum in partial. After one barrier,
 * the first sub-group adds these sums up. Query the size of a sub-group and the number of
 * sub-groups; do not assume 32. All work-items of a sub-group must reach each sub_group_ call.
 *
 * Global stride: work-item `id` of G in the whole launch takes elements id, id + G, id + 2G …,
 * `times` of them (the interleaving pattern, Entrelacer). Local stride: each work-group has a piece
 * of L * times elements for itself, in which work-item `local_id` takes local_id, local_id + L,
 * local_id + 2L … In both, the work-items of a warp read neighbouring elements in every step. The
 * tree is that of reduce_divergence_free.
 *
 *
 * Host functions, in reduction.c
 * ------------------------------
 *
 * What holds for all four:
 *
 * - ladder: objects that the grader has made for you, such as an in-order queue and the compiled
 *   reduction.cl.
 * - src: a buffer of n elements on the device. Do not write to it. If n is 0, the sum is 0, and
 *   there is nothing to launch.
 * - work_group, times: launch as the kernels above expect it. work_group * times is at least 2.
 * - sum: set *sum when everything went well.
 * - the result: CL_SUCCESS, or the error of the first call that failed (a work-group may be too
 *   large for the device). After an error, leave *sum as it was.
 * - the work: the device does it for every element, also for the last ones. The host adds up
 *   partial sums where a function says so, but never elements.
 * - release what you create, also after an error. What you print is thrown away.
 *
 * reduce_relaunch and reduce_on_cpu need a kernel that leaves one partial sum for each work-group
 * instead of adding it to a total. Its name and arguments are your choice. The grader tests the
 * host functions with a correct reduce_global_stride in place of yours, so a mistake in your kernel
 * costs nothing here. All other kernels that they launch are yours.
 *
 *
 * What is counted
 * ---------------
 *
 * The answers must be right. The checks also count what your program does, and it loses points
 * outside of these bounds. A warp is 32 work-items, and a sector is 32 bytes. The trees are counted
 * with work-groups of 256. A number is the most that is allowed, unless the text says otherwise.
 *
 *     all six kernels    loads touch 9/8 of the sectors that src occupies; one atomic for each
 *                        work-group
 *     all but strided_index   no access to local memory waits for a bank
 *     strided_index      at least 32 bank conflicts for each work-group, since this rung shows what
 *                        they cost; 10 barriers for each warp; no atomic in local memory
 *     divergence_free, global_stride, local_stride   10 barriers for each warp; 32 reads of local
 *                        memory and 32 writes to it for each work-group; no atomic in local memory
 *     unrolled           4 barriers for each warp; 48 reads of local memory for each work-group,
 *                        and one atomic there
 *     sub_groups         2 barriers for each warp; 16 reads of local memory and 16 writes to it
 *                        for each work-group; no atomic in local memory
 *     strided_index, divergence_free, unrolled   12 divergent branches for each work-group
 *     reduce_global_stride   each work-group reads in all parts of src
 *     reduce_local_stride    each work-group reads only its own piece of src
 *     reduce_relaunch    no more launches than are needed; no atomic; 64 bytes are copied back
 *     reduce_on_cpu      one launch; no atomic; two uints for each work-group are copied back
 *     reduce_by_atomics  one launch; one atomic for each work-group; 64 bytes are copied back
 *     reduce_pcl         one launch; loads touch 9/8 of the sectors that src occupies; one atomic
 *                        for 1,024 elements (rounded up), and no atomic waits for another one of
 *                        its warp; one barrier of one warp for 32 elements; no access to local
 *                        memory waits for a bank; 64 bytes are copied back
 *
 * In no launch does one work-group read more than 3/4 of src. This is counted with 40,000 elements
 * or more, and in reduce_pcl with 200,000 or more: few elements may go to one work-group. All host
 * functions release every buffer that they create.
 *
 * The words of these checks:
 *
 *     warp            32 work-items of a work-group, scheduled as one unit (on AMD: a wavefront)
 *     sub-group       OpenCL's name for a warp or a wavefront. The device sets its size: 32 here
 *     divergence      work-items of a warp take different branches. The warp executes one branch
 *                     after the other, so its work-items wait for each other
 *     sector          32 bytes of global memory, the smallest amount that is moved. The loads of a
 *                     warp touch few sectors when neighbouring work-items read neighbouring
 *                     elements
 *     bank            one of the 32 parts of local memory; word w lies in bank w % 32
 *     bank conflict   work-items of a warp access different words of one bank, so one of them waits
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
 * Relaunch: the partial sums of one launch are the data of the next launch, until a single sum is
 * left. The partial sums never leave the device.
 */
cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum);

/* CPU: after one launch, the host reads the partial sums and adds them up. */
cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum);

/* Atomics: one launch of reduce_global_stride adds to a total of 0. The host reads one uint. */
cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum);

/*
 * PCL: all ideas together. You choose the kernel and the launch. Each work-item adds up at least 4
 * elements before the tree, so work-groups of 256 need at most n / 1024 atomics, rounded up. Every
 * element is read once, the tree has few barriers, and there is only one launch. On a real GPU this
 * can be the fastest of all. Read 16 bytes at a time (through a pointer to uint4; vload4 is four
 * loads), and read several of them before you add the first one. Choose the granularity so that the
 * whole device has work, and spends little of its time on trees and atomics.
 */
cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum);

#endif
