// The copy is read before its event is waited for.
// FIXED: The copy is read after its event.
__kernel void reverse(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + first, items, 0);
#ifdef FIXED
    wait_group_events(1, &copied);
    out[first + item] = tile[items - 1 - item];
#else
    out[first + item] = tile[items - 1 - item];
    wait_group_events(1, &copied);
#endif
}

/* sim
reverse
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0>
<size=128>
prints
--
race in kernel reverse (64 times)
  local array tile, element 1
    read    async_copy.cl:10         work-group 0, work-item 30
    write   async_copy.cl:5          work-group 0, work-item 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for its event with wait_group_events().

verdict race */
/* FIXED: sim
reverse
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0 dump>
<size=128>
prints

Argument 'out': 256 bytes
  out[0] = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 63
  out[33] = 62 61 60 59 58 57 56 55 54 53 52 51 50 49 48 47 46 45 44 43 42 41 40 39 38 37 36 35 34
  out[62] = 33 32
--
no findings

verdict pass */
