/* The writers behind report_formats: one file each. */
#ifndef LOCKSTEP_WRITERS_H
#define LOCKSTEP_WRITERS_H

#include "report.h"

report_writer report_text, report_json, report_junit;
report_writer report_gradescope, report_classroom50, report_prairielearn;
report_writer report_html, report_autolab, report_vpl, report_github;

#endif
