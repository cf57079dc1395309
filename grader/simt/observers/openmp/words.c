/* Words for variables, threads and what they hold. */
#include "watch.h"

#include <stdio.h>
#include <string.h>

static const struct stack_variable *variable_at(const struct area *area, uint64_t address) {
    for (uint32_t i = area->variable_count; i > 0; i--) {
        const struct stack_variable *variable = &area->variables[i - 1];
        if (address - variable->address < variable->bytes) {
            return variable;
        }
    }
    return NULL;
}

static const struct area *area_of(const struct openmp_watch *watch, uint32_t index) {
    return index < watch->area_count && watch->areas[index].known ? &watch->areas[index] : NULL;
}

/* What holds an address: its name, and where it begins. */
struct named {
    char name[96];
    uint64_t address, bytes;
    bool bare; /* the name is C's: an index may follow it */
    uint64_t identity;
};

/* A translated name as the student wrote it: what makes it unique comes after a dollar or a dot. */
static void plain_name(char *text, size_t size, const char *name) {
    snprintf(text, size, "%.*s", (int)strcspn(name, "$."), name);
}

static uint64_t hash_text(const char *text) {
    uint64_t hash = 1;
    for (; *text != '\0'; text++) {
        hash = table_mix(hash, (unsigned char)*text);
    }
    return hash;
}

static void name_by_line(struct named *named, const struct openmp_watch *watch, const char *what,
                         uint32_t site) {
    struct finding_place place = {.line = 0};
    words_place(&place, watch, site, "");
    if (place.line != 0) {
        snprintf(named->name, sizeof named->name, "%s at %.40s:%u", what, place.file, place.line);
    } else {
        snprintf(named->name, sizeof named->name, "%s", what);
    }
    named->identity = table_mix(site + 1, hash_text(what));
}

static bool find_name(struct named *named, const struct openmp_watch *watch, uint32_t index,
                      uint64_t address) {
    const struct area *area = area_of(watch, index);
    *named = (struct named){.identity = address};
    if (area == NULL) {
        return false;
    }
    const struct stack_variable *variable = variable_at(area, address);
    named->address = variable != NULL ? variable->address : area->address;
    named->bytes = variable != NULL ? variable->bytes : area->bytes;
    if (variable != NULL && variable->name != NULL && variable->name[0] != '\0') {
        plain_name(named->name, sizeof named->name, variable->name);
        named->identity = table_mix(variable->site + 1, hash_text(variable->name));
    } else if (variable != NULL) {
        name_by_line(named, watch, "the variable without a name", variable->site);
    } else if (area->heap) {
        name_by_line(named, watch, "the memory allocated", area->made_site);
    } else if (area->name[0] != '\0') {
        plain_name(named->name, sizeof named->name, area->name);
        named->identity = table_mix(index, 1);
    } else {
        snprintf(named->name, sizeof named->name, "%s",
                 area->stack ? "a thread's stack" : "memory that the program was given");
    }
    named->bare = !area->heap && strchr(named->name, ' ') == NULL;
    return true;
}

uint64_t words_identity(const struct openmp_watch *watch, uint32_t area, uint64_t address) {
    struct named named;
    find_name(&named, watch, area, address);
    return named.identity;
}

void words_array(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                 uint64_t address) {
    struct named named;
    find_name(&named, watch, area, address);
    snprintf(text, size, "%s", named.name);
}

void words_variable(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                    uint64_t address, unsigned width) {
    struct named named;
    if (!find_name(&named, watch, area, address)) {
        snprintf(text, size, "address 0x%llx", (unsigned long long)address);
        return;
    }
    int64_t offset = (int64_t)(address - named.address);
    int64_t element = width == 0    ? 0
                      : offset >= 0 ? offset / width
                                    : -((-offset + width - 1) / width);
    if (width == 0 || (named.bytes <= width && element == 0)) {
        snprintf(text, size, "%s", named.name);
    } else if (named.bare) {
        snprintf(text, size, "%s[%lld]", named.name, (long long)element);
    } else {
        snprintf(text, size, "element %lld of %s", (long long)element, named.name);
    }
}

