inline float update(float c, float w, float e, float n, float s) {
    return mad(0.75f, c, 0.25f * (w + e + n + s));
}

__kernel void stencil_naive(__global float *restrict B, __global const float *restrict A,
                            const int width, const int height, const int line) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (y >= height)
        return;
    __global const float *a = A + mad24(y + 1, line, 16);
    if (x < width)
        B[mad24(y + 1, line, 16 + x)] = update(a[x], a[x - 1], a[x + 1], a[x - line], a[x + line]);
}

/* Four branches for the four sides, the corners with them; what is in registers is not read again. */
__kernel __attribute__((reqd_work_group_size(16, 4, 1))) void
stencil_tile(__global float *B, __global const float *A, int width, int height, int line) {
    __local float tile[18 * 18];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int row = get_group_id(1) * 16, column = get_group_id(0) * 16;
    __global const float *a = A + (row + 1) * line + 16 + column;
    __global float *b = B + (row + 1) * line + 16 + column;
    const int rows = min(16, height - row);
    for (int y = 4 * ly; y < 4 * ly + 4; y++) {
        if (y <= rows)
            tile[(y + 1) * 18 + lx + 1] = a[y * line + lx];
    }
    if (ly == 0) {
        tile[lx + 1] = a[lx - line];
    } else if (ly == 1) {
        if (rows == 16)
            tile[17 * 18 + lx + 1] = a[16 * line + lx];
    } else if (ly == 2) {
        if (lx < rows)
            tile[(lx + 1) * 18] = a[lx * line - 1];
    } else {
        if (lx < rows)
            tile[(lx + 1) * 18 + 17] = a[lx * line + 16];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = 4 * ly;
    if (first >= rows)
        return; /* after the barrier one may */
    float north = tile[first * 18 + lx + 1], centre = tile[(first + 1) * 18 + lx + 1];
    for (int y = first; y < min(first + 4, rows); y++) {
        const float south = tile[(y + 2) * 18 + lx + 1];
        if (column + lx < width)
            b[y * line + lx] = update(centre, tile[(y + 1) * 18 + lx], tile[(y + 1) * 18 + lx + 2],
                                      north, south);
        north = centre;
        centre = south;
    }
}

/* Rows of 18, and eight more floats after each four rows. */
#define AT(y, x) ((y)*18 + (y) / 4 * 8 + (x))

__kernel void stencil_conflict_free(__global float *B, __global const float *A, int width,
                                    int height, int line) {
    __local float tile[AT(17, 17) + 1];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int row = get_group_id(1) * 16, column = get_group_id(0) * 16;
    __global const float *a = A + (row + 1) * line + 16 + column;
    __global float *b = B + (row + 1) * line + 16 + column;
    const int rows = min(16, height - row);
    for (int y = 4 * ly; y < 4 * ly + 4; y++) {
        if (y <= rows)
            tile[AT(y + 1, lx + 1)] = a[y * line + lx];
    }
    const int hx = ly == 2 ? -1 : ly == 3 ? 16 : lx, hy = ly == 0 ? -1 : ly == 1 ? 16 : lx;
    if (hy <= rows)
        tile[AT(hy + 1, hx + 1)] = a[hy * line + hx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = 4 * ly; y < min(4 * ly + 4, rows); y++) {
        if (column + lx < width)
            b[y * line + lx] =
                update(tile[AT(y + 1, lx + 1)], tile[AT(y + 1, lx)], tile[AT(y + 1, lx + 2)],
                       tile[AT(y, lx + 1)], tile[AT(y + 2, lx + 1)]);
    }
}

__kernel void stencil_marching(__global float *B, __global const float *A, int width, int height,
                               int line) {
    const int x = 4 * get_global_id(0), first = 4 * get_global_id(1);
    __global const float *a = A + (first + 1) * line + 16 + x;
    __global float *b = B + (first + 1) * line + 16 + x;
    if (x < width && first < height) {
        float4 n = *(__global const float4 *)(a - line), c = *(__global const float4 *)a;
        const int rows = min(4, height - first), left = width - x;
        for (int y = 0; y < rows; y++, a += line, b += line) {
            const float4 s = *(__global const float4 *)(a + line);
            const float4 r =
                mad(0.75f, c, 0.25f * (n + s + (float4)(a[-1], c.xyz) + (float4)(c.yzw, a[4])));
            if (left > 3) {
                *(__global float4 *)b = r;
            } else if (left == 3) {
                vstore3(r.xyz, 0, b);
            } else if (left == 2) {
                vstore2(r.xy, 0, b);
            } else {
                *b = r.x;
            }
            n = c;
            c = s;
        }
    }
}
