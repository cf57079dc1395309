/* What the simulated GPU saw of the launches of a program whose answer is wrong. */
#include "../../simt/device/device.h"
#include "evidence.h"
#include "../devices/gpu.h"

#include <string.h>

static const char *advise(struct grading *grading, const struct trial *trial, enum message message,
                          const struct message_value *values) {
    return gpu_message(grading->arena, gpu_dialect(trial->gpu), message, values);
}

/* All is right that the threads of the one launch could compute, each one element. */
static const char *launched_too_few(struct grading *grading, const struct trial *trial) {
    const struct finding *finding = trial->findings;
    uint32_t grid = 0, block = 0;
    return finding != NULL && trial->wrong_call == 1 && finding->element > 0 &&
                   gpu_first_launch(trial->gpu, &grid, &block) &&
                   finding->element == (uint64_t)grid * block
               ? advise(grading, trial, MESSAGE_LAUNCH_TOO_SMALL_ADVICE,
                        MESSAGE_VALUES(message_number("block count", grid),
                                       message_number("thread count", block),
                                       message_number("all", (long long)finding->element)))
               : NULL;
}

static bool says_unwritten(const struct finding *finding) {
    return finding_never_written(finding) || finding_is(finding, FOUND_ELEMENT_UNWRITTEN);
}

/* All is right that one block of several could compute, and nothing else was written. */
static const char *one_block_wrote(struct grading *grading, const struct trial *trial) {
    const struct finding *finding = trial->findings;
    uint32_t grid = 0, block = 0;
    return finding != NULL && trial->wrong_call == 1 && finding->element > 1 &&
                   says_unwritten(finding) && gpu_first_launch(trial->gpu, &grid, &block) &&
                   grid > 1 && finding->element == block
               ? advise(grading, trial, MESSAGE_ONE_BLOCK_WROTE_ADVICE,
                        MESSAGE_VALUES(message_number("thread count", block)))
               : NULL;
}

/* Did every thread of every warp store something? */
static bool all_stored(const struct gpu *gpu) {
    enum { WARP = 32 };
    uint64_t warps = 0, stores = 0, stretches = 0, lanes = 0;
    gpu_fact(gpu, "warps", &warps);
    gpu_fact(gpu, "global_store_requests", &stores);
    gpu_fact(gpu, "blocks", &stretches);
    gpu_fact(gpu, "block_lanes", &lanes);
    return warps > 0 && stores >= warps && lanes == stretches * WARP;
}

/* There was a thread for each result, and all stored, but some results were never written. */
static const char *wrote_the_same(struct grading *grading, const struct trial *trial) {
    const struct oracle_call *call = trial->first;
    const struct finding *finding = trial->findings;
    const uint64_t field = evidence_parameter(call, "width") * evidence_parameter(call, "height");
    const uint64_t results = field != 0 ? field : evidence_parameter(call, "n");
    const uint64_t threads = gpu_first_threads(trial->gpu);
    return finding != NULL && trial->wrong_call == 1 && finding->rest_missing && results > 0 &&
                   threads >= results && all_stored(trial->gpu)
               ? advise(grading, trial, MESSAGE_SAME_ELEMENTS_WRITTEN_ADVICE,
                        MESSAGE_VALUES(message_number("all", (long long)threads)))
               : NULL;
}

/* Threads wait for each other, but nothing that they could share was touched. */
static const char *nothing_shared(struct grading *grading, const struct trial *trial) {
    static const char *const uses[] = {"shared_load_requests", "shared_store_requests",
                                       "shared_atomic_requests"};
    uint64_t barriers = 0, used = 0;
    gpu_fact(trial->gpu, "barriers", &barriers);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        uint64_t count = 0;
        gpu_fact(trial->gpu, uses[i], &count);
        used += count;
    }
    return barriers > 0 && used == 0 ? advise(grading, trial, MESSAGE_NOTHING_SHARED_ADVICE, NULL)
                                     : NULL;
}

