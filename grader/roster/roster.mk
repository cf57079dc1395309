# What grader/roster/bench/show.sh and bare.sh use: a class to measure with, and how its files are built.
ROSTER_BENCH := $(addprefix $(BUILD)/grader/roster/bench/,make_class build_script)
$(ROSTER_BENCH): %: %.o $(BUILD)/lockstep
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $< $(BUILD)/liblockstep.a \
		$(LOCKSTEP_ARCHIVES) \
	    -Wl,--end-group $(LIBRARIES) -o $@
