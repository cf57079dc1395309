# What grader/roster/bench/show.sh uses: a class to measure with.
$(BUILD)/grader/roster/bench/make_class: %: %.o $(BUILD)/lockstep
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $< $(BUILD)/liblockstep.a $(LOCKSTEP_ARCHIVES) \
	    -Wl,--end-group $(LIBRARIES) -o $@
