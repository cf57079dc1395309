/* Names the lines of calls that findings are about. */
#pragma once

#include "../../observers/reports/finding.h"

/* Every finding of the list with a `code` gets its place, where the file has line tables; the
 * sentences of the others do without. Notes that say the same then become one. */
void locate_findings(struct finding_list *findings);
