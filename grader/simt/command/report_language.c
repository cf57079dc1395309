/* The reader's language belongs to the process, as its standard error does. */
#include "report_language.h"

static report_say *speaker;
static void *speaks_of;

void simt_speak_by(report_say *say, void *context) {
    speaker = say;
    speaks_of = context;
}

struct report_stream spoken_stream(FILE *file) {
    return (struct report_stream){file, speaker, speaks_of};
}
