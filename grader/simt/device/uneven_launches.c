#include "uneven_launches.h"

#include "../observers/counters/shares.h"

enum { MOST_BYTES = 256 << 20 };

static bool is_one_warp(const struct work *work) {
    return simt_launch_blocks(&work->launch) == 1 && simt_launch_warps(&work->launch) == 1;
}

struct simt_kept *turns_keep(struct session *session, const struct work *work) {
    const struct device_options *options = session->options;
    return options->deals && options->counters != NULL && !is_one_warp(work) &&
                   simt_module_takes_tickets(work->kernel->module)
               ? simt_memory_keep(session->device, MOST_BYTES)
               : NULL;
}

/* Blocks that take work and do not do it show how little they do where one comes after the other,
 * and nothing is left for them. */
static bool loads_as_much(const struct dealt *dealt, const struct shares *shares) {
    enum { EIGHTH = 8 };
    return dealt->all >= shares->all_of_last - shares->all_of_last / EIGHTH;
}

void turns_deal(struct session *session, const struct work *work, struct simt_kept *kept,
                enum simt_status status) {
    struct dealt dealt = {0};
    const uint64_t blocks = simt_launch_blocks(&work->launch);
    const uint32_t warps = simt_launch_warps(&work->launch);
    struct shares *shares =
        kept != NULL && status == SIMT_OK ? counters_shares(session->options->counters) : NULL;
    if (shares != NULL && shares_uneven(shares, blocks, warps) &&
        dealt_begin(&dealt, blocks, warps) &&
        simt_launch_in_turns(session->device, kept, work->kernel->module, &work->launch,
                             &dealt.observer) == SIMT_OK &&
        loads_as_much(&dealt, shares)) {
        shares_deal(shares, dealt.most_of_a_block, dealt.most_of_a_warp);
    }
    dealt_clear(&dealt);
    simt_memory_drop(kept);
}

struct simt_kept *meeting_keep(struct session *session, const struct work *work) {
    return session->options->meets && !is_one_warp(work)
               ? simt_memory_keep(session->device, MOST_BYTES)
               : NULL;
}

void meeting_show(struct session *session, const struct work *work, struct simt_kept *kept,
                  size_t found) {
    const struct finding_list *list =
        kept != NULL ? detector_findings(session->options->detector) : NULL;
    for (size_t n = found; list != NULL && n < list->count; n++) {
        const struct simt_finding *race = &list->items[n];
        if (race->kind == FINDING_RACE && race->place_count == 2) {
            struct simt_launch launch = work->launch;
            launch.meeting[0] = race->places[0].line;
            launch.meeting[1] = race->places[1].line;
            simt_launch_in_turns(session->device, kept, work->kernel->module, &launch,
                                 session->options->recorder);
            break;
        }
    }
    simt_memory_drop(kept);
}
