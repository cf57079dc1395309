/* Which warps ask for tickets, and whether the first block got the work of all. */
#include "ticket_queue.h"

void queue_clear(struct queue *queue) {
    *queue = (struct queue){0};
}

void queue_atomic(struct queue *queue, const struct simt_access *access, uint64_t warp) {
    uint64_t first = access->address[__builtin_ctz(access->mask)];
    uint64_t last = access->address[31 - __builtin_clz(access->mask)];
    if (access->kind != SIMT_ATOMIC || access->atomic != SIMT_ATOMIC_ADD || first != last) {
        return;
    }
    queue->again |= queue->ticket == first + 1 && queue->warp == warp + 1;
    queue->ticket = first + 1;
    queue->warp = warp + 1;
}

void queue_block(struct queue *queue, uint64_t number, uint64_t instructions) {
    if (number == 1) {
        queue->first = instructions;
    } else if (instructions > queue->most) {
        queue->most = instructions;
    }
}

bool queue_was_taken(const struct queue *queue) {
    enum { FAR = 2 }; /* an estimate */
    return queue->again && queue->most > 0 && queue->first > FAR * queue->most;
}
