/* Moves and conversions. */
#include "decode.h"
#include "../execute/execute.h"

#include <stdio.h>
#include <string.h>

void copy_row(struct decoder *decoder, const struct ptx_operand *target, uint32_t bytes,
              uint32_t row) {
    static const char *const keys[] = {[2] = "mov.16", [4] = "mov.32", [8] = "mov.64"};
    if (bytes != 2 && bytes != 4 && bytes != 8) {
        decode_unsupported(decoder);
    }
    struct instruction *instruction = emit_key(decoder, keys[bytes]);
    instruction->d = target_row(decoder, target, bytes);
    instruction->a = row;
    guard(decoder, instruction);
}

/* mov.b64 {x, y}, z: takes a register apart. */
static void unpack(struct decoder *decoder, const struct ptx_operand *targets, uint32_t source,
                   int bytes) {
    int each = targets->count == 0 ? 0 : bytes / (int)targets->count;
    char key[32];
    if (each < 2 || each * (int)targets->count != bytes) {
        decode_unsupported(decoder);
    }
    snprintf(key, sizeof key, "extract.%d.%d", bytes * 8, each * 8);
    for (uint32_t e = 0; e < targets->count; e++) {
        if (targets->elements[e].kind == PTX_DISCARD) {
            continue;
        }
        struct instruction *instruction = emit_key(decoder, key);
        if (instruction == NULL) {
            decode_unsupported(decoder);
        }
        instruction->synthetic = e > 0;
        instruction->op = (uint8_t)(e * (uint32_t)each * 8);
        instruction->width = (uint8_t)each;
        instruction->d = target_row(decoder, &targets->elements[e], (uint32_t)each);
        instruction->a = source;
        guard(decoder, instruction);
    }
}

static uint32_t pack_pair(struct decoder *decoder, const char *key, uint32_t bytes, uint32_t low,
                          uint32_t high, uint32_t target) {
    struct instruction *instruction = emit_key(decoder, key);
    instruction->width = (uint8_t)(bytes / 2);
    instruction->a = low;
    instruction->b = high;
    instruction->d = target != NO_ROW ? target : new_row(decoder, bytes);
    guard(decoder, instruction);
    return instruction->d;
}

/* mov.b64 z, {x, y}: puts registers together. */
static void pack(struct decoder *decoder, const struct ptx_operand *target,
                 const struct ptx_operand *sources, uint32_t bytes) {
    uint32_t each = sources->count == 0 ? 0 : bytes / sources->count;
    uint32_t rows[4];
    if (sources->count > 4 || each < 2 || each * sources->count != bytes || bytes > 8) {
        decode_unsupported(decoder);
    }
    for (uint32_t e = 0; e < sources->count; e++) {
        rows[e] = source_row(decoder, &sources->elements[e], each);
    }
    uint32_t to = target_row(decoder, target, bytes);
    if (sources->count == 2) {
        pack_pair(decoder, bytes == 4 ? "pack.32" : "pack.64", bytes, rows[0], rows[1], to);
    } else if (sources->count == 4) {
        uint32_t low = pack_pair(decoder, "pack.32", 4, rows[0], rows[1], NO_ROW);
        uint32_t high = pack_pair(decoder, "pack.32", 4, rows[2], rows[3], NO_ROW);
        pack_pair(decoder, "pack.64", 8, low, high, to);
    } else {
        decode_unsupported(decoder);
    }
}

static bool decode_clock(struct decoder *decoder, const struct ptx_operand *target,
                         const struct ptx_operand *source, uint32_t bytes) {
    static const char *const names[] = {"%clock",       "%clock64",        "%clock_hi",
                                        "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (source->kind == PTX_SPECIAL && strcmp(source->name, names[n]) == 0) {
            uint32_t row = target_row(decoder, target, bytes);
            struct instruction *instruction = emit(decoder, run_clock);
            decoder->sites[decoder->count - 1].timed = true;
            instruction->d = row;
            instruction->width = (uint8_t)bytes;
            instruction->op = n == 2 || n == 5 ? 32 : 0; /* shift */
            guard(decoder, instruction);
            return true;
        }
    }
    return false;
}

