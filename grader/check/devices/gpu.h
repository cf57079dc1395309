/*
 * The simulated GPU beside a session: a thread of the grader serves the student's process over a
 * socket that it inherits. What the detectors find and the counters count is the grader's own;
 * nothing in the student's process can change it.
 */
#pragma once

#include "../../compile/flavour.h"
#include "../../jail/jail.h"
#include "../../lab/lab.h"
#include "../../finding.h"
#include "../../simt/observers/reports/messages.h"

#include <stdbool.h>
#include <stdint.h>

struct gpu;
struct grading;
struct counters;
struct onlookers;
struct substitution;

/* When and in which order it works, of all that a GPU may choose. */
struct gpu_order {
    bool prompt;   /* it begins at once, not when the program waits */
    bool reversed; /* the last block runs first, and of each block the last warp */
};

/* Starts serving calls, in the words of that dialect, with at most so many elements, which bound
 * what a kernel may take. *descriptor is what the process must inherit (it belongs to the gpu). The
 * substitution, which may be NULL, is the gpu's from now on, also on false. The onlookers, which
 * outlive it, see what happens. */
bool gpu_start(struct gpu **gpu, enum simt_dialect dialect, size_t elements, struct gpu_order order,
               struct substitution *substitution, const struct onlookers *onlookers,
               struct jail_descriptor *descriptor, struct error *error);

/* The process was started: this side's copy of its descriptor goes, so that its end is noticed. */
void gpu_handed_over(struct gpu *gpu);

/* Waits until the process is gone and all that it asked for is done. False when the device itself
 * failed (memory). */
bool gpu_finish(struct gpu *gpu, struct error *error);

/* A call of the session is over: what fails from here on belongs to the next one. */
void gpu_call_over(struct gpu *gpu);

/* The first of the program's calls to the device that failed in call number `call` of the session,
 * from 1, if there it was the program's end, or the program went on to other work (*went_on). With
 * 0 it is of any call, and only one after which the program went on. NULL if there is none. Valid
 * after gpu_finish. */
struct device_failure;
const struct device_failure *gpu_failure(const struct gpu *gpu, size_t call, bool *went_on);

/* What the detectors found, as the report's findings (the grading's arena's), races first; notes
 * that cost no points are left out, and failed calls unless they are asked for: what answers show
 * names them (blame_failed_call). Valid after gpu_finish. */
struct finding *gpu_findings(const struct gpu *gpu, bool failed_calls, struct grading *grading,
                             enum flavour flavour);

/* Whose words its findings use. */
enum simt_dialect gpu_dialect(const struct gpu *gpu);

/* A message of the catalogue, the arena's; the values may be NULL if it takes none. */
/* The finding's id and values: of what the machine found. The arena's. */
struct trial;
struct simt_finding;
void gpu_tell_data(struct arena *arena, const struct simt_finding *found, struct finding *finding);
/* Adds to the trial what that message says in the words of its program's language. */
struct finding *gpu_find(struct grading *grading, struct trial *trial, enum verdict verdict,
                         enum message message, const struct message_value *values);
const char *gpu_message(struct arena *arena, enum simt_dialect dialect, enum message message,
                        const struct message_value *values);

/* A number by its name (lab/gpu_facts.h lists them); false when there is none of that name. Valid
 * after gpu_finish. */
bool gpu_fact(const struct gpu *gpu, const char *name, uint64_t *value);

/* Did the program fetch text that kernels printed? It counts as taken from the device. */
bool gpu_has_printed(const struct gpu *gpu);

/* Blocks and threads of the first launch, where both have one dimension; false where there is no
 * such launch. */
bool gpu_first_launch(const struct gpu *gpu, uint32_t *blocks, uint32_t *threads);
/* All threads of the first launch, in all dimensions; 0 where there was none. */
uint64_t gpu_first_threads(const struct gpu *gpu);

/* Work-items of the first launch along each of its dimensions; false where there was none. */
bool gpu_first_extent(const struct gpu *gpu, uint64_t items[3]);
/* The copy to the host that may be too short (device.h); NULL where there was none. Valid after
 * gpu_finish. */
const struct device_short_copy *gpu_short_copy(const struct gpu *gpu);
/* The call for work that the program made last, where it made thousands of them, and its address in
 * the program, 0 where it is unknown; else NULL. Valid after gpu_finish. */
const char *gpu_repeated_call(const struct gpu *gpu, uint64_t *code);

/* Was a read of a buffer, which need not have ended, the last work that the program asked for?
 * Valid after gpu_finish. */
bool gpu_asked_read(const struct gpu *gpu);

/* Was there a kernel whose end the program never waited for? Valid after gpu_finish. */
bool gpu_is_unwaited(const struct gpu *gpu);

/* What was counted; lives as long as the gpu. */
const struct counters *gpu_counters(const struct gpu *gpu);

/* The student's source line with most of the number, where it can be told. */
bool gpu_busiest_line(const struct gpu *gpu, const struct lab *lab, const char *name,
                      struct arena *arena, struct finding *finding);

/* The line of the call that made the first array that was not given back, where it can be told. */
void gpu_leaking_line(const struct gpu *gpu, struct grading *grading, enum flavour flavour,
                      struct finding *finding);

/* What the runtime library noted of the program's calls; lives as long as the gpu. */
const struct finding_list *gpu_notes(const struct gpu *gpu);

/* Bytes that reached the device and took no part in the substitution. Valid after gpu_finish. */
uint64_t gpu_foreign_bytes(const struct gpu *gpu);

/* Of the same: bytes that came back to the host, or that kernels wrote there, and that are no data
 * as the host knows it. */
uint64_t gpu_bytes_back(const struct gpu *gpu);

/* Ends the device, where it still serves, and gives back what gpu_start took. */
void gpu_free(struct gpu *gpu);
