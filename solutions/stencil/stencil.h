/*
 * Stencil on a machine half CPU, half device: the contract.
 *
 * A field of width x height cells is updated again and again. In each step a cell becomes
 *
 *                          north                 0.75 of itself, and
 *                   west   centre   east         0.25 of each of its four neighbours
 *                          south
 *
 *     B[y][x] = 0.75 A[y][x] + 0.25 (A[y][x-1] + A[y][x+1] + A[y-1][x] + A[y+1][x])
 *
 * The field lies in memory as rows of `line` floats. Around the cells (C) is a border of ghost
 * cells (g): they are read as neighbours, hold values of their own, and never change. What is left
 * of a row is padding (.): it holds nothing that means anything.
 *
 *                <-- 16 --><------ width ------>
 *     row -1     . . . . . g g g g g g g g g g g . . . . . .
 *     row 0      . . . . g C C C C C C C C C C C g . . . . .
 *     row 1      . . . . g C C C C C C C C C C C g . . . . .
 *       …
 *     row h-1    . . . . g C C C C C C C C C C C g . . . . .
 *     row h      . . . . . g g g g g g g g g g g . . . . . .
 *                <------------- line ------------->
 *
 * - `line` is a multiple of 16, at least width rounded up to 16, and 32 more. So cell (0, y) of
 * each row lies on a multiple of 64 bytes, for the vector units of a CPU and the memory of a GPU
 * alike, and up to 15 cells to the right of a row may be read (not written) without leaving the
 * field. Ask `line` where the next row is; do not compute it.
 * - width is at least 1, height may be 0. Neither needs to be a multiple of 16. A field has
 *   less than 2^31 elements, so that an int holds every index.
 * - The values in the corners are never needed.
 *
 * What holds for all functions:
 *
 * - Write to cells only: ghost cells and padding of the result stay as they were.
 * - Numbers: for up to five steps the checks compare bit for bit. Inputs are such that every order
 *   of the additions gives the same bits. For more steps each cell may have a relative error of
 *   5 * steps / 2^24: five roundings of a float in each step, which never cancel.
 * - threads: use the team that OpenMP gives to a plain `#pragma omp parallel`.
 * - Give back what you make on the device: memory, kernels, events. What you print is thrown
 *   away. Do not end the program.
 *
 * Helper functions of your own are welcome: make them `static`.
 *
 * What is counted, and costs points, beside wrong answers. A warp is 32 work-items, a sector 32
 * bytes:
 *
 *     multi              one parallel region with an `omp for` over the rows that does as the
 *                        caller says; eight reads for a cell at most, none by one thread alone
 *     iterate            the threads work at the same time
 *     device_steps       one launch for each step; two fields go to the device, one comes back
 *     hybrid             at most three launches for each step; the device's rows go there and
 *                        come back once, and one row each way in each step
 *     naive              five loads for a cell, in 3/4 of a sector; no local memory
 *     tile               3/8 of a sector for a cell, and 9/32 for the last points; one barrier;
 *                        the computation reads from local memory
 *     conflict_free      as tile, and no read of local memory waits for a bank
 *     marching           a load for 32 cells and warp; no local memory
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
#ifndef STENCIL_H
#define STENCIL_H

/* ---- stencil.c: the CPU ---- */

/*
 * One step with OpenMP, the rows shared out. A and B point to cell (0, 0) of two fields, so that
 * A[y * line + x] is cell (x, y), A[-1] the ghost cell west of it, A[-line] the one north of it.
 * Which schedule is best is to be measured, so leave it to the caller: schedule(runtime).
 */
void stencil_multi(float *B, const float *A, int width, int height, int line);

/*
 * `steps` steps on the CPU, in parallel. A and B are two fields that you may both write to; A holds
 * the start, and both have their ghost cells. Returns the one of the two that holds the result: the
 * fields are exchanged from step to step, never copied.
 */
float *stencil_iterate(float *A, float *B, int width, int height, int line, int steps);

/* Seconds that one step takes when the device has the upper `device_rows` rows. */
typedef double stencil_measure(int device_rows, void *context);