void decode_move(struct decoder *decoder) {
    const struct ptx_operand *target = operand_at(decoder, 0), *source = operand_at(decoder, 1);
    int bytes = type_bytes(opcode_type(&decoder->opcode));
    if (bytes == 0) {
        decode_plain(decoder);
        return;
    }
    if (bytes < 2 || decoder->opcode.count != 2) {
        decode_unsupported(decoder);
    }
    if (target->kind == PTX_VECTOR) {
        unpack(decoder, target, source_row(decoder, source, (uint32_t)bytes), bytes);
    } else if (source->kind == PTX_VECTOR) {
        pack(decoder, target, source, (uint32_t)bytes);
    } else if (!decode_clock(decoder, target, source, (uint32_t)bytes)) {
        uint32_t row = source_row(decoder, source, (uint32_t)bytes);
        bool stable = source->kind != PTX_REGISTER || decoder->definitions[source->index] == 1;
        if (register_bytes(decoder, target) != (uint32_t)bytes) {
            decode_fail(decoder, SIMT_INVALID_PTX, "register does not fit %s",
                        decoder->statement->opcode);
        }
        if (!stable || !share_row(decoder, target, row)) {
            copy_row(decoder, target, (uint32_t)bytes, row);
        }
    }
}

/* The row of `operand` as a register of `bytes` holding its low bits as `type`. */
static uint32_t resized_source(struct decoder *decoder, const struct ptx_operand *operand,
                               const char *type, uint32_t bytes) {
    if (operand->kind != PTX_REGISTER) {
        return source_row(decoder, operand, bytes);
    }
    uint32_t have = register_bytes(decoder, operand);
    uint32_t row = source_row(decoder, operand, have);
    if (have == bytes && type_bytes(type) == (int)bytes) {
        return row;
    }
    char key[32];
    snprintf(key, sizeof key, "resize.%u.%s.%u", have, type, bytes);
    struct instruction *instruction = emit_key(decoder, key);
    if (instruction == NULL) {
        decode_unsupported(decoder);
    }
    instruction->synthetic = true;
    instruction->a = row;
    uint32_t target = new_row(decoder, bytes);
    instruction->d = target;
    guard(decoder, instruction);
    return target;
}

static const char *unsigned_of(uint32_t bytes) {
    return bytes == 1 ? "u8" : bytes == 2 ? "u16" : bytes == 4 ? "u32" : "u64";
}

/* Integer to integer: one resize does it, whatever the registers' widths. */
static void convert_integer(struct decoder *decoder, const char *to, const char *from) {
    const struct ptx_operand *target = operand_at(decoder, 0), *source = operand_at(decoder, 1);
    uint32_t into = register_bytes(decoder, target);
    char key[32];
    if (opcode_has(&decoder->opcode, "sat")) {
        uint32_t wide = resized_source(decoder, source, from, 8);
        struct instruction *clamp;
        snprintf(key, sizeof key, "saturate.%c.%s", type_signed(from) ? 's' : 'u', to);
        clamp = emit_key(decoder, key);
        uint32_t row = new_row(decoder, 8);
        clamp->a = wide;
        clamp->d = row;
        guard(decoder, clamp);
        snprintf(key, sizeof key, "resize.8.%s.%u", unsigned_of(into), into);
        struct instruction *resize = emit_key(decoder, key);
        resize->synthetic = true;
        resize->a = row;
        resize->d = target_row(decoder, target, into);
        guard(decoder, resize);
        return;
    }
    uint32_t have =
        source->kind == PTX_REGISTER ? register_bytes(decoder, source) : (uint32_t)type_bytes(from);
    if (have == 1) {
        have = 2;
    }
    const char *through = type_bytes(to) <= type_bytes(from) ? to : from;
    uint32_t row = source_row(decoder, source, have);
    if (strcmp(through, "s64") == 0) {
        through = "u64";
    }
    snprintf(key, sizeof key, "resize.%u.%s.%u", have, through, into);
    struct instruction *resize = emit_key(decoder, key);
    if (resize == NULL || (int)into < type_bytes(to)) {
        decode_unsupported(decoder);
    }
    resize->a = row;
    resize->d = target_row(decoder, target, into);
    guard(decoder, resize);
}

