/* The stencil's kernels. What each must do, and how it is launched, is written in stencil.h. */

#ifdef SOLUTION
enum {
    GHOST = 16, /* floats of a row in front of its first cell */
    TILE = 16,  /* cells of a group, in either direction */
    MARCH = 4   /* rows of a work-item */
};
#endif

/* Each work-item computes one cell with five loads. Its neighbours load four of these values, too. */
__kernel void stencil_naive(__global float *B, __global const float *A, int width, int height,
                            int line) {
#ifdef SOLUTION
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) {
        const int i = (y + 1) * line + GHOST + x;
        B[i] = 0.75f * A[i] + 0.25f * (A[i - 1] + A[i + 1] + A[i - line] + A[i + line]);
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
#endif
}

/* 16 x 4 work-items compute 16 x 16 cells. They load each value once, into local memory. */
__kernel void stencil_tile(__global float *B, __global const float *A, int width, int height,
                           int line) {
#ifdef SOLUTION
    __local float tile[TILE + 2][TILE + 2]; /* cell (x, y) of the group is tile[y + 1][x + 1] */
    const int xloc = get_local_id(0), yloc = get_local_id(1);
    const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
    A += line + GHOST + y0 * line + x0; /* now the group's first cell */
    B += line + GHOST + y0 * line + x0;

    /* Four rows each; below the southern ghost row there is nothing. */
    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (y0 + y <= height) {
            tile[y + 1][xloc + 1] = A[y * line + xloc];
        }
    }
    /* The halo: 16 work-items for each side, east (0), west (1), south (2), north (3). */
    const int xhalo = yloc == 0 ? TILE : yloc == 1 ? -1 : xloc;
    const int yhalo = yloc == 2 ? TILE : yloc == 3 ? -1 : xloc;
    if (y0 + yhalo <= height) {
        tile[yhalo + 1][xhalo + 1] = A[yhalo * line + xhalo];
    }
    barrier(CLK_LOCAL_MEM_FENCE); /* for all work-items, in the field or not */

    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (x0 + xloc < width && y0 + y < height) {
            B[y * line + xloc] =
                0.75f * tile[y + 1][xloc + 1] +
                0.25f * (tile[y + 1][xloc] + tile[y + 1][xloc + 2] + tile[y][xloc + 1] +
                         tile[y + 2][xloc + 1]);
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
#endif
}

/* The same without bank conflicts: two rows of a warp never need the same bank. */
__kernel void stencil_conflict_free(__global float *B, __global const float *A, int width,
                                    int height, int line) {
#ifdef SOLUTION
    /* Rows of the tile are 20 floats apart. A warp is two rows of the group, which are at work four
     * rows of the tile apart: 80 floats, and so 16 banks. One has the lower half, one the upper. */
    __local float tile[TILE + 2][TILE + 4];
    const int xloc = get_local_id(0), yloc = get_local_id(1);
    const int x0 = get_group_id(0) * TILE, y0 = get_group_id(1) * TILE;
    A += line + GHOST + y0 * line + x0;
    B += line + GHOST + y0 * line + x0;

    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (y0 + y <= height) {
            tile[y + 1][xloc + 1] = A[y * line + xloc];
        }
    }
    const int xhalo = yloc == 0 ? TILE : yloc == 1 ? -1 : xloc;
    const int yhalo = yloc == 2 ? TILE : yloc == 3 ? -1 : xloc;
    if (y0 + yhalo <= height) {
        tile[yhalo + 1][xhalo + 1] = A[yhalo * line + xhalo];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (x0 + xloc < width && y0 + y < height) {
            B[y * line + xloc] =
                0.75f * tile[y + 1][xloc + 1] +
                0.25f * (tile[y + 1][xloc] + tile[y + 1][xloc + 2] + tile[y][xloc + 1] +
                         tile[y + 2][xloc + 1]);
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
#endif
}

/* 4 x 4 cells a work-item, from north to south: what was centre becomes north, what was south
 * becomes centre, so each row of float4 is loaded once. */
__kernel void stencil_marching(__global float *B, __global const float *A, int width, int height,
                               int line) {
#ifdef SOLUTION
    const int x = get_global_id(0) * 4, y = get_global_id(1) * MARCH;
    if (x >= width || y >= height) {
        return;
    }
    A += (y + 1) * line + GHOST + x; /* a multiple of 16 bytes: line is one of 64 */
    B += (y + 1) * line + GHOST + x;
    float4 north = *(__global const float4 *)(A - line), centre = *(__global const float4 *)A;
    for (int i = 0; i < MARCH && y + i < height; i++) {
        const float4 south = *(__global const float4 *)(A + line);
        const float4 west = (float4)(A[-1], centre.xyz), east = (float4)(centre.yzw, A[4]);
        const float4 cells = 0.75f * centre + 0.25f * (west + east + north + south);
        if (x + 4 <= width) {
            *(__global float4 *)B = cells;
        } else { /* one to three cells, then the ghost */
            B[0] = cells.x;
            if (x + 1 < width) {
                B[1] = cells.y;
            }
            if (x + 2 < width) {
                B[2] = cells.z;
            }
        }
        north = centre;
        centre = south;
        A += line;
        B += line;
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)B, (void)A, (void)width, (void)height, (void)line;
#endif
}
