/*
 * Which registers can share a row: those that are never alive at the same time.
 *
 * Compilers give every value a register of its own; a warp's rows would not fit the processor's
 * cache. Registers that decode.c may make one (plain copies of values written once) count as one.
 * A register is alive over the stretch of statements from the first to the last place where its
 * value may still be read; stretches that do not overlap get the same slot.
 */
#include "decode.h"

#include <string.h>

enum { MAX_BITS = 1 << 28, MAX_SLOTTED = 20000 };

struct live_stretch {
    uint32_t first, last; /* 2 * statement for a read, + 1 for a write */
};

struct liveness {
    struct decoder *decoder;
    uint32_t *block_of; /* statement -> block */
    uint32_t *starts;   /* block -> first statement; one more at the end */
    uint32_t block_count;
    uint32_t words; /* of a set of registers */
    uint64_t *in, *out, *reads, *kills;
    struct live_stretch *stretches;
    uint32_t *root, *held; /* of registers: whose displacement it is; so many are alive of these */
    bool *given;           /* parameters, which an instruction can read from where they are */
    uint64_t *alive;       /* a set of registers */
    uint32_t now, most;    /* words that are alive */
};

/* Registers that decode.c may merge have one leader. */
static uint32_t leader(struct decoder *decoder, uint32_t index) {
    while (decoder->same_as[index] != index) {
        decoder->same_as[index] = decoder->same_as[decoder->same_as[index]];
        index = decoder->same_as[index];
    }
    return index;
}

/* Addresses of shared and local memory change when they become generic; these stay as they are. */
static bool is_copy(const char *opcode) {
    static const char *const copies[] = {"mov.",        "cvta.global.",   "cvta.to.global.",
                                         "cvta.const.", "cvta.to.const.", NULL};
    return opcode_starts_any(opcode, copies);
}

static bool join_copies(struct decoder *decoder) {
    bool any = false;
    for (uint32_t s = 0; s < decoder->ptx->statement_count; s++) {
        const struct ptx_statement *statement = &decoder->ptx->statements[s];
        const struct ptx_operand *to = &statement->operands[0], *from = &statement->operands[1];
        if (statement->count == 2 && to->kind == PTX_REGISTER && from->kind == PTX_REGISTER &&
            is_copy(statement->opcode) && decoder->definitions[to->index] == 1 &&
            decoder->definitions[from->index] == 1) {
            decoder->same_as[leader(decoder, to->index)] = leader(decoder, from->index);
            any = true;
        }
    }
    return any;
}

typedef void (*visitor)(struct liveness *liveness, uint32_t statement, uint32_t index, bool write,
                        bool kill);

static void visit_operand(struct liveness *liveness, uint32_t s, const struct ptx_operand *operand,
                          bool write, bool kill, visitor visit) {
    if (operand->kind == PTX_REGISTER) {
        bool target = write && !operand->address;
        visit(liveness, s, leader(liveness->decoder, operand->index), target, kill);
    }
    if (operand->pair >= 0) {
        visit(liveness, s, leader(liveness->decoder, (uint32_t)operand->pair), write, kill);
    }
    for (uint32_t e = 0; e < operand->count; e++) {
        visit_operand(liveness, s, &operand->elements[e], write, kill, visit);
    }
}

/* All registers of a statement: first what it writes, then what it reads. */
static void visit_statement(struct liveness *liveness, uint32_t s, visitor visit) {
    const struct ptx_statement *statement = &liveness->decoder->ptx->statements[s];
    bool writes = writes_target(statement), kill = statement->guard < 0;
    if (writes) {
        visit_operand(liveness, s, &statement->operands[0], true, kill, visit);
    }
    for (uint32_t o = writes; o < statement->count; o++) {
        visit_operand(liveness, s, &statement->operands[o], false, false, visit);
    }
    if (statement->guard >= 0) {
        visit(liveness, s, leader(liveness->decoder, (uint32_t)statement->guard), false, false);
    }
}

static uint64_t *set_of(const struct liveness *liveness, uint64_t *sets, uint32_t block) {
    return sets + (size_t)block * liveness->words;
}

