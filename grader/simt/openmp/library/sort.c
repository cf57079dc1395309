/* Sorting and searching. The sort is stable, by merging, as glibc's is. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef int compare(const void *, const void *);

/* What a caller compares with: qsort()'s function, or qsort_r()'s and what it is handed. */
struct sort_order {
    compare *plain;
    __compar_d_fn_t with;
    void *argument;
};

static int compared(const struct sort_order *order, const void *a, const void *b) {
    return order->plain != NULL ? order->plain(a, b) : order->with(a, b, order->argument);
}

static void merge(char *to, const char *left, size_t left_count, const char *right, size_t right_count, size_t size,
                  const struct sort_order *order) {
    while (left_count > 0 && right_count > 0) {
        if (compared(order, right, left) < 0) {
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

static void sort(char *base, size_t count, size_t size, const struct sort_order *order, char *spare) {
    if (count < 2) {
        return;
    }
    size_t half = count / 2;
    sort(base, half, size, order, spare);
    sort(base + half * size, count - half, size, order, spare);
    merge(spare, base, half, base + half * size, count - half, size, order);
    memcpy(base, spare, count * size);
}

static void sort_all(void *base, size_t count, size_t size, const struct sort_order *order) {
    char *spare = count > 1 ? malloc(count * size) : NULL;
    if (spare != NULL) {
        sort(base, count, size, order, spare);
        free(spare);
    }
}

void qsort(void *base, size_t count, size_t size, compare *order) {
    sort_all(base, count, size, &(struct sort_order){.plain = order});
}

void qsort_r(void *base, size_t count, size_t size, __compar_d_fn_t order, void *argument) {
    sort_all(base, count, size, &(struct sort_order){.with = order, .argument = argument});
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

void *lfind(const void *key, const void *base, size_t *count, size_t size, compare *order) {
    const char *at = base;
    for (size_t i = 0; i < *count; i++, at += size) {
        if (order(key, at) == 0) {
            return (void *)at;
        }
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, compare *order) {
    void *found = lfind(key, base, count, size, order);
    return found != NULL ? found : memcpy((char *)base + (*count)++ * size, key, size);
}
