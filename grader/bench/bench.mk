# A lab's benchmark: its bench.c with its reference solution and the frame, built like the student's files for
# a timed run. Loops are aligned so that speed does not hang on where the linker happens to put a short one
# (factor 1.8 seen).
BENCH_FLAGS := -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -O2 -falign-loops=32 -g -fopenmp $(if $(QUICK),-DQUICK)

# Always built anew: it takes half a second, and all of the solution's files count.
$(BUILD)/bench/%: labs/%/bench.c always | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -Isolutions/$* -Igrader $< $(wildcard solutions/$*/*.c) grader/bench/bench.c -o $@

always:
.PHONY: always

# The frame sets the number of OpenMP's threads.
$(BUILD)/grader/bench/tests/bench_test: LDFLAGS += -fopenmp
