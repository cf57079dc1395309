/* nvcc's long names of flags, which some Makefiles take. */
#pragma once

struct arena;

/* The words of a command line, *count of them, with nvcc's long names in place of which `lockstep
 * cc` has short ones: "--include-path", "a" becomes "-Ia", "--std", "c++17" becomes "-std=c++17".
 * What is no such name stays as it is. The list and its new words live in the arena. */
char **nvcc_words(struct arena *arena, int *count, char **words);
