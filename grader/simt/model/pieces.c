/* Loads of shared memory that an assembler makes one: between two branches, without a store in
 * between, words that were read before are there, and words beside each other come together. */
#include "recorder.h"

/* The piece that a shared load reads of, by the value that its address is made of. */
static struct piece *piece_of(struct recording *recording, const struct pending *pending,
                              uint32_t base) {
    const uint64_t hash =
        (pending->first / MERGED_BYTES + base * UINT64_C(29)) * UINT64_C(0x9E3779B97F4A7C15);
    return &recording->piece[(hash >> 32) % PIECES];
}

uint32_t pieces_read(struct recording *recording, const struct model_step *step,
                     const struct pending *pending) {
    const uint32_t base = step->sources[0], writer = recording->writer[base];
    const uint32_t within = (uint32_t)(pending->first % MERGED_BYTES);
    const uint32_t bits = ((UINT32_C(1) << pending->size) - 1) << within;
    const uint64_t last = pending->last - within;
    struct piece *piece = piece_of(recording, pending, base);
    const bool known = piece->place != 0 && piece->epoch == recording->epoch &&
                       piece->base == base && piece->writer == writer &&
                       piece->first == pending->first - within && piece->last == last;
    if (known && (bits & ~piece->bytes) == 0) {
        return piece->place;
    }
    if (known && pending->alike && ((piece->bytes << 1 | piece->bytes >> 1) & bits) != 0) {
        struct trace_entry *entry = &recording->draft.drafts[piece->place - 1].entry;
        const uint16_t more = pending->entry.lines;
        entry->lines = more > entry->lines ? more : entry->lines;
        entry->back = (uint8_t)(entry->back + pending->entry.back);
        piece->bytes |= bits;
        return piece->place;
    }
    *piece = (struct piece){.base = base,
                            .writer = writer,
                            .place = recording->draft.count + 1,
                            .epoch = recording->epoch,
                            .first = pending->first - within,
                            .last = last,
                            .bytes = bits};
    return 0;
}

uint16_t constants_first_read(struct recording *recording, const struct pending *pending) {
    const uint32_t piece = (uint32_t)(pending->first / FETCHED_BYTES % FETCHED_PIECES);
    uint32_t *read = &recording->constants_read[piece / 32];
    const bool first = (*read >> piece % 32 & 1) == 0;
    *read |= UINT32_C(1) << piece % 32;
    return first ? (uint16_t)(piece + 1) : 0;
}
