# Each lab proves itself, as a test of its own: `lockstep check LAB` prints TAP. It runs students' programs, in which
# the grader's own sanitizers see nothing: once is enough.
TESTS_ONCE += $(patsubst labs/%/lab.yaml,$(BUILD)/labs/%_test,$(wildcard labs/*/lab.yaml))

$(BUILD)/labs/%_test: labs/%/lab.yaml
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec "$$LOCKSTEP" check %s\n' $* >$@ && chmod +x $@
