/*
 * openmp_watch.h - what the machine's observers say of an OpenMP program's run: races by
 * happens-before, reads of what was never written, faults in OpenMP's words; cache lines that
 * travel; instructions of each thread, work and span; facts of the program's structure.
 *
 *     struct openmp_watch *watch = openmp_watch_create();
 *     simt_device_attach(device, openmp_watch_observer(watch));   before any module is loaded
 *     … the run …
 *     openmp_watch_finish(watch);                                 leaks, and sums
 *     simt_report_findings(&out, openmp_watch_findings(watch));     report.h
 *     simt_device_destroy(device); openmp_watch_destroy(watch);
 *
 * Races (openmp_race.c): two accesses to a byte, one of them a plain write or one plain and one an
 * atomic write, which nothing orders. The order is that of C11 and OpenMP: vector clocks of
 * strands, joined by the events of observe.h (FastTrack, Flanagan and Freund, PLDI 2009, tells how
 * to keep that cheap). Whether they met in time, or wrote the same value, does not matter.
 *
 * Travelling lines (sharing.c): memory in lines of 64 bytes, and a cache for each thread that loses
 * nothing for want of room. A thread that writes a line has the only copy from then on; a thread
 * that reads one gets a copy. A line travels when a thread touches it that has no copy, and another
 * thread wrote it last. The travel is false sharing when the bytes touched are not among those that
 * the other wrote since it took the line. Only what happens in parallel regions counts.
 *
 * Work and span (openmp_costs.c): instructions of all strands, and of the longest chain of strands'
 * pieces that events order, one after the other. A mutual exclusion orders nothing here, as the
 * order in which threads take it is chance; instead the span is at least what is executed inside of
 * it. work / span is the greatest speedup that any number of threads can have.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "../../observe.h"
#include "../../openmp/runtime/openmp.h"
#include "../reports/finding.h"
#include "openmp_costs.h"
#include "openmp_facts.h"

struct openmp_watch;

extern const char *const openmp_fact_names[OPENMP_FACT_COUNT];

/* Lines that travelled because of one line of the source and one variable. */
struct openmp_travel {
    char file[128];
    uint32_t line;
    char variable[64]; /* "tab", "" if unknown */
    uint64_t travels;
    uint64_t false_sharing; /* of the travels */
};

/* NULL if memory is exhausted. The caller owns it; it must outlive the device. */
struct openmp_watch *openmp_watch_create(void);
void openmp_watch_destroy(struct openmp_watch *watch);

/* To give to simt_device_attach; lives as long as the watch. */
const struct simt_observer *openmp_watch_observer(struct openmp_watch *watch);

/* The input that the facts speak of: `bytes` at `address`, in elements of `element` bytes. To be
 * called before the run. */
void openmp_watch_input(struct openmp_watch *watch, uint64_t address, uint64_t bytes,
                        uint32_t element);

/* The file (its last name, which lives as long) of the code that calls the program: the team sizes
 * that it chooses are not the program's. */
void openmp_watch_caller(struct openmp_watch *watch, const char *file);

/* What the memory at `address` (the start of an allocation) is called in findings; copied. */
void openmp_watch_name(struct openmp_watch *watch, uint64_t address, const char *name);

/* The run is over: adds a note for each piece of the heap that nobody freed (unless the program
 * ended by a fault), and makes the sums. */
void openmp_watch_finish(struct openmp_watch *watch);

/* Runs the program on a fresh machine with these options; false if that cannot be. */
typedef bool openmp_replay(void *context, const struct openmp_options *options,
                           struct openmp_result *result);

/* Tells of the first races of two updates what came of them in an unlucky order, step by step (the
 * finding's steps). The program runs once more for each, at most twice in all. `options` are those
 * of the run that was watched, `instructions` what it executed. */
void openmp_watch_steps(struct openmp_watch *watch, const struct openmp_options *options,
                        uint64_t instructions, openmp_replay *replay, void *context);

/* What was found so far, in the order in which it happened; lives as long as the watch. */
/* Adds a finding that somebody else has made. */
void openmp_watch_add(struct openmp_watch *watch, const struct simt_finding *finding);

const struct finding_list *openmp_watch_findings(const struct openmp_watch *watch);
/* [OPENMP_FACT_COUNT]; valid after openmp_watch_finish. */
const uint64_t *openmp_watch_facts(const struct openmp_watch *watch);
/* Rows by falling number of travels; valid after openmp_watch_finish. */
const struct openmp_travel *openmp_watch_travels(const struct openmp_watch *watch, size_t *count);
/* Instructions inside of parallel regions, by thread of the machine. */
const uint64_t *openmp_watch_instructions(const struct openmp_watch *watch, size_t *count);

/* What of the run takes time on a processor; valid after openmp_watch_finish. */
const struct openmp_costs *openmp_watch_costs(const struct openmp_watch *watch);

/* A page of text for a terminal: work, span, threads' shares, travelling lines. */
struct report_stream; /* report.h */
void openmp_report_counters(const struct report_stream *out, const struct openmp_watch *watch);
/* {"findings": […], "facts": {…}, "threads": […], "travels": […]}: new; NULL without memory. */
json_t *openmp_report_json(const struct openmp_watch *watch);
