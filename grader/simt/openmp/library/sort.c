/* qsort and bsearch. The sort is stable, by merging, as glibc's is. */
#include <stdlib.h>
#include <string.h>

typedef int compare(const void *, const void *);

static void merge(char *to, const char *left, size_t left_count, const char *right,
                  size_t right_count, size_t size, compare *order) {
    while (left_count > 0 && right_count > 0) {
        if (order(right, left) < 0) {
            memcpy(to, right, size);
            right += size;
            right_count--;
        } else {
            memcpy(to, left, size);
            left += size;
            left_count--;
        }
        to += size;
    }
    if (left_count > 0) {
        memcpy(to, left, left_count * size);
    }
    if (right_count > 0) {
        memcpy(to, right, right_count * size);
    }
}

static void sort(char *base, size_t count, size_t size, compare *order, char *spare) {
    if (count < 2) {
        return;
    }
    size_t half = count / 2;
    sort(base, half, size, order, spare);
    sort(base + half * size, count - half, size, order, spare);
    merge(spare, base, half, base + half * size, count - half, size, order);
    memcpy(base, spare, count * size);
}

void qsort(void *base, size_t count, size_t size, compare *order) {
    char *spare = count > 1 ? malloc(count * size) : NULL;
    if (spare != NULL) {
        sort(base, count, size, order, spare);
        free(spare);
    }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare *order) {
    const char *low = base;
    while (count > 0) {
        const char *middle = low + count / 2 * size;
        int result = order(key, middle);
        if (result == 0) {
            return (void *)middle;
        }
        if (result > 0) {
            low = middle + size;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return NULL;
}
