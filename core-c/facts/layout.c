/* SPDX-License-Identifier: MIT */
/*
 * Where things stand in the memory that C and another language share, and how wide each is: what reads and writes
 * them there is generated from this (scripts/lib/wasm-records.mjs).
 */
#include <stddef.h>

#include "cache/cache.h"
#include "check/explore.h"
#include "parts.h"
#include "text/standing.h"

/* As a DataView names it; an address is as wide as the module has it. */
#define WIDTH(value)                                                                                                   \
	_Generic((value), u8: "Uint8", u16: "Uint16", u32: "Uint32", s32: "Int32", double: "Float64", \
		 const char *: "Uint32", default: "")
/* Of nothing: only its size and type are asked for. */
#define MEMBER(type, member) (((struct type){0}).member)
#define FIELD(name, type, member)                                                                                      \
	put_field(o, name, offsetof(struct type, member), sizeof(MEMBER(type, member)), WIDTH(MEMBER(type, member)), 0)
#define FIELDS(name, type, member)                                                                                     \
	put_field(o, name, offsetof(struct type, member), sizeof(*MEMBER(type, member)), WIDTH(*MEMBER(type, member)), \
		  sizeof(MEMBER(type, member)) / sizeof(*MEMBER(type, member)))
/* Where something begins that is no number. */
#define PLACE(name, type, member) ls_json_number(o, name, offsetof(struct type, member))

/* count: of an array; 0 = it is one. */
static void put_field(struct ls_text *o, const char *name, u32 at, u32 bytes, const char *type, u32 count)
{
	ls_json_open(o, name, "{");
	ls_json_number(o, "at", at);
	ls_json_number(o, "bytes", bytes);
	ls_json_string(o, "type", type);
	if (count)
		ls_json_number(o, "count", count);
	ls_json_close(o, "}");
}

static void put_machine(struct ls_text *o)
{
	ls_json_open(o, "machine", "{");
	ls_json_number(o, "size", sizeof(struct ls_machine));
	FIELD("lock", ls_machine, lock);
	FIELD("variant", ls_machine, variant);
	FIELD("n", ls_machine, n);
	FIELD("bug", ls_machine, bug);
	FIELD("switches", ls_machine, switches);
	FIELDS("budget", ls_machine, budget);
	FIELD("features", ls_machine, features);
	FIELD("memWords", ls_machine, mem_words);
	PLACE("mem", ls_machine, mem);
	PLACE("thread", ls_machine, thread);
	ls_json_close(o, "}");
	ls_json_open(o, "thread", "{");
	ls_json_number(o, "size", sizeof(struct ls_thread));
	FIELD("status", ls_thread, status);
	FIELD("state", ls_thread, state);
	FIELD("onCpu", ls_thread, on_cpu);
	FIELD("needResched", ls_thread, need_resched);
	FIELD("preemptOff", ls_thread, preempt_off);
	FIELD("inKernel", ls_thread, in_kernel);
	FIELD("threshold", ls_thread, threshold);
	FIELD("timeout", ls_thread, timeout);
	FIELD("signal", ls_thread, signal);
	FIELD("holds", ls_thread, holds);
	FIELD("role", ls_thread, role);
	FIELD("sp", ls_thread, sp);
	PLACE("stack", ls_thread, stack);
	ls_json_close(o, "}");
	ls_json_open(o, "frame", "{");
	ls_json_number(o, "size", sizeof(struct ls_frame));
	FIELD("line", ls_frame, line);
	FIELD("object", ls_frame, object);
	FIELD("proc", ls_frame, proc);
	FIELD("bytes", ls_frame, size);
	ls_json_close(o, "}");
}

static void put_steps(struct ls_text *o)
{
	ls_json_open(o, "record", "{");
	ls_json_number(o, "size", sizeof(struct ls_record));
	FIELD("action", ls_record, action);
	FIELD("result", ls_record, result);
	FIELD("op", ls_record, op);
	FIELD("order", ls_record, order);
	FIELD("line", ls_record, line);
	FIELD("proc", ls_record, proc);
	FIELD("ok", ls_record, ok);
	FIELD("word", ls_record, word);
	FIELD("target", ls_record, target);
	FIELD("flags", ls_record, flags);
	FIELD("old", ls_record, old);
	FIELD("new", ls_record, new_);
	FIELD("arg", ls_record, arg);
	ls_json_close(o, "}");
	ls_json_open(o, "config", "{");
	ls_json_number(o, "size", sizeof(struct ls_config));
	FIELD("lock", ls_config, lock);
	FIELD("variant", ls_config, variant);
	FIELD("n", ls_config, n);
	FIELD("rounds", ls_config, rounds);
	FIELD("switches", ls_config, switches);
	FIELDS("budget", ls_config, budget);
	FIELDS("role", ls_config, role);
	ls_json_close(o, "}");
	ls_json_open(o, "place", "{");
	ls_json_number(o, "size", sizeof(struct ls_queued));
	FIELD("tid", ls_queued, tid);
	FIELD("ready", ls_queued, ready);
	FIELD("linked", ls_queued, linked);
	FIELD("next", ls_queued, next);
	FIELD("number", ls_queued, number);
	ls_json_close(o, "}");
}

static void put_cache(struct ls_text *o)
{
	ls_json_open(o, "touch", "{");
	ls_json_number(o, "size", sizeof(struct ls_touch));
	FIELD("line", ls_touch, line);
	FIELD("tid", ls_touch, tid);
	FIELD("use", ls_touch, use);
	FIELD("before", ls_touch, before);
	FIELD("after", ls_touch, after);
	FIELD("transfer", ls_touch, transfer);
	FIELD("from", ls_touch, from);
	FIELD("lost", ls_touch, lost);
	FIELD("disturbed", ls_touch, disturbed);
	ls_json_close(o, "}");
	ls_json_open(o, "cache", "{");
	FIELD("transfers", ls_cache, transfers);
	FIELD("lost", ls_cache, lost);
	FIELD("disturbed", ls_cache, disturbed);
	FIELDS("uses", ls_cache, uses);
	PLACE("line", ls_cache, line);
	ls_json_close(o, "}");
	ls_json_open(o, "line", "{");
	ls_json_number(o, "size", sizeof(struct ls_line));
	FIELD("has", ls_line, has);
	FIELD("watch", ls_line, watch);
	FIELD("transfers", ls_line, transfers);
	FIELD("lost", ls_line, lost);
	FIELD("state", ls_line, state);
	ls_json_close(o, "}");
}

static void put_stats(struct ls_text *o)
{
	ls_json_open(o, "stats", "{");
	ls_json_number(o, "size", sizeof(struct ls_explore_stats));
	FIELD("done", ls_explore_stats, done);
	FIELD("verdict", ls_explore_stats, verdict);
	FIELD("states", ls_explore_stats, states);
	FIELD("expanded", ls_explore_stats, expanded);
	FIELD("depth", ls_explore_stats, depth);
	FIELD("pathLength", ls_explore_stats, path_length);
	FIELD("finals", ls_explore_stats, finals);
	FIELD("progressJudged", ls_explore_stats, progress_judged);
	FIELD("found", ls_explore_stats, found);
	FIELD("sumLow", ls_explore_stats, sum_low);
	FIELD("sumHigh", ls_explore_stats, sum_high);
	FIELD("transitions", ls_explore_stats, transitions);
	FIELD("collision", ls_explore_stats, collision);
	FIELD("what", ls_explore_stats, what);
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
