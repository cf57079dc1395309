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

const unsigned short **__ctype_b_loc(void) {
    return (const unsigned short **)&kinds_at_zero;
}

#define IS(NAME, KIND)                                                                             \
    int NAME(int c) {                                                                              \
        return kinds[BELOW + c] & (KIND);                                                          \
    }
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

int tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

int toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}
