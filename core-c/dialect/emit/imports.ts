/**
 * What a compiled text calls of the core: the accesses of core-c/backend/step, and what wasm/edit.c has for it. The core
 * refuses a module that calls one with other arguments than it takes.
 */
import { I32, I64 } from './bytes';

interface Signature {
	params: readonly number[];
	result: boolean;
}

const takes = (count: number, result: boolean): Signature => ({
	params: Array.from({ length: count }, () => I32),
	result,
});
/** Three of them are always the same: the machine, the thread, its frame. */
const access = (more: number, result = true) => takes(3 + more, result);
const effect = (count: number) => takes(count, false);
const asks = (count: number) => takes(count, true);

export const IMPORTS = {
	ls_load: access(2),
	ls_store: access(3, false),
	ls_xchg: access(3),
	ls_store_part: access(4, false),
	ls_xchg_part: access(4),
	ls_cas: access(4),
	ls_add: access(3),
	ls_or: access(3),
	ls_andnot: access(3),
	ls_await: access(2),
	ls_spin_lock: access(1),
	ls_spin_trylock: access(1),
	ls_spin_unlock: access(1, false),
	ls_list_add: access(2, false),
	ls_list_del: access(2, false),
	ls_list_first: access(1),
	ls_list_count: access(1),
	ls_list_next: access(2),
	ls_list_has_thread: access(2),
	ls_on_cpu: access(1),
	ls_set_state: access(1, false),
	ls_store_state: access(1, false),
	ls_schedule: access(0),
	ls_wake: access(1),
	ls_queue_lock: access(3),
	ls_queue_unlock: access(2, false),
	ls_return: { params: [I32, I32, I32, I64], result: true },
	ls_lost: asks(1),
	ls_preempt_enable: effect(2),
	ls_alive: effect(2),
	ls_out_of_scope: effect(2),
	ls_signal_pending: asks(3),
	ls_threshold_passed: asks(2),
	ls_task_exiting: asks(2),

	ls_edit_object: asks(2),
	ls_edit_memory: asks(1),
	ls_edit_locals: asks(1),
	ls_edit_line: asks(1),
	ls_edit_park: asks(2),
	ls_edit_rest: effect(2),
	ls_edit_parked: asks(0),
	ls_edit_spins: asks(0),
	ls_edit_arguments: asks(0),
	ls_edit_call: asks(5),
	ls_edit_enter: effect(2),
	ls_edit_leave: asks(2),
	ls_edit_called: asks(0),
	ls_edit_answer: asks(1),
	ls_edit_critical: access(0, false),
	ls_edit_takes_write: access(0, false),
	ls_edit_takes_read: access(0, false),
	ls_edit_gives: access(0, false),
	ls_edit_holds_write: effect(2),
	ls_edit_holds_read: effect(2),
	ls_edit_assert: effect(2),
	ls_edit_otherwise: effect(2),
	ls_edit_preempt_disable: effect(2),
	ls_edit_preempt_enable_no_resched: effect(2),
	ls_edit_clear_signal: effect(2),
	ls_edit_threshold_start: effect(2),
	ls_edit_threshold_stop: effect(2),
	ls_edit_timeout_start: effect(2),
	ls_edit_timeout_stop: effect(2),
	ls_edit_need_resched: asks(2),
	ls_edit_fatal_signal: asks(2),
	ls_edit_timeout_passed: asks(2),
	ls_edit_role: asks(2),
	ls_edit_features: asks(1),
	ls_edit_switches: asks(1),
} as const satisfies Record<string, Signature>;

export type Import = keyof typeof IMPORTS;
export const IMPORT_NAMES = Object.keys(IMPORTS) as Import[];
export const numberOfImport = (name: Import): number => IMPORT_NAMES.indexOf(name);
