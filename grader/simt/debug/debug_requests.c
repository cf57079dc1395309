/* The requests, a row each. What is not there is answered so. */
#include "../command/command.h"
#include "debug_session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { REFERENCE_LANE = 1 << 20, REFERENCE_LANES = 2 << 20, REFERENCE_SHARED = 3 << 20 };
enum { REFERENCE_KIND = 0xF00000, REFERENCE_VARIABLE = 4 << 20, REFERENCE_ARRAY = 5 << 20 };

static const json_t *argument(const json_t *request, const char *name) {
    return json_object_get(json_object_get(request, "arguments"), name);
}

static const struct record_step *here(const struct debug_session *session) {
    return session->replay != NULL ? record_replay_step(session->replay, session->position) : NULL;
}

/* The next step of a warp of this block, at or after the position; NULL if it does no more. */
static const struct record_step *standing(const struct debug_session *session, uint32_t warp) {
    const struct record_step *now = here(session), *step;
    for (size_t n = session->position;
         now != NULL && (step = record_replay_step(session->replay, n)) != NULL &&
         step->launch == now->launch && step->block == now->block;
         n++) {
        if (step->warp == warp && step->line != 0) {
            return step;
        }
    }
    return NULL;
}

/* ---- stopping -------------------------------------------------------------------------------- */

static void tell_stopped(struct debug_session *session, const char *reason) {
    const struct record_step *step = here(session);
    if (step == NULL) {
        protocol_event(&session->protocol, "terminated", NULL);
        return;
    }
    session->stopped = reason;
    json_t *body = json_pack("{s:s,s:i,s:b}", "reason", reason, "threadId", (int)step->warp + 1,
                             "allThreadsStopped", true);
    const struct simt_finding *finding = strcmp(reason, "exception") == 0
                                             ? record_replay_finding(session->replay, step->finding)
                                             : NULL;
    if (finding != NULL) {
        json_object_set_new(body, "text",
                            json_string(finding_kind_title(finding->kind, finding->dialect)));
        json_object_set_new(body, "description", json_string(finding->message));
    }
    protocol_event(&session->protocol, "stopped", body);
}

static bool has_breakpoint(const struct debug_session *session, const struct record_step *step,
                           const struct record_step *before) {
    bool arrives = before == NULL || before->line != step->line || before->warp != step->warp;
    for (size_t n = 0; n < session->breakpoint_count && arrives; n++) {
        const struct breakpoint *breakpoint = &session->breakpoints[n];
        if (breakpoint->line == step->line && strcmp(breakpoint->file, basename(step->file)) == 0) {
            return true;
        }
    }
    return false;
}

/* Goes on to the next step where to stop; direction 1 or -1. */
static const char *run_on(struct debug_session *session, int direction) {
    const struct record_step *step = here(session);
    while ((direction > 0 || session->position > 0) && step != NULL) {
        const struct record_step *before = step;
        session->position += (size_t)(ptrdiff_t)direction;
        step = here(session);
        if (step != NULL && session->stops_at_findings && step->finding >= 0) {
            return "exception";
        }
        if (step != NULL && has_breakpoint(session, step, before)) {
            return "breakpoint";
        }
    }
    return "entry";
}

/* ---- launch ---------------------------------------------------------------------------------- */

static void initialize(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request,
                    json_pack("{s:b,s:b,s:b,s:b,s:[{s:s,s:s,s:b}]}",
                              "supportsConfigurationDoneRequest", true, "supportsStepBack", true,
                              "supportsTerminateRequest", true, "supportsExceptionInfoRequest",
                              true, "exceptionBreakpointFilters", "filter", "findings", "label",
                              "Findings: races, memory errors, barriers", "default", true));
}

/* The words of launch: program and args. */
static bool take_words(struct debug_session *session, const json_t *request) {
    const char *program = json_string_value(argument(request, "program"));
    const json_t *arguments = argument(request, "args");
    if (program == NULL) {
        return session->program != NULL;
    }
    size_t count = json_array_size(arguments);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    session->launched = calloc(count + 2, sizeof *session->launched);
    if (session->launched == NULL) {
        return false;
    }
    bool good = (session->launched[0] = strdup(program)) != NULL;
    for (size_t n = 0; n < count && good; n++) {
        const char *word = json_string_value(json_array_get(arguments, n));
        good = (session->launched[n + 1] = strdup(word != NULL ? word : "")) != NULL;
    }
    session->program = session->launched;
    return good;
}