/* Going backwards through a block: reads that no write before them satisfies, and sure writes. */
static void note_block_use(struct liveness *liveness, uint32_t s, uint32_t index, bool write,
                           bool kill) {
    uint32_t block = liveness->block_of[s];
    uint64_t bit = UINT64_C(1) << (index % 64);
    uint64_t *reads = &set_of(liveness, liveness->reads, block)[index / 64];
    uint64_t *kills = &set_of(liveness, liveness->kills, block)[index / 64];
    if (write && kill) {
        *reads &= ~bit;
        *kills |= bit;
    } else {
        *reads |= bit;
    }
}

static void extend(struct live_stretch *stretch, uint32_t at) {
    stretch->first = at < stretch->first ? at : stretch->first;
    stretch->last = at > stretch->last ? at : stretch->last;
}

static void note_place(struct liveness *liveness, uint32_t s, uint32_t index, bool write,
                       bool kill) {
    extend(&liveness->stretches[index], 2 * s + write);
    if (write && !kill) {
        extend(&liveness->stretches[index], 2 * s);
    }
}

static void find_blocks(struct liveness *liveness) {
    struct decoder *decoder = liveness->decoder;
    const struct ptx_function *ptx = decoder->ptx;
    liveness->block_of = decode_take(decoder, (ptx->statement_count + 1) * sizeof(uint32_t));
    liveness->starts = decode_take(decoder, (ptx->statement_count + 2) * sizeof(uint32_t));
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        bool ended = s == 0 || family_of(ptx->statements[s - 1].opcode)->ends_block;
        if (ptx->leader[s] || ended) {
            liveness->starts[liveness->block_count++] = s;
        }
        liveness->block_of[s] = liveness->block_count - 1;
    }
    liveness->starts[liveness->block_count] = ptx->statement_count;
    liveness->block_of[ptx->statement_count] = liveness->block_count; /* the end: nothing lives */
}

static bool flow_from(struct liveness *liveness, uint32_t block, uint32_t statement) {
    uint32_t target = liveness->block_of[statement];
    bool changed = false;
    if (target == liveness->block_count) {
        return false;
    }
    uint64_t *out = set_of(liveness, liveness->out, block);
    const uint64_t *in = set_of(liveness, liveness->in, target);
    for (uint32_t w = 0; w < liveness->words; w++) {
        changed |= (in[w] & ~out[w]) != 0;
        out[w] |= in[w];
    }
    return changed;
}

static bool flow_block(struct liveness *liveness, uint32_t block) {
    uint32_t end = liveness->starts[block + 1];
    const struct ptx_statement *last = &liveness->decoder->ptx->statements[end - 1];
    bool changed = false, leaves = false;
    for (uint32_t o = 0; o < last->count; o++) {
        const struct ptx_operand *operand = &last->operands[o];
        if (operand->kind == PTX_LABEL) {
            changed |= flow_from(liveness, block, operand->index);
            leaves = last->guard < 0;
        }
        for (uint32_t t = 0; operand->kind == PTX_TABLE && t < operand->table->count; t++) {
            if (operand->table->labels[t].kind == PTX_LABEL) {
                changed |= flow_from(liveness, block, operand->table->labels[t].index);
            }
        }
    }
    if (!leaves) {
        changed |= flow_from(liveness, block, end);
    }
    uint64_t *in = set_of(liveness, liveness->in, block);
    const uint64_t *out = set_of(liveness, liveness->out, block);
    const uint64_t *reads = set_of(liveness, liveness->reads, block);
    const uint64_t *kills = set_of(liveness, liveness->kills, block);
    for (uint32_t w = 0; w < liveness->words; w++) {
        in[w] = reads[w] | (out[w] & ~kills[w]);
    }
    return changed;
}

static void solve(struct liveness *liveness) {
    struct decoder *decoder = liveness->decoder;
    const size_t words = (size_t)liveness->block_count * liveness->words;
    if (liveness->in == NULL) {
        liveness->in = decode_take(decoder, 4 * words * sizeof *liveness->in);
    }
    memset(liveness->in, 0, 4 * words * sizeof *liveness->in);
    liveness->out = liveness->in + words;
    liveness->reads = liveness->out + words;
    liveness->kills = liveness->reads + words;
    for (uint32_t s = decoder->ptx->statement_count; s > 0; s--) {
        visit_statement(liveness, s - 1, note_block_use);
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t b = liveness->block_count; b > 0; b--) {
            changed |= flow_block(liveness, b - 1);
        }
    }
}

