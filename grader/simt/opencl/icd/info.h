/* info.h - how clGetXInfo answers (info.c). */
#pragma once

#include <CL/cl.h>

/* Answers a clGetXInfo query with `bytes` bytes of `value`. */
cl_int info_bytes(const void *value, size_t bytes, size_t room, void *to, size_t *needed);
cl_int info_text(const char *text, size_t room, void *to, size_t *needed);
#define INFO(type, value) info_bytes(&(type){value}, sizeof(type), room, to, needed)
/* A query whose answers are rows: ANSWER(CL_…, type, value), TEXT_ANSWER(CL_…, text), or what is
 * asked for, where its bytes lie and how many there are. `return ANSWERED(rows);` gives the one. */
struct info_row {
    cl_uint name;
    const void *value;
    size_t bytes;
};
#define ANSWER(name, type, value)                                                                  \
    { name, &(type){value}, sizeof(type) }
#define TEXT_ANSWER(name, text)                                                                    \
    { name, text, strlen(text) + 1 }
/* The answer that a struct property_list is. */
#define LIST_ANSWER(name, list)                                                                    \
    { name, (list).values, (list).count * sizeof(cl_ulong) }
#define ANSWERED(rows) info_answer(rows, sizeof rows / sizeof rows[0], name, room, to, needed)
cl_int info_answer(const struct info_row *rows, size_t count, cl_uint name, size_t room, void *to,
                   size_t *needed);

/* versions.c: the queries that are OpenCL 3.0's alone; CL_INVALID_VALUE for others. */
cl_int versions_of_platform(cl_platform_info name, const char *extensions, size_t room, void *to,
                            size_t *needed);
cl_int versions_of_device(cl_device_info name, const char *extensions, size_t room, void *to,
                          size_t *needed);
