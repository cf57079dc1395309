/* The inside of struct gpu, shared by the gpu*.c files. */
#pragma once

#include "../../simt/device/device.h"
#include "gpu.h"
#include "../grading.h"

#include <pthread.h>

enum { MOST_CALLS = 64 };

struct gpu {
    int ends[2]; /* ours, the program's */
    bool serving, good;
    uint64_t budget;
    struct gpu_order order;
    pthread_t thread;
    struct detector *detector;
    struct counters *counters;
    struct substitution *substitution;
    struct onlookers onlookers;
    struct device_report report;
    struct error error;
    uint64_t over[MOST_CALLS]; /* the number of requests at the end of each call */
    size_t over_count;
    enum simt_dialect dialect;
};
