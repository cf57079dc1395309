/* Reading a JSON report back: what a class's journal keeps is rendered for everybody from there. */
#pragma once

#include "../error.h"
#include "result.h"

/* The result tree of a JSON report ("lockstep/result/v1", written for instructors). `text` need not
 * outlive the call. False with an error where it is no such report; else result_free is due. */
bool report_read_json(const char *text, struct result *result, struct error *error);
