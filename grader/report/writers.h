/* The formats, a row each, and the writers behind them: one file each, called as the format. */
#pragma once

#include "report.h"

/* X(name, row): the fields of struct report_format after its writer. */
#define REPORT_FORMATS(X)                                                                          \
    X(text, .extension = ".txt", .is_feedback = true)                                              \
    X(json, .extension = ".json")                                                                  \
    X(junit, .extension = ".xml", .folder = "junit")                                               \
    X(html, .extension = ".html", .for_students = true, .is_feedback = true)                       \
    X(gradescope, .extension = ".json", .for_students = true, .keeps_verdicts = true,              \
      .folder = "gradescope")                                                                      \
    X(classroom50, .extension = ".json", .for_students = true, .keeps_verdicts = true,             \
      .folder = "classroom50")                                                                     \
    X(prairielearn, .extension = ".json", .for_students = true, .keeps_verdicts = true,            \
      .folder = "prairielearn")                                                                    \
    X(autolab, .extension = ".txt", .for_students = true, .folder = "autolab")                     \
    X(vpl, .extension = ".txt", .for_students = true)                                              \
    X(github, .extension = ".txt", .for_students = true)

#define REPORT_DECLARE(name, ...) report_writer report_##name;
REPORT_FORMATS(REPORT_DECLARE)
#undef REPORT_DECLARE
