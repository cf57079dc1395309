/* Only work-items that have a place in local memory use it. */
kernel void halves(global int *out) {
    local int places[4];
    int i = get_local_id(0);
    local int *mine = i < 4 ? &places[i] : 0;
    if (mine == 0) {
        return;
    }
    *mine = i;
    out[i] = *mine;
}
