/*
 * Memory that the program passes to the system: a system call that meets a guarded page
 * (client/guard.h) would fail where ordinary code comes into the fault's handler, so the pages are
 * given back before. Weak: a program may have functions of these names.
 */
#include "../../client/guard.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/uio.h>

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* The C library's function of that name and type. */
#define NEXT(name)                                                                                 \
    static __typeof__(&name) next; /* a function's address in an object's: POSIX allows it */      \
    if (next == NULL) {                                                                            \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
    }                                                                                              \
    (void)0

__attribute__((weak)) ssize_t read(int file, void *bytes, size_t count) {
    NEXT(read);
    guard_passed(bytes, count, true, CALLER);
    return next(file, bytes, count);
}
__attribute__((weak)) ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    guard_passed(bytes, count, false, CALLER);
    return next(file, bytes, count);
}
__attribute__((weak)) ssize_t pread(int file, void *bytes, size_t count, off_t at) {
    NEXT(pread);
    guard_passed(bytes, count, true, CALLER);
    return next(file, bytes, count, at);
}
__attribute__((weak)) ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    NEXT(pwrite);
    guard_passed(bytes, count, false, CALLER);
    return next(file, bytes, count, at);
}
__attribute__((weak)) ssize_t writev(int file, const struct iovec *pieces, int count) {
    NEXT(writev);
    for (int i = 0; i < count; i++) {
        guard_passed(pieces[i].iov_base, pieces[i].iov_len, false, CALLER);
    }
    return next(file, pieces, count);
}
__attribute__((weak)) size_t fread(void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fread);
    guard_passed(bytes, size * count, true, CALLER);
    return next(bytes, size, count, file);
}
__attribute__((weak)) size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fwrite);
    guard_passed(bytes, size * count, false, CALLER);
    return next(bytes, size, count, file);
}