/* Nothing of this result was written. Was it forgotten, or all of them? */
static const char *never_came_back(struct grading *grading, const struct trial *trial) {
    const struct finding *finding = trial->findings;
    const struct oracle_call *call = trial->first;
    uint64_t bytes = 0;
    gpu_fact(trial->gpu, "downloaded_bytes", &bytes);
    if (finding == NULL || !finding_never_written(finding)) {
        return NULL;
    }
    size_t results = 0;
    for (size_t i = 0; i < call->output_count; i++) {
        results += !evidence_is_error(&call->output[i]);
    }
    const enum message advice = bytes > 0                    ? MESSAGE_RESULT_LEFT_BEHIND_ADVICE
                                : gpu_asked_read(trial->gpu) ? MESSAGE_READ_UNWAITED_ADVICE
                                                             : MESSAGE_NOTHING_CAME_BACK_ADVICE;
    return bytes == 0 || results > 1 ? advise(grading, trial, advice, NULL) : NULL;
}

static const char *launched_too_many(struct grading *grading, const struct trial *trial) {
    enum { LARGE = 1 << 28 }; /* threads, more than any input of a lab asks for */
    uint32_t grid = 0, block = 0;
    return gpu_first_launch(trial->gpu, &grid, &block) && (uint64_t)grid * block >= LARGE
               ? advise(grading, trial, MESSAGE_LAUNCH_TOO_LARGE_ADVICE,
                        MESSAGE_VALUES(message_number("block count", grid),
                                       message_number("thread count", block)))
               : NULL;
}

void evidence_of_too_much(struct grading *grading, enum flavour flavour, struct trial *trial) {
    struct finding *finding = trial->findings;
    uint64_t code = 0;
    const char *advice = launched_too_many(grading, trial);
    const char *call = advice == NULL ? gpu_repeated_call(trial->gpu, &code) : NULL;
    if (call != NULL) {
        advice = advise(grading, trial, MESSAGE_REPEATED_CALL_ADVICE,
                        MESSAGE_VALUES(message_string("clause", call)));
    }
    finding->advice = advice != NULL ? advice : finding->advice;
    if (code != 0 && finding->file == NULL) {
        symbolise(grading, flavour, &code, 1, finding, NULL);
    }
}

/* As many as n elements take, where the call does not say how many there are. */
static uint64_t blocks_for(const struct oracle_call *call, uint64_t threads) {
    const uint64_t n = evidence_parameter(call, "n");
    return threads != 0 ? (n + threads - 1) / threads : 0;
}

/* The launch covers a field that is as wide as this one is high, and as high as this one is wide.
 */
static const char *launch_is_turned(struct grading *grading, const struct trial *trial) {
    const uint64_t width = evidence_parameter(trial->first, "width");
    const uint64_t height = evidence_parameter(trial->first, "height");
    uint64_t items[3] = {0};
    const bool turned = width != 0 && height != 0 && gpu_first_extent(trial->gpu, items) &&
                        items[0] >= height && items[1] >= width &&
                        (items[0] < width || items[1] < height);
    return turned && trial->wrong_call == 1
               ? advise(grading, trial, MESSAGE_LAUNCH_TURNED_ADVICE,
                        MESSAGE_VALUES(message_number("columns", (long long)items[0]),
                                       message_number("rows", (long long)items[1]),
                                       message_number("width", (long long)width),
                                       message_number("height", (long long)height)))
               : NULL;
}

/* Do the values say nothing more than that some results are missing? */
static bool says_little(const struct finding *finding) {
    return finding != NULL && (!says_unwritten(finding) || finding->rest_missing);
}

/* Has an output elements of `size` bytes, but for the error that a function returns? */
static bool results_have(const struct oracle_call *call, uint64_t size) {
    for (size_t i = 0; i < call->output_count; i++) {
        if (!evidence_is_error(&call->output[i]) && element_size(call->output[i].element) == size) {
            return true;
        }
    }
    return false;
}

/* The copy to the host that may be too short, for results of such sizes; NULL where there is none.
 * Eight bytes may be a result of that size, and four or eight bytes less may be less by half of an
 * element, or by two. */
