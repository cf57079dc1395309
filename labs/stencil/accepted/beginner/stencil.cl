__kernel void stencil_naive(__global float *B, __global const float *A, int width, int height,
                            int line) {
    size_t x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    size_t y = get_group_id(1) * get_local_size(1) + get_local_id(1);
    if (x >= width || y >= height)
        return;
    A += line + 16;
    B += line + 16;
    B[y * line + x] = 0.75f * A[y * line + x] + 0.25f * A[y * line + x - 1] +
                      0.25f * A[y * line + x + 1] + 0.25f * A[(y - 1) * line + x] +
                      0.25f * A[(y + 1) * line + x];
}

__kernel void stencil_tile(__global float *B, __global const float *A, int width, int height,
                           int line) {
    __local float tile[18][18];
    const int xloc = get_local_id(0), yloc = get_local_id(1);
    const int x = get_global_id(0), top = 16 * get_group_id(1);
    int i;
    A += line + 16;
    B += line + 16;
    /* own column, and with it the rows north and south of the tile */
    for (i = 4 * yloc; i < 4 * yloc + 4; i++)
        if (top + i <= height)
            tile[i + 1][xloc + 1] = A[(top + i) * line + x];
    if (yloc == 0)
        tile[0][xloc + 1] = A[(top - 1) * line + x];
    if (yloc == 3 && top + 16 <= height)
        tile[17][xloc + 1] = A[(top + 16) * line + x];
    /* the columns on either side: the 16 work-items of a row stand below each other */
    if (yloc == 1 && top + xloc <= height)
        tile[xloc + 1][0] = A[(top + xloc) * line + x - xloc - 1];
    if (yloc == 2 && top + xloc <= height)
        tile[xloc + 1][17] = A[(top + xloc) * line + x - xloc + 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (i = 4 * yloc; i < 4 * yloc + 4; i++)
        if (x < width && top + i < height)
            B[(top + i) * line + x] =
                0.75f * tile[i + 1][xloc + 1] + 0.25f * tile[i + 1][xloc] +
                0.25f * tile[i + 1][xloc + 2] + 0.25f * tile[i][xloc + 1] +
                0.25f * tile[i + 2][xloc + 1];
}

__kernel void stencil_conflict_free(__global float *B, __global const float *A, int width,
                                    int height, int line) {
    __local float tile[18 * 20];
    const int xloc = get_local_id(0), yloc = get_local_id(1);
    const int x = get_global_id(0), top = 16 * get_group_id(1);
    int i;
    A += line + 16;
    B += line + 16;
    for (i = 4 * yloc; i < 4 * yloc + 4; i++)
        if (top + i <= height)
            tile[(i + 1) * 20 + xloc + 1] = A[(top + i) * line + x];
    if (yloc == 0)
        tile[xloc + 1] = A[(top - 1) * line + x];
    if (yloc == 3 && top + 16 <= height)
        tile[17 * 20 + xloc + 1] = A[(top + 16) * line + x];
    if (yloc == 1 && top + xloc <= height)
        tile[(xloc + 1) * 20] = A[(top + xloc) * line + x - xloc - 1];
    if (yloc == 2 && top + xloc <= height)
        tile[(xloc + 1) * 20 + 17] = A[(top + xloc) * line + x - xloc + 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (i = 4 * yloc; i < 4 * yloc + 4; i++)
        if (x < width && top + i < height) {
            __local float *t = tile + (i + 1) * 20 + xloc + 1;
            B[(top + i) * line + x] = 0.75f * t[0] + 0.25f * (t[-1] + t[1] + t[-20] + t[20]);
        }
}

__kernel void stencil_marching(__global float *B, __global const float *A, int width, int height,
                               int line) {
    const int x = 4 * get_global_id(0), top = 4 * get_global_id(1);
    float4 rows[6];
    int i, k;
    if (x >= width || top >= height)
        return;
    A += line + 16 + x;
    B += line + 16 + x;
    for (i = 0; i < 6; i++)
        rows[i] = *(__global const float4 *)(A + (min(top + i, height + 1) - 1) * line);
    for (i = 0; i < 4; i++) {
        if (top + i < height) {
            const float4 c = rows[i + 1];
            const float west = A[(top + i) * line - 1], east = A[(top + i) * line + 4];
            float4 r = 0.75f * c;
            r += 0.25f * (rows[i] + rows[i + 2]);
            r += 0.25f * (float4)(west, c.s0, c.s1, c.s2);
            r += 0.25f * (float4)(c.s1, c.s2, c.s3, east);
            if (x + 3 < width) {
                *(__global float4 *)(B + (top + i) * line) = r;
            } else {
                float cells[4];
                vstore4(r, 0, cells);
                for (k = 0; x + k < width; k++)
                    B[(top + i) * line + k] = cells[k];
            }
        }
    }
}
