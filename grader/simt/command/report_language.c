/* The reader's language belongs to the process, as its standard error does. */
#include "report_language.h"

#include "../../arena.h"
#include "../../message_text.h"

static report_say *speaker;
static void *speaks_of;

void simt_speak_by(report_say *say, void *context) {
    speaker = say;
    speaks_of = context;
}

struct report_stream spoken_stream(FILE *file) {
    return (struct report_stream){file, speaker, speaks_of};
}

void simt_tell(const char *format, ...) {
    const struct report_stream out = spoken_stream(stderr);
    struct arena arena = {0};
    va_list arguments;
    va_start(arguments, format);
    const char *text = message_vprint(&arena, format, arguments);
    va_end(arguments);
    fprintf(stderr, "lockstep: %s\n", simt_report_say(&out, text));
    arena_free(&arena);
}

void simt_tell_error(const struct error *error) {
    if (error->format != NULL) {
        message_keep(error->message, error->format, error->values);
    }
    simt_tell("%s", error->message);
}
