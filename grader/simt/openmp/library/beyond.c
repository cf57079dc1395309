/* What POSIX and glibc have beyond C's strings, bytes and integers, and programs like to use. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int ffs(int bits) { return bits == 0 ? 0 : __builtin_ctz((unsigned)bits) + 1; }

int ffsll(long long bits) { return bits == 0 ? 0 : __builtin_ctzll((unsigned long long)bits) + 1; }

int ffsl(long bits) { return ffsll(bits); }

void explicit_bzero(void *bytes, size_t size) { memset(bytes, 0, size); }

void *memccpy(void *restrict to, const void *restrict from, int last, size_t size) {
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t n = 0; n < size; n++) {
        target[n] = source[n];
        if (source[n] == (unsigned char)last) {
            return target + n + 1;
        }
    }
    return NULL;
}

void *memrchr(const void *bytes, int value, size_t size) {
    const unsigned char *at = bytes;
    while (size > 0) {
        if (at[--size] == (unsigned char)value) {
            return (void *)(at + size);
        }
    }
    return NULL;
}

void *rawmemchr(const void *bytes, int value) {
    const unsigned char *at = bytes;
    while (*at != (unsigned char)value) {
        at++;
    }
    return (void *)at;
}

void *memmem(const void *bytes, size_t size, const void *part, size_t length) {
    for (size_t n = 0; n + length <= size; n++) {
        if (memcmp((const char *)bytes + n, part, length) == 0) {
            return (char *)bytes + n;
        }
    }
    return NULL;
}

char *strsep(char **text, const char *marks) {
    char *start = *text;
    if (start != NULL) {
        char *end = start + strcspn(start, marks);
        *text = *end != '\0' ? end + 1 : NULL;
        *end = '\0';
    }
    return start;
}

void *reallocarray(void *memory, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(memory, bytes);
}

intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }

uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoul(text, end, base); }

/* Thread t runs on processor t. */
int sched_getcpu(void) { return omp_get_thread_num(); }

/* It may run on every processor, and stays where it is. */
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    (void)process;
    memset(set, 0, size);
    for (size_t n = 0; n < (size_t)omp_get_num_procs(); n++) {
        CPU_SET_S(n, size, set);
    }
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
    (void)process;
    if (__sched_cpucount(size, set) == 0) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}

int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t n = 0; n < size / sizeof set->__bits[0]; n++) {
        count += __builtin_popcountl(set->__bits[n]);
    }
    return count;
}

/* Files have no numbers here, but those that are open from the start. */
ssize_t write(int file, const void *bytes, size_t size) {
    if (file != STDOUT_FILENO && file != STDERR_FILENO) {
        errno = EBADF;
        return -1;
    }
    return (ssize_t)fwrite(bytes, 1, size, file == STDOUT_FILENO ? stdout : stderr);
}

int getpagesize(void) { return 4096; }

long sysconf(int name) {
    if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) {
        return omp_get_num_procs();
    }
    if (name == _SC_PAGESIZE) {
        return getpagesize();
    }
    errno = EINVAL;
    return -1;
}
