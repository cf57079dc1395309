/* Which shared virtual memory there is, and whose turn it is. */
#include "svm.h"
#include "../../client/guard.h"

static struct svm_memory *all; /* under the lock */

void svm_add(struct svm_memory *made) {
    made->next = all;
    all = made;
}

struct svm_memory **svm_find(const void *pointer, size_t bytes) {
    const unsigned char *at = pointer;
    struct svm_memory **found = &all;
    while (*found != NULL &&
           (at < (*found)->base || (size_t)(at - (*found)->base) > (*found)->bytes ||
            bytes > (*found)->bytes - (size_t)(at - (*found)->base))) {
        found = &(*found)->next;
    }
    return found;
}

bool svm_is_used(void) {
    return all != NULL;
}

bool svm_holds(const void *pointer, size_t bytes) {
    return *svm_find(pointer, bytes) != NULL;
}

void svm_close(struct svm_memory *shared) {
    if (shared->maps == 0 && shared->guard == 0) {
        shared->guard = guard_number();
        guard_unmapped(shared->guard, shared->base, shared->map_bytes);
    }
}

void svm_open(struct svm_memory *shared) {
    guard_end(shared->guard);
    shared->guard = 0;
}

bool svm_is_mapped_to_write(const void *pointer) {
    const struct svm_memory *shared = *svm_find(pointer, 0);
    return shared != NULL && shared->written;
}

void svm_is_buffer(const void *pointer) {
    struct svm_memory *shared = *svm_find(pointer, 0);
    if (shared != NULL) {
        shared->maps++;
        svm_open(shared);
    }
}
