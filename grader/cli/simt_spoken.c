/* `lockstep simt`, `lockstep cc` and `lockstep debug` in the reader's language, which LC_ALL,
 * LC_MESSAGES or LANG name. */
#include "../compile/kit.h"
#include "../language/language.h"
#include "../simt/command/report_language.h"
#include "commands.h"

#include <string.h>

struct spoken {
    struct language french;
    const struct language *language;
    struct arena arena;
};

static const char *say(void *context, const char *text) {
    struct spoken *spoken = context;
    return language_say(spoken->language, &spoken->arena, text);
}

/* Without the kit's files the report stays English: the program runs all the same. */
int simt_spoken_main(int argc, char **argv) {
    struct spoken spoken = {.language = NULL};
    struct kit kit;
    struct error error;
    if (kit_open(&kit, NULL, &error) &&
        language_choose(&spoken.french, &spoken.language, NULL, kit.root, NULL, NULL, &error) &&
        spoken.language != NULL) {
        simt_speak_by(say, &spoken);
    }
    command_main *const main = strcmp(argv[0], "cc") == 0      ? cc_main
                               : strcmp(argv[0], "debug") == 0 ? debug_main
                                                               : simt_main;
    const int status = main(argc, argv);
    simt_speak_by(NULL, NULL);
    language_free(&spoken.french);
    arena_free(&spoken.arena);
    kit_close(&kit);
    return status;
}
