/* In the `zeroed` flavour the student's allocations give memory that starts as zero (linked with
 * --wrap). */
#include <stdlib.h>
#include <string.h>

void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
    return calloc(1, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    void *memory = __real_aligned_alloc(alignment, size);
    return memory != NULL ? memset(memory, 0, size) : NULL;
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    int failed = __real_posix_memalign(memory, alignment, size);
    if (failed == 0) {
        memset(*memory, 0, size);
    }
    return failed;
}
