/* For oracles of CUDA labs: what an error number says to a student. */
#pragma once

#include "simt/cuda/include/cuda_errors.h"

#include <stddef.h>
#include <stdint.h>

/* The name of an error of the CUDA runtime, and its text. */
static inline const char *cuda_error(uint32_t error) {
    static const struct {
        uint32_t number;
        const char *text;
    } rows[] = {
#define ROW(name, number, text) {number, #name ", " text},
        LOCKSTEP_CUDA_ERRORS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].number == error) {
            return rows[i].text;
        }
    }
    return "no error of CUDA's";
}
