/* What commands that look at one exercise share: whose files, and whether the names are right. */
#pragma once

#include "../compile/kit.h"
#include "../lab/lab.h"

/* work/LAB if there is one here, else the reference solution, which is said on standard error. NULL
 * where there is neither. */
const char *submission_find(struct kit *kit, const char *lab, struct error *error);

/* Has the lab such an exercise (NULL: any), and that such a check (NULL: any)? */
bool submission_check_names(const struct lab *lab, const char *exercise, const char *check,
                            struct error *error);
