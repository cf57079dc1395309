/* Names the lines of calls that findings are about. */
#ifndef LOCKSTEP_SIMT_LOCATE_H
#define LOCKSTEP_SIMT_LOCATE_H

#include "../../observers/reports/finding.h"

/* Every finding of the list with a `code` gets its place, where the file has line tables; the
 * sentences of the others do without. Notes that say the same then become one. */
void locate_findings(struct finding_list *findings);

#endif
