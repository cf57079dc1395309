/* Addresses: of a space and generic, and which space one is of. */
#include "decode.h"
#include "../execute/execute.h"

#include <string.h>

static bool space_window(const char *space, uint64_t *window) {
    static const struct {
        const char *name;
        uint64_t window;
    } windows[] = {{"global", 0},
                   {"const", 0},
                   {"shared", SHARED_WINDOW},
                   {"shared::cta", SHARED_WINDOW},
                   {"local", LOCAL_WINDOW},
                   {"param", PARAM_WINDOW},
                   {"param::entry", PARAM_WINDOW}};
    for (size_t n = 0; n < sizeof windows / sizeof *windows; n++) {
        if (strcmp(windows[n].name, space) == 0) {
            *window = windows[n].window;
            return true;
        }
    }
    return false;
}

/* cvta: between a space's own addresses and generic ones */
void decode_address(struct decoder *decoder) {
    bool to = opcode_has(&decoder->opcode, "to");
    uint64_t window = 0;
    const struct ptx_operand *target = operand_at(decoder, 0), *source = operand_at(decoder, 1);
    if (decoder->opcode.count < 3 ||
        !space_window(decoder->opcode.parts[decoder->opcode.count - 2], &window) ||
        type_bytes(opcode_type(&decoder->opcode)) != 8) {
        decode_unsupported(decoder);
    }
    uint32_t row = source_row(decoder, source, 8);
    bool stable = source->kind != PTX_REGISTER || decoder->definitions[source->index] == 1;
    if (window == 0) {
        if (!stable || !share_row(decoder, target, row)) {
            copy_row(decoder, target, 8, row);
        }
        return;
    }
    uint32_t b = constant_row(decoder, 8, (int64_t)(to ? 0 - window : window));
    uint32_t d = target_row(decoder, target, 8);
    struct instruction *instruction = emit_key(decoder, "place.u64");
    instruction->a = row;
    instruction->b = b;
    instruction->d = d;
    guard(decoder, instruction);
}

void decode_space_test(struct decoder *decoder) {
    uint64_t window = 0;
    if (!space_window(opcode_type(&decoder->opcode), &window)) {
        decode_unsupported(decoder);
    }
    uint32_t a = source_row(decoder, operand_at(decoder, 1), 8);
    uint32_t d = target_row(decoder, operand_at(decoder, 0), 0);
    struct instruction *instruction = emit(decoder, run_space_test);
    instruction->a = a;
    instruction->d = d;
    instruction->op = strcmp(opcode_type(&decoder->opcode), "const") == 0;
    instruction->immediate = (int64_t)window;
    guard(decoder, instruction);
}
