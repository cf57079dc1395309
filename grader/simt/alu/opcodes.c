/* Which copy of the tables this processor can run. */
#include "moves.h"
#include "opcodes.h"

extern const float simt_one;
const float simt_one = 1.0f;

#define DECLARE(isa)                                                                               \
    extern const struct opcode_row integer_opcodes_##isa[];                                        \
    extern const struct opcode_row float_opcodes_##isa[];                                          \
    extern const struct opcode_row compare_opcodes_##isa[];                                        \
    extern const struct opcode_row convert_opcodes_##isa[];                                        \
    extern const struct opcode_row bit_opcodes_##isa[];                                            \
    extern const struct move_tables moves_##isa;                                                   \
    static const struct opcode_tables tables_##isa = {integer_opcodes_##isa, float_opcodes_##isa,  \
                                                      compare_opcodes_##isa,                       \
                                                      convert_opcodes_##isa, bit_opcodes_##isa};

DECLARE(portable)
#ifdef SIMT_HAS_V3
DECLARE(v3)

static bool has_v3(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") &&
           __builtin_cpu_supports("lzcnt");
}
#endif

static bool only_portable;

void opcodes_only_portable(bool only) {
    only_portable = only;
}

const struct opcode_tables *opcode_tables(void) {
#ifdef SIMT_HAS_V3
    if (has_v3() && !only_portable) {
        return &tables_v3;
    }
#endif
    return &tables_portable;
}

const struct move_tables *move_tables(void) {
#ifdef SIMT_HAS_V3
    if (has_v3() && !only_portable) {
        return &moves_v3;
    }
#endif
    return &moves_portable;
}
