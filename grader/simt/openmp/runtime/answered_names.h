/* answered_names.h - what the decoder needs of the OpenMP runtime. */
#pragma once

#include "../../machine.h"

/* The function that answers a call of an undefined function, or NULL; call->runtime is set for it.
 */
run_function runtime_function(const struct ptx_function *function, struct call_details *call);
/* Loads, stores and atomics of a thread. */
int thread_access(struct warp *warp, const struct instruction *i);
int thread_frame(struct warp *warp, const struct instruction *i);
/* Reads the comments at the top of the text: is it a program with OpenMP, and which of its
 * variables are constants? Call after parsing. */
void openmp_read_header(struct ptx_module *module, const char *text, size_t length);
