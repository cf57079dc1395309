/* spoken.h - the language that the commands of this part report in. */
#ifndef LOCKSTEP_SIMT_SPOKEN_H
#define LOCKSTEP_SIMT_SPOKEN_H

#include "../observers/report.h"

/* Where a report goes, in the language that simt_speak_by (command.h) has set. */
struct report_stream spoken_stream(FILE *file);

#endif
