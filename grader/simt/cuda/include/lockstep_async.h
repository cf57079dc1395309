/* Copies from global to shared memory that their thread waits for later (PTX's cp.async). */
#ifndef LOCKSTEP_ASYNC_H
#define LOCKSTEP_ASYNC_H

#define LOCKSTEP_COPY_ASYNC(BYTES)                                                                                     \
    LOCKSTEP_DEVICE void lockstep_copy_async_##BYTES(void *to, const void *from) {                                     \
        asm volatile("{ .reg .u64 %%lockstep_to; cvta.to.shared.u64 %%lockstep_to, %0;"                                \
                     " cp.async.ca.shared.global [%%lockstep_to], [%1], " #BYTES "; }" ::"l"(to),                      \
                     "l"(from)                                                                                         \
                     : "memory");                                                                                      \
    }
LOCKSTEP_COPY_ASYNC(4)
LOCKSTEP_COPY_ASYNC(8)
LOCKSTEP_COPY_ASYNC(16)
#undef LOCKSTEP_COPY_ASYNC

LOCKSTEP_DEVICE void lockstep_commit_async() { asm volatile("cp.async.commit_group;" ::: "memory"); }
LOCKSTEP_DEVICE void lockstep_wait_async() { asm volatile("cp.async.wait_all;" ::: "memory"); }
template <unsigned int Left> LOCKSTEP_DEVICE void lockstep_wait_async_but() {
    asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
}
LOCKSTEP_DEVICE void lockstep_wait_async_but(unsigned int left) {
    switch (left) {
    case 0:
        return lockstep_wait_async_but<0>();
    case 1:
        return lockstep_wait_async_but<1>();
    case 2:
        return lockstep_wait_async_but<2>();
    case 3:
        return lockstep_wait_async_but<3>();
    case 4:
        return lockstep_wait_async_but<4>();
    case 5:
        return lockstep_wait_async_but<5>();
    case 6:
        return lockstep_wait_async_but<6>();
    default:
        return lockstep_wait_async_but<7>();
    }
}

/* The part of thread `rank` of `count`: the widest copies that the addresses allow, plain ones
 * where the way is another than from global to shared memory. */
LOCKSTEP_DEVICE void lockstep_copy_async(void *to, const void *from, size_t bytes, unsigned int rank,
                                         unsigned int count) {
    size_t together = (size_t)to | (size_t)from | bytes;
    size_t width = together % 16 == 0 ? 16 : together % 8 == 0 ? 8 : together % 4 == 0 ? 4 : 1;
    bool late = __isShared(to) && __isGlobal(from);
    for (size_t at = rank * width; at < bytes; at += count * width) {
        char *there = (char *)to + at;
        const char *here = (const char *)from + at;
        if (late && width == 16)
            lockstep_copy_async_16(there, here);
        else if (late && width == 8)
            lockstep_copy_async_8(there, here);
        else if (late && width == 4)
            lockstep_copy_async_4(there, here);
        else if (width == 1)
            *there = *here;
        else
            for (size_t i = 0; i < width; i += 4)
                *(unsigned int *)(there + i) = *(const unsigned int *)(here + i);
    }
}

#endif
