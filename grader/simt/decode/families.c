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

const struct family *family_of(const char *opcode) {
    size_t length = strcspn(opcode, ".");
    for (size_t n = 0; n < sizeof families / sizeof *families; n++) {
        const char *word = families[n].word;
        if (word[0] == opcode[0] && strncmp(word, opcode, length) == 0 && word[length] == '\0') {
            return &families[n];
        }
    }
    return &plain;
}

bool writes_target(const struct ptx_statement *statement) {
    bool reduces = strstr(statement->opcode, ".red.") != NULL; /* bar.red and its kin */
    return statement->count > 0 && (family_of(statement->opcode)->writes_first || reduces);
}