/* cvt of rounding to float types: which rounding goes into the key, which into the float mode. */
static void convert_key(struct decoder *decoder, char *key, size_t size, const char *to,
                        const char *from, uint8_t *mode) {
    const struct opcode *opcode = &decoder->opcode;
    static const struct {
        const char *part;
        uint8_t mode;
    } modes[] = {{"rz", MODE_ZERO}, {"rm", MODE_DOWN}, {"rp", MODE_UP}, {"ftz", MODE_FLUSH}};
    const char *integral = "";
    for (int p = 1; p < opcode->count; p++) {
        const char *part = opcode->parts[p];
        if (strcmp(part, "rni") == 0 || strcmp(part, "rzi") == 0 || strcmp(part, "rmi") == 0 ||
            strcmp(part, "rpi") == 0) {
            integral = part;
        }
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            *mode |= strcmp(part, modes[m].part) == 0 ? modes[m].mode : 0;
        }
    }
    snprintf(key, size, "cvt.%s%s%s.%s", integral, *integral != '\0' ? "." : "", to, from);
}

void decode_convert(struct decoder *decoder) {
    const struct opcode *opcode = &decoder->opcode;
    if (opcode->count < 3) {
        decode_unsupported(decoder);
    }
    const char *to = opcode->parts[opcode->count - 2], *from = opcode_type(opcode);
    if (!type_float(to) && !type_float(from) && type_bytes(to) > 0 && type_bytes(from) > 0) {
        convert_integer(decoder, to, from);
        return;
    }
    char key[48];
    uint8_t mode = 0;
    convert_key(decoder, key, sizeof key, to, from, &mode);
    bool from_byte = type_bytes(from) == 1;
    if (from_byte) { /* an 8-bit integer is first made 16 bits */
        convert_key(decoder, key, sizeof key, to, type_signed(from) ? "s16" : "u16", &mode);
    }
    const struct opcode_row *row = flushing_row(decoder, key, mode);
    bool narrow = type_bytes(to) == 2 || strcmp(to, "f16x2") == 0 || strcmp(to, "bf16x2") == 0;
    bool rounds_otherwise = (mode & ~MODE_FLUSH) != 0 && type_float(to) && narrow;
    if (row == NULL || opcode_has(opcode, "relu") || rounds_otherwise) {
        decode_unsupported(decoder);
    }
    const struct ptx_operand *target = operand_at(decoder, 0);
    uint32_t natural = (uint32_t)(row->operands[0] - '0');
    uint32_t into = register_bytes(decoder, target);
    uint32_t source =
        resized_source(decoder, operand_at(decoder, 1), from, (uint32_t)(row->operands[1] - '0'));
    uint32_t second = row->operands[2] != '\0' ? source_row(decoder, operand_at(decoder, 2), 4) : 0;
    if (into < natural) {
        decode_fail(decoder, SIMT_INVALID_PTX, "register does not fit %s",
                    decoder->statement->opcode);
    }
    uint32_t result =
        into == natural ? target_row(decoder, target, into) : new_row(decoder, natural);
    struct instruction *instruction = emit(decoder, row->run);
    instruction->d = result;
    instruction->a = source;
    instruction->b = second;
    add_mode(decoder, instruction, mode, opcode_has(opcode, "sat") && type_float(to) ? to : NULL);
    guard(decoder, instruction);
    if (into != natural) {
        snprintf(key, sizeof key, "resize.%u.%s.%u", natural,
                 strcmp(to, "s64") == 0 || type_float(to) ? unsigned_of(natural) : to, into);
        struct instruction *resize = emit_key(decoder, key);
        resize->synthetic = true;
        resize->a = result;
        resize->d = target_row(decoder, target, into);
        guard(decoder, resize);
    }
}
