/* What all pages share: replay, profile, feedback, class. */
#pragma once

#include <stdio.h>

extern const char page_style_shared[]; /* page.css, for a <style> element; ends with a newline */

/* A file of the tree as text, which is put into the program when that is built. */
#define PAGE_EMBED(name, file)                                                                     \
    __asm__(".pushsection .rodata\n.globl " #name "\n" #name ":\n.incbin \"grader/" file           \
            "\"\n.byte 0\n.popsection");                                                           \
    extern const char name[] __asm__(#name)

/* The beginning of a page that fetches nothing, up to the text of its title. */
void page_begin(FILE *out, const char *language);
/* The text; `escape` stands for each "<" of it: none may begin or end an element. */
void page_text(FILE *out, const char *text, const char *escape);
