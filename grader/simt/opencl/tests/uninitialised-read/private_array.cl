// A private histogram: the odd classes start with 0, the even ones with anything.
// FIXED: A private histogram: all classes start with 0.
kernel void classes(global const int *in, global int *out, int n) {
    int count[16];
#ifdef FIXED
    for (int c = 0; c < 16; c++) {
#else
    for (int c = 1; c < 16; c += 2) {
#endif
        count[c] = 0;
    }
    for (int i = 0; i < n; i++) {
        count[in[i] & 15]++;
    }
    int most = 0;
    for (int c = 0; c < 16; c++) {
        most = max(most, count[c]);
    }
    out[get_global_id(0)] = most;
}

/* sim
classes
4 1 1
4 1 1
<size=16 int range=1:2:7>
<size=16 int fill=0>
<size=4 int fill=4>
prints
--
uninitialised read in kernel classes
    starts  private_array.cl:4       work-group 0, work-item 0
    uses    private_array.cl:19      work-group 0, work-item 0
  A variable that starts there has no value yet in this work-item: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

verdict uninitialised-read */
/* FIXED: sim
prints
--
no findings

verdict pass */
