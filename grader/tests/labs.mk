# Each lab proves itself: `lockstep check LAB` prints TAP. It does so under one secret (`make check-secrets` takes 200).
# These are students' programs, in which the grader's own sanitizers see nothing: once is enough.
$(BUILD)/labs/%_test: labs/%/lab.yaml
	@mkdir -p $(@D) && printf '\#!/bin/sh\n%sexec "$$LOCKSTEP" check %s\n' '$(SHORTER)' '$*' >$@ && chmod +x $@
# Mutants that never end, with all their threads at work; no other program of the lab runs for a second.
$(BUILD)/labs/histogram-omp_test: SHORTER = LOCKSTEP_RUN_SECONDS=2 

# What scripts/same-grades.sh makes a lab's variants with.
$(BUILD)/grader/tests/write_mutants: %: %.o $(BUILD)/lockstep
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $< $(BUILD)/liblockstep.a $(LOCKSTEP_ARCHIVES) \
	    -Wl,--end-group $(LIBRARIES) -o $@
-include $(BUILD)/grader/tests/write_mutants.d