/*
 * The number of rows, from 0 to height, with which measure(rows, context) is least. Measuring is
 * expensive: at most 60 calls, for any height up to 65536. What is known: the more rows the device
 * has, the longer it works and the shorter the CPU does; the step ends when both have ended. With
 * no rows, or all, there is no border between the two, and nothing needs to be exchanged.
 */
int stencil_best_split(int height, stencil_measure *measure, void *context);

/* ---- hybrid.c: the host program of the device. Include CL/cl.h before this header. ---- */
#ifdef CL_VERSION_1_2

/*
 * What the caller has made for you, and releases: an in-order queue, and a kernel that does one
 * step (you need no kernel of your own here) with these arguments:
 *
 *     0: B, 1: A   buffers that hold fields from their first ghost row on: cell (0, 0) is element
 *                  line + 16
 *     2: int width, 3: int height, 4: int line
 *
 * It wants two dimensions, work-items 16 x 16 in a group, as many groups as cover the cells; with
 * an offset of y0 rows (a multiple of 16) in dimension 1 it starts at row y0. Beyond width and
 * height it does nothing.
 */
struct stencil_device {
    cl_context context;
    cl_device_id id;
    cl_command_queue queue;
    cl_kernel step;
};

/*
 * `steps` steps of the whole field on the device. `field` points to cell (0, 0) of a field on the
 * host: it holds the start, and the result in the end. The field goes to the device once and comes
 * back once; from step to step only the kernel's arguments are exchanged. height is at least 1.
 *
 * Returns CL_SUCCESS, or the first error that a call returned.
 */
int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps);

/*
 * The same, with both halves of the machine at work at the same time: the device computes rows 0
 * to device_rows - 1, and all threads of OpenMP compute the others. In each step each half gets
 * one row from the other: the row next to the border. Nothing else travels. Compute these two rows
 * first, and let them travel while both halves compute the rest. device_rows is from 0 to height;
 * with 0 or height only one half works. The checks test the answer, what travels, who computes
 * which rows (in one case the kernel's step differs from the CPU's), and whether all threads work
 * on the CPU's half. They do not test whether the halves work at the same time, because no order
 * of calls shows it. Measure it (`make speedup`).
 *
 * To find races, the grader runs the commands that you enqueue as tasks of OpenMP. That device
 * knows buffers (also sub-buffers, maps, fills, copies, and rectangles), kernels, queues of your
 * own, events, markers and barriers. Queries return CL_INVALID_OPERATION there; use no other calls.
 */
int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows);
#endif

/*
 * ---- stencil.cl: the kernels ----
 *
 * One step each. Arguments as above: A and B begin at the first ghost row, cell (0, 0) is element
 * line + 16. The launch covers the field; where it is larger than the field, do nothing, but let
 * every work-item reach every barrier.
 *
 *     __kernel void stencil_naive(__global float *B, __global const float *A, int width,
 *                                 int height, int line)
 *         a work-item a cell, in groups of 16 x 16. Global memory only.
 *
 *     __kernel void stencil_tile(…)
 *         a group has 16 x 4 work-items and 16 x 16 cells: a work-item computes four cells, one
 *         below the other. The group first copies its cells and their neighbours to a tile of
 *         18 x 18 floats in local memory, then waits, then computes. Global size: width rounded up
 *         to 16, by a quarter of height rounded up to 16.
 *
 *     __kernel void stencil_conflict_free(…)                                               (bonus)
 *         as stencil_tile, but no two work-items of a warp wait for a bank of local memory when
 *         they load from the tile. (32 banks, 4 bytes wide: word w lies in bank w % 32, and a warp
 *         is 32 neighbouring work-items, here two rows of the group.)
 *
 *     __kernel void stencil_marching(…)                                                    (bonus)
 *         no local memory: a work-item computes 4 x 4 cells with rows of float4, and keeps in
 *         registers what it needs again. Groups of 32 x 2; global size: a quarter of width rounded
 *         up, rounded up to 32, by a quarter of height rounded up, rounded up to 2.
 */
#endif
