#include "oracle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t element_size(enum element element) {
    static const size_t sizes[] = {
        [ELEMENT_U8] = 1,  [ELEMENT_U16] = 2, [ELEMENT_U32] = 4, [ELEMENT_U64] = 8,
        [ELEMENT_I32] = 4, [ELEMENT_I64] = 8, [ELEMENT_F32] = 4, [ELEMENT_F64] = 8,
    };
    return sizes[element];
}

size_t buffer_bytes(const struct oracle_buffer *buffer) {
    return buffer->count * element_size(buffer->element);
}

const char *oracle_text(const struct oracle_case *source, const char *key) {
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        if (strcmp(pair->key, key) == 0) {
            if (pair->asked != NULL) {
                *pair->asked = true;
            }
            return pair->value;
        }
    }
    return NULL;
}

bool oracle_number(const struct oracle_case *source, const char *key, uint64_t missing,
                   uint64_t *number) {
    const char *text = oracle_text(source, key);
    if (text == NULL) {
        *number = missing;
        return true;
    }
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 0);
    if (end == text || text[0] == '-' || errno != 0) {
        return false;
    }
    if (*end == '^') {
        const char *exponent_text = end + 1;
        uint64_t exponent = strtoull(exponent_text, &end, 10);
        if (end == exponent_text || value != 2 || exponent > 63) {
            return false;
        }
        value = UINT64_C(1) << exponent;
    }
    if (*end != '\0') {
        return false;
    }
    *number = value;
    return true;
}