static void launch(struct debug_session *session, const json_t *request) {
    struct error error = {0};
    if (session->replay != NULL) {
        protocol_refuse(&session->protocol, request, "the program has run already");
        return;
    }
    if (!take_words(session, request)) {
        protocol_refuse(&session->protocol, request, "launch needs \"program\"");
        return;
    }
    int output = memfd_create("output", MFD_CLOEXEC);
    session->recording = record_create();
    bool good = session->recording != NULL && output >= 0 &&
                simt_record_run(session->program, output, session->recording, &error);
    if (good && record_launches(session->recording) == 0) {
        good = error_set(&error, "the program launched no kernel: there is nothing to debug");
    }
    session->replay = good ? record_replay_create(session->recording) : NULL;
    if (output >= 0) {
        session_tell_output(session, output);
        close(output);
    }
    if (session->replay == NULL) {
        protocol_refuse(&session->protocol, request,
                        error.message[0] != '\0' ? error.message : "out of memory");
        return;
    }
    protocol_answer(&session->protocol, request, NULL);
    protocol_event(&session->protocol, "initialized", NULL);
}

static void configuration_done(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request, NULL);
    const struct record_step *first = here(session);
    bool waits = first != NULL && ((session->stops_at_findings && first->finding >= 0) ||
                                   has_breakpoint(session, first, NULL));
    tell_stopped(session, waits ? "breakpoint" : run_on(session, 1));
}

/* ---- where to stop --------------------------------------------------------------------------- */

static bool is_reached(const struct debug_session *session, const char *file, json_int_t line) {
    const struct record_step *step;
    for (size_t n = 0;
         session->replay != NULL && (step = record_replay_step(session->replay, n)) != NULL; n++) {
        if (step->line == line && strcmp(basename(step->file), file) == 0) {
            return true;
        }
    }
    return false;
}

static void set_breakpoints(struct debug_session *session, const json_t *request) {
    const json_t *source = argument(request, "source"), *wanted = argument(request, "breakpoints");
    const char *path = json_string_value(json_object_get(source, "path"));
    path = path != NULL ? path : json_string_value(json_object_get(source, "name"));
    const char *file = path != NULL ? basename(path) : "";
    size_t kept = 0, index;
    json_t *each, *list = json_array();
    for (size_t n = 0; n < session->breakpoint_count; n++) {
        if (strcmp(session->breakpoints[n].file, file) != 0) {
            session->breakpoints[kept++] = session->breakpoints[n];
        }
    }
    json_array_foreach(wanted, index, each) {
        json_int_t line = json_integer_value(json_object_get(each, "line"));
        bool reached = is_reached(session, file, line), room = kept < MOST_BREAKPOINTS;
        if (room) {
            struct breakpoint *breakpoint = &session->breakpoints[kept++];
            breakpoint->line = (uint32_t)line;
            snprintf(breakpoint->file, sizeof breakpoint->file, "%s", file);
        }
        json_t *answer = json_pack("{s:b,s:I}", "verified", reached && room, "line", line);
        if (!reached) {
            json_object_set_new(answer, "message", json_string("no warp runs this line"));
        }
        json_array_append_new(list, answer);
    }
    session->breakpoint_count = kept;
    protocol_answer(&session->protocol, request, json_pack("{s:o}", "breakpoints", list));
}

static void set_exception_breakpoints(struct debug_session *session, const json_t *request) {
    session->stops_at_findings = json_array_size(argument(request, "filters")) > 0;
    protocol_answer(&session->protocol, request, NULL);
}

static void exception_info(struct debug_session *session, const json_t *request) {
    const struct record_step *step = here(session);
    const struct simt_finding *finding =
        step != NULL ? record_replay_finding(session->replay, step->finding) : NULL;
    if (finding == NULL) {
        protocol_refuse(&session->protocol, request, "nothing was found here");
        return;
    }
    char text[1200];
    snprintf(text, sizeof text, "%s%s%s %s", finding->subject, finding->subject[0] ? ": " : "",
             finding->message, finding->advice);
    protocol_answer(&session->protocol, request,
                    json_pack("{s:s,s:s,s:s}", "exceptionId", finding_kind_name(finding->kind),
                              "description", text, "breakMode", "always"));
}

/* ---- looking around -------------------------------------------------------------------------- */

static void threads(struct debug_session *session, const json_t *request) {
    const struct record_step *step = here(session);
    json_t *list = json_array();
    uint32_t count = step != NULL ? record_replay_warps(session->replay, step) : 0;
    for (uint32_t warp = 0; warp < count; warp++) {
        char place[96], name[128];
        record_replay_place(session->replay, step, place, sizeof place);
        snprintf(name, sizeof name, "warp %u, %s", warp, place);
        json_array_append_new(list, json_pack("{s:i,s:s}", "id", (int)warp + 1, "name", name));
    }
    protocol_answer(&session->protocol, request, json_pack("{s:o}", "threads", list));
}