/* A value that begins in a loop may be read there before it is written: the one of the round
 * before. Then its register is no copy's, though one statement alone writes it. */
static void find_kept_over_rounds(struct liveness *liveness) {
    for (uint32_t r = 0; r < liveness->decoder->ptx->register_count; r++) {
        if ((liveness->in[r / 64] >> r % 64 & 1) != 0) {
            liveness->decoder->definitions[r] = 2;
        }
    }
}

/* ---- how many are alive at once -------------------------------------------------------------- */

/* An address that is another one and a constant, each written once, is a displacement in the
 * accesses that use it: it needs no register, but the other one lives as long. */
static void find_roots(struct liveness *liveness) {
    struct decoder *decoder = liveness->decoder;
    const struct ptx_function *ptx = decoder->ptx;
    liveness->root = decode_take(decoder, (ptx->register_count + 1) * sizeof *liveness->root);
    liveness->held = decode_take(decoder, (ptx->register_count + 1) * sizeof *liveness->held);
    for (uint32_t r = 0; r < ptx->register_count; r++) {
        liveness->root[r] = leader(decoder, r);
    }
    liveness->given = decode_take(decoder, (ptx->register_count + 1) * sizeof *liveness->given);
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        const struct ptx_statement *statement = &ptx->statements[s];
        const struct ptx_operand *operand = statement->operands;
        if (statement->count == 2 && ptx->entry && strncmp(statement->opcode, "ld.param", 8) == 0 &&
            operand[0].kind == PTX_REGISTER && decoder->definitions[operand[0].index] == 1) {
            liveness->given[leader(decoder, operand[0].index)] = true;
        }
        if (statement->count == 3 && strncmp(statement->opcode, "add.s64", 7) == 0 &&
            operand[1].kind == PTX_REGISTER && operand[2].kind == PTX_INTEGER &&
            decoder->definitions[operand[0].index] == 1 &&
            decoder->definitions[operand[1].index] == 1) {
            liveness->root[leader(decoder, operand[0].index)] = leader(decoder, operand[1].index);
        }
    }
}

static uint32_t root_of(const struct liveness *liveness, uint32_t index) {
    while (liveness->root[index] != index) {
        index = liveness->root[index];
    }
    return index;
}

static void hold(struct liveness *liveness, uint32_t index, bool alive) {
    enum { WORD = 4 };
    const uint64_t bit = UINT64_C(1) << index % 64;
    const uint32_t root = root_of(liveness, index);
    const uint32_t bytes = liveness->decoder->ptx->registers[root].bytes;
    const uint32_t words = liveness->given[root] ? 0 : (bytes + WORD - 1) / WORD;
    if (((liveness->alive[index / 64] & bit) != 0) == alive) {
        return;
    }
    liveness->alive[index / 64] ^= bit;
    if (alive) {
        liveness->now += liveness->held[root]++ == 0 ? words : 0;
    } else {
        liveness->now -= --liveness->held[root] == 0 ? words : 0;
    }
    liveness->most = liveness->now > liveness->most ? liveness->now : liveness->most;
}

/* Backwards: what is surely written was not alive before, what is read was. */
static void note_alive(struct liveness *liveness, uint32_t s, uint32_t index, bool write,
                       bool kill) {
    (void)s;
    hold(liveness, index, !(write && kill));
}

