/* Rounds of loops: those that do not fill an unrolled body. */
#include "trace_recorder.h"

/* Lanes leave an unrolled loop after so many rounds. What does not fill its body runs one by one
 * first, then four and eight together: each lane makes its own of these, and the others wait. */
void lanes_leave(struct trace_recording *recording, uint32_t rounds) {
    struct rest *rest = &recording->rest;
    const uint32_t alone = rounds % UNROLL_ROUNDS;
    rest->alone = alone > rest->alone ? alone : rest->alone;
    rest->together |= rounds & (UNROLL_TINY - 1) & ~(uint32_t)(UNROLL_ROUNDS - 1);
}

/* Nothing is moved across the beginning of a round: so many before the last one. */
static void part_round(struct trace_recording *recording, uint32_t unroll, uint32_t back) {
    const uint32_t place = (recording->rounds + 2 * unroll - back) % unroll;
    if (recording->round[place] < recording->draft.count) {
        recording->draft.drafts[recording->round[place]].entry.apart = true;
    }
}

/* An unrolled loop is over. */
void leave_loop(struct recorder *recorder, struct trace_recording *recording) {
    const uint32_t unroll = recorder->assembly->steps[recording->control].unroll;
    if (recording->control != 0 && recording->partly && unroll > 0) {
        lanes_leave(recording, recording->turns);
        const struct rest rest = recording->rest;
        uint32_t together = rest.together & (unroll - 1), rounds = rest.alone + together;
        const uint32_t made = recording->turns < unroll ? recording->turns : unroll;
        rounds = recording->rounds > rounds ? recording->rounds : rounds;
        rounds = rounds < made ? rounds : made;
        for (uint32_t at = 0; at < rounds;) {
            part_round(recording, unroll, rounds - at);
            const uint32_t next = together & -together; /* the smaller ones first */
            at += at < rest.alone ? 1 : next > 0 ? next : rounds;
            together -= at > rest.alone ? next : 0;
        }
        recording->apart = true;
    }
    recording->control = recording->rounds = 0;
}
