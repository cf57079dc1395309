// A sum that nobody has set to 0.
// FIXED: A sum that starts with 0.
kernel void sums(global const float *in, global float *out, int n) {
#ifdef FIXED
    float sum = 0;
#else
    float sum;
#endif
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[get_global_id(0)] = sum;
}

/* sim
sums
4 1 1
4 1 1
<size=16 float range=1:1:4>
<size=16 float fill=0>
<size=4 int fill=4>
prints
--
uninitialised read in kernel sums
    starts  private_sum.cl:7         work-group 0, work-item 0
    uses    private_sum.cl:12        work-group 0, work-item 0
  A variable that starts there has no value yet in this work-item: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

verdict uninitialised-read */
/* FIXED: sim
prints
--
no findings

verdict pass */
