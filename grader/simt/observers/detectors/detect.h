/*
 * detect.h - the detectors: races, uninitialised reads, barrier divergence, and words for the
 * faults that end a kernel (out of bounds, deadlock, endless loops…).
 *
 *     struct detector *detector = detector_create();
 *     simt_device_attach(device, detector_observer(detector));    before any module is loaded
 *     … launches …
 *     detector_leaks(detector, device, false);                    at the end of the program
 *     simt_report_findings(&out, detector_findings(detector), …);
 *     simt_device_destroy(device); detector_destroy(detector);
 *
 * What comes in: the machine's events (observe.h), a warp's at a time: accesses, barriers, fences,
 * faults. Each kind of finding has a file, detect_NAME.c, which asks for the events that it needs.
 * shadow.h explains how races are found, and release_acquire.h what orders two accesses. What comes
 * out: findings, which are rows of messages.def with values.
 *
 * What can go wrong: memory for the shadow runs out. Then something is not watched, and the list of
 * findings counts it
 * (`unwatched`), so that nobody takes it for clean.
 *
 * What is promised: an access that races with another one is found in every run, whether or not the
 * two met, as long as one run of the kernel makes both; whoever is accused can be named by line,
 * block and thread. What is ordered is never called a race. Nothing here changes what a kernel
 * computes.
 */
#pragma once

#include "../../observe.h"
#include "../reports/finding.h"

struct detector;

/* NULL if memory is exhausted. The caller owns it; it must outlive the device. */
struct detector *detector_create(void);
void detector_destroy(struct detector *detector);

/* To give to simt_device_attach; lives as long as the detector. */
const struct simt_observer *detector_observer(struct detector *detector);

/* The findings so far; lives as long as the detector. */
const struct finding_list *detector_findings(const struct detector *detector);

/* Says which line of the host program ("prog.cu:33") allocated a region, and whether it is a
 * texture or surface object: a front door that knows it calls this right after the allocation. The
 * text is copied. */
void detector_allocated_at(struct detector *detector, uint32_t region, const char *place,
                           bool object);

/* That place of the array at this address, "" where it is not known. The detector's. */
const char *detector_place_of(const struct detector *detector, uint64_t address);

/* What the array at this address is, with its place, and the address's offset in it. */
void detector_array_at(const struct detector *detector, uint64_t address, enum simt_dialect dialect,
                       char *text, size_t size, uint64_t *offset);

/* The same at the program's end, of what it did not give back, by the code of the call (0: unknown)
 * in a file, for finding_locate. In OpenCL only what was named so is a leak. */
void detector_left(struct detector *detector, uint32_t region, uint64_t code, const char *object);

/* Says that kernels may only read a region, or only write it: right after its allocation, too. */
void detector_one_way(struct detector *detector, uint32_t region, bool read_only);

/* Adds a note for each heap array that is still allocated, in OpenCL's words or in CUDA's: call at
 * the end of the program. */
void detector_leaks(struct detector *detector, const struct simt_device *device,
                    enum simt_dialect dialect);