static void count_alive(struct liveness *liveness) {
    liveness->alive = decode_take(liveness->decoder, liveness->words * sizeof *liveness->alive);
    find_roots(liveness);
    for (uint32_t b = 0; b < liveness->block_count; b++) {
        const uint64_t *out = set_of(liveness, liveness->out, b);
        for (uint32_t w = 0; w < liveness->words; w++) {
            for (uint64_t left = liveness->alive[w] ^ out[w]; left != 0; left &= left - 1) {
                const uint32_t index = w * 64 + (uint32_t)__builtin_ctzll(left);
                hold(liveness, index, (out[w] & left & -left) != 0);
            }
        }
        for (uint32_t s = liveness->starts[b + 1]; s > liveness->starts[b]; s--) {
            visit_statement(liveness, s - 1, note_alive);
        }
    }
    liveness->decoder->function->alive = liveness->most;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Where a block's first or last statement finds registers alive, their stretches go on to it. */
static void extend_over_blocks(struct liveness *liveness) {
    for (uint32_t b = 0; b < liveness->block_count; b++) {
        const uint64_t *in = set_of(liveness, liveness->in, b);
        const uint64_t *out = set_of(liveness, liveness->out, b);
        for (uint32_t w = 0; w < liveness->words; w++) {
            for (uint64_t left = in[w]; left != 0; left &= left - 1) {
                extend(&liveness->stretches[w * 64 + (uint32_t)__builtin_ctzll(left)],
                       2 * liveness->starts[b]);
            }
            for (uint64_t left = out[w]; left != 0; left &= left - 1) {
                extend(&liveness->stretches[w * 64 + (uint32_t)__builtin_ctzll(left)],
                       2 * liveness->starts[b + 1] - 1);
            }
        }
    }
}

/* Registers by rising start of their stretches (counting sort). */
static uint32_t *by_start(struct liveness *liveness, uint32_t *count) {
    struct decoder *decoder = liveness->decoder;
    uint32_t places = 2 * decoder->ptx->statement_count + 2;
    uint32_t *at = decode_take(decoder, (places + 1) * sizeof *at);
    uint32_t *order = decode_take(decoder, (decoder->ptx->register_count + 1) * sizeof *order);
    for (uint32_t r = 0; r < decoder->ptx->register_count; r++) {
        if (liveness->stretches[r].first != UINT32_MAX) {
            at[liveness->stretches[r].first + 1]++;
            ++*count;
        }
    }
    for (uint32_t p = 0; p < places; p++) {
        at[p + 1] += at[p];
    }
    for (uint32_t r = 0; r < decoder->ptx->register_count; r++) {
        if (liveness->stretches[r].first != UINT32_MAX) {
            order[at[liveness->stretches[r].first]++] = r;
        }
    }
    return order;
}

static void give_slots(struct liveness *liveness) {
    struct decoder *decoder = liveness->decoder;
    uint32_t count = 0;
    const uint32_t *order = by_start(liveness, &count);
    uint32_t *ends = decode_take(decoder, (count + 1) * sizeof *ends); /* of a slot's last user */
    uint8_t *widths = decode_take(decoder, count + 1);
    uint32_t slots = 0;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t r = order[n], slot = 0;
        uint8_t width = decoder->ptx->registers[r].bytes;
        while (slot < slots &&
               (widths[slot] != width || ends[slot] >= liveness->stretches[r].first)) {
            slot++;
        }
        slots += slot == slots;
        widths[slot] = width;
        ends[slot] = liveness->stretches[r].last;
        decoder->slot_of[r] = slot;
    }
    decoder->slot_rows = decode_take(decoder, (slots + 1) * sizeof *decoder->slot_rows);
    memset(decoder->slot_rows, 0xFF, (slots + 1) * sizeof *decoder->slot_rows);
}

void find_slots(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    decoder->slot_rows = NULL;
    decoder->slot_of = decode_take(decoder, (ptx->register_count + 1) * sizeof(uint32_t));
    decoder->same_as = decode_take(decoder, (ptx->register_count + 1) * sizeof(uint32_t));
    struct liveness liveness = {.decoder = decoder, .words = ptx->register_count / 64 + 1};
    if (ptx->statement_count == 0) {
        return;
    }
    find_blocks(&liveness);
    if (ptx->register_count > MAX_SLOTTED ||
        (uint64_t)liveness.block_count * liveness.words * 64 > MAX_BITS) {
        memset(decoder->definitions, 2, ptx->register_count); /* nothing is known of copies */
        return;
    }
    for (uint32_t r = 0; r < ptx->register_count; r++) {
        decoder->same_as[r] = r;
    }
    solve(&liveness);
    find_kept_over_rounds(&liveness);
    if (join_copies(decoder)) {
        solve(&liveness);
    }
    count_alive(&liveness);
    liveness.stretches =
        decode_take(decoder, ((size_t)liveness.words * 64) * sizeof *liveness.stretches);
    for (uint32_t r = 0; r < liveness.words * 64; r++) {
        liveness.stretches[r].first = UINT32_MAX;
    }
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        visit_statement(&liveness, s, note_place);
    }
    extend_over_blocks(&liveness);
    give_slots(&liveness);
    for (uint32_t r = 0; r < ptx->register_count; r++) {
        decoder->slot_of[r] = decoder->slot_of[leader(decoder, r)];
    }
}
