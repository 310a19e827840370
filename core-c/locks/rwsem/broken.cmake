# A line that follow_broken_test changes: the follower must name the place.
break_text("RWSEM_READER_BIAS - my->adjustment;" "RWSEM_READER_BIAS + my->adjustment;")