static void stack_trace(struct debug_session *session, const json_t *request) {
    json_int_t thread = json_integer_value(argument(request, "threadId"));
    const struct record_step *step = standing(session, (uint32_t)(thread - 1));
    json_t *frames = json_array();
    if (step != NULL) {
        char *path = realpath(step->file, NULL);
        char name[128];
        snprintf(name, sizeof name, "%s (%d lanes)", step->function,
                 __builtin_popcount(step->mask));
        json_array_append_new(frames, json_pack("{s:I,s:s,s:i,s:i,s:{s:s,s:s}}", "id", thread,
                                                "name", name, "line", (int)step->line, "column", 1,
                                                "source", "name", basename(step->file), "path",
                                                path != NULL ? path : step->file));
        free(path);
    }
    protocol_answer(&session->protocol, request,
                    json_pack("{s:o,s:i}", "stackFrames", frames, "totalFrames", step != NULL));
}

static json_t *scope(const char *name, int reference) {
    return json_pack("{s:s,s:i,s:b}", "name", name, "variablesReference", reference, "expensive",
                     false);
}

static void scopes(struct debug_session *session, const json_t *request) {
    int warp = (int)json_integer_value(argument(request, "frameId")) - 1;
    char name[32];
    snprintf(name, sizeof name, "Lane %u", session->focus);
    protocol_answer(&session->protocol, request,
                    json_pack("{s:[o,o,o]}", "scopes", scope(name, REFERENCE_LANE + warp),
                              scope("All lanes", REFERENCE_LANES + warp),
                              scope("Shared memory", REFERENCE_SHARED + warp)));
}

static json_t *variable_json(const char *name, const char *value, const char *type, int reference) {
    return json_pack("{s:s,s:s,s:s,s:i}", "name", name, "value", value, "type", type,
                     "variablesReference", reference);
}

/* A variable's values in all lanes, or one a lane. */
static void add_variable(const struct debug_session *session, json_t *list, int reference,
                         const struct record_variable *variable, size_t number) {
    char value[64];
    int kind = reference & REFERENCE_KIND, warp = reference & 0xFFF;
    if (kind == REFERENCE_LANE) {
        record_value_text(variable, session->focus, value, sizeof value);
        json_array_append_new(list, variable_json(variable->name, value, variable->type, 0));
    } else if (kind == REFERENCE_LANES) {
        snprintf(value, sizeof value, "%d lanes", __builtin_popcount(variable->set));
        json_array_append_new(list, variable_json(variable->name, value, variable->type,
                                                  REFERENCE_VARIABLE + warp + ((int)number << 12)));
    } else if (kind == REFERENCE_VARIABLE && ((reference >> 12) & 0xFF) == (int)number) {
        for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
            char name[16];
            snprintf(name, sizeof name, "[%u]", lane);
            record_value_text(variable, lane, value, sizeof value);
            json_array_append_new(list, variable_json(name, value, variable->type, 0));
        }
    }
}

static void add_shared(const struct debug_session *session, json_t *list, int reference) {
    json_t *arrays = record_replay_shared(session->replay, session->position), *words, *word;
    const char *name;
    int number = 0;
    size_t index;
    json_object_foreach(arrays, name, words) {
        char value[32];
        snprintf(value, sizeof value, "%zu words", json_array_size(words));
        if ((reference & REFERENCE_KIND) == REFERENCE_SHARED) {
            json_array_append_new(list, variable_json(name, value, "words of 4 bytes",
                                                      REFERENCE_ARRAY + (number << 12)));
        } else if (((reference >> 12) & 0xFF) == number) {
            json_array_foreach(words, index, word) {
                char key[24];
                snprintf(key, sizeof key, "[%zu]", index);
                snprintf(value, sizeof value, "%" JSON_INTEGER_FORMAT, json_integer_value(word));
                json_array_append_new(
                    list, variable_json(key, json_is_null(word) ? "<not written>" : value, "", 0));
            }
        }
        number++;
    }
    json_decref(arrays);
}

static void variables(struct debug_session *session, const json_t *request) {
    int reference = (int)json_integer_value(argument(request, "variablesReference"));
    int kind = reference & REFERENCE_KIND;
    json_t *list = json_array();
    if (session->replay == NULL) {
        protocol_refuse(&session->protocol, request, "nothing runs yet");
        json_decref(list);
        return;
    }
    if (kind == REFERENCE_SHARED || kind == REFERENCE_ARRAY) {
        add_shared(session, list, reference);
    } else {
        size_t count;
        struct record_variable *all = record_replay_variables(
            session->replay, session->position, (uint32_t)(reference & 0xFFF), &count);
        for (size_t n = 0; n < count; n++) {
            add_variable(session, list, reference, &all[n], n);
        }
        free(all);
    }
    protocol_answer(&session->protocol, request, json_pack("{s:o}", "variables", list));
}