static const struct device_short_copy *short_copy(const struct trial *trial) {
    const struct device_short_copy *copy = gpu_short_copy(trial->gpu);
    if (copy == NULL || trial->wrong_call != 1 || trial->findings == NULL) {
        return NULL;
    }
    const uint64_t size = sizeof(double), lacking = copy->of - copy->bytes;
    const uint64_t part = copy->bytes * size <= copy->of ? size : sizeof(float);
    const bool likely = copy->kind == DEVICE_SHORT_ELEMENTS  ? results_have(trial->first, part)
                        : copy->kind == DEVICE_SHORT_HALF    ? results_have(trial->first, size)
                        : copy->kind == DEVICE_SHORT_POINTER ? !results_have(trial->first, size)
                                                             : results_have(trial->first, lacking);
    return likely ? copy : NULL;
}

/* Does the copy end just where the right results do? */
static bool copy_ends_there(const struct trial *trial, const struct device_short_copy *copy) {
    const struct oracle_call *call = trial->first;
    bool ends = false;
    for (size_t i = 0; copy != NULL && i < call->output_count; i++) {
        const size_t size = element_size(call->output[i].element);
        ends = ends || (copy->bytes / size == trial->findings->element &&
                        call->output[i].count * size == copy->of);
    }
    return ends;
}

static const char *say_short(struct grading *grading, const struct trial *trial,
                             const struct device_short_copy *copy) {
    static const enum message rows[] = {[DEVICE_SHORT_ELEMENTS] = MESSAGE_SHORT_COPY_ADVICE,
                                        [DEVICE_SHORT_HALF] = MESSAGE_HALF_COPY_ADVICE,
                                        [DEVICE_SHORT_POINTER] = MESSAGE_POINTER_COPY_ADVICE,
                                        [DEVICE_SHORT_BY_ONE] = MESSAGE_ONE_LESS_COPY_ADVICE};
    return advise(grading, trial, rows[copy->kind],
                  MESSAGE_VALUES(message_number("bytes", (long long)copy->bytes),
                                 message_number("all bytes", (long long)copy->of)));
}

const char *evidence_of_launches(struct grading *grading, const struct trial *trial) {
    const struct oracle_call *call = trial->first;
    uint64_t launches = 0;
    uint32_t grid, block;
    gpu_fact(trial->gpu, "launches", &launches);
    if (launches == 0) {
        return advise(grading, trial, MESSAGE_NEVER_LAUNCHED_ADVICE, NULL);
    }
    if (gpu_is_unwaited(trial->gpu)) {
        return advise(grading, trial, MESSAGE_UNWAITED_ANSWER_ADVICE, NULL);
    }
    const struct device_short_copy *copy = short_copy(trial);
    if (copy_ends_there(trial, copy)) {
        return say_short(grading, trial, copy);
    }
    static const char *(*const looks[])(struct grading *, const struct trial *) = {
        launched_too_few, one_block_wrote, wrote_the_same, never_came_back, launch_is_turned};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        const char *seen = looks[i](grading, trial);
        if (seen != NULL) {
            return seen;
        }
    }
    if (copy != NULL && says_little(trial->findings)) {
        return say_short(grading, trial, copy);
    }
    const bool opencl = gpu_dialect(trial->gpu) == SIMT_OPENCL;
    const uint64_t threads = evidence_parameter(call, opencl ? "work_group" : "threads");
    const uint64_t chosen = evidence_parameter(call, opencl ? "groups" : "blocks");
    const uint64_t blocks = chosen != 0 ? chosen : blocks_for(call, threads);
    return gpu_first_launch(trial->gpu, &grid, &block) && blocks != threads && grid == threads &&
                   block == blocks
               ? advise(grading, trial, MESSAGE_LAUNCH_EXCHANGED_ADVICE,
                        MESSAGE_VALUES(message_number("block count", grid),
                                       message_number("thread count", block)))
               : nothing_shared(grading, trial);
}

void evidence_of_copy_line(struct grading *grading, enum flavour flavour, struct trial *trial) {
    const struct device_short_copy *copy = short_copy(trial);
    struct finding *finding = trial->findings;
    uint64_t code = 0;
    if (gpu_is_unwaited(trial->gpu) || never_came_back(grading, trial) != NULL) {
        gpu_repeated_call(trial->gpu, &code);
    } else if (copy != NULL && finding->advice != NULL &&
               strcmp(finding->advice, say_short(grading, trial, copy)) == 0) {
        code = copy->code;
    }
    if (code != 0 && finding->file == NULL) {
        symbolise(grading, flavour, &code, 1, finding, NULL);
    }
}
