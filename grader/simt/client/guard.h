/*
 * guard.h - finds host code that touches memory before the work that uses it has ended.
 *
 * Work that is asked for, and not waited for, may still use host memory that the device reaches
 * (pinned, mapped, managed). A guard takes the host's rights to those pages away. Code that uses
 * them all the same raises a fault; the handler notes the place, gives the page back and lets the
 * program go on. The device hears of it before the next request, and judges: it knows what the host
 * has waited for and which bytes the work touches. So a guard that covers too much accuses nobody.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../wire/wire.h"

/* A number for the guards of one piece of work, to send with it; 0: there can be no guards here. */
uint32_t guard_number(void);

/* Guards whole pages of shared memory until the host has waited for that work. `reads`: the work
 * only reads there, so the host may, too. */
void guard_pages(uint32_t number, unsigned char *base, size_t bytes, bool reads);

/* The work has ended, or the host has waited for it: its pages are the host's again. */
void guard_end(uint32_t number);

/* OpenCL: guards the pages that lie whole in a piece of the program's memory into which a call that
 * has returned will write. The device is told of that call, too. */
void guard_inside(uint32_t number, unsigned char *first, size_t bytes);

/* OpenCL: guards memory that the host may use only while it is mapped, and now it is not. The call
 * that runs made it, or gave it back. `base` begins a page. */
void guard_unmapped(uint32_t number, unsigned char *base, size_t bytes);

/* OpenCL: a buffer uses memory of the program's, and a kernel, launched by the call that runs, has
 * changed the device's copy at the address `device`. Guards the pages that lie whole in it. The
 * device learns what the host reads there, and judges whether it is out of date. */
void guard_stale(uint32_t number, unsigned char *first, size_t bytes, uint64_t device);

/* These pages are about to be unmapped, or used by the library. */
void guard_drop(const unsigned char *base, size_t bytes);

/* Before a request: tells the device what was touched. After one by which the host may have waited:
 * gives back the pages of work that has ended. */
void guard_tell(void);
void guard_refresh(enum wire_operation operation);

/* The program passes memory to the system, which reads it or writes there, and returns to `caller`:
 * as a fault on each guarded page of it. */
void guard_passed(const void *bytes, size_t count, bool writes, uintptr_t caller);

/* Once connected: installs the handler that lets a program go on after a guard's fault, and
 * explains a crash on a device pointer. */
void guard_watch_faults(void);
