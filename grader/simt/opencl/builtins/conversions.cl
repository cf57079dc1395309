/* Conversions between floating point and integers, one instruction each: libclc's are wrong for
 * NaN, which saturates to 0, and round the largest integers up where they must not. */
#include "builtins.h"

/* The instruction in its four roundings; as assembly, since clang takes `long long` for 128 bits.
 */
#define INSTRUCTION(NAME, RESULT, INTO, FROM, OUT_OF, ROUNDING, TYPES)                                                 \
    static RESULT NAME(FROM x) {                                                                                       \
        RESULT result;                                                                                                 \
        __asm__("cvt." ROUNDING TYPES " %0, %1;" : "=" INTO(result) : OUT_OF(x));                                      \
        return result;                                                                                                 \
    }
#define INSTRUCTIONS(NAME, RESULT, INTO, FROM, OUT_OF, WHOLE, TYPES)                                                   \
    INSTRUCTION(NAME##_rn, RESULT, INTO, FROM, OUT_OF, "rn" WHOLE, TYPES)                                              \
    INSTRUCTION(NAME##_rz, RESULT, INTO, FROM, OUT_OF, "rz" WHOLE, TYPES)                                              \
    INSTRUCTION(NAME##_rp, RESULT, INTO, FROM, OUT_OF, "rp" WHOLE, TYPES)                                              \
    INSTRUCTION(NAME##_rm, RESULT, INTO, FROM, OUT_OF, "rm" WHOLE, TYPES)
INSTRUCTIONS(f2i, int, "r", float, "f", "i", ".s32.f32")
INSTRUCTIONS(f2ui, uint, "r", float, "f", "i", ".u32.f32")
INSTRUCTIONS(f2ll, long, "l", float, "f", "i", ".s64.f32")
INSTRUCTIONS(f2ull, ulong, "l", float, "f", "i", ".u64.f32")
INSTRUCTIONS(d2i, int, "r", double, "d", "i", ".s32.f64")
INSTRUCTIONS(d2ui, uint, "r", double, "d", "i", ".u32.f64")
INSTRUCTIONS(d2ll, long, "l", double, "d", "i", ".s64.f64")
INSTRUCTIONS(d2ull, ulong, "l", double, "d", "i", ".u64.f64")
INSTRUCTIONS(i2f, float, "f", int, "r", "", ".f32.s32")
INSTRUCTIONS(ui2f, float, "f", uint, "r", "", ".f32.u32")
INSTRUCTIONS(ll2f, float, "f", long, "l", "", ".f32.s64")
INSTRUCTIONS(ull2f, float, "f", ulong, "l", "", ".f32.u64")
INSTRUCTIONS(ll2d, double, "d", long, "l", "", ".f64.s64")
INSTRUCTIONS(ull2d, double, "d", ulong, "l", "", ".f64.u64")

/* convert_TOTAIL of FROM, of scalars (as EXPRESSION in x says) and of vectors. */
#define CONVERT(TO, TAIL, FROM, EXPRESSION)                                                                            \
    BUILTIN TO convert_##TO##TAIL(FROM x) { return EXPRESSION; }                                                       \
    CONVERT_PAIR(TO, TAIL, FROM, 2, )                                                                                  \
    BUILTIN TO##3 convert_##TO##3##TAIL(FROM##3 x) {                                                                   \
        return (TO##3)(convert_##TO##TAIL(x.x), convert_##TO##TAIL(x.y), convert_##TO##TAIL(x.z));                     \
    }                                                                                                                  \
    CONVERT_PAIR(TO, TAIL, FROM, 4, 2)                                                                                 \
    CONVERT_PAIR(TO, TAIL, FROM, 8, 4)                                                                                 \
    CONVERT_PAIR(TO, TAIL, FROM, 16, 8)
#define CONVERT_PAIR(TO, TAIL, FROM, N, HALF)                                                                          \
    BUILTIN TO##N convert_##TO##N##TAIL(FROM##N x) {                                                                   \
        return (TO##N)(convert_##TO##HALF##TAIL(x.lo), convert_##TO##HALF##TAIL(x.hi));                                \
    }

/* To integers: the instruction saturates to 32 or 64 bits; narrower types are cut from those. */
#define ROUNDED(TO, FROM, INSTRUCTION, LOW, HIGH)                                                                      \
    TO_INTEGER(TO, , FROM, INSTRUCTION##_rz, LOW, HIGH)                                                                \
    TO_INTEGER(TO, _rtz, FROM, INSTRUCTION##_rz, LOW, HIGH)                                                            \
    TO_INTEGER(TO, _rte, FROM, INSTRUCTION##_rn, LOW, HIGH)                                                            \
    TO_INTEGER(TO, _rtp, FROM, INSTRUCTION##_rp, LOW, HIGH)                                                            \
    TO_INTEGER(TO, _rtn, FROM, INSTRUCTION##_rm, LOW, HIGH)
#define TO_INTEGER(TO, TAIL, FROM, INSTRUCTION, LOW, HIGH)                                                             \
    CONVERT(TO, TAIL, FROM, isnan(x) ? 0 : (TO)clamp(INSTRUCTION(x), LOW, HIGH))                                       \
    CONVERT(TO, _sat##TAIL, FROM, convert_##TO##TAIL(x))
#define FROM_FLOATING(FROM, LETTER)                                                                                    \
    ROUNDED(char, FROM, LETTER##2i, CHAR_MIN, CHAR_MAX)                                                                \
    ROUNDED(short, FROM, LETTER##2i, SHRT_MIN, SHRT_MAX)                                                               \
    ROUNDED(int, FROM, LETTER##2i, INT_MIN, INT_MAX)                                                                   \
    ROUNDED(uchar, FROM, LETTER##2ui, 0u, (uint)UCHAR_MAX)                                                             \
    ROUNDED(ushort, FROM, LETTER##2ui, 0u, (uint)USHRT_MAX)                                                            \
    ROUNDED(uint, FROM, LETTER##2ui, 0u, UINT_MAX)                                                                     \
    ROUNDED(long, FROM, LETTER##2ll, LONG_MIN, LONG_MAX)                                                               \
    ROUNDED(ulong, FROM, LETTER##2ull, 0ul, ULONG_MAX)
FROM_FLOATING(float, f)
FROM_FLOATING(double, d)

/* To floating point, where not every integer is one. */
#define FROM_INTEGER(TO, FROM, INSTRUCTION)                                                                            \
    CONVERT(TO, , FROM, (TO)x)                                                                                         \
    CONVERT(TO, _rte, FROM, INSTRUCTION##_rn(x))                                                                       \
    CONVERT(TO, _rtz, FROM, INSTRUCTION##_rz(x))                                                                       \
    CONVERT(TO, _rtp, FROM, INSTRUCTION##_rp(x))                                                                       \
    CONVERT(TO, _rtn, FROM, INSTRUCTION##_rm(x))
FROM_INTEGER(float, int, i2f)
FROM_INTEGER(float, uint, ui2f)
FROM_INTEGER(float, long, ll2f)
FROM_INTEGER(float, ulong, ull2f)
FROM_INTEGER(double, long, ll2d)
FROM_INTEGER(double, ulong, ull2d)
