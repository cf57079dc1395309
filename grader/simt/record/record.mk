# The recording: what `lockstep show` and `simt --record` replay. annotate is a step of the compilation, and
# runs in the jail beside the compilers: never instrumented.
$(BUILD)/record/annotate: $(wildcard grader/simt/record/annotate/*) | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 $(filter %.c,$^) -o $@
$(BUILD)/lockstep: | $(BUILD)/record/annotate

# The page's parts travel in the program.
$(BUILD)/grader/page_style.o: grader/page.css
$(BUILD)/grader/simt/record/page.o: $(wildcard grader/simt/record/page/*)
