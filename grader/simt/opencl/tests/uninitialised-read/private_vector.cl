/* A vector of small elements may lie in one register: as any vector, it may be stored if some of them are set. */
kernel void whole(global uchar4 *pixels, int n) {
    int i = get_global_id(0);
    uchar4 pixel;
#ifdef FIXED
    pixel.x = (uchar)i;
    for (int k = 0; k < n; k++)
        pixel = pixel.yzwx;
#endif
    pixels[i] = pixel;
}

/* sim
whole
8 1 1
8 1 1
<size=32 uchar fill=0>
<size=4 int fill=3>
prints
uninitialised read in kernel whole
    starts  private_vector.cl:4      work-group 0, work-item 0
    uses    private_vector.cl:10     work-group 0, work-item 0
  A variable that starts there has no value yet in this work-item: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

verdict uninitialised-read */
/* FIXED: sim
prints
verdict pass */
