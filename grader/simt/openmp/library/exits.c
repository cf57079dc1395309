/* What is done when the program ends, last come first served. */
#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 64 };

struct farewell {
    void (*plain)(void);
    void (*with_status)(int status, void *context);
    void *context;
};

static struct farewell farewells[MOST];
static int farewell_count;

/* Threads may come at once: each takes a row, and a row is complete before the program ends. */
static int keep(struct farewell farewell) {
    const int at = __atomic_fetch_add(&farewell_count, 1, __ATOMIC_RELAXED);
    if (at >= MOST) {
        __atomic_fetch_sub(&farewell_count, 1, __ATOMIC_RELAXED);
        return -1;
    }
    farewells[at] = farewell;
    return 0;
}

int atexit(void (*function)(void)) { return keep((struct farewell){.plain = function}); }

int on_exit(void (*function)(int status, void *context), void *context) {
    return keep((struct farewell){.with_status = function, .context = context});
}

/* translate calls it where main() returns, if the program calls atexit() or on_exit(). */
void lockstep_at_exit(int status);
void lockstep_at_exit(int status) {
    while (__atomic_load_n(&farewell_count, __ATOMIC_RELAXED) > 0) {
        const struct farewell last = farewells[__atomic_sub_fetch(&farewell_count, 1, __ATOMIC_RELAXED)];
        if (last.plain != NULL) {
            last.plain();
        } else {
            last.with_status(status, last.context);
        }
    }
}

void exit(int status) {
    lockstep_at_exit(status);
    _Exit(status);
}
