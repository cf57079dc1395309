# The recording: what `lockstep show` and `simt --record` replay. annotate is a step of the compilation, and runs in
# the jail beside the compilers: never instrumented.
RECORD_NOTES := $(addprefix grader/simt/record/,notes.c metadata.c unset_reads.c kept_accesses.c ir_lines.c recorded_children.c padding.c)
$(BUILD)/record/annotate: grader/simt/record/annotate.c $(RECORD_NOTES) $(wildcard grader/simt/record/*.h) | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 $(filter %.c,$^) -o $@
$(BUILD)/lockstep: | $(BUILD)/record/annotate

# The page's parts travel in the program.
$(BUILD)/grader/page_style.o: grader/page.css
$(BUILD)/grader/simt/record/page.o: $(wildcard grader/simt/record/page/*)
