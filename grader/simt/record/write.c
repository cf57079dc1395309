/* The recording as text: what is known of all first, then block by block, the most telling first
 * where not all fit. README.md has the format. */
#include "recording.h"
#include "sources.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool put_json(FILE *out, json_t *value) {
    bool good = value != NULL && json_dumpf(value, out, JSON_COMPACT | JSON_PRESERVE_ORDER) == 0;
    json_decref(value);
    return good && fputc('\n', out) != EOF;
}

static json_t *in_french(const struct record_options *options, const char *text) {
    return json_text(options->french(options->french_context, text));
}

/* What a check said of the run; null members are left out. */
static json_t *told_json(const struct record_options *options) {
    const struct record_told *told = options->told;
    const struct {
        const char *key, *text;
        bool is_said;
    } texts[] = {{"verdict", told->verdict, true}, {"message", told->message, true},
                 {"advice", told->advice, true},   {"case", told->about, true},
                 {"was", told->was, true},         {"file", told->file, false},
                 {"got", told->got, false},        {"host", told->host, false}};
    json_t *row = json_pack("{s:i,s:I}", "line", told->line, "element", (json_int_t)told->element);
    json_t *french = options->french != NULL ? json_object() : NULL;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].text != NULL) {
            json_object_set_new(row, texts[i].key, json_text(texts[i].text));
            if (french != NULL && texts[i].is_said) {
                json_object_set_new(french, texts[i].key, in_french(options, texts[i].text));
            }
        }
    }
    json_t *values = json_object();
    for (const struct message_value *v = told->values; v != NULL && v->name != NULL; v++) {
        json_object_set_new(values, v->name, json_value(v));
    }
    json_object_set_new(row, "values", values);
    if (french != NULL) {
        json_object_set_new(row, "fr", french);
    }
    return row;
}

static bool put_head(FILE *out, const struct recording *recording,
                     const struct record_options *options) {
    bool notes = false;
    for (size_t m = 0; m < recording->module_count; m++) {
        notes = notes || recording->modules[m].any_notes;
    }
    const char *french = options->title_french;
    json_t *head =
        json_pack("{s:s,s:i,s:I,s:b,s:o,s:o*,s:o*,s:s,s:o*,s:o*}", "lockstep", "recording",
                  "version", RECORD_VERSION, "launches", (json_int_t)recording->all_launches,
                  "notes", notes, "title", json_text(options->title != NULL ? options->title : ""),
                  "fr", french != NULL ? json_pack("{s:o}", "title", json_text(french)) : NULL,
                  "function", options->function != NULL ? json_text(options->function) : NULL,
                  "start", options->start != NULL ? options->start : "finding", "remark",
                  options->remark != NULL ? json_text(options->remark) : NULL, "told",
                  options->told != NULL ? told_json(options) : NULL);
    return put_json(out, head);
}

static bool put_source(FILE *out, size_t number, const char *name, const char *known,
                       const struct record_options *options) {
    char *text = known != NULL ? strdup(known)
                               : record_source(name, options->folders, options->folder_count);
    json_t *row = json_pack("{s:i,s:o}", "source", (int)number, "name", json_text(name));
    if (row != NULL && text != NULL) {
        json_object_set_new(row, "text", json_text(text));
    }
    free(text);
    return put_json(out, row);
}

/* The files of the kernels; then the one that the check speaks of: the host's, maybe. */
static bool put_sources(FILE *out, const struct recording *recording,
                        const struct record_options *options) {
    const char *told = options->told != NULL ? options->told->file : NULL;
    bool good = true, known = told == NULL;
    for (size_t n = 0; n < recording->files.count && good; n++) {
        good = put_source(out, n, recording->files.files[n].name, recording->files.files[n].text,
                          options);
        known = known || strcmp(basename(recording->files.files[n].name), basename(told)) == 0;
    }
    return good && (known || put_source(out, recording->files.count, told, NULL, options));
}

/* Lines of a run, each said by itself. */
static json_t *steps_in_french(const struct record_options *options, const char *steps) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    while (out != NULL && *steps != '\0') {
        char line[sizeof((struct simt_finding *)NULL)->steps];
        const int length = (int)strcspn(steps, "\n");
        snprintf(line, sizeof line, "%.*s", length, steps);
        fprintf(out, "%s%s", options->french(options->french_context, line),
                steps[length] != '\0' ? "\n" : "");
        steps += length + (steps[length] != '\0');
    }
    json_t *said = out != NULL && fclose(out) == 0 ? json_text(text) : NULL;
    free(text);
    return said;
}

/* What a page in French shows in the place of the finding's own texts. */
static json_t *french_json(const struct simt_finding *finding,
                           const struct record_options *options) {
    return json_pack("{s:o,s:o,s:o,s:o,s:o}", "title",
                     in_french(options, finding_kind_title(finding->kind, finding->dialect)),
                     "subject", /* a variable's name stays as it is */
                     strchr(finding->subject, ' ') == NULL ? json_text(finding->subject)
                                                           : in_french(options, finding->subject),
                     "message", in_french(options, finding->message), "advice",
                     in_french(options, finding->advice), "steps",
                     steps_in_french(options, finding->steps));
}