/* The file's name without its folders: the student has one project open, and 80 columns. */
static const char *base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void words_place(struct finding_place *place, const struct openmp_watch *watch, uint32_t site,
                 const char *access) {
    snprintf(place->access, sizeof place->access, "%s", access);
    if (site < watch->site_count) {
        const struct simt_source *source = &watch->sites[site].source;
        snprintf(place->file, sizeof place->file, "%s", base(source->file));
        place->line = source->line;
    }
}

void words_strand(char *text, size_t size, const struct openmp_watch *watch, uint32_t number) {
    const struct strand *strand = number < watch->strand_count ? watch->strands[number] : NULL;
    struct finding_place made = {.line = 0};
    if (strand == NULL) {
        snprintf(text, size, "another thread");
    } else if (strand->task) {
        words_place(&made, watch, strand->site, "");
        if (made.line != 0) {
            snprintf(text, size, "task of line %u on thread %u", made.line, strand->thread);
        } else {
            snprintf(text, size, "task on thread %u", strand->thread);
        }
    } else if (strand->level == 0) {
        snprintf(text, size, "the initial thread");
    } else {
        snprintf(text, size, "thread %u of %u", strand->thread, strand->team_size);
    }
}

static const char *const mutexes[SIMT_SYNC_KIND_COUNT] = {
    [SIMT_SYNC_CRITICAL] = "critical",
    [SIMT_SYNC_LOCK] = "lock",
    [SIMT_SYNC_NEST_LOCK] = "nest lock",
    [SIMT_SYNC_ORDERED] = "ordered",
    [SIMT_SYNC_MUTEX_DEPEND] = "depend(mutexinoutset)",
    [SIMT_SYNC_REDUCTION] = "the reduction",
};

static uint32_t area_with(const struct openmp_watch *watch, uint64_t address) {
    for (uint32_t i = 0; i < watch->area_count; i++) {
        const struct area *area = &watch->areas[i];
        if (area->known && !area->freed && address - area->address < area->bytes) {
            return i;
        }
    }
    return UINT32_MAX;
}

void words_mutex(char *text, size_t size, const struct openmp_watch *watch,
                 enum simt_sync_kind kind, uint64_t object, const char *name) {
    const char *what =
        kind < SIMT_SYNC_KIND_COUNT && mutexes[kind] != NULL ? mutexes[kind] : "lock";
    uint64_t address = object & ((UINT64_C(1) << SIMT_LEAGUE_SHIFT) - 1);
    uint32_t area = area_with(watch, address);
    if (kind == SIMT_SYNC_CRITICAL && name != NULL && name[0] != '\0') {
        snprintf(text, size, "critical `%s`", name);
    } else if (kind == SIMT_SYNC_CRITICAL) {
        snprintf(text, size, "critical without a name");
    } else if ((kind == SIMT_SYNC_LOCK || kind == SIMT_SYNC_NEST_LOCK) && area != UINT32_MAX) {
        char variable[96];
        words_variable(variable, sizeof variable, watch, area, address, sizeof(void *));
        snprintf(text, size, "%s `%s`", what, variable);
    } else {
        snprintf(text, size, "%s", what);
    }
}

void words_held(char *text, size_t size, const struct openmp_watch *watch, uint32_t held) {
    size_t used = 0;
    text[0] = '\0';
    for (; held != 0 && used + 1 < size; held = watch->held[held].outer) {
        const struct held *this = &watch->held[held];
        char name[128];
        words_mutex(name, sizeof name, watch, this->kind, this->object, this->name);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " and " : "", name);
    }
}

void words_who(struct finding_place *place, const struct openmp_watch *watch, uint32_t strand,
               uint32_t held) {
    words_strand(place->who, sizeof place->who, watch, strand);
    words_held(place->holds, sizeof place->holds, watch, held);
}
