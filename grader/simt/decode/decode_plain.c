/* Plain instructions: looked up by their opcode, without what only changes the float mode. */
#include "decode.h"
#include "../execute/execute.h"

#include <stdio.h>
#include <string.h>

/* Adds to a text of that length as much as there is room for. */
static void append(char *text, size_t size, size_t *length, const char *more) {
    const size_t room = size - 1 - *length, added = strnlen(more, room);
    memcpy(text + *length, more, added);
    *length += added;
    text[*length] = '\0';
}

/* Opcode without what does not choose a function; *mode gets rounding and flushing. */
static void plain_key(struct decoder *decoder, char *key, size_t size, uint8_t *mode, bool *clamp) {
    static const struct {
        const char *part;
        uint8_t mode;
    } modes[] = {
        {"ftz", MODE_FLUSH}, {"rz", MODE_ZERO}, {"rm", MODE_DOWN}, {"rp", MODE_UP}, {"rn", 0}};
    const struct opcode *opcode = &decoder->opcode;
    bool is_float = type_float(opcode_type(opcode));
    size_t length = 0;
    for (int p = 0; p < opcode->count; p++) {
        const char *part = opcode->parts[p];
        bool dropped = false;
        for (size_t m = 0; m < sizeof modes / sizeof *modes && p > 0 && is_float; m++) {
            if (strcmp(part, modes[m].part) == 0) {
                *mode |= modes[m].mode;
                dropped = true;
            }
        }
        if (p > 0 && is_float && strcmp(part, "sat") == 0) {
            *clamp = dropped = true;
        }
        if (!dropped) {
            append(key, size, &length, p > 0 ? "." : "");
            append(key, size, &length, part);
        }
    }
}

/* Instructions that only choose or copy need a form of their own to flush subnormals. */
const struct opcode_row *flushing_row(struct decoder *decoder, const char *key, uint8_t mode) {
    char flushing[128];
    size_t base = strcspn(key, ".");
    if (mode & MODE_FLUSH) {
        snprintf(flushing, sizeof flushing, "%.*s.ftz%s", (int)base, key, key + base);
        const struct opcode_row *row = find_opcode(decoder, flushing);
        if (row != NULL) {
            return row;
        }
    }
    return find_opcode(decoder, key);
}

void add_mode(struct decoder *decoder, struct instruction *instruction, uint8_t mode,
              const char *clamp) {
    if (clamp != NULL) {
        instruction->clamped = instruction->run;
        instruction->run =
            find_opcode(decoder, type_bytes(clamp) == 8 ? "clamp.f64" : "clamp.f32")->run;
    }
    if (mode != 0) {
        instruction->mode = mode;
        instruction->moded = instruction->run;
        instruction->run = run_in_mode;
    }
}

/* Second destination and combining predicate of setp. */
static void decode_compare(struct decoder *decoder, struct instruction *instruction,
                           uint8_t combine) {
    const struct ptx_operand *target = operand_at(decoder, 0);
    if (target->pair >= 0) {
        if (decoder->ptx->registers[target->pair].bytes != 0) {
            decode_fail(decoder, SIMT_INVALID_PTX, "%.60s needs predicates as targets",
                        decoder->statement->opcode);
        }
        instruction->e = register_row(decoder, (uint32_t)target->pair);
        instruction->immediate = 1;
    }
    if (target->kind == PTX_DISCARD) {
        instruction->d = new_row(decoder, 0);
    }
    instruction->op = combine;
    if (combine != 0) {
        const struct ptx_operand *other = operand_at(decoder, 3);
        instruction->c = predicate_row(decoder, other);
        instruction->width = other->negated;
    }
}

/* setp.lt.and.s32: takes the boolean operation out of the key. */
static uint8_t take_combination(struct opcode *opcode) {
    static const char *const names[] = {"", "and", "or", "xor"};
    if (strcmp(opcode->parts[0], "setp") != 0 && strcmp(opcode->parts[0], "set") != 0) {
        return 0;
    }
    for (int p = 1; p < opcode->count; p++) {
        for (uint8_t n = 1; n < 4; n++) {
            if (strcmp(opcode->parts[p], names[n]) == 0) {
                memmove(&opcode->parts[p], &opcode->parts[p + 1],
                        (size_t)(opcode->count - p - 1) * sizeof *opcode->parts);
                opcode->count--;
                return n;
            }
        }
    }
    return 0;
}

/* clang 14 turns (x >> 60) & 0xff into bfe.u64 x, 60, 8 for a signed x, too, where the bits beyond
 * the top must be copies of the sign: it takes the shift's width for 32 bits, and so does not see
 * that the field ends above 64. An unsigned x never gets there, as its mask would have been
 * narrowed before. */
