/*
 * profile.h - what the functions of an exercise cost: collected while a check runs them, told as
 * text, JSON or a page.
 *
 *     json_t *profile = profile_run(&options, &error);
 *     profile_text(stdout, profile, language);
 *     profile_page(file, profile, against, "en", &error);
 *
 * The JSON is the one form that the others are made from: {"lockstep":"profile","version":1,"lab",
 * "exercises":[{"exercise","check","check_title","verdict","case","bounds":[…],"counters":{…},"launches":[…],
 * "processor":{"factor","check","larger"} or null (the latter two as cpu.h has them),
 * "files","lines","sites","shared"}…],"sources":{name:text},"french"}. Its counts are the same in
 * every run.
 */
#pragma once

#include "../check/grade.h"
#include "../language/language.h"

#include <jansson.h>
#include <stdio.h>

enum { PROFILE_VERSION = 1 };

struct profile_options {
    const struct kit *kit;
    const struct lab *lab;
    const char *submission;
    const char *exercise; /* NULL: all of the lab */
    const char *check;    /* NULL: of each exercise the one that bounds its costs */
    const char *gpu;      /* whose time is modelled: "h200" */
    const char *cpu;      /* the same, for OpenMP: "xeon" */
    uint64_t seed;
    const struct secret *secret;
};

/* NULL with a message: the grader could not do its work, or nothing could be run. */
json_t *profile_run(const struct profile_options *options, struct error *error);

/* In the language (NULL: English); names of counters stay as lab.yaml has them. */
void profile_text(FILE *out, const json_t *profile, const struct language *language);

/* The line that says where the page is. */
void profile_text_page(FILE *out, const char *page, const struct language *language);

/* Puts French beside what the page shows in English: {"french":{text: text}}. */
void profile_say_in_french(json_t *profile, const struct language *language);

/* `against`, which may be NULL, is another profile: the page sets the two side by side. `language`
 * ("en" or "fr") is the one that the page opens in; it holds both. */
bool profile_page(FILE *out, const json_t *profile, const json_t *against, const char *language,
                  struct error *error);

/* A profile from a file that was written before: JSON or a page. NULL with a message. */
json_t *profile_load(const char *name, struct error *error);
