#include "similarity.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Words that mean something by themselves; every other name is just a name. */
static const char *const keywords[] = {
    "auto",       "break",    "case",    "char",     "const",  "continue",   "default",
    "do",         "double",   "else",    "enum",     "extern", "float",      "for",
    "goto",       "if",       "inline",  "int",      "long",   "register",   "return",
    "short",      "signed",   "sizeof",  "static",   "struct", "switch",     "typedef",
    "union",      "unsigned", "void",    "volatile", "while",  "__global__", "__shared__",
    "__device__", "__kernel", "__local", "kernel",   "local"};

static bool is_keyword(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0) {
            return true;
        }
    }
    return false;
}

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    }
    return hash;
}

static const uint64_t HASH_START = 0xcbf29ce484222325u;

/* Moves behind white space and comments; `directive` is told when a line ends. */
static const char *skip_blank(const char *at, bool *directive) {
    for (;;) {
        if (strncmp(at, "//", 2) == 0) {
            at += strcspn(at, "\n");
        } else if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at + 2, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
        } else if (at[0] == '\\' && at[1] == '\n') {
            at += 2;
        } else if (isspace((unsigned char)*at)) {
            *directive = *directive && *at != '\n';
            at++;
        } else {
            return at;
        }
    }
}

static const char *skip_quoted(const char *at) {
    char quote = *at++;
    while (*at != '\0' && *at != quote && *at != '\n') {
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    }
    return *at == quote ? at + 1 : at;
}

/* The next token's hash, or 0 at the end. In a directive (#pragma omp …) words count as they are.
 */
static uint64_t next_token(const char **text, bool *directive) {
    const char *at = skip_blank(*text, directive), *start = at;
    uint64_t token;
    if (*at == '\0') {
        *text = at;
        return 0;
    }
    if (isalpha((unsigned char)*at) || *at == '_') {
        while (isalnum((unsigned char)*at) || *at == '_') {
            at++;
        }
        size_t length = (size_t)(at - start);
        token =
            *directive || is_keyword(start, length) ? hash_bytes(HASH_START, start, length) : 'V';
    } else if (isdigit((unsigned char)*at)) {
        while (isalnum((unsigned char)*at) || *at == '.') {
            at++;
        }
        token = 'N';
    } else if (*at == '"' || *at == '\'') {
        at = skip_quoted(at);
        token = 'S';
    } else {
        *directive = *directive || *at == '#';
        at++;
        token = hash_bytes(HASH_START, start, 1);
    }
    *text = at;
    return token;
}

/* Tokens of all texts; at most one a byte. */
static size_t tokenise(const char *const *texts, uint64_t *tokens) {
    size_t count = 0;
    for (; *texts != NULL; texts++) {
        const char *at = *texts;
        bool directive = false;
        for (uint64_t token; (token = next_token(&at, &directive)) != 0;) {
            tokens[count++] = token;
        }
    }
    return count;
}

int winnow_ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_unique(struct fingerprints *prints) {
    size_t kept = 0;
    if (prints->count > 0) {
        qsort(prints->of, prints->count, sizeof *prints->of, winnow_ascending);
    }
    for (size_t i = 0; i < prints->count; i++) {
        if (i == 0 || prints->of[i] != prints->of[i - 1]) {
            prints->of[kept++] = prints->of[i];
        }
    }
    prints->count = kept;
}

/* Of every window of k-grams the smallest, the rightmost of equals. */
static struct fingerprints select_smallest(struct arena *arena, const uint64_t *grams,
                                           size_t count) {
    struct fingerprints prints = {.of = arena_alloc(arena, (count + 1) * sizeof *prints.of)};
    size_t window = count < WINNOW_WINDOW ? count : WINNOW_WINDOW, last = SIZE_MAX;
    for (size_t start = 0; window > 0 && start + window <= count; start++) {
        size_t smallest = start;
        for (size_t i = start; i < start + window; i++) {
            smallest = grams[i] <= grams[smallest] ? i : smallest;
        }
        if (smallest != last) {
            prints.of[prints.count++] = grams[smallest];
            last = smallest;
        }
    }
    sort_unique(&prints);
    return prints;
}

struct fingerprints winnow(struct arena *arena, const char *const *texts) {
    struct arena scratch = {0};
    size_t bytes = 0;
    for (size_t i = 0; texts[i] != NULL; i++) {
        bytes += strlen(texts[i]);
    }
    uint64_t *tokens = arena_alloc(&scratch, (bytes + 1) * sizeof *tokens);
    size_t count = tokenise(texts, tokens);
    size_t grams = count < WINNOW_TOKENS ? 0 : count - WINNOW_TOKENS + 1;
    uint64_t *hashes = arena_alloc(&scratch, (grams + 1) * sizeof *hashes);
    for (size_t i = 0; i < grams; i++) {
        hashes[i] =
            hash_bytes(HASH_START, (const char *)(tokens + i), WINNOW_TOKENS * sizeof *tokens);
    }
    struct fingerprints prints = select_smallest(arena, hashes, grams);
    arena_free(&scratch);
    return prints;
}

size_t winnow_shared(const struct fingerprints *a, const struct fingerprints *b) {
    size_t shared = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        shared += a->of[i] == b->of[j];
        bool low = a->of[i] <= b->of[j], high = b->of[j] <= a->of[i];
        i += low;
        j += high;
    }
    return shared;
}

void winnow_remove(struct fingerprints *from, const struct fingerprints *what) {
    size_t kept = 0;
    for (size_t i = 0, j = 0; i < from->count; i++) {
        while (j < what->count && what->of[j] < from->of[i]) {
            j++;
        }
        if (j == what->count || what->of[j] != from->of[i]) {
            from->of[kept++] = from->of[i];
        }
    }
    from->count = kept;
}
