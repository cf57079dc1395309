// Only even work-items set the number that all of them compare.
// FIXED: Only even work-items set a limit; the others have 0.
kernel void parts(global const int *in, global int *out) {
    int i = get_global_id(0);
#ifdef FIXED
    int limit = 0;
#else
    int limit;
#endif
    if (i % 2 == 0) {
        limit = in[i];
    }
    if (limit > 3) {
        out[i] = 1;
    }
}

/* sim
parts
8 1 1
8 1 1
<size=32 int range=1:1:8>
<size=32 int fill=0>
prints
uninitialised read in kernel parts
    starts  private_branch.cl:8      work-group 0, work-item 1
    uses    private_branch.cl:13     work-group 0, work-item 1
  A variable that starts there has no value yet in this work-item: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

verdict uninitialised-read */
/* FIXED: sim
prints
verdict pass */
