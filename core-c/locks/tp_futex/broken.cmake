# A line that follow_broken_test changes: the follower must name the place.
break_text("SET_STATE(INTERRUPTIBLE);" "SET_STATE(UNINTERRUPTIBLE);")
