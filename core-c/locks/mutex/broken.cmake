# A line that follow_broken_test changes: the follower must name the place.
break_text("LOAD(my->owner, lk->owner, relaxed); /* reads who owns the mutex, before" "LOAD(my->owner, lk->count, relaxed); /* reads who owns the mutex, before")
