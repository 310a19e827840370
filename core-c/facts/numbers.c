/* SPDX-License-Identifier: MIT */
/* Names of numbers, bits of an action and of a record, and limits. */
#include "cache/cache.h"
#include "check/late.h"
#include "op.h"
#include "parts.h"
#include "text/fact.h"
#include "text/narrate.h"
#include "text/schedule.h"
#include "text/sign.h"

static const char *const result_names[] = {
    [LS_MOVED] = "moved",
    [LS_SPUN] = "spun",
    [LS_BLOCKED] = "blocked",
    [LS_ILLEGAL] = "illegal",
};
static const char *const holds_names[] = {
    [LS_HOLDS_NOTHING] = "nothing",
    [LS_HOLDS_READ] = "read",
    [LS_HOLDS_WRITE] = "write",
};
static const char *const mesi_names[LS_MESI_STATES] = {
    [LS_INVALID] = "I",
    [LS_SHARED] = "S",
    [LS_EXCLUSIVE] = "E",
    [LS_MODIFIED] = "M",
};
static const char *const saved_names[] = {
    [LS_SAVED_YES] = "yes",
    [LS_SAVED_NO] = "no",
    [LS_SAVED_UNKNOWN] = "unknown",
};
static const char *const use_names[LS_USES] = {
    [LS_USE_NONE] = "none",
    [LS_USE_LOAD] = "load",
    [LS_USE_STORE] = "store",
    [LS_USE_RMW] = "rmw",
};
/* By -enum ls_config_error. */
static const char *const config_errors[] = {
    [0] = "",
    [-LS_BAD_LOCK] = "there is no such lock",
    [-LS_BAD_VARIANT] = "the lock has no such variant",
    [-LS_BAD_THREADS] = "that number of threads is not possible here",
    [-LS_BAD_ROUNDS] = "that number of rounds is not possible",
    [-LS_BAD_SWITCH] = "the lock has no such switch",
    [-LS_BAD_ROLE] = "the lock has no such role",
};

/* What has no name in the tables above: the bits of an action and of a record, and limits. */
void ls_put_numbers(struct ls_text *o)
{
	char letters[16];

	ls_json_open(o, "enums", "{");
	LS_JSON_NAMES(o, "results", result_names);
	ls_json_names(o, "statuses", ls_status_words, LS_DEAD + 1);
	LS_JSON_NAMES(o, "states", ls_state_names);
	LS_JSON_NAMES(o, "clocks", ls_clock_names);
	LS_JSON_NAMES(o, "signals", ls_signal_names);
	LS_JSON_NAMES(o, "holds", holds_names);
	LS_JSON_NAMES(o, "taskFields", ls_task_field_names);
	ls_json_open(o, "scheduledFields", "[");
	for (u32 field = 0; field < LS_TASK_FIELDS; field++)
		if (ls_line_of(0, 1, LS_TASK_WORD(1, field)) != LS_NO_LINE)
			ls_json_string(o, NULL, ls_task_field_names[field]);
	ls_json_close(o, "]");
	LS_JSON_NAMES(o, "mesi", mesi_names);
	LS_JSON_NAMES(o, "uses", use_names);
	LS_JSON_NAMES(o, "saved", saved_names);
	LS_JSON_NAMES(o, "signs", ls_sign_names);
	LS_JSON_NAMES(o, "configErrors", config_errors);
	ls_json_names(o, "ops", ls_op_names, LS_OPS);
	ls_json_names(o, "orders", ls_order_names, LS_ORDERS);
	ls_json_open(o, "opClasses", "[");
	for (u32 op = 0; op < LS_OPS; op++)
		ls_json_number(o, NULL, ls_op_class[op]);
	ls_json_close(o, "]");
	ls_json_open(o, "does", "{");
	ls_json_number(o, "reads", LS_OP_READS);
	ls_json_number(o, "writes", LS_OP_WRITES);
	ls_json_number(o, "mayFail", LS_OP_MAY_FAIL);
	ls_json_number(o, "ifNew", LS_OP_IF_NEW);
	ls_json_number(o, "ofWord", LS_OP_OF_WORD);
	ls_json_number(o, "ofLock", LS_OP_OF_LOCK);
	ls_json_number(o, "ofList", LS_OP_OF_LIST);
	ls_json_number(o, "ofTask", LS_OP_OF_TASK);
	ls_json_number(o, "own", LS_OP_OWN);
	ls_json_close(o, "}");
	ls_put_kinds(o);
	ls_json_open(o, "envLetters", "[");
	ls_json_string(o, NULL, "");
	for (u32 k = 1; k < LS_ENV_KINDS; k++) {
		ls_action_name(LS_ENV_OF(k, 1), letters);
		letters[1] = 0;
		ls_json_string(o, NULL, letters);
	}
	ls_json_close(o, "]");
	ls_json_close(o, "}");
	ls_json_open(o, "flags", "{");
	ls_json_number(o, "finished", LS_REC_FINISHED);
	ls_json_number(o, "acquired", LS_REC_ACQUIRED);
	ls_json_number(o, "released", LS_REC_RELEASED);
	ls_json_number(o, "otherwise", LS_REC_OTHERWISE);
	ls_json_number(o, "sign", LS_REC_SIGN); /* times the number of the sign */
	ls_json_close(o, "}");
	ls_json_open(o, "limits", "{");
	ls_json_number(o, "actors", LS_ENV_OF(1, 1)); /* an action is actors * kind + thread - 1 */
	ls_json_number(o, "endless", LS_ENDLESS);
	ls_json_number(o, "maxSchedule", LS_MAX_SCHEDULE);
	ls_json_number(o, "textBytes", LS_TEXT_BYTES);
	ls_json_number(o, "taskStride", LS_TASK_WORD(1, 0) - LS_TASK_WORD(0, 0));
	ls_json_number(o, "budgets", sizeof((struct ls_config *)0)->budget);
	ls_json_close(o, "}");
}
