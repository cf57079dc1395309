/* What the simulated GPU's detectors found, as the report's findings. */
#include "gpu_inside.h"

#include <stdlib.h>
#include <string.h>

const char *gpu_message(struct arena *arena, enum simt_dialect dialect, enum message message,
                        const struct message_value *values) {
    size_t size = message_write(NULL, 0, dialect, message, values) + 1;
    char *text = arena_alloc(arena, size);
    message_write(text, size, dialect, message, values);
    return text;
}

struct finding *gpu_find(struct grading *grading, struct trial *trial, enum verdict verdict,
                         enum message message, const struct message_value *values) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    *finding = (struct finding){
        .verdict = verdict,
        .message = gpu_message(grading->arena, gpu_dialect(trial->gpu), message, values),
        .id = message_name(message),
        .values = values_copy(grading->arena, values)};
    return trial_add(trial, finding);
}

/* "5", or "(5, 0, 1)" where there is more than one dimension. */
static const char *number_text(struct arena *arena, bool wide, const uint32_t at[3]) {
    return wide ? arena_printf(arena, "(%u, %u, %u)", at[0], at[1], at[2])
                : arena_printf(arena, "%u", at[0]);
}

/* Has any of a finding's places more than one dimension? Then all are written so. */
static bool is_wide(const struct simt_finding *found) {
    bool wide = false;
    for (int i = 0; i < found->place_count; i++) {
        const uint32_t *thread = found->places[i].thread, *block = found->places[i].block;
        wide = wide || thread[1] != 0 || thread[2] != 0 || block[1] != 0 || block[2] != 0;
    }
    return wide;
}

/* "thread 5 of block 0", with as many dimensions as there are. */
static const char *thread_text(struct arena *arena, enum simt_dialect dialect,
                               const struct finding_place *place, bool wide) {
    const uint32_t *thread = place->thread, *block = place->block;
    return gpu_message(
        arena, dialect, MESSAGE_THREAD_OF_BLOCK,
        MESSAGE_VALUES(message_string("thread number", number_text(arena, wide, thread)),
                       message_string("block number", number_text(arena, wide, block))));
}

/* Is it a line of a student's, who sees it? */
static bool is_seen(const struct lab *lab, const struct finding_place *place) {
    const char *name;
    return is_student_path(lab, place->file, &name);
}

/* Is it in a kernel that a runner brings beside host functions (labs/shared/opencl_setup.h)? */
static bool is_given(const struct finding_place *place) {
    const char *slash = strrchr(place->file, '/');
    return strcmp(slash != NULL ? slash + 1 : place->file, "given") == 0;
}

/* "read at line 7 by thread 5 of block 0". Of several that have read, none is kept: where there are
 * two places, that one is "by another thread". */
static const char *place_text(struct arena *arena, const struct gpu *gpu, const struct lab *lab,
                              const struct simt_finding *found, const struct finding_place *place) {
    const enum simt_dialect dialect = gpu_dialect(gpu);
    const char *text = place->access, *who = place->who[0] != '\0' ? place->who : NULL;
    if (place->line > 0 && is_seen(lab, place)) {
        text = gpu_message(
            arena, dialect, MESSAGE_ACCESS_AT_LINE,
            MESSAGE_VALUES(message_string("access", text), message_number("line", place->line)));
    }
    if (place->has_thread) {
        who = thread_text(arena, dialect, place, is_wide(found));
    } else if (who == NULL && found->place_count > 1) {
        who = gpu_message(arena, dialect, MESSAGE_BY_ANOTHER_THREAD, NULL);
    }
    return who == NULL ? text
                       : gpu_message(arena, dialect, MESSAGE_ACCESS_BY_THREAD,
                                     MESSAGE_VALUES(message_string("access", text),
                                                    message_string("who", who)));
}

