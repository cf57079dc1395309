/*
 * The clang that compiles for the machines: the one whose LLVM the kit was built with, since its
 * bitcode and `translate` are of that version. LOCKSTEP_LLVM in the environment chooses another: a
 * version as Debian packs them (15), or a folder with bin/clang in it. All functions may be called
 * from several threads.
 */
#pragma once

/* The absolute paths of clang and clang++; they are told where it is not here, too.
 * They live as long as the program. */
const char *clang_path(void);
const char *clangxx_path(void);

/* Its major version, 0 where it does not say; and that of the one that the kit was built with. */
int clang_major(void);
int clang_major_built(void);

/* What Debian calls its package, such as "clang-19". */
const char *clang_package(void);

/* The flag for its first pass (after -Xclang) that lets a variable which only some lanes have set
 * be passed to a function, as in `if (lane == leader) old = atomicAdd(…); old = __shfl_sync(mask,
 * old, leader);`. Without it, clang takes it that every lane is the leader. */
const char *clang_undefined_flag(void);
