/* Undefined values (undefined.c): which bits of a result are undefined. A mask or a shift may leave
 * none of them. */
#include "undefined.h"

#include <stdlib.h>
#include <string.h>

/* Does the instruction's opcode start so? */
static bool is_called(const struct warp *warp, const struct instruction *i, const char *start) {
    const char *opcode = warp->machine->module->sites[i->site].opcode;
    return opcode != NULL && strncmp(opcode, start, strlen(start)) == 0;
}

/* The type's width in bits: 32 of ".u32" at the end of `text`, or before a further point. */
static unsigned width_at(const char *type) {
    return (unsigned)strtoul(type + strcspn(type, "0123456789."), NULL, 10);
}

static uint64_t ones_of(unsigned width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* One lane's operands. */
struct values {
    uint64_t x, y, z, w;     /* a, b, c, and bfi's e */
    uint64_t xs, ys, zs, ws; /* their undefined bits */
    unsigned width;
};

static uint64_t of_and(const struct values *v) {
    return (v->xs & (v->y | v->ys)) | (v->ys & (v->x | v->xs));
}

static uint64_t of_or(const struct values *v) {
    return (v->xs & (~v->y | v->ys)) | (v->ys & (~v->x | v->xs));
}

static uint64_t of_copy(const struct values *v) {
    return v->xs | v->ys | v->zs;
}

static uint64_t of_left(const struct values *v) {
    return v->ys != 0 ? UINT64_MAX : v->y >= v->width ? 0 : v->xs << v->y;
}

static uint64_t of_right(const struct values *v) {
    return v->ys != 0 ? UINT64_MAX : v->y >= v->width ? 0 : v->xs >> v->y;
}

/* The top bit spreads. */
static uint64_t of_right_signed(const struct values *v) {
    return (v->xs >> (v->width - 1) & 1) != 0 ? UINT64_MAX : of_right(v);
}

static uint64_t of_field(const struct values *v) {
    return (v->ys | v->zs) != 0 ? UINT64_MAX
           : v->y >= v->width   ? 0
                                : v->xs >> v->y & ones_of(v->z & 0xFF);
}

static uint64_t of_insertion(const struct values *v) {
    const uint64_t place = v->z < v->width ? ones_of(v->w & 0xFF) << v->z : 0;
    return (v->zs | v->ws) != 0 ? UINT64_MAX
           : place == 0         ? v->ys
                                : (v->xs << v->z & place) | (v->ys & ~place);
}

/* Each digit of z chooses a byte of x and y, or, from 8 on, copies of its sign. */
static uint64_t of_permutation(const struct values *v) {
    const uint64_t both = v->xs | v->ys << 32;
    uint64_t result = 0;
    for (unsigned n = 0; n < sizeof(uint32_t); n++) {
        const unsigned digit = v->z >> 4 * n & 0xF;
        const uint64_t chosen = both >> 8 * (digit & 7) & 0xFF;
        result |= (digit < 8 ? chosen : chosen >> 7 != 0 ? 0xFF : 0) << 8 * n;
    }
    return v->zs != 0 ? UINT64_MAX : result;
}

/* What opcodes that start so do with bits; all others may change every bit. */
static const struct {
    const char *start;
    uint64_t (*bits)(const struct values *values);
} rules[] = {{"and.b", of_and},          {"or.b", of_or},
             {"mov.u", of_copy},         {"mov.s", of_copy},
             {"mov.f", of_copy},         {"xor.b", of_copy},
             {"not.b", of_copy},         {"shl.b", of_left},
             {"shr.b", of_right},        {"shr.u", of_right},
             {"shr.s", of_right_signed}, {"bfe.u", of_field},
             {"bfi.b", of_insertion},    {"prmt.b32", of_permutation}};

/* Lanes whose operand is defined, and true (or false). */
static uint32_t surely(const struct warp *warp, const struct undefined_operand *operand,
                       bool truth) {
    uint32_t word;
    memcpy(&word, warp->registers + operand->row, sizeof word);
    return (truth ? word : ~word) & ~operand->lanes;
}

static uint64_t value_of(const struct warp *warp, uint32_t row, unsigned bytes, int lane) {
    uint64_t value = 0;
    memcpy(&value, warp->registers + row + (size_t)lane * bytes, bytes);
    return value;
}

/* cvt between integers: "cvt.u32.s16". */
static bool converted(const char *opcode, uint64_t *bits) {
    const char *to = opcode + strlen("cvt."), *from = strchr(to, '.');
    bool integers = from != NULL && strchr(from + 1, '.') == NULL && (*to == 'u' || *to == 's') &&
                    (from[1] == 'u' || from[1] == 's');
    if (integers) {
        unsigned width = width_at(from + 1);
        *bits &= ones_of(width);
        bool spreads = from[1] == 's' && (*bits >> (width - 1) & 1) != 0;
        *bits = (*bits | (spreads ? ~ones_of(width) : 0)) & ones_of(width_at(to));
    }
    return integers;
}

bool undefined_reads_fourth(const struct warp *warp, const struct instruction *i) {
    return is_called(warp, i, "bfi.");
}

/* mov.b32 d, {a, b}, or {d, e}, a: of parts that have `width` bytes (decode_move.c). */
static bool is_of_parts(const struct warp *warp, const struct instruction *i) {
    return i->width != 0 && is_called(warp, i, "mov.b");
}

/* Does it copy, or take bits out and put them together, and nothing more? */
bool undefined_is_copy(const struct warp *warp, const struct instruction *i) {
    static const char *const words[] = {"mov.", "selp.", "or.",  "and.", "shl.",
                                        "shr.", "prmt.", "bfe.", "bfi."};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        if (is_called(warp, i, words[n])) {
            return true;
        }
    }
    uint64_t bits = UINT64_MAX;
    return is_called(warp, i, "cvt.") &&
           converted(warp->machine->module->sites[i->site].opcode, &bits);
}

