/* Characters, in the C locale. ctype.h looks them up in a table that starts at -128. */
#include <stddef.h>

enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    HEXADECIMAL = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CONTROL = 0x2,
    PUNCTUATION = 0x4,
    ALNUM = 0x8,
    LETTER = ALPHA | ALNUM | GRAPH | PRINT,
    SIGN = PUNCTUATION | GRAPH | PRINT,
};

enum { BELOW = 128, ALL = 384 };

static const unsigned short kinds[ALL] = {
    [BELOW + 0 ... BELOW + 8] = CONTROL,
    [BELOW + '\t'] = CONTROL | SPACE | BLANK,
    [BELOW + 10 ... BELOW + 13] = CONTROL | SPACE,
    [BELOW + 14 ... BELOW + 31] = CONTROL,
    [BELOW + ' '] = SPACE | BLANK | PRINT,
    [BELOW + '!' ... BELOW + '/'] = SIGN,
    [BELOW + '0' ... BELOW + '9'] = DIGIT | HEXADECIMAL | ALNUM | GRAPH | PRINT,
    [BELOW + ':' ... BELOW + '@'] = SIGN,
    [BELOW + 'A' ... BELOW + 'F'] = UPPER | HEXADECIMAL | LETTER,
    [BELOW + 'G' ... BELOW + 'Z'] = UPPER | LETTER,
    [BELOW + '[' ... BELOW + '`'] = SIGN,
    [BELOW + 'a' ... BELOW + 'f'] = LOWER | HEXADECIMAL | LETTER,
    [BELOW + 'g' ... BELOW + 'z'] = LOWER | LETTER,
    [BELOW + '{' ... BELOW + '~'] = SIGN,
    [BELOW + 127] = CONTROL,
};

static const unsigned short *const kinds_at_zero = kinds + BELOW;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&kinds_at_zero; }

#define IS(NAME, KIND)                                                                                                 \
    int NAME(int c) { return kinds[BELOW + c] & (KIND); }
IS(isupper, UPPER)
IS(islower, LOWER)
IS(isalpha, ALPHA)
IS(isdigit, DIGIT)
IS(isxdigit, HEXADECIMAL)
IS(isspace, SPACE)
IS(isprint, PRINT)
IS(isgraph, GRAPH)
IS(isblank, BLANK)
IS(iscntrl, CONTROL)
IS(ispunct, PUNCTUATION)
IS(isalnum, ALNUM)

/* What each character is in the other case, for characters from -128 on, and EOF. */
#define FOUR(c)    (c), (c) + 1, (c) + 2, (c) + 3
#define SIXTEEN(c) FOUR(c), FOUR((c) + 4), FOUR((c) + 8), FOUR((c) + 12)
#define LETTERS(c) SIXTEEN(c), FOUR((c) + 16), FOUR((c) + 20), (c) + 24, (c) + 25
#define HALF(c)                                                                                                        \
    SIXTEEN(c), SIXTEEN((c) + 16), SIXTEEN((c) + 32), SIXTEEN((c) + 48), SIXTEEN((c) + 64), SIXTEEN((c) + 80),         \
        SIXTEEN((c) + 96), SIXTEEN((c) + 112)
#define TABLE(UPPER_LETTERS, LOWER_LETTERS)                                                                            \
    {                                                                                                                  \
        HALF(-BELOW), SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), '@', LETTERS(UPPER_LETTERS), '[', '\\', ']',  \
            '^', '_', '`', LETTERS(LOWER_LETTERS), '{', '|', '}', '~', 127, HALF(128)                                  \
    }

static const int upper_case[ALL] = TABLE('A', 'A'), lower_case[ALL] = TABLE('a', 'a');
static const int *const upper_at_zero = upper_case + BELOW, *const lower_at_zero = lower_case + BELOW;

const int **__ctype_toupper_loc(void) { return (const int **)&upper_at_zero; }

const int **__ctype_tolower_loc(void) { return (const int **)&lower_at_zero; }

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c; }

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
