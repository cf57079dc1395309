/* Which checks can be replayed step by step, and how a command line names a student's files. */
#include "report.h"

bool report_can_replay(enum verdict verdict) {
    static const bool shows_nothing[VERDICT_COUNT] = {
        [VERDICT_PASS] = true,        [VERDICT_BUILD_ERROR] = true, [VERDICT_FORBIDDEN] = true,
        [VERDICT_UNAVAILABLE] = true, [VERDICT_SKIPPED] = true,     [VERDICT_NOT_BEGUN] = true};
    return !shows_nothing[verdict];
}

const char *report_shell_word(struct arena *arena, const char *word) {
    const char *text = "'";
    for (; *word != '\0'; word++) {
        text = *word == '\'' ? arena_printf(arena, "%s'\\''", text)
                             : arena_printf(arena, "%s%c", text, *word);
    }
    return arena_printf(arena, "%s'", text);
}
