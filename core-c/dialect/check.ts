/** What is wrong with a text, beyond what kept it from being read: one sentence each, by place. */
import { BodyChecker } from './check-body';
import { ExprChecker } from './check-expr';
import { LineChecker } from './check-lines';
import { tagOf } from './layout';
import { tokensOf } from './lex';
import { MASK_WORDS } from './liveness';
import { nearest } from './nearest';
import { Reporter } from './report';
import { type Scope, scopeOf } from './scope';
import { LIMITS, type Problem, type Proc, type Project, type Struct, type Text } from './tree';
import { isCall, isStep, sharedType } from './words';

/** Names of libc and of the kernel: the same text is also compiled with either. */
const TAKEN_NAMES = new Set(
	`mutex_lock mutex_unlock mutex_trylock mutex_lock_interruptible mutex_lock_killable futex
	futex_wait futex_wake futex_lock futex_unlock schedule schedule_timeout wake wake_up
	wake_up_process down_read down_write down_read_trylock down_write_trylock
	down_read_killable down_write_killable up_read up_write downgrade_write rwsem_down_read_failed
	rwsem_down_write_failed rwsem_wake spin_lock spin_unlock raw_spin_lock
	raw_spin_unlock lock unlock trylock wait signal kill exit main read write open close send
	select sleep abort raise link unlink`.split(/\s+/),
);

/** Every problem of a text, those of its reading first in each line, no more than the limit. */
export function problemsOf(project: Project, text: Text): Problem[] {
	const found = Object.keys(text.files).flatMap((file) => {
		const report = new Reporter(file);
		const unread = text.errors.filter((error) => error.file === file);
		for (const error of unread) report.at(error, error.rule, error.message);
		checkFile(scopeOf(project, text), report, text);
		return report.problems;
	});
	found.sort((a, b) =>
		a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
	);
	return found.slice(0, LIMITS.errors);
}

export const allProblems = (project: Project): Problem[] =>
	project.texts.flatMap((text) => problemsOf(project, text));

function checkFile(scope: Scope, report: Reporter, text: Text): void {
	const { file } = report;
	const exprs = new ExprChecker(scope, report);
	const lines = new LineChecker(exprs);
	lines.run();
	for (const struct of text.structs) if (struct.file === file) checkStruct(scope, report, struct);
	for (const macro of text.macros) {
		if (macro.file !== file) continue;
		const word = tokensOf(macro.body).find(({ text: name }) => isStep(name) || isCall(name));
		if (word)
			report.at(
				macro.span,
				'macro',
				`a macro holds no step: ${word.text} stands on a line of its own`,
			);
	}
	if (file !== text.file) return;
	const seen = new Set<string>();
	for (const proc of text.procs) {
		if (seen.has(proc.name))
			report.at(proc.nameSpan, 'procedure', `the procedure ${proc.name} stands twice`);
		seen.add(proc.name);
		if (proc.object === '') continue; /* its head could not be read */
		lines.struct(proc.object, proc.objectSpan);
		checkHead(report, proc);
		new BodyChecker(exprs, proc, text.files[file] ?? '').run();
	}
}

function checkHead(report: Reporter, proc: Proc): void {
	const { name, nameSpan, end, locals, size } = proc;
	if (TAKEN_NAMES.has(name))
		report.at(nameSpan, 'own-name', `${name} is a name of libc or the kernel; give it a prefix`);
	if (end && end.name !== name) {
		const message = `this END belongs to PROC(${name}): write END(${name})`;
		report.at(end.span, 'end', message);
	}
	const seen = new Set<string>();
	let behind = 0;
	for (const local of locals) {
		if (seen.has(local.name))
			report.at(local.span, 'locals', `the local ${local.name} stands twice`);
		seen.add(local.name);
		if (local.offset !== behind)
			report.at(
				local.span,
				'padding',
				`there is padding before ${local.name}; put the widest locals first`,
			);
		behind = local.offset + local.size;
	}
	const last = locals.at(-1);
	if (!last) return;
	const widest = Math.max(4, ...locals.map((local) => local.size));
	if (size % widest !== 0)
		report.at(
			last.span,
			'padding',
			`there is padding behind ${last.name}: the locals take ${size} bytes, no multiple of ${widest}`,
		);
	if (size > 4 * MASK_WORDS)
		report.at(
			last.span,
			'locals',
			`the locals take ${size} bytes; a call has room for ${4 * MASK_WORDS}`,
		);
}

function checkStruct({ structs }: Scope, report: Reporter, struct: Struct): void {
	const seen = new Set<string>();
	for (const { name, type, count, length, span } of struct.members) {
		if (seen.has(name)) report.at(span, 'member', `the member ${name} stands twice`);
		seen.add(name);
		const tag = tagOf(type);
		if (tag === undefined ? !sharedType(type) : !structs.has(tag)) {
			const meant = nearest(tag ?? type, tag === undefined ? ['word', 'list'] : structs.keys());
			const what =
				tag === undefined ? `${type} is no type of shared memory` : `there is no struct ${tag}`;
			report.at(span, 'type', `${what}${meant}`);
		}
		if (count !== undefined && (length === undefined || length > 1024))
			report.at(span, 'type', `the size of ${name} is not known, or is above 1024`);
	}
}
