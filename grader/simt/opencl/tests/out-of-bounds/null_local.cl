// Work-items above the fourth have no place in local memory.
// FIXED: Only work-items that have a place in local memory use it.
kernel void halves(global int *out) {
    local int places[4];
    int i = get_local_id(0);
    local int *mine = i < 4 ? &places[i] : 0;
#ifdef FIXED
    if (mine == 0) {
        return;
    }
#endif
    *mine = i;
    out[i] = *mine;
}

/* sim
halves
8 1 1
8 1 1
<size=32 int fill=0>
prints
ended: illegal address
wrong pointer in kernel halves
    write   null_local.cl:12         work-group 0, work-item 4
  The pointer is null.
  Set the pointer before its first use.

verdict wrong-pointer */
/* FIXED: sim
prints
verdict pass */