static bool loses_sign(const struct decoder *decoder, const char *key) {
    if (!decoder->module->ptx.llvm || strcmp(key, "bfe.u64") != 0 ||
        decoder->statement->count != 4) {
        return false;
    }
    const struct ptx_operand *start = &decoder->statement->operands[2],
                             *length = &decoder->statement->operands[3];
    return start->kind == PTX_INTEGER && length->kind == PTX_INTEGER && start->integer > 32 &&
           start->integer < 64 && length->integer <= 64 && start->integer + length->integer > 64;
}

/* clang 14 turns (x << (n & 63)) | (x >> (-n & 63)), and a rotation by n that is left to it, into
 *     { shl.b64 %lhs, x, n;  sub.u32 %amt2, 64, n;  shr.b64 %rhs, x, %amt2;  add.u64 d, %lhs, %rhs;
 * } without n & 63, which is right for n up to 64 only: PTX shifts clamp. The names are its own. */
static bool loses_mask(const struct decoder *decoder, const char *key, const char *target) {
    const struct ptx_statement *statement = decoder->statement;
    const struct ptx_operand *to = &statement->operands[0], *amount = &statement->operands[2];
    return decoder->module->ptx.llvm && statement->count == 3 && to->kind == PTX_REGISTER &&
           amount->kind == PTX_REGISTER &&
           strcmp(decoder->ptx->registers[to->index].name, target) == 0 &&
           (strcmp(key, "shl.b64") == 0 || strcmp(key, "shr.b64") == 0 ||
            strcmp(key, "sub.u32") == 0);
}

/* The row of what was written, where clang's instruction means something else. */
static const struct opcode_row *mended_row(struct decoder *decoder, const char *key) {
    char mended[160];
    if (loses_sign(decoder, key)) {
        return find_opcode(decoder, "bfe.u64.shifted");
    }
    if (!loses_mask(decoder, key, key[1] == 'h' ? "%lhs" : "%amt2")) {
        return NULL;
    }
    snprintf(mended, sizeof mended, "%s.turning", key);
    return find_opcode(decoder, mended);
}

static void watch_division(struct decoder *decoder, struct instruction *instruction) {
    const char *name = decoder->opcode.parts[0], *type = opcode_type(&decoder->opcode);
    if ((type[0] == 's' || type[0] == 'u') &&
        (strcmp(name, "div") == 0 || strcmp(name, "rem") == 0)) {
        instruction->moded = instruction->run;
        instruction->run = run_division;
        instruction->width = (uint8_t)type_bytes(type);
        instruction->op = type[0] == 's';
    }
}

void decode_plain(struct decoder *decoder) {
    char key[128] = "";
    uint8_t mode = 0;
    bool clamp = false;
    uint8_t combine = take_combination(&decoder->opcode);
    plain_key(decoder, key, sizeof key, &mode, &clamp);
    const struct opcode_row *row = mended_row(decoder, key);
    if (row == NULL) {
        row = flushing_row(decoder, key, mode);
    }
    if (row == NULL || (combine != 0 && strncmp(key, "setp", 4) != 0)) {
        decode_unsupported(decoder);
    }
    uint32_t rows[5] = {0};
    int64_t immediate = 0;
    int count = 0;
    for (const char *shape = row->operands; *shape != '\0'; shape++, count++) {
        const struct ptx_operand *operand = operand_at(decoder, count);
        if (*shape == 'i') {
            immediate = operand->integer;
        } else if (*shape == 'p') {
            immediate |= operand->negated ? 1 << (count > 0 ? (count - 1) % 2 : 0) : 0;
            rows[count] =
                count == 0 ? target_row(decoder, operand, 0) : predicate_row(decoder, operand);
        } else if (count == 0) {
            rows[0] = target_row(decoder, operand, (uint32_t)(*shape - '0'));
        } else {
            rows[count] = source_row(decoder, operand, (uint32_t)(*shape - '0'));
        }
    }
    struct instruction *instruction = emit(decoder, row->run);
    instruction->d = rows[0];
    instruction->a = rows[1];
    instruction->b = rows[2];
    instruction->c = rows[3];
    instruction->e = rows[4];
    instruction->immediate = immediate;
    if (strncmp(key, "setp", 4) == 0) {
        decode_compare(decoder, instruction, combine);
    }
    add_mode(decoder, instruction, mode, clamp ? opcode_type(&decoder->opcode) : NULL);
    watch_division(decoder, instruction);
    guard(decoder, instruction);
}
