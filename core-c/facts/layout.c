/* SPDX-License-Identifier: MIT */
/* Where things stand in the memory that C and another language share. */
#include <stddef.h>

#include "cache/cache.h"
#include "check/explore.h"
#include "parts.h"
#include "text/standing.h"

#define OFFSET(name, type, member) ls_json_number(o, name, offsetof(struct type, member))

static void put_machine(struct ls_text *o)
{
	ls_json_open(o, "machine", "{");
	ls_json_number(o, "size", sizeof(struct ls_machine));
	OFFSET("lock", ls_machine, lock);
	OFFSET("variant", ls_machine, variant);
	OFFSET("n", ls_machine, n);
	OFFSET("bug", ls_machine, bug);
	OFFSET("switches", ls_machine, switches);
	OFFSET("budget", ls_machine, budget);
	OFFSET("features", ls_machine, features);
	OFFSET("memWords", ls_machine, mem_words);
	OFFSET("mem", ls_machine, mem);
	OFFSET("thread", ls_machine, thread);
	ls_json_close(o, "}");
	ls_json_open(o, "thread", "{");
	ls_json_number(o, "size", sizeof(struct ls_thread));
	OFFSET("status", ls_thread, status);
	OFFSET("state", ls_thread, state);
	OFFSET("onCpu", ls_thread, on_cpu);
	OFFSET("needResched", ls_thread, need_resched);
	OFFSET("preemptOff", ls_thread, preempt_off);
	OFFSET("inKernel", ls_thread, in_kernel);
	OFFSET("threshold", ls_thread, threshold);
	OFFSET("timeout", ls_thread, timeout);
	OFFSET("signal", ls_thread, signal);
	OFFSET("holds", ls_thread, holds);
	OFFSET("role", ls_thread, role);
	OFFSET("sp", ls_thread, sp);
	OFFSET("stack", ls_thread, stack);
	ls_json_close(o, "}");
	ls_json_open(o, "frame", "{");
	ls_json_number(o, "size", sizeof(struct ls_frame));
	OFFSET("line", ls_frame, line);
	OFFSET("object", ls_frame, object);
	OFFSET("proc", ls_frame, proc);
	OFFSET("bytes", ls_frame, size);
	ls_json_close(o, "}");
}

static void put_steps(struct ls_text *o)
{
	ls_json_open(o, "record", "{");
	ls_json_number(o, "size", sizeof(struct ls_record));
	OFFSET("action", ls_record, action);
	OFFSET("result", ls_record, result);
	OFFSET("op", ls_record, op);
	OFFSET("order", ls_record, order);
	OFFSET("line", ls_record, line);
	OFFSET("proc", ls_record, proc);
	OFFSET("ok", ls_record, ok);
	OFFSET("word", ls_record, word);
	OFFSET("target", ls_record, target);
	OFFSET("flags", ls_record, flags);
	OFFSET("old", ls_record, old);
	OFFSET("new", ls_record, new_);
	OFFSET("arg", ls_record, arg);
	ls_json_close(o, "}");
	ls_json_open(o, "config", "{");
	ls_json_number(o, "size", sizeof(struct ls_config));
	OFFSET("lock", ls_config, lock);
	OFFSET("variant", ls_config, variant);
	OFFSET("n", ls_config, n);
	OFFSET("rounds", ls_config, rounds);
	OFFSET("switches", ls_config, switches);
	OFFSET("budget", ls_config, budget);
	OFFSET("role", ls_config, role);
	ls_json_close(o, "}");
	ls_json_open(o, "place", "{");
	ls_json_number(o, "size", sizeof(struct ls_queued));
	OFFSET("tid", ls_queued, tid);
	OFFSET("ready", ls_queued, ready);
	OFFSET("linked", ls_queued, linked);
	OFFSET("next", ls_queued, next);
	OFFSET("number", ls_queued, number);
	ls_json_close(o, "}");
}

static void put_cache(struct ls_text *o)
{
	ls_json_open(o, "touch", "{");
	OFFSET("line", ls_touch, line);
	OFFSET("tid", ls_touch, tid);
	OFFSET("use", ls_touch, use);
	OFFSET("before", ls_touch, before);
	OFFSET("after", ls_touch, after);
	OFFSET("transfer", ls_touch, transfer);
	OFFSET("from", ls_touch, from);
	OFFSET("lost", ls_touch, lost);
	OFFSET("disturbed", ls_touch, disturbed);
	ls_json_close(o, "}");
	ls_json_open(o, "cache", "{");
	OFFSET("transfers", ls_cache, transfers);
	OFFSET("lost", ls_cache, lost);
	OFFSET("disturbed", ls_cache, disturbed);
	OFFSET("uses", ls_cache, uses);
	OFFSET("line", ls_cache, line);
	ls_json_close(o, "}");
	ls_json_open(o, "line", "{");
	ls_json_number(o, "size", sizeof(struct ls_line));
	OFFSET("has", ls_line, has);
	OFFSET("watch", ls_line, watch);
	OFFSET("transfers", ls_line, transfers);
	OFFSET("lost", ls_line, lost);
	OFFSET("state", ls_line, state);
	ls_json_close(o, "}");
}

static void put_stats(struct ls_text *o)
{
	ls_json_open(o, "stats", "{");
	OFFSET("done", ls_explore_stats, done);
	OFFSET("verdict", ls_explore_stats, verdict);
	OFFSET("states", ls_explore_stats, states);
	OFFSET("expanded", ls_explore_stats, expanded);
	OFFSET("depth", ls_explore_stats, depth);
	OFFSET("pathLength", ls_explore_stats, path_length);
	OFFSET("finals", ls_explore_stats, finals);
	OFFSET("progressJudged", ls_explore_stats, progress_judged);
	OFFSET("found", ls_explore_stats, found);
	OFFSET("sumLow", ls_explore_stats, sum_low);
	OFFSET("sumHigh", ls_explore_stats, sum_high);
	OFFSET("transitions", ls_explore_stats, transitions);
	OFFSET("collision", ls_explore_stats, collision);
	OFFSET("what", ls_explore_stats, what);
	ls_json_close(o, "}");
}

void ls_put_layout(struct ls_text *o)
{
	ls_json_open(o, "layout", "{");
	ls_json_number(o, "noWord", LS_NO_WORD);
	ls_json_number(o, "taskWords", LS_TASK_WORDS);
	ls_json_number(o, "noLine", LS_NO_LINE);
	ls_json_number(o, "maxThreads", LS_MAX_THREADS);
	ls_json_number(o, "listBytes", sizeof(struct ls_list));
	put_machine(o);
	put_steps(o);
	put_cache(o);
	put_stats(o);
	ls_json_close(o, "}");
}
