# A line that follow_broken_test changes: the follower must name the place.
break_text("if (my->next == 0) {" "if (my->next != 0) {")