/* "kernel count": with the kind of finding in front where the verdict does not say it already. */
static const char *heading_text(struct arena *arena, enum simt_dialect dialect,
                                const struct simt_finding *found) {
    const char *kind = finding_kind_name(found->kind), *verdict = finding_verdict(found->kind);
    const char *title = finding_kind_title(found->kind, dialect);
    if (found->kernel[0] == '\0') {
        return title;
    }
    for (; *kind != '\0' && (*kind == *verdict || (*kind == ' ' && *verdict == '-')); kind++) {
        verdict++;
    }
    bool said = *kind == '\0' && *verdict == '\0';
    return gpu_message(
        arena, dialect, said ? MESSAGE_IN_KERNEL : MESSAGE_KIND_IN_KERNEL,
        MESSAGE_VALUES(message_string("kind", title), message_string("kernel", found->kernel)));
}

static const char *message_text(struct arena *arena, const struct gpu *gpu, const struct lab *lab,
                                const struct simt_finding *found) {
    const enum simt_dialect dialect = gpu_dialect(gpu);
    const char *text = heading_text(arena, dialect, found);
    for (int i = 0; i < found->place_count; i++) {
        const char *place = place_text(arena, gpu, lab, found, &found->places[i]);
        text = gpu_message(
            arena, dialect, i == 0 ? MESSAGE_FOUND_AT : MESSAGE_FOUND_ALSO_AT,
            MESSAGE_VALUES(message_string("finding", text), message_string("place", place)));
    }
    if (found->subject[0] != '\0') {
        text = gpu_message(arena, dialect, MESSAGE_FOUND_IN,
                           MESSAGE_VALUES(message_string("finding", text),
                                          message_string("array", found->subject)));
    }
    if (found->message[0] != '\0') {
        text = gpu_message(arena, dialect, MESSAGE_FOUND_BECAUSE,
                           MESSAGE_VALUES(message_string("finding", text),
                                          message_string("sentence", found->message)));
    }
    return text;
}

/* "a launch of 4 blocks of 256 threads", or NULL where the launch was not kept. */
static const char *launch_text(const struct gpu *gpu, enum simt_dialect dialect, uint64_t number,
                               struct arena *arena) {
    size_t count;
    uint64_t all;
    const struct counter_launch *launches = counters_launches(gpu->counters, &count, &all);
    if (number == 0 || number > count) {
        return NULL;
    }
    const uint32_t *grid = launches[number - 1].grid, *block = launches[number - 1].block;
    if (grid[1] * grid[2] * block[1] * block[2] == 1) {
        return gpu_message(arena, dialect, MESSAGE_A_LAUNCH,
                           MESSAGE_VALUES(message_number("block count", grid[0]),
                                          message_number("thread count", block[0])));
    }
    return gpu_message(
        arena, dialect, MESSAGE_A_WIDE_LAUNCH,
        MESSAGE_VALUES(message_string("block count", number_text(arena, true, grid)),
                       message_string("thread count", number_text(arena, true, block))));
}

/* What the host's side did wrong: with the line of the call. */
static struct finding *convert_call(struct grading *grading, enum flavour flavour,
                                    const struct simt_finding *found) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    struct simt_finding located = *found;
    if (strstr(found->object, ".so") == NULL) { /* else it is a library's own call */
        symbolise(grading, flavour, &found->code, 1, finding, NULL);
    }
    finding_locate(&located, finding->file, (uint32_t)finding->line);
    finding->verdict = verdict_from_name(finding_verdict(found->kind));
    finding->message = arena_strdup(grading->arena, located.message);
    finding->advice = arena_strdup(grading->arena, located.advice);
    gpu_tell_data(grading->arena, &located, finding);
    return finding;
}

/* "" and "other ", so that both places have values of their own. */
static size_t place_values(struct arena *arena, const struct finding_place *place,
                           const char *which, bool wide, struct message_value *values) {
    size_t count = 0;
    values[count++] =
        message_string(arena_printf(arena, "%saccess", which), arena_strdup(arena, place->access));
    if (place->line > 0) {
        values[count++] = message_number(arena_printf(arena, "%sline", which), place->line);
    }
    if (place->has_thread) {
        values[count++] = message_string(arena_printf(arena, "%sthread", which),
                                         number_text(arena, wide, place->thread));
        values[count++] = message_string(arena_printf(arena, "%sblock", which),
                                         number_text(arena, wide, place->block));
    } else if (place->who[0] != '\0') {
        values[count++] = message_string(arena_printf(arena, "%swho", which), place->who);
    }
    return count;
}

