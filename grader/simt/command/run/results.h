/* results.h - what `lockstep simt` says of a run, and writes. */
#pragma once

#include "simt_arguments.h"

#include <jansson.h>

/* Who looks on at a run; NULL: nobody asked for it. */
struct run_observers {
    struct detector *detector;
    struct counters *counters;
    struct recording *recording;
    struct model *model;
};

/* Says on standard error what a run showed, and writes the JSON and the recording that were asked
 * for. `status` is the program's, as waitpid() gives it. Returns the exit status: 0 without
 * findings, 1 with some, 2 where a file could not be written (one line says why). */
int results_tell(const struct simt_arguments *arguments, const struct run_observers *observers,
                 int status, const struct device_report *report, struct error *error);

/* Writes the recording to the file that was asked for; a line says so where it would be empty. */
bool results_save_recording(const struct simt_arguments *arguments,
                            const struct recording *recording, struct error *error);

/* Writes a report to the file, "-" for standard output, and gives it back. */
bool results_write_json(json_t *root, const char *name, struct error *error);
