/* What detectors ask of the one observer that they are: states, time, and who hears of accesses. */
#include "detector.h"

void *detector_state(const struct detector *detector, const struct detection *detection) {
    for (int n = 0; n < DETECTOR_COUNT; n++) {
        if (detector->detections[n] == detection) {
            return detector->states[n];
        }
    }
    return NULL;
}

uint32_t detector_advance(struct detector *detector) {
    if (detector->tick < SHADOW_LAST_TICK) {
        detector->tick++;
    }
    return detector->tick;
}

/* How many blocks had begun at that tick. */
static size_t begun_at(const struct detector *detector, uint32_t tick) {
    size_t low = 0, high = detector->block_tick_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (detector->block_ticks[middle].tick <= tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct launch_node *detector_launch_at(const struct detector *detector, uint32_t tick) {
    const size_t begun = begun_at(detector, tick);
    return begun != 0 ? launch_tree_other(&detector->tree, detector->block_ticks[begun - 1].launch)
                      : NULL;
}

uint64_t detector_block_at(const struct detector *detector, uint32_t tick, uint32_t *first_tick) {
    const size_t low = begun_at(detector, tick);
    if (low == 0) {
        *first_tick = detector->block_tick;
        return detector->block;
    }
    *first_tick = detector->block_ticks[low - 1].tick;
    return detector->block_ticks[low - 1].block;
}

/* Accesses come most often: only those hear of them who might have something to say. */
void detector_hear_accesses(struct detector *detector) {
    detector->on_access_count = 0;
    for (int n = 0; n < DETECTOR_COUNT; n++) {
        const struct detection *detection = detector->detections[n];
        if (detection->access != NULL && (!detection->of_sources || detector->sources > 0)) {
            detector->on_access[detector->on_access_count++] = detection;
        }
    }
}
