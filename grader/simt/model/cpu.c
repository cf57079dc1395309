/* Threads on cores: the terms of cpu.h, summed up. */
#include "../../message_text.h"
#include "cpu.h"
#include "profiles/constants.h"

#include <math.h>
#include <string.h>

#define ROW(kind, member)                                                                          \
    { #member, offsetof(struct cpu_profile, member), CONSTANT_##kind }
#define CONSTANT(member) ROW(ANY, member)
#define POSITIVE(member) ROW(POSITIVE, member)
#define COUNT(member)    ROW(COUNT, member)
#define SWITCH(member)   ROW(SWITCH, member)
#define SHARE(member)    ROW(SHARE, member)

static const struct constant constants[] = {
    SWITCH(calibrated),     COUNT(cores),         COUNT(processors),     POSITIVE(instruction_ns),
    POSITIVE(vector_lanes), CONSTANT(read_ns),    CONSTANT(write_ns),    CONSTANT(shared_ns),
    CONSTANT(forward_ns),   CONSTANT(atomic_ns),  CONSTANT(travel_ns),   SHARE(stay),
    CONSTANT(contested_ns), CONSTANT(lock_ns),    CONSTANT(handover_ns), CONSTANT(region_ns),
    CONSTANT(join_ns),      CONSTANT(barrier_ns), CONSTANT(chunk_ns),    CONSTANT(uneven),
    CONSTANT(asleep_ns),    CONSTANT(wake_ns),    CONSTANT(cache_mib),   CONSTANT(cached),
    CONSTANT(crowded),      SWITCH(told),         POSITIVE(memory_gbs),  CONSTANT(task_ns),
};

bool cpu_profile_read(const char *path, struct cpu_profile *profile, struct error *error) {
    const char *name = basename(path);
    memset(profile, 0, sizeof *profile);
    snprintf(profile->name, sizeof profile->name, "%.*s", (int)strcspn(name, "."), name);
    if (!constants_read(path, NULL, constants, sizeof constants / sizeof *constants, profile,
                        error)) {
        return false;
    }
    return (profile->cores <= profile->processors && profile->processors <= 2 * profile->cores) ||
           error_set(error, "%s: processors must be from cores to twice as many", path);
}

bool cpu_profile_find(const char *folder, const char *name, struct cpu_profile *profile,
                      struct error *error) {
    char path[512];
    return constants_find(folder, name, ".cpu", path, sizeof path, error) &&
           cpu_profile_read(path, profile, error);
}

/* ---- the work -------------------------------------------------------------------------------- */

/* What T threads did is shared + T each; what one did, shared + each. */
static void split(double several, double one, double threads, double *shared, double *each) {
    double more = threads > 1 ? (several - one) / (threads - 1) : 0;
    *each = fmin(fmax(more, 0), one);
    *shared = one - *each;
}

/* Locks and what is done under them: a few times in each thread, or over and over. */
static void split_locks(const struct openmp_costs *several, struct cpu_work *work) {
    enum { FEW = 16 }; /* times a thread; an estimate */
    double taken = (double)several->locks_taken, inside = (double)several->locked;
    bool few = taken <= FEW * work->threads;
    work->locks_each = few ? taken / work->threads : 0;
    work->locked_each = few ? inside / work->threads : 0;
    work->locks_shared = few ? 0 : taken;
    work->locked_shared = few ? 0 : inside;
    work->each = work->locked_each;
    work->shared = (double)several->parallel - work->each * work->threads;
}

struct cpu_work cpu_work_of(const struct openmp_costs *several, const struct openmp_costs *one) {
    /* a compiler makes vectors of loops that walk through memory, and do nothing else */
    enum { STREAMS_PERCENT = 95 }; /* of the accesses; an estimate */
    struct cpu_work work = {.threads = several->threads,
                            .serial = (double)several->serial,
                            .regions = (double)several->regions,
                            .barriers = (double)several->barriers,
                            .chunks = (double)several->chunks,
                            .tasks = (double)several->tasks,
                            .at_once = (double)several->at_once,
                            .grown = 1,
                            .dealt = several->dealt_loops > 0,
                            .lines = (double)several->lines,
                            .written = (double)several->written,
                            .lock_lines = several->lock_lines,
                            .atomics = (double)several->atomics,
                            .meeting = (double)several->meeting,
                            .meeting_lines = several->meeting_lines,
                            .contested = (double)several->contested,
                            .contested_lines = several->contested_lines};
    double threads = work.threads, inside = (double)several->parallel;
    if (one != NULL) {
        split(inside, (double)one->parallel, threads, &work.shared, &work.each);
        split((double)several->locked, (double)one->locked, threads, &work.locked_shared,
              &work.locked_each);
        split((double)several->locks_taken, (double)one->locks_taken, threads, &work.locks_shared,
              &work.locks_each);
    } else {
        split_locks(several, &work);
    }
    work.shared = fmax(work.shared - work.locked_shared, 0);
    work.each = fmax(work.each - work.locked_each, 0);
    work.vectors = several->accesses > 0 &&
                   several->streams * 100 >= several->accesses * STREAMS_PERCENT &&
                   several->atomics == 0;
    for (int t = 0; t < OPENMP_COSTS_THREADS; t++) {
        work.parts[t] = inside > 0 ? (double)several->parts[t] / inside : 0;
    }
    for (int p = 0; p <= OPENMP_COSTS_PIECES; p++) {
        work.in_pieces[p] = inside > 0 ? (double)several->in_pieces[p] / inside : 0;
    }
    double again = fmax((double)several->fetched - (double)several->lines, 0);
    work.common = (double)several->common;
    work.readers = several->common > 0 ? 1 + again / work.common : 1;
    work.forwarded = (double)several->forwarded;
    return work;
}

struct cpu_work cpu_work_scaled(struct cpu_work work, double factor) {
    double *grow[] = {&work.shared,  &work.locked_shared, &work.locks_shared, &work.lines,
                      &work.written, &work.atomics,       &work.meeting,      &work.contested,
                      &work.chunks,  &work.common,        &work.forwarded,    &work.tasks,
                      &work.at_once, &work.grown};
    for (size_t g = 0; g < sizeof grow / sizeof *grow; g++) {
        *grow[g] *= factor;
    }
    return work;
}

/* ---- the terms ------------------------------------------------------------------------------- */

/* How many threads read a line that several read. Where all threads of the run read
 * a line, any number would; where only neighbours did, it stays at so many. */
static double readers_of(const struct cpu_work *work, double threads) {
    enum { ALL_PERCENT = 90 }; /* an estimate */
    bool all = work->readers * 100 >= work->threads * ALL_PERCENT && work->threads > 1;
    return fmax(all ? threads : fmin(work->readers, threads), 1);
}

/* The first `threads` threads' share of the instructions: a part of a thread has a part of it. */
static double first(const struct cpu_work *work, double threads) {
    double sum = 0;
    for (int t = 0; t < OPENMP_COSTS_THREADS && t < threads; t++) {
        sum += work->parts[t] * fmin(threads - t, 1);
    }
    return sum;
}

/* The most that one of the threads gets of all work if pieces are not cut: of three sections one
 * third, however many threads there are. *whole: the share of the work in pieces of which no thread
 * of the run had two. */
static double in_whole_pieces(const struct cpu_work *work, double threads, double *whole) {
    double most = 1 / threads;
    *whole = 0;
    for (int p = 1; p <= OPENMP_COSTS_PIECES; p++) {
        const double pieces = p * fmax(work->grown, 1);
        most += work->in_pieces[p] * (ceil(pieces / threads) / pieces - 1 / threads);
        *whole += pieces <= work->threads ? work->in_pieces[p] : 0;
    }
    return most;
}

/* The busiest thread's part over the mean, from 1. A loop that is not dealt gives neighbours to a
 * thread: of half as many threads, one has what two of the run had. More threads than in the run
 * share what each of its threads had, but for pieces. */
static double busiest(const struct cpu_work *work, double threads) {
    double whole, most = in_whole_pieces(work, threads, &whole), each = work->threads / threads;
    for (unsigned t = 0; t < (unsigned)threads && !work->dealt; t++) {
        most = fmax(most, first(work, (t + 1) * each) - first(work, t * each));
    }
    for (int t = 0; t < OPENMP_COSTS_THREADS && each < 1; t++) {
        most = fmax(most, work->parts[t] * whole);
    }
    return most * threads;
}

/* The time of a read-modify-write of a line that others use: how likely it is elsewhere, the way,
 * and the queue. A thread that has other work before its next one holds on to the line more
 * seldom. */
static double atomic_ns(const struct cpu_profile *profile, const struct cpu_work *work,
                        double threads, double other) {
    double lines = fmax(work->meeting_lines, 1);
    double stay = profile->stay * sqrt(profile->atomic_ns / (profile->atomic_ns + other));
    double away = (threads - 1) / threads * (1 - stay / lines);
    return profile->atomic_ns + away * profile->travel_ns * (1 + (threads - 1) / lines);
}

/* How likely it is that two of the threads share a core, and for one thread that it does. */
static double any_shares(const struct cpu_profile *profile, double threads) {
    double places = profile->processors, pairs = places - profile->cores;
    double taken = fmin(threads, places);
    if (profile->told != 0) {
        return taken > profile->cores;
    }
    return pairs > 0 ? 1 - pow(1 - taken * (taken - 1) / (places * (places - 1)), pairs) : 0;
}

static double one_shares(const struct cpu_profile *profile, double threads) {
    double places = profile->processors, pairs = fmax(places - profile->cores, 0);
    double taken = fmin(threads, places);
    if (profile->told != 0) {
        return fmin(2 * fmax(taken - profile->cores, 0) / taken, 1);
    }
    return places > 1 ? fmin(2 * pairs / places * (taken - 1) / (places - 1), 1) : 0;
}

/* The share of the lines that the threads' cores hold until they are read again, where a team walks
 * through its fields again and again. Least recently used goes, so what is too large goes soon. */
static double held(const struct cpu_profile *profile, const struct cpu_work *work, double threads) {
    const double mib = work->lines * 64 / (1 << 20), room = profile->cache_mib * threads;
    const double part = mib > 0 ? fmin(room / mib, 1) : 1;
    return part * part;
}

/* Each thread's time for lines that no other needs: as fast as one thread fetches them, but all
 * threads together no faster than the memory gives those that no cache holds. */
static double lines_ns(const struct cpu_profile *profile, const struct cpu_work *work,
                       double threads) {
    const double in_cache = held(profile, work, threads);
    const double alone =
        ((work->lines - work->written) * profile->read_ns + work->written * profile->write_ns) *
        (1 - in_cache * (1 - profile->cached)) / threads;
    const double limit = work->lines * 64 * (1 - in_cache) / profile->memory_gbs;
    return fmax(alone, limit);
}

/* Where a part of the time goes. */
enum time_part {
    PART_SERIAL,
    PART_INSTRUCTIONS,
    PART_LINES,
    PART_ATOMICS,
    PART_LOCKS,
    PART_TASKS,
    PART_TEAM,
    PART_COUNT
};
static const char *const part_words[PART_COUNT] = {
    [PART_SERIAL] = "one thread alone",          [PART_INSTRUCTIONS] = "instructions",
    [PART_LINES] = "lines from memory",          [PART_ATOMICS] = "lines that travel",
    [PART_LOCKS] = "waiting for a lock",         [PART_TASKS] = "handing out tasks",
    [PART_TEAM] = "starting and joining threads"};

/* So many threads take turns at a place. */
static double turns(const struct cpu_profile *profile, double threads) {
    return fmax(threads / profile->processors, 1);
}

/* Instructions and lines of one thread. Two on a core take turns at its units, but one works while
 * the other waits for memory. */
static void divided(const struct cpu_profile *profile, const struct cpu_work *work, double threads,
                    double *ns) {
    double vectors = work->vectors > 0 ? profile->vector_lanes : 1;
    double instruction = profile->instruction_ns / vectors;
    double compute = (work->shared / threads + work->each) * instruction;
    double readers = readers_of(work, threads);
    double memory = lines_ns(profile, work, threads) +
                    work->common * (readers - 1) / threads * profile->shared_ns * log2(readers);
    /* what waits for its own store does other work meanwhile */
    memory += fmax(work->forwarded / threads * profile->forward_ns - compute, 0);
    double alone = compute + memory;
    double together = alone > 0 ? fmax(2 * compute, alone) / alone : 1;
    double slower;
    if (work->dealt) { /* a slower thread gets less */
        double share = one_shares(profile, threads);
        slower = 1 / (1 - share + share / together);
    } else { /* the slowest: it has most to do, shares a core, or gives way to the system's work */
        double deviations = threads > 1 ? sqrt(2 * log(threads)) : 0;
        slower = fmax(1 + any_shares(profile, threads) * (together - 1),
                      threads >= profile->processors ? 1 + profile->crowded : 1) *
                 (1 + profile->uneven * deviations);
    }
    /* more threads than places take turns, but not those that have no work */
    slower = fmax(slower * turns(profile, threads), busiest(work, threads));
    ns[PART_INSTRUCTIONS] = compute * slower;
    ns[PART_LINES] = memory * slower;
}

static void met(const struct cpu_profile *profile, const struct cpu_work *work, double threads,
                double *ns) {
    double lines = fmax(work->contested_lines, 1);
    double others = 0;
    for (int p = 0; p < PART_LOCKS; p++) {
        others += p != PART_SERIAL ? ns[p] : 0;
    }
    double other = work->meeting > 0 ? others / (work->meeting / threads) : 0;
    ns[PART_ATOMICS] = work->meeting / threads * atomic_ns(profile, work, threads, other) +
                       (work->atomics - work->meeting) / threads * profile->atomic_ns +
                       work->contested / threads * profile->contested_ns * (threads - 1) / lines;
    double taken = work->locks_shared + work->locks_each * threads;
    double inside = (work->locked_shared + work->locked_each * threads) * profile->instruction_ns;
    double handover = profile->lock_ns + profile->handover_ns * (threads - 1) / threads;
    double queue = taken * handover + inside;
    others += ns[PART_ATOMICS];
    /* a lock that each takes once, at the end, is waited for; one that is taken all the time only
     * when it is the bottleneck */
    double own = queue / threads;
    double longest = queue / fmax(work->lock_lines, 1);
    ns[PART_LOCKS] =
        work->locks_shared > work->locks_each * threads ? fmax(longest - others, own) : queue;
}

/* A task that may wait goes through the team's list: into it and out of it, under the list's lock,
 * and a thread that sleeps is woken for it. One thread executes it at once. */
static void handed_out(const struct cpu_profile *profile, const struct cpu_work *work,
                       double threads, double *ns) {
    const double others = (threads - 1) / threads;
    const double listed = 2 * (profile->lock_ns + profile->handover_ns * others) +
                          (work->passive ? profile->wake_ns * others : 0);
    ns[PART_TASKS] = work->tasks / threads * profile->task_ns +
                     (threads > 1 ? (work->tasks - work->at_once) * listed : 0);
}

static void joined(const struct cpu_profile *profile, const struct cpu_work *work, double threads,
                   double *ns) {
    double doublings = log2(threads);
    double chunks = work->dealt ? work->chunks : 0;
    double dealt = chunks / threads * profile->chunk_ns * (threads > 1 ? 2 : 1);
    double least = chunks * profile->chunk_ns; /* one after the other */
    double rest = ns[PART_INSTRUCTIONS] + ns[PART_LINES] + ns[PART_ATOMICS];
    double region = profile->region_ns + profile->join_ns * doublings,
           barrier = profile->barrier_ns * doublings;
    if (work->passive && threads > 1) { /* a thread that waits in one has gone to sleep once */
        region = profile->asleep_ns + profile->wake_ns * threads;
        barrier = region / 2;
    }
    ns[PART_TEAM] = work->regions * region + work->barriers * barrier + fmax(dealt, least - rest);
}

/* Of one thread no line travels. */
static const char *words_of(int part, double threads) {
    return part == PART_ATOMICS && threads <= 1 ? "atomic operations" : part_words[part];
}

struct cpu_time cpu_predict(const struct cpu_profile *profile, const struct cpu_work *work,
                            unsigned threads) {
    double ns[PART_COUNT] = {0}, all = 0;
    double count = threads > 0 ? threads : 1;
    ns[PART_SERIAL] = work->serial * profile->instruction_ns;
    divided(profile, work, count, ns);
    met(profile, work, count, ns);
    handed_out(profile, work, count, ns);
    joined(profile, work, count, ns);
    struct cpu_time time = {0, ns[PART_SERIAL] * 1e-9, part_words[PART_SERIAL]};
    double most = 0;
    for (int p = 0; p < PART_COUNT; p++) {
        bool alone = p == PART_SERIAL || p == PART_INSTRUCTIONS || p == PART_LINES;
        double part = ns[p] * (alone ? 1 : turns(profile, count));
        all += part;
        time.binds = part > most ? words_of(p, count) : time.binds;
        most = fmax(most, part);
    }
    time.seconds = all * 1e-9;
    return time;
}

/* ---- reports --------------------------------------------------------------------------------- */

enum { MOST_THREADS = 64 };

void cpu_report_text(const struct report_stream *out, const struct cpu_profile *profile,
                     const struct cpu_work *work) {
    char text[200];
    message_put(text, sizeof text,
                "modelled, not measured, on the profile %s (%s), %g processors on %g cores:",
                profile->name, profile->calibrated != 0 ? "calibrated" : "not calibrated",
                profile->processors, profile->cores);
    fprintf(out->file, "%s\n", simt_report_say(out, text));
    fprintf(out->file, "%s\n", simt_report_say(out, "  threads         time  speedup  most of it"));
    double one = cpu_predict(profile, work, 1).seconds;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads *= 2) {
        struct cpu_time time = cpu_predict(profile, work, threads);
        fprintf(out->file, "  %7u %9.4g ms  %7.2f  %s\n", threads, time.seconds * 1e3,
                time.seconds > 0 ? one / time.seconds : 1, simt_report_say(out, time.binds));
    }
}

json_t *cpu_report_json(const struct cpu_profile *profile, const struct cpu_work *work) {
    json_t *rows = json_array();
    double one = cpu_predict(profile, work, 1).seconds;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads *= 2) {
        struct cpu_time time = cpu_predict(profile, work, threads);
        json_array_append_new(rows, json_pack("{s:i,s:f,s:f,s:f,s:s}", "threads", (int)threads,
                                              "modelled_s", time.seconds, "serial_s", time.serial,
                                              "speedup", time.seconds > 0 ? one / time.seconds : 1,
                                              "binds", time.binds));
    }
    return json_pack("{s:s,s:b,s:o}", "profile", profile->name, "calibrated",
                     profile->calibrated != 0, "threads", rows);
}
