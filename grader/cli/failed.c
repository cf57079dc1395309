#include "commands.h"

#include "../arena.h"
#include "../compile/kit.h"
#include "../language/language.h"

#include <stdio.h>

/* In the reader's language, where the kit is there to speak it and knows the sentence. */
void command_tell(const char *text) {
    struct kit kit;
    struct error none;
    struct arena arena = {0};
    struct language french = {.code = NULL};
    const struct language *reader = NULL;
    const bool here = kit_open(&kit, NULL, &none);
    if (here) {
        language_choose(&french, &reader, NULL, kit.root, NULL, &none);
    }
    fprintf(stderr, "lockstep: %s\n", language_say(reader, &arena, text));
    language_free(&french);
    arena_free(&arena);
    if (here) {
        kit_close(&kit);
    }
}

int command_failed(const struct error *error) {
    command_tell(error->message);
    return 2;
}
