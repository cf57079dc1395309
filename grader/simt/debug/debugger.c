/* `lockstep debug`: the Debug Adapter Protocol over standard input and output. */
#include "../command/command.h"
#include "../command/report_language.h"
#include "debug_session.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: lockstep debug [-- ./program [arguments]]\n"
    "\n"
    "A debugger for editors that speak the Debug Adapter Protocol, such as VS Code:\n"
    "steps through kernels on the simulated GPU, or a program of C with OpenMP,\n"
    "forwards and backwards, and stops at the first finding. No GPU is needed.\n"
    "Build the program with `lockstep cc -G`, so that variables have values.\n"
    "\n"
    "It speaks on standard input and output. A thread of the debugger is a warp of\n"
    "the block where it stands; `cuda lane N` chooses the lane whose variables it\n"
    "shows. Without a program here, the editor's launch request names one\n"
    "(program, args).\n"
    "\n"
    "Exit status: 0, or 2 if the input is not in this protocol.\n";

int debug_main(int argc, char **argv) {
    int first = 1;
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--") == 0) {
        first = 2;
    } else if (argc > 1 && argv[1][0] == '-') {
        simt_tell("debug has no option '%s' (see lockstep debug --help)", argv[1]);
        return 2;
    }
    struct debug_session session = {.program = first < argc ? argv + first : NULL,
                                    .protocol = {.in = stdin, .out = stdout},
                                    .stops_at_findings = true};
    bool malformed = false;
    while (!session.ended) {
        json_t *request = protocol_read(&session.protocol, &malformed);
        if (request == NULL) {
            break;
        }
        session_request(&session, request);
        json_decref(request);
    }
    if (malformed) {
        simt_tell("debug: this is not a message of the Debug Adapter Protocol: an editor starts "
                  "it, not a person");
    }
    record_replay_destroy(session.replay);
    record_destroy(session.recording);
    for (size_t n = 0; session.launched != NULL && session.launched[n] != NULL; n++) {
        free(session.launched[n]);
    }
    free(session.launched);
    return malformed ? 2 : 0;
}
