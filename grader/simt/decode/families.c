/* An opcode's first word, as instructions.def has it. */
#include "decode.h"

#include <string.h>

enum { READ = false, WRITTEN = true };

static const struct family families[] = {
#define FAMILIES
#define FAMILY(word, decode, first, ends, result) {#word, decode, first, ends, result},
#include "../instructions.def"
};

static const struct family plain = {"", decode_plain, WRITTEN, false, RESULT_BY_WIDTH};

/* Asked often of each statement. */
static inline bool begins(const char *opcode, const char *word) {
    while (*word != '\0' && *word == *opcode) {
        word++;
        opcode++;
    }
    return *word == '\0' && (*opcode == '.' || *opcode == '\0');
}

const struct family *family_of(const char *opcode) {
    for (unsigned n = 0; n < sizeof families / sizeof *families; n++) {
        if (begins(opcode, families[n].word)) {
            return &families[n];
        }
    }
    return &plain;
}

bool writes_target(const struct ptx_statement *statement) {
    return statement->count > 0 && (family_of(statement->opcode)->writes_first ||
                                    strstr(statement->opcode, ".red.") != NULL); /* bar.red … */
}
