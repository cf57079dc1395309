/* Reading the cases of lab.yaml's checks. */
#pragma once

#include "lab.h"
#include "yaml_file.h"

/* One `{n: 257, data: skewed}`. `exact`, `least` and `most` are the grader's keys, and no oracle
 * sees them. On a wrong one the message names line and key. */
bool read_case(struct yaml_file *file, yaml_node_t *node, struct oracle_case *out,
               struct error *error);

/* Are the sizes of all cases that will be drawn within their case's `least` and `most`, and is one
 * drawn where a case has these? */
bool cases_within(const struct lab *lab, struct error *error);