static bool put_findings(FILE *out, const struct recording *recording,
                         const struct record_options *options) {
    bool good = true;
    for (size_t n = 0; n < recording->found_count && good; n++) {
        const struct simt_finding *finding = &recording->found[n];
        json_t *row = json_pack("{s:i,s:s,s:I,s:b,s:s*,s:o*}", "finding", (int)n, "title",
                                finding_kind_title(finding->kind, finding->dialect), "address",
                                (json_int_t)finding->address, "note",
                                finding_is_note(finding->kind), "advised", finding->advised, "fr",
                                options->french != NULL ? french_json(finding, options) : NULL);
        json_t *all = finding_json(finding);
        good = row != NULL && all != NULL && json_object_update(row, all) == 0;
        json_decref(all);
        good = put_json(out, row) && good;
    }
    return good;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

struct block_choice {
    struct record_launch *launch;
    struct record_block *block;
    bool taken;
};

/* Does a finding of this launch name the block? */
static bool is_named(const struct recording *recording, const struct block_choice *choice) {
    for (size_t n = 0; n < recording->found_count; n++) {
        const struct simt_finding *finding = &recording->found[n];
        for (int p = 0; p < finding->place_count; p++) {
            const struct finding_place *place = &finding->places[p];
            if (finding->launch == choice->launch->number && place->has_thread &&
                memcmp(place->block, choice->block->at, sizeof place->block) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* In turn: where something was found, or what a finding names (races are only told when the launch
 * ends); each launch's first block; the rest. */
enum { RANK_FOUND, RANK_FIRST, RANK_REST, RANKS };

static int rank_of(const struct recording *recording, const struct block_choice *choice) {
    return choice->block->found || is_named(recording, choice) ? RANK_FOUND
           : choice->block == choice->launch->kept             ? RANK_FIRST
                                                               : RANK_REST;
}

static struct block_choice *list_blocks(const struct recording *recording, size_t *count) {
    *count = 0;
    for (size_t l = 0; l < recording->launch_count; l++) {
        *count += recording->launches[l].kept_count;
    }
    struct block_choice *choices = calloc(*count + 1, sizeof *choices);
    size_t at = 0;
    for (size_t l = 0; choices != NULL && l < recording->launch_count; l++) {
        struct record_launch *launch = &recording->launches[l];
        for (size_t b = 0; b < launch->kept_count; b++) {
            choices[at++] = (struct block_choice){launch, &launch->kept[b], false};
        }
    }
    return choices;
}

/* A block's rows; those that would make the recording too long are left out, whole ones. */
static void put_block(FILE *out, const struct block_choice *choice, size_t room) {
    const struct record_block *block = choice->block;
    size_t length = block->rows.length;
    bool cut = block->cut;
    if (length > room) {
        cut = true;
        length = room;
        while (length > 0 && block->rows.text[length - 1] != '\n') {
            length--;
        }
    }
    fprintf(out, "{\"block\":%" PRIu64 ",\"launch\":%" PRIu64 ",\"at\":[%u,%u,%u]}\n", block->block,
            choice->launch->number, block->at[0], block->at[1], block->at[2]);
    if (length > 0) {
        fwrite(block->rows.text, 1, length, out);
    }
    fprintf(out, "{\"end\":%" PRIu64 ",\"cut\":%s}\n", block->block, cut ? "true" : "false");
}

static void choose(const struct recording *recording, struct block_choice *choices, size_t count,
                   size_t limit) {
    size_t used = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        for (size_t n = 0; n < count; n++) {
            size_t length = choices[n].block->rows.length;
            if (choices[n].taken || rank_of(recording, &choices[n]) != rank) {
                continue;
            }
            /* What was found is shown even if it has to be cut. */
            choices[n].taken =
                used + length <= limit || (rank == RANK_FOUND && used < limit / 2) || used == 0;
            used += choices[n].taken ? length : 0;
        }
    }
}

static void put_launch(FILE *out, const struct record_launch *launch, size_t written) {
    fputs(launch->head.text, out);
    fprintf(out, ",\"blocks\":%" PRIu64 ",\"shown\":%zu", launch->blocks, written);
    json_t *about = launch->about != NULL ? json_text(launch->about) : NULL;
    char *text = about != NULL ? json_dumps(about, JSON_ENCODE_ANY) : NULL;
    if (text != NULL) {
        fprintf(out, ",\"case\":%s", text);
    }
    free(text);
    json_decref(about);
    fputs("}\n", out);
}

static bool put_launches(FILE *out, const struct recording *recording, size_t limit) {
    size_t count;
    struct block_choice *choices = list_blocks(recording, &count);
    if (choices == NULL) {
        return false;
    }
    choose(recording, choices, count, limit);
    size_t at = 0;
    for (size_t l = 0; l < recording->launch_count; l++) {
        const struct record_launch *launch = &recording->launches[l];
        size_t first = at, written = 0;
        for (; at < first + launch->kept_count; at++) {
            written += choices[at].taken;
        }
        put_launch(out, launch, written);
        for (size_t n = first; n < at; n++) {
            if (choices[n].taken) {
                put_block(out, &choices[n], limit);
            }
        }
    }
    free(choices);
    return true;
}

bool record_write(const struct recording *recording, FILE *out,
                  const struct record_options *options, struct error *error) {
    bool good = put_head(out, recording, options) && put_sources(out, recording, options) &&
                put_findings(out, recording, options);
    for (size_t m = 0; m < recording->module_count && good; m++) {
        fprintf(out, "{\"module\":%zu,\"sites\":[", m);
        fwrite(recording->modules[m].rows.text, 1, recording->modules[m].rows.length, out);
        fputs("]}\n", out);
    }
    good = good && put_launches(out, recording, options->limit > 0 ? options->limit : RECORD_LIMIT);
    good = good && fprintf(out, "{\"complete\":%s}\n",
                           recording->failed || recording->resting ? "false" : "true") > 0;
    if (ferror(out) != 0) {
        return error_set(error, "the recording cannot be written: %s", strerror(errno));
    }
    return good || error_set(error, "out of memory for the recording");
}