void gpu_tell_data(struct arena *arena, const struct simt_finding *found, struct finding *finding) {
    enum { MOST = 32 };
    struct message_value values[MOST + 1];
    size_t count = 0, at = 0;
    values[count++] = message_string("kind", finding_kind_name(found->kind));
    if (found->kernel[0] != '\0') {
        values[count++] = message_string("kernel", found->kernel);
    }
    if (found->subject[0] != '\0') {
        values[count++] = message_string("array", found->subject);
    }
    for (int i = 0; i < found->place_count; i++) {
        count += place_values(arena, &found->places[i], i == 0 ? "" : "other ", is_wide(found),
                              values + count);
    }
    for (struct message_value value = finding_value(found, &at); value.name != NULL && count < MOST;
         value = finding_value(found, &at)) {
        value.name = arena_strdup(arena, value.name);
        values[count++] = value;
    }
    values[count].name = NULL;
    finding->id = found->said != NULL ? found->said : finding_kind_id(found->kind);
    finding->values = values_copy(arena, values);
}

/* Two accesses that nothing orders: in a kernel, between commands, or with the host. */
static bool is_race(enum finding_kind kind) {
    return kind == FINDING_RACE || kind == FINDING_UNORDERED || kind == FINDING_TOO_EARLY;
}

static struct finding *convert(const struct gpu *gpu, const struct simt_finding *found,
                               const struct lab *lab, struct arena *arena) {
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    finding->verdict = verdict_from_name(finding_verdict(found->kind));
    finding->message = message_text(arena, gpu, lab, found);
    finding->input = launch_text(gpu, gpu_dialect(gpu), found->launch, arena);
    finding->advice = found->advice[0] != '\0' ? arena_strdup(arena, found->advice) : NULL;
    finding->function = found->kernel[0] != '\0' ? arena_strdup(arena, found->kernel) : NULL;
    gpu_tell_data(arena, found, finding);
    for (int i = 0; i < found->place_count && finding->file == NULL; i++) {
        const char *name;
        if (is_student_path(lab, found->places[i].file, &name)) {
            finding->file = arena_strdup(arena, name);
            finding->line = (int)found->places[i].line;
        }
    }
    if (found->kernel[0] != '\0' && found->place_count > 0 && finding->file == NULL &&
        is_given(&found->places[0])) {
        finding->advice = gpu_message(arena, gpu_dialect(gpu),
                                      is_race(found->kind) ? MESSAGE_KITS_KERNEL_RACE_ADVICE
                                                           : MESSAGE_KITS_KERNEL_ADVICE,
                                      MESSAGE_VALUES(message_string("kernel", found->kernel)));
    }
    return finding;
}

/* A fault in a kernel that the lab brings along is the host's: with the line that launched it. */
static void point_at_launch(const struct gpu *gpu, struct grading *grading, enum flavour flavour,
                            const struct simt_finding *found, struct finding *finding) {
    const struct device_report *report = &gpu->report;
    bool kits = found->place_count > 0 && finding->file == NULL && is_given(&found->places[0]);
    for (uint32_t i = 0; i < report->launched_count && kits; i++) {
        const struct device_launch *launch = &report->launched[i];
        if (launch->number == found->launch && strstr(launch->object, ".so") == NULL) {
            symbolise(grading, flavour, &launch->code, 1, finding, NULL);
            return;
        }
    }
}

