/* Which copy of the lanes' code this processor can run. */
#include "moves.h"
#include "opcodes.h"

#define DECLARE(isa)                                                                               \
    extern const struct opcode_row integer_opcodes_##isa[];                                        \
    extern const struct opcode_row float_opcodes_##isa[];                                          \
    extern const struct opcode_row compare_opcodes_##isa[];                                        \
    extern const struct opcode_row conversion_opcodes_##isa[];                                     \
    extern const struct opcode_row bit_opcodes_##isa[];                                            \
    extern const struct move_tables moves_##isa;                                                   \
    static const struct opcode_tables tables_##isa = {                                             \
        {integer_opcodes_##isa, float_opcodes_##isa, compare_opcodes_##isa,                        \
         conversion_opcodes_##isa, bit_opcodes_##isa}};

#ifdef SIMT_ONLY_V3
#define tables_portable tables_v3
#define moves_portable  moves_v3
#else
DECLARE(portable)
#endif
DECLARE(single)
#ifdef SIMT_HAS_V3
DECLARE(v3)

static bool has_v3(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") &&
           __builtin_cpu_supports("lzcnt");
}
#endif

const struct opcode_tables *single_opcode_tables(void) {
    return &tables_single;
}

const struct move_tables *single_move_tables(void) {
    return &moves_single;
}

const struct opcode_tables *opcode_tables(bool portable) {
#ifdef SIMT_HAS_V3
    if (has_v3() && !portable) {
        return &tables_v3;
    }
#endif
    (void)portable;
    return &tables_portable;
}

const struct move_tables *move_tables(bool portable) {
#ifdef SIMT_HAS_V3
    if (has_v3() && !portable) {
        return &moves_v3;
    }
#endif
    (void)portable;
    return &moves_portable;
}
