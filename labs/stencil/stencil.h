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
 * The field is stored as rows of `line` floats. Around the cells (C) is a border of ghost cells
 * (g). They are read as neighbours, hold values of their own, and never change. The rest of a row
 * is padding (.). Its values have no meaning.
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
 * - `line` is a multiple of 16. It is at least width, rounded up to a multiple of 16, plus 32. So
 *   cell (0, y) of each row starts at a multiple of 64 bytes, which suits both the vector units of
 *   a CPU and the memory of a GPU. You may also read (not write) up to 15 cells to the right of a
 *   row without leaving the field. Use `line` to find the next row; do not compute it from width.
 * - width is at least 1, height may be 0. Neither needs to be a multiple of 16. A field has
 *   less than 2^31 elements, so that an int holds every index.
 * - The values in the corners are never needed.
 *
 * What holds for all functions:
 *
 * - Write to cells only: ghost cells and padding of the result stay as they were.
 * - Numbers: for up to five steps the checks compare bit for bit. The inputs are chosen so that
 *   every order of the additions gives the same bits. For more steps, each cell may have a relative
 *   error of 5 * steps / 2^24: five roundings of a float in each step, which never cancel.
 * - threads: use the team that a plain `#pragma omp parallel` gives.
 * - Release what you create on the device: memory, kernels, events. What you print is thrown away.
 *   Do not end the program.
 *
 * Helper functions of your own are welcome: make them `static`.
 *
 * The answers must be right. The checks also count what your program does, and it loses points
 * outside of these bounds. A warp is 32 work-items, and a sector is 32 bytes. A number is the most
 * that is allowed:
 *
 *     multi              one parallel region, with an `omp for` over the rows that uses the
 *                        caller's schedule; eight reads for each cell; no read by one thread
 *                        alone; the threads work at the same time
 *     iterate            the threads work at the same time
 *     device_steps       one launch for each step; the bytes of two fields are copied to the
 *                        device, and those of one field are copied back
 *     hybrid             three launches for each step; the device's rows are copied there and back
 *                        once, and one row each way in each step
 *     naive              five loads and 3/4 of a sector for each cell; no local memory
 *     tile               3/8 of a sector for each cell, and 9/32 for the last points; one barrier;
 *                        the computation reads from local memory
 *     conflict_free      as tile, and no read of local memory waits for a bank
 *     marching           one load of a warp for 32 cells; no local memory
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
#ifndef STENCIL_H
#define STENCIL_H

/* ---- stencil.c: the CPU ---- */

/*
 * One step with OpenMP: the threads share the rows. A and B point to cell (0, 0) of two fields, so
 * A[y * line + x] is cell (x, y). A[-1] is the ghost cell west of cell (0, 0), and A[-line] is the
 * one north of it. You will measure which schedule is best, so leave the schedule to the caller:
 * schedule(runtime).
 */
void stencil_multi(float *B, const float *A, int width, int height, int line);

/*
 * `steps` steps on the CPU, in parallel. A and B are two fields, and you may write to both. A holds
 * the start, and both have their ghost cells. Swap the two fields from step to step; never copy
 * them. Return the field that holds the result.
 */
float *stencil_iterate(float *A, float *B, int width, int height, int line, int steps);

/* Seconds that one step takes when the device has the upper `device_rows` rows. */
typedef double stencil_measure(int device_rows, void *context);

/*
 * The number of rows, from 0 to height, for which measure(rows, context) is smallest. A measurement
 * is expensive: call measure at most 60 times, for any height up to 65536. The more rows the device
 * has, the longer it works, and the less the CPU works. The step ends when both have ended. With no
 * rows, or with all rows, there is no border between the two, and no row needs to be exchanged.
 */
int stencil_best_split(int height, stencil_measure *measure, void *context);

/* ---- hybrid.c: the host program of the device. Include CL/cl.h before this header. ---- */
#ifdef CL_VERSION_1_2

/*
 * The caller makes these objects for you, and releases them: an in-order queue, and a kernel that
 * does one step. (You need no kernel of your own here.) The kernel has these arguments:
 *
 *     0: B, 1: A   buffers that hold fields from their first ghost row on: cell (0, 0) is element
 *                  line + 16
 *     2: int width, 3: int height, 4: int line
 *
 * Launch it in two dimensions, with 16 x 16 work-items in a group and enough groups to cover the
 * cells. With an offset of y0 rows (a multiple of 16) in dimension 1, it starts at row y0. It does
 * nothing outside of width and height.
 */
struct stencil_device {
    cl_context context;
    cl_device_id id;
    cl_command_queue queue;
    cl_kernel step;
};

/*
 * `steps` steps of the whole field on the device. `field` points to cell (0, 0) of a field on the
 * host. On entry it holds the start, and at the end the result. Copy the field to the device once
 * and back once. From step to step, only swap the kernel's arguments. height is at least 1.
 *
 * Return CL_SUCCESS, or the first error that a call returned.
 */
int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps);

/*
 * The same, but the device and the CPU work at the same time. The device computes rows 0 to
 * device_rows - 1, and all OpenMP threads compute the other rows. In each step, each half gets one
 * row from the other half: the row next to the border. Copy nothing else. Compute these two rows
 * first, and copy them while both halves compute the rest. device_rows is from 0 to height. With 0
 * or height, only one half works. The checks test the answer, what is copied, who computes which
 * rows (in one case the kernel's step differs from the CPU's), and whether all threads work on the
 * CPU's half. They do not test whether the two halves work at the same time, because no order of
 * calls shows it. Measure it (`make speedup`).
 *
 * To find races, the grader runs the commands that you enqueue as OpenMP tasks. That device
 * supports buffers (also sub-buffers, maps, fills, copies, and rectangles), kernels, queues of your
 * own, events, markers and barriers. Queries return CL_INVALID_OPERATION there. Use no other calls.
 */
int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows);
#endif

/*
 * ---- stencil.cl: the kernels ----
 *
 * Each kernel does one step. The arguments are as above: A and B begin at the first ghost row, and
 * cell (0, 0) is element line + 16. The launch covers the field, and may be larger. A work-item
 * outside of the field writes nothing, but every work-item must reach every barrier.
 *
 *     __kernel void stencil_naive(__global float *B, __global const float *A, int width,
 *                                 int height, int line)
 *         one work-item for each cell, in groups of 16 x 16. Use global memory only.
 *
 *     __kernel void stencil_tile(…)
 *         a group has 16 x 4 work-items and 16 x 16 cells: each work-item computes four cells, one
 *         below the other. The group first copies its cells and their neighbours to a tile of
 *         18 x 18 floats in local memory, then waits at a barrier, then computes. Global size:
 *         width rounded up to 16, by a quarter of height rounded up to 16.
 *
 *     __kernel void stencil_conflict_free(…)                                               (bonus)
 *         as stencil_tile, but no two work-items of a warp wait for a bank of local memory when
 *         they load from the tile. (32 banks, 4 bytes wide: word w lies in bank w % 32, and a warp
 *         is 32 neighbouring work-items, here two rows of the group.)
 *
 *     __kernel void stencil_marching(…)                                                    (bonus)
 *         no local memory: each work-item computes 4 x 4 cells with rows of float4, and keeps in
 *         registers what it needs again. Groups of 32 x 2. Global size: a quarter of width, rounded
 *         up, then rounded up to 32, by a quarter of height, rounded up, then rounded up to 2.
 */
#endif