/* Work of the host's that nothing orders: both its lines. */
static struct finding *convert_work(const struct gpu *gpu, struct grading *grading,
                                    enum flavour flavour, const struct simt_finding *found) {
    struct simt_finding located = *found;
    for (int i = 0; i < located.place_count; i++) {
        struct finding where = {0};
        if (strstr(found->object, ".so") == NULL && located.places[i].code != 0) {
            symbolise(grading, flavour, &located.places[i].code, 1, &where, NULL);
        }
        finding_locate_place(&located.places[i], where.file, (uint32_t)where.line);
    }
    return convert(gpu, &located, grading->lab, grading->arena);
}

/* Causes before what follows from them. A barrier that not all threads reach orders nothing, so
 * that races follow. A missing barrier, or wait list, also shows as reads of what nobody has
 * written yet. */
enum cause { CAUSE_BARRIER, CAUSE_RACE, CAUSE_OTHER, CAUSE_COUNT };

static enum cause cause_of(enum finding_kind kind) {
    return kind == FINDING_BARRIER ? CAUSE_BARRIER : is_race(kind) ? CAUSE_RACE : CAUSE_OTHER;
}

/* Without the place where host code crashed on a device pointer: the trial's own trace names its
 * line. */
static struct simt_finding without_code(const struct simt_finding *found) {
    struct simt_finding plain = *found;
    if (plain.place_count > 0 && plain.places[0].code != 0) {
        plain.place_count = 0;
    }
    return plain;
}

static void append(struct finding ***tail, const struct gpu *gpu, const struct finding_list *list,
                   enum cause cause, bool failed_calls, struct grading *grading,
                   enum flavour flavour) {
    for (size_t i = 0; i < list->count; i++) {
        const struct simt_finding crash = without_code(&list->items[i]);
        const struct simt_finding *found =
            crash.kind == FINDING_WRONG_POINTER ? &crash : &list->items[i];
        bool failed = found->kind == FINDING_UNNOTICED || found->kind == FINDING_WRONG_COPY ||
                      found->kind == FINDING_WRONG_SIDE || found->kind == FINDING_MISUSED;
        if (!finding_is_note(found->kind) && cause_of(found->kind) == cause &&
            (failed_calls || !failed)) {
            **tail = found->kind == FINDING_UNORDERED || found->kind == FINDING_TOO_EARLY
                         ? convert_work(gpu, grading, flavour, found)
                     : found->code != 0 ? convert_call(grading, flavour, found)
                                        : convert(gpu, found, grading->lab, grading->arena);
            point_at_launch(gpu, grading, flavour, found, **tail);
            *tail = &(**tail)->next;
        }
    }
}

struct finding *gpu_findings(const struct gpu *gpu, bool failed_calls, struct grading *grading,
                             enum flavour flavour) {
    struct finding *first = NULL, **tail = &first;
    for (enum cause cause = 0; cause < CAUSE_COUNT; cause++) {
        append(&tail, gpu, detector_findings(gpu->detector), cause, failed_calls, grading, flavour);
        append(&tail, gpu, &gpu->report.notes, cause, failed_calls, grading, flavour);
    }
    return first;
}

const struct finding_list *gpu_notes(const struct gpu *gpu) {
    return &gpu->report.notes;
}

void gpu_leaking_line(const struct gpu *gpu, struct grading *grading, enum flavour flavour,
                      struct finding *finding) {
    const struct finding_list *all = detector_findings(gpu->detector);
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_finding *leak = &all->items[i];
        if (leak->kind != FINDING_LEAK) {
            continue;
        }
        if (leak->code != 0) {
            const struct finding *made = convert_call(grading, flavour, leak);
            finding->file = made->file;
            finding->line = made->line;
            return;
        }
        /* CUDA's headers know the line of the call; its text is the program's word. */
        const char *place =
            arena_strdup(grading->arena, detector_place_of(gpu->detector, leak->address));
        char *colon = strrchr(place, ':');
        const char *name;
        if (colon != NULL) {
            *colon = '\0';
            if (is_student_path(grading->lab, place, &name)) {
                finding->file = name;
                finding->line = (int)strtol(colon + 1, NULL, 10);
                return;
            }
        }
    }
}
