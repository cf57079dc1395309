#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { DIGITS = 32, HALF = DIGITS / 2 };

/* ---- SipHash-2-4 ---- */

static uint64_t rotate(uint64_t word, unsigned bits) {
    return word << bits | word >> (64 - bits);
}

static void rounds(uint64_t v[4], int count) {
    while (count-- > 0) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

static void take_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
}

uint64_t secret_seed(const struct secret *secret, uint64_t seed, const char *text) {
    if (secret == NULL || !secret->given) {
        return random_mix(seed, text);
    }
    /* The constants spell "somepseudorandomlygeneratedbytes". */
    uint64_t v[4] = {secret->key[0] ^ 0x736f6d6570736575u, secret->key[1] ^ 0x646f72616e646f6du,
                     secret->key[0] ^ 0x6c7967656e657261u, secret->key[1] ^ 0x7465646279746573u};
    take_word(v, seed);
    uint64_t length = sizeof seed, word = 0;
    for (; *text != '\0'; text++) {
        word |= (uint64_t)(unsigned char)*text << (8 * (length % 8));
        if (++length % 8 == 0) {
            take_word(v, word);
            word = 0;
        }
    }
    take_word(v, word | length << 56);
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- files ---- */

/* The line in `text`, without the newline at its end, is 32 digits and nothing else. */
static bool is_secret(char *text) {
    text[strcspn(text, "\r\n")] = '\0';
    return strlen(text) == DIGITS && strspn(text, "0123456789abcdefABCDEF") == DIGITS;
}

bool secret_read(struct secret *secret, const char *path, struct error *error) {
    char text[DIGITS + 3] = ""; /* one more than a secret and the end of its line */
    *secret = (struct secret){0};
    FILE *file = fopen(path, "re");
    bool good = file != NULL && (fgets(text, sizeof text, file) != NULL || !ferror(file));
    int cause = errno;
    if (file != NULL) {
        fclose(file);
    }
    if (!good) {
        return error_set(error, "%s: %s: no secret can be read there", path, strerror(cause));
    }
    if (!is_secret(text)) {
        return error_set(error,
                         "%s: a secret is a line of 32 hexadecimal digits; `openssl rand -hex 16` "
                         "prints one",
                         path);
    }
    secret->key[1] = strtoull(text + HALF, NULL, 16);
    text[HALF] = '\0';
    secret->key[0] = strtoull(text, NULL, 16);
    secret->given = true;
    return true;
}

bool secret_find(struct secret *secret, const char *path, const struct lab *lab,
                 struct error *error) {
    struct arena arena = {0};
    const char *said = getenv("LOCKSTEP_SECRET");
    if (path == NULL && said != NULL && *said != '\0') {
        path = said;
    }
    const char *own = arena_printf(&arena, "%s/secret", lab->directory);
    if (path == NULL && access(own, F_OK) == 0) {
        path = own;
    }
    *secret = (struct secret){0};
    bool good = path == NULL || secret_read(secret, path, error);
    arena_free(&arena);
    return good;
}

bool secret_make(struct secret *secret, struct error *error) {
    *secret = (struct secret){.given = true};
    return getrandom(secret->key, sizeof secret->key, 0) == sizeof secret->key ||
           error_set(error, "no random numbers for a secret: %s", strerror(errno));
}

bool secret_write(const struct secret *secret, const char *path, struct error *error) {
    struct arena arena = {0};
    char text[DIGITS + 2];
    snprintf(text, sizeof text, "%016" PRIx64 "%016" PRIx64 "\n", secret->key[0], secret->key[1]);
    char *temporary = arena_printf(&arena, "%s.XXXXXX", path);
    int file = mkostemp(temporary, O_CLOEXEC); /* mode 0600 */
    bool good = file >= 0 && write(file, text, DIGITS + 1) == DIGITS + 1 && fsync(file) == 0 &&
                rename(temporary, path) == 0;
    if (!good) {
        error_set(error, "%s: %s", path, strerror(errno));
    }
    if (file >= 0) {
        if (!good) {
            unlink(temporary);
        }
        close(file);
    }
    arena_free(&arena);
    return good;
}
