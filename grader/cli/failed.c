#include "commands.h"

#include "../arena.h"
#include "../compile/kit.h"
#include "../language/language.h"

#include <stdio.h>
#include <string.h>

/* What `--language` asks for on this command line; NULL where it is not there. */
static const char *asked;

void command_language(int count, char **words) {
    static const char option[] = "--language";
    const size_t length = sizeof option - 1;
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strncmp(words[i], option, length) == 0 && words[i][length] == '=') {
            asked = words[i] + length + 1;
        } else if (strcmp(words[i], option) == 0 && i + 1 < count) {
            asked = words[i + 1];
        }
    }
}

/* In the reader's language, where the kit is there to speak it and knows the sentence. */
void command_tell(const struct error *error) {
    struct kit kit;
    struct error none;
    struct arena arena = {0};
    struct language french = {.code = NULL};
    const struct language *reader = NULL;
    const bool here = kit_open(&kit, NULL, &none);
    if (here) {
        language_choose(&french, &reader, asked, kit.root, NULL, NULL, &none);
    }
    fprintf(stderr, "lockstep: %s\n", language_error(reader, &arena, error));
    language_free(&french);
    arena_free(&arena);
    if (here) {
        kit_close(&kit);
    }
}

int command_failed(const struct error *error) {
    command_tell(error);
    return 2;
}
