/* Work-items above the fourth have no place in local memory. */
kernel void halves(global int *out) {
    local int places[4];
    int i = get_local_id(0);
    local int *mine = i < 4 ? &places[i] : 0;
    *mine = i;
    out[i] = *mine;
}
