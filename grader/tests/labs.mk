# Each lab proves itself, as two tests of its own: `lockstep check LAB` prints TAP. Right programs are graded
# under three secrets, wrong ones once (`make check-secrets` takes 200 for all). These are students' programs,
# in which the grader's own sanitizers see nothing: once is enough. Some of the wrong ones never end; no other
# program of a lab runs for a second.
write_lab_test = @mkdir -p $(@D) && printf '\#!/bin/sh\n%sexec "$$LOCKSTEP" check %s\n' '$2' '$* $1' \
    >$@ && chmod +x $@
$(BUILD)/labs/%_right_test: labs/%/lab.yaml
	$(call write_lab_test,--only right --secrets 3)
$(BUILD)/labs/%_test: labs/%/lab.yaml
	$(call write_lab_test,--only wrong,LOCKSTEP_RUN_SECONDS=2 )

# What scripts/same-grades.sh makes a lab's variants with.
$(BUILD)/grader/tests/write_mutants: %: %.o $(BUILD)/lockstep
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $< $(BUILD)/liblockstep.a \
		$(LOCKSTEP_ARCHIVES) \
	    -Wl,--end-group $(LIBRARIES) -o $@
-include $(BUILD)/grader/tests/write_mutants.d
