# The untrusted program that session_test runs in the jail, built apart from the grader.
RUN_BOX := $(BUILD)/grader/run/tests/box
RUN_BOX_SOURCES := grader/run/tests/fixtures/misbehaving.c grader/run/worker.c
RUN_BOX_DEPENDS := $(RUN_BOX_SOURCES) grader/run/tests/fixtures/misbehaving.h grader/run/protocol.h \
    grader/run/runner.h

$(BUILD)/grader/run/tests/session_test: | $(RUN_BOX)/misbehaving

$(RUN_BOX)/misbehaving: $(RUN_BOX_DEPENDS) | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 -fopenmp $(RUN_BOX_SOURCES) -o $@
