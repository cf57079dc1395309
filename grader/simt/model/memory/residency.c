/* A table of pieces, and a clock that counts bytes. */
#include "residency.h"

struct resident_piece {
    uint64_t number; /* + 1 */
    uint64_t touched;
};

void residency_clear(struct residency *residency) {
    hash_clear(&residency->pieces);
    *residency = (struct residency){.pieces = {.row_bytes = sizeof(struct resident_piece)}};
}

void residency_touch(struct residency *residency, uint64_t address, uint64_t read_bytes,
                     uint64_t written_bytes) {
    struct resident_piece *piece = hash_add(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    if (piece == NULL) {
        return; /* without memory, what is new is not remembered */
    }
    residency->clock += read_bytes + written_bytes;
    piece->touched = residency->clock;
}

bool residency_holds(const struct residency *residency, uint64_t address, double kept) {
    const struct resident_piece *piece =
        hash_find(&residency->pieces, (address >> RESIDENCY_SHIFT) + 1);
    return piece != NULL && (double)(residency->clock - piece->touched) <= kept;
}

void residency_leave(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    residency_touch(self, address, read_bytes, written_bytes);
}
