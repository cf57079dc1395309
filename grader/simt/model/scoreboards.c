/* Who waits for more than it needs: a warp has six scoreboards for results that are on their way,
 * and who waits for one waits for all results that it counts. An assembler chooses.
 *
 * As ptxas's code shows it: a new result takes one that is free. If none is, it takes that of a
 * load which should have arrived by now. Loads that are on their way when a loop goes back to its
 * beginning have one together, so that it is the same in each round. */
#include "recorder.h"

#include <stdlib.h>

enum { SCOREBOARDS = 6, ARRIVES = 120 /* instructions after a load, as ptxas seems to expect */ };

struct scoreboard {
    uint32_t turn; /* how manieth use of any; 0: it is free */
    uint32_t load; /* the draft of the last load of global memory that it counts + 1; 0: none */
};

struct board {
    struct scoreboard of[SCOREBOARDS];
    uint32_t turns;
    uint32_t *turn; /* by draft: the use that counts its result */
};

/* Is it unknown how long the result takes? */
static bool varies(const struct trace_entry *entry) {
    return entry->kind == TRACE_LOAD || entry->kind == TRACE_ATOMIC ||
           entry->kind == TRACE_SHARED_LOAD || entry->kind == TRACE_SHARED_ATOMIC ||
           entry->kind == TRACE_LOCAL_LOAD ||
           (entry->kind == TRACE_PLAIN &&
            (entry->pipe == PIPE_SHUFFLE || entry->pipe == PIPE_SPECIAL ||
             entry->pipe == PIPE_CONVERT || entry->specials > 0));
}

/* The draft waits for one more, if there is one. */
static void wait_for(struct draft *draft, uint32_t load) {
    int s = 0;
    while (s < TRACE_SOURCES && draft->producer[s] != 0 && draft->producer[s] != load) {
        s++;
    }
    if (s < TRACE_SOURCES) {
        draft->producer[s] = load;
    }
}

/* All results that share a scoreboard with the draft's sources are there, and it is free. */
static void take_results(struct board *board, struct draft *draft) {
    for (int s = 0; s < TRACE_SOURCES && draft->producer[s] != 0; s++) {
        const uint32_t turn = board->turn[draft->producer[s] - 1];
        for (int b = 0; b < SCOREBOARDS && turn != 0; b++) {
            const struct scoreboard one = board->of[b];
            if (one.turn == turn) {
                board->of[b] = (struct scoreboard){0};
                wait_for(draft, one.load);
            }
        }
    }
}

/* The scoreboard for the result of draft n. Where no load has had its time, results follow soon one
 * after the other, and to share the newest one's costs nothing. */
static struct scoreboard *choose(struct board *board, uint32_t n) {
    struct scoreboard *oldest = NULL, *newest = &board->of[0];
    for (int b = 0; b < SCOREBOARDS; b++) {
        struct scoreboard *one = &board->of[b];
        if (one->turn == 0) {
            return one;
        }
        newest = one->turn > newest->turn ? one : newest;
        if (one->load != 0 && n - (one->load - 1) > ARRIVES &&
            (oldest == NULL || one->load < oldest->load)) {
            oldest = one;
        }
    }
    return oldest != NULL ? oldest : newest;
}

/* A loop goes back: the loads that are on their way are counted together from here on. */
static void begin_round(struct board *board, uint32_t n) {
    struct scoreboard *newest = NULL;
    uint32_t first = n;
    for (int b = 0; b < SCOREBOARDS; b++) {
        struct scoreboard *one = &board->of[b];
        if (one->load != 0) {
            newest = newest == NULL || one->load > newest->load ? one : newest;
            first = one->load - 1 < first ? one->load - 1 : first;
        }
    }
    for (int b = 0; b < SCOREBOARDS && newest != NULL; b++) {
        struct scoreboard *one = &board->of[b];
        for (uint32_t d = first; d < n && one->load != 0 && one != newest; d++) {
            board->turn[d] = board->turn[d] == one->turn ? newest->turn : board->turn[d];
        }
        if (one->load != 0 && one != newest) {
            *one = (struct scoreboard){0};
        }
    }
}

bool draft_share(struct draft_warp *warp) {
    struct board board = {.turn = calloc(warp->count + 1, sizeof *board.turn)};
    if (board.turn == NULL) {
        return false;
    }
    for (uint32_t n = 0; n < warp->count; n++) {
        struct draft *draft = &warp->drafts[n];
        if (draft->round) {
            begin_round(&board, n);
        }
        take_results(&board, draft);
        if (varies(&draft->entry)) {
            struct scoreboard *one = choose(&board, n);
            one->turn = one->turn != 0 ? one->turn : ++board.turns;
            board.turn[n] = one->turn;
            one->load = draft->entry.kind == TRACE_LOAD ? n + 1 : one->load;
        }
    }
    free(board.turn);
    return true;
}
