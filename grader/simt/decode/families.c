/* An opcode's first word, as instructions.def has it. */
#include "decode.h"

#include <pthread.h>
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

/* Families by their word's first letter: 1 + the index of the first, and of the next. */
enum { FAMILY_COUNT = sizeof families / sizeof *families };
static uint8_t first_by_letter[128], next_by_letter[FAMILY_COUNT];
static pthread_once_t sorted = PTHREAD_ONCE_INIT;

static void sort_by_letter(void) {
    for (unsigned n = FAMILY_COUNT; n > 0; n--) {
        uint8_t *first = &first_by_letter[families[n - 1].word[0] & 127];
        next_by_letter[n - 1] = *first;
        *first = (uint8_t)n;
    }
}

const struct family *family_of(const char *opcode) {
    pthread_once(&sorted, sort_by_letter);
    for (unsigned n = first_by_letter[opcode[0] & 127]; n > 0; n = next_by_letter[n - 1]) {
        if (begins(opcode, families[n - 1].word)) {
            return &families[n - 1];
        }
    }
    return &plain;
}

bool writes_target(const struct ptx_statement *statement) {
    return statement->count > 0 && (family_of(statement->opcode)->writes_first ||
                                    strstr(statement->opcode, ".red.") != NULL); /* bar.red … */
}
