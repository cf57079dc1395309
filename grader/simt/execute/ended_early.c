/* Threads that ended before a barrier where the others wait: did they turn away, or pass it by? */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* Ways through a function. */
struct function_ways {
    const struct machine *machine;
    const struct function *function;
    int32_t loop;   /* inside of this loop, -1: anywhere */
    uint32_t past;  /* an instruction that no way leads through */
    bool *seen;     /* [count] */
    uint32_t *next; /* [count + 1] */
};

static bool open_to(const struct function_ways *ways, uint32_t at) {
    const struct function *function = ways->function;
    return at != ways->past && at - function->first < function->count &&
           !ways->seen[at - function->first] &&
           (ways->loop < 0 || loop_holds(function, ways->loop, at));
}

/* Does a way of at least one step lead from one instruction to another? */
static bool lead(const struct function_ways *ways, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    memset(ways->seen, 0, ways->function->count * sizeof *ways->seen);
    ways->next[count++] = from;
    while (count > 0) {
        const uint32_t at = ways->next[--count];
        const struct instruction *i = &ways->machine->code[at];
        const uint32_t edges = i->flow == FLOW_NEXT ? 1 : i->flow == FLOW_END ? 0 : i->edge_count;
        for (uint32_t e = 0; e < edges; e++) {
            const uint32_t target = i->flow == FLOW_NEXT ? at + 1 : i->edges[e].target;
            if (target == to) {
                return true;
            }
            if (open_to(ways, target)) {
                ways->seen[target - ways->function->first] = true;
                ways->next[count++] = target;
            }
        }
    }
    return false;
}

/* Does the code there do nothing but end the kernel? */
static bool only_ends(const struct function_ways *ways, uint32_t at) {
    const struct instruction *code = ways->machine->code;
    for (uint32_t steps = 0; steps < ways->function->count; steps++) {
        if (code[at].flow == FLOW_JUMP) {
            at = code[at].edges[0].target;
        } else if (code[at].flow == FLOW_NEXT && code[at].synthetic) {
            at++;
        } else {
            return code[at].run == run_exit;
        }
    }
    return false;
}

/* `if (i >= n) return;` before the barrier: one way ends, and the other leads there. */
static bool turns_away(const struct function_ways *ways, uint32_t branch, uint32_t barrier) {
    const struct instruction *i = &ways->machine->code[branch];
    bool turns = false;
    for (int e = 0; e < 2 && i->flow == FLOW_BRANCH; e++) {
        const uint32_t on = i->edges[1 - e].target;
        turns |= only_ends(ways, i->edges[e].target) && (on == barrier || lead(ways, on, barrier));
    }
    return turns;
}

/* May a round of the barrier's loop leave it out? */
static bool in_some_rounds(struct function_ways *ways, uint32_t barrier) {
    const struct function *function = ways->function;
    const int32_t loop = function->loop_of[barrier - function->first];
    if (loop < 0 || function->loops[loop].head == barrier) {
        return false;
    }
    const uint32_t head = function->loops[loop].head;
    ways->loop = loop;
    ways->past = barrier;
    return lead(ways, head, head);
}

static bool turned_away(const struct machine *machine, uint32_t branch, uint32_t barrier) {
    const struct function *function = machine->kernel;
    struct function_ways ways = {.machine = machine,
                                 .function = function,
                                 .loop = -1,
                                 .past = UINT32_MAX,
                                 .seen = calloc(function->count, sizeof *ways.seen),
                                 .next = calloc((size_t)function->count + 1, sizeof *ways.next)};
    const bool turned = branch - function->first < function->count &&
                        barrier - function->first < function->count && ways.seen != NULL &&
                        ways.next != NULL && turns_away(&ways, branch, barrier) &&
                        !in_some_rounds(&ways, barrier);
    free(ways.seen);
    free(ways.next);
    return turned;
}

bool ended_early(struct machine *machine, uint32_t barrier) {
    const struct block_state *state = &machine->state;
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        const struct warp *warp = &state->warps[w];
        for (uint32_t left = warp->present & ~warp->alive; left != 0; left &= left - 1) {
            const uint32_t branch = state->barrier_sites[w * LANES + (uint32_t)first_lane(left)];
            if (machine->asked.branch != branch || machine->asked.barrier != barrier) {
                machine->asked.branch = branch;
                machine->asked.barrier = barrier;
                machine->asked.turned = turned_away(machine, branch, barrier);
            }
            if (!machine->asked.turned) {
                return false;
            }
        }
    }
    return state->exited > 0;
}
