/* Macros; the tile is filled row by row: its stores meet in banks, its loads never do. */
#define AT(f, x, y) (f)[((y) + 1) * line + 16 + (x)]
#define NEW(c, n, s, w, e) (0.75f * (c) + 0.25f * ((n) + (s) + (w) + (e)))
kernel void stencil_naive(global float *restrict B, global const float *restrict A, int width, int height, int line) {
    const int2 p = (int2)(get_global_id(0), get_global_id(1));
    if (all(p < (int2)(width, height))) AT(B, p.x, p.y) = fma(0.75f, AT(A, p.x, p.y), 0.25f * (AT(A, p.x, p.y - 1) + AT(A, p.x, p.y + 1) + AT(A, p.x - 1, p.y) + AT(A, p.x + 1, p.y)));
}
inline void fill(local float *t, int pitch, global const float *A, int width, int height, int line) {
    const int x0 = get_group_id(0) * 16, y0 = get_group_id(1) * 16;
    const int lx = get_local_id(0), ly = get_local_id(1);
    for (int r = ly; r < 18; r += 4) {
        int y = y0 + r - 1;
        if (y > height) continue;
        if (x0 + lx <= width) t[r * pitch + lx + 1] = AT(A, x0 + lx, y);
        if (r == 0 || r == 17) continue;
        if (lx == 0) t[r * pitch] = AT(A, x0 - 1, y);
        if (lx == 15 && x0 + 16 <= width) t[r * pitch + 17] = AT(A, x0 + 16, y);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void stencil_tile(global float *B, global const float *A, int width, int height, int line) {
    local float t[18 * 18];
    fill(t, 18, A, width, height, line);
    const int x = get_global_id(0);
    for (int i = 0; i < 4; i++) {
        int r = 4 * get_local_id(1) + i, y = 16 * get_group_id(1) + r;
        local float *c = t + (r + 1) * 18 + get_local_id(0) + 1;
        if (x < width && y < height) AT(B, x, y) = NEW(c[0], c[-18], c[18], c[-1], c[1]);
    }
}
kernel void stencil_conflict_free(global float *B, global const float *A, int width, int height, int line) {
    local float t[18 * 20];
    fill(t, 20, A, width, height, line);
    const int x = get_global_id(0);
    for (int i = 0; i < 4; i++) {
        int r = 4 * get_local_id(1) + i, y = 16 * get_group_id(1) + r;
        local float *c = t + (r + 1) * 20 + get_local_id(0) + 1;
        if (x < width && y < height) AT(B, x, y) = NEW(c[0], c[-20], c[20], c[-1], c[1]);
    }
}
kernel void stencil_marching(global float *B, global const float *A, int width, int height, int line) {
    const int x = 4 * get_global_id(0), y0 = 4 * get_global_id(1);
    if (x >= width || y0 >= height) return;
    global const float *a = &AT(A, x, y0);
    float4 north = *(global const float4 *)(a - line), centre = *(global const float4 *)a;
    for (int y = y0; y < min(y0 + 4, height); y++, a += line) {
        float4 south = *(global const float4 *)(a + line);
        float4 west = (float4)(a[-1], centre.xyz), east = (float4)(centre.yzw, a[4]);
        float4 r = NEW(centre, north, south, west, east);
        global float *b = &AT(B, x, y);
        if (x + 3 < width) *(global float4 *)b = r;
        else { b[0] = r.x; if (x + 1 < width) b[1] = r.y; if (x + 2 < width) b[2] = r.z; }
        north = centre; centre = south;
    }
}