bool undefined_is_member(const struct warp *warp, const struct instruction *i) {
    const struct undefined *undefined = warp->undefined;
    const bool parts = is_of_parts(warp, i);
    const bool packs =
        is_called(warp, i, "bfi.b32") || is_called(warp, i, "prmt.b32") || (parts && i->b != 0);
    if (packs && (uint32_t)undefined->moved != UINT32_MAX) {
        return true;
    }
    const struct instruction *source = &warp->machine->code[undefined->source & ~THROUGH_SHARED];
    const bool elements = packs || parts || is_called(warp, i, "bfe.");
    return undefined->member && undefined_is_copy(warp, i) &&
           (!elements || (source->run == run_unset && source->op != 0));
}

uint32_t undefined_result(const struct warp *warp, const struct instruction *i,
                          const struct undefined_operand operand[4], uint64_t *bits) {
    const char *opcode = warp->machine->module->sites[i->site].opcode;
    const char *type = opcode != NULL ? strrchr(opcode, '.') : NULL;
    uint32_t lanes = operand[0].lanes | operand[1].lanes | operand[2].lanes | operand[3].lanes;
    *bits = UINT64_MAX;
    if (lanes == 0 || type == NULL) {
        return lanes;
    }
    if (is_called(warp, i, "selp.")) {
        uint32_t chosen;
        memcpy(&chosen, warp->registers + operand[2].row, sizeof chosen);
        *bits = operand[2].lanes != 0 ? UINT64_MAX : operand[0].bits | operand[1].bits;
        return (chosen & operand[0].lanes) | (~chosen & operand[1].lanes) | operand[2].lanes;
    }
    bool any = is_called(warp, i, "or.pred");
    if (any || is_called(warp, i, "and.pred")) {
        return lanes & ~surely(warp, &operand[0], any) & ~surely(warp, &operand[1], any);
    }
    if (is_called(warp, i, "cvt.")) {
        uint64_t taken = operand[0].bits;
        bool known = converted(opcode, &taken);
        *bits = known ? taken : UINT64_MAX;
        return *bits != 0 ? lanes : 0;
    }
    if (is_of_parts(warp, i)) {
        const unsigned part = i->width * 8;
        const uint64_t low = operand[0].bits >> i->op & ones_of(part);
        *bits = low | (i->b != 0 ? (operand[1].bits & ones_of(part)) << part : 0);
        return *bits != 0 ? lanes : 0;
    }
    struct values v = {.width = width_at(type + 1)};
    for (size_t n = 0; n < sizeof rules / sizeof *rules; n++) {
        if (!is_called(warp, i, rules[n].start) || v.width < 16) {
            continue;
        }
        /* A shift's count, a field's place and its length have 32 bits. */
        bool counts = rules[n].bits == of_left || rules[n].bits == of_right ||
                      rules[n].bits == of_right_signed || rules[n].bits == of_field;
        uint32_t result = 0;
        *bits = 0;
        for (LANES_OF(lane, lanes)) {
            v.x = value_of(warp, operand[0].row, v.width / 8, lane);
            v.y = value_of(warp, operand[1].row, counts ? 4 : v.width / 8, lane);
            v.z = value_of(warp, operand[2].row, 4, lane);
            v.w = value_of(warp, operand[3].row, 4, lane);
            v.xs = (operand[0].lanes >> lane & 1) != 0 ? operand[0].bits & ones_of(v.width) : 0;
            v.ys = (operand[1].lanes >> lane & 1) != 0 ? operand[1].bits & ones_of(v.width) : 0;
            v.zs = (operand[2].lanes >> lane & 1) != 0 ? operand[2].bits & ones_of(v.width) : 0;
            v.ws = (operand[3].lanes >> lane & 1) != 0 ? operand[3].bits & ones_of(v.width) : 0;
            uint64_t now = rules[n].bits(&v) & ones_of(v.width);
            result |= now != 0 ? 1u << lane : 0;
            *bits |= now;
        }
        return result;
    }
    return lanes;
}