/* A variable's name, or cuda-gdb's "cuda lane 5". */
static void evaluate(struct debug_session *session, const json_t *request) {
    const char *text = json_string_value(argument(request, "expression"));
    const struct record_step *step = here(session);
    json_int_t frame = json_integer_value(argument(request, "frameId"));
    unsigned lane;
    char value[64] = "";
    if (text != NULL && sscanf(text, "cuda lane %u", &lane) == 1 && lane < SIMT_WARP_SIZE) {
        session->focus = lane;
        snprintf(value, sizeof value, "[Switching focus to lane %u]", lane);
    } else if (text != NULL && step != NULL) {
        size_t count;
        uint32_t warp = frame > 0 ? (uint32_t)frame - 1 : step->warp;
        struct record_variable *all =
            record_replay_variables(session->replay, session->position, warp, &count);
        for (size_t n = 0; n < count; n++) {
            if (strcmp(all[n].name, text) == 0) {
                record_value_text(&all[n], session->focus, value, sizeof value);
            }
        }
        free(all);
    }
    if (value[0] == '\0') {
        protocol_refuse(&session->protocol, request,
                        "no variable of that name has a value here; expressions are not there");
        return;
    }
    protocol_answer(&session->protocol, request,
                    json_pack("{s:s,s:i}", "result", value, "variablesReference", 0));
}

/* ---- going on -------------------------------------------------------------------------------- */

static void go_on(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request, json_pack("{s:b}", "allThreadsContinued", true));
    tell_stopped(session, run_on(session, 1));
}

static void reverse_continue(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request, NULL);
    tell_stopped(session, run_on(session, -1));
}

/* The thread's warp goes on to its next line, the others as far as they come by then. */
static void next(struct debug_session *session, const json_t *request) {
    uint32_t warp = (uint32_t)json_integer_value(argument(request, "threadId")) - 1;
    const struct record_step *from = standing(session, warp), *step;
    uint32_t line = from != NULL ? from->line : 0;
    bool moved = false;
    const char *reason = "step";
    protocol_answer(&session->protocol, request, NULL);
    do {
        step = here(session);
        moved = moved || (step != NULL && step->warp == warp);
        session->position += step != NULL;
        step = here(session);
        if (step != NULL && session->stops_at_findings && step->finding >= 0) {
            reason = "exception";
            break;
        }
    } while (step != NULL &&
             !(moved && step->warp == warp && step->line != line && step->line > 0) &&
             standing(session, warp) != NULL);
    tell_stopped(session, reason);
}

static void step_back(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request, NULL);
    session->position -= session->position > 0;
    while (session->position > 0 && here(session)->line == 0) {
        session->position--;
    }
    tell_stopped(session, "step");
}

static void end(struct debug_session *session, const json_t *request) {
    protocol_answer(&session->protocol, request, NULL);
    session->ended = true;
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct {
    const char *command;
    void (*answer)(struct debug_session *session, const json_t *request);
    bool runs; /* makes sense only once the program has run */
} rows[] = {
    {"initialize", initialize, false},
    {"launch", launch, false},
    {"configurationDone", configuration_done, true},
    {"setBreakpoints", set_breakpoints, false},
    {"setExceptionBreakpoints", set_exception_breakpoints, false},
    {"exceptionInfo", exception_info, true},
    {"threads", threads, true},
    {"stackTrace", stack_trace, true},
    {"scopes", scopes, true},
    {"variables", variables, true},
    {"evaluate", evaluate, true},
    {"continue", go_on, true},
    {"reverseContinue", reverse_continue, true},
    {"next", next, true},
    {"stepIn", next, true},
    {"stepOut", next, true},
    {"stepBack", step_back, true},
    {"terminate", end, false},
    {"disconnect", end, false},
};

void session_request(struct debug_session *session, const json_t *request) {
    const char *command = json_string_value(json_object_get(request, "command"));
    for (size_t n = 0; command != NULL && n < sizeof rows / sizeof *rows; n++) {
        if (strcmp(rows[n].command, command) == 0) {
            if (rows[n].runs && session->replay == NULL) {
                protocol_refuse(&session->protocol, request, "launch comes first");
            } else {
                rows[n].answer(session, request);
            }
            return;
        }
    }
    protocol_refuse(&session->protocol, request, "this debugger has no such request");
}
