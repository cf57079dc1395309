/*
 * Memory that the program passes to the system: a system call that meets a guarded page
 * (client/guard.h) would fail where ordinary code comes into the fault's handler, so the pages are
 * given back before. The library gives them the C library's names when it is made (../../cuda.mk),
 * weakly: a program may have functions of these names.
 */
#include "../../client/guard.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define PASSED(name) lockstep_passed_##name
#define CALLER       ((uintptr_t)__builtin_return_address(0))

/* The C library's function of that name and type. */
#define NEXT(name)                                                                                 \
    static __typeof__(&name) next; /* a function's address in an object's: POSIX allows it */      \
    if (next == NULL) {                                                                            \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                 \
    }                                                                                              \
    (void)0

__typeof__(read) PASSED(read);
__typeof__(write) PASSED(write);
__typeof__(pread) PASSED(pread);
__typeof__(pwrite) PASSED(pwrite);
__typeof__(writev) PASSED(writev);
__typeof__(fread) PASSED(fread);
__typeof__(fwrite) PASSED(fwrite);

ssize_t PASSED(read)(int file, void *bytes, size_t count) {
    NEXT(read);
    guard_passed(bytes, count, true, CALLER);
    return next(file, bytes, count);
}
ssize_t PASSED(write)(int file, const void *bytes, size_t count) {
    NEXT(write);
    guard_passed(bytes, count, false, CALLER);
    return next(file, bytes, count);
}
ssize_t PASSED(pread)(int file, void *bytes, size_t count, off_t at) {
    NEXT(pread);
    guard_passed(bytes, count, true, CALLER);
    return next(file, bytes, count, at);
}
ssize_t PASSED(pwrite)(int file, const void *bytes, size_t count, off_t at) {
    NEXT(pwrite);
    guard_passed(bytes, count, false, CALLER);
    return next(file, bytes, count, at);
}
ssize_t PASSED(writev)(int file, const struct iovec *pieces, int count) {
    NEXT(writev);
    for (int i = 0; i < count; i++) {
        guard_passed(pieces[i].iov_base, pieces[i].iov_len, false, CALLER);
    }
    return next(file, pieces, count);
}
size_t PASSED(fread)(void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fread);
    guard_passed(bytes, size * count, true, CALLER);
    return next(bytes, size, count, file);
}
size_t PASSED(fwrite)(const void *bytes, size_t size, size_t count, FILE *file) {
    NEXT(fwrite);
    guard_passed(bytes, size * count, false, CALLER);
    return next(bytes, size, count, file);
}
