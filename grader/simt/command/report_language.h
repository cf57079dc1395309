/* report_language.h - the language that the commands of this part report in. */
#pragma once

#include "../../error.h"
#include "../observers/reports/report.h"

/* Puts what `lockstep simt` reports into the reader's language (report.h); NULL: English. */
void simt_speak_by(const char *(*say)(void *context, const char *text), void *context);

/* The stream for a report, in the language that is set. */
struct report_stream spoken_stream(FILE *file);

/* Prints "lockstep: <message>" to standard error, in that language. */
__attribute__((format(printf, 1, 2))) void simt_tell(const char *format, ...);
void simt_tell_error(const struct error *error);
