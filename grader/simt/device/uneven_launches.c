#include "uneven_launches.h"

#include "../observers/counters/shares.h"

enum { MOST_BYTES = 256 << 20 };

struct simt_kept *turns_keep(struct session *session, const struct work *work) {
    const struct device_options *options = session->options;
    const bool alone =
        simt_launch_blocks(&work->launch) == 1 && simt_launch_warps(&work->launch) == 1;
    return options->deals && options->counters != NULL && !alone &&
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
