/* The first variables of local and private memory have addresses that are not null; null stays null in any space. */
int is_there(int *any) {
    return any != NULL;
}

__kernel void pointers(__global int *out, __local int *given) {
    __local int own[8];
    int item = get_local_id(0), value = item;
    volatile __local int *volatile unset;
    __local int *first = own, *none = item > 3 ? own : NULL;
    __private int *mine = &value, *gone = item > 5 ? &value : NULL;
    int *any = given, *here = own, *self = &value, *far = (__global int *)out;
    own[item] = given[item] = item;
    out[item] = (first == NULL) + 2 * (given == NULL) + 4 * (mine == NULL) + 8 * (any == NULL || here == NULL || self == NULL) +
                16 * (to_local(here) == NULL || to_local(any) == NULL) + 32 * (to_private(self) == NULL) +
                64 * (to_global(far) == NULL) + 128 * (to_local(self) != NULL || to_private(any) != NULL || to_global(here) != NULL) +
                1000 * is_there(none) + 2000 * is_there(gone);
    unset = own;
    out[item] += 10000 * (unset[item] == item);
}

/* sim
#options -cl-std=CL2.0
pointers
8 1 1
8 1 1
<size=32 int fill=0 dump>
<size=32>
prints
out[0] = 10000 10000 10000 10000 11000 11000 13000 13000
verdict pass */
