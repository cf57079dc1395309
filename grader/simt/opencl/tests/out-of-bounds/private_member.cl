// An array inside of a structure of the work-item: what lies behind it is the structure's next member.
struct sample {
    int kind;
    char name[2];
    int marks[4];
};
kernel void pick(global char *out, global int *sums) {
    struct sample one = {1, {'a', 'b'}, {1, 2, 3, 4}}, *same = &one;
    int table[2][2] = {{0, 0}, {0, 0}}, *cells = &table[0][0];
    int i = get_global_id(0), n = cells[i];
#ifdef FIXED
    out[i] = same->name[i % 2];
#else
    out[i] = same->name[i];
#endif
    for (int k = 0; k < 4; k++)
        n += one.marks[k];
    sums[i] = n;
}

/* sim
pick
4 1 1
4 1 1
<size=4 char fill=0>
<size=16 int fill=0 dump>
prints
ended: illegal address
sums[0] = 0 0 0 0
out of bounds in kernel pick
  private array, element 2
    read    private_member.cl:14     work-group 0, work-item 2
  It has 2 elements of 1 byte.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
prints
sums[0] = 10 10 10 10
verdict pass */
