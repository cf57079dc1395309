/* model_report.h - modelled times for a reader: text, and as a part of the JSON report. */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "../observers/reports/report.h"
#include "model.h"

/* A line for each kind of launch: its time, and what binds it. Nothing if model is NULL. */
void model_report_text(const struct report_stream *out, const struct model *model);

/* Adds "profile" to the report's root, and to its launches "modelled_us" and "model". False without
 * memory. Nothing if model is NULL. */
bool model_report_json(json_t *root, const struct model *model);
