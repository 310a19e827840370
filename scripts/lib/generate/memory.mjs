/** Where the words of a lock lie: parts of its memory, and cache lines. */
import { closure } from './texts.mjs';

/**
 * The parts of a lock's memory: runs of plain words, arrays of structures, and the same of the structures inside.
 * Each: { name, base, size, count, length, words: [{ line, path, name }] } with C expressions as text; length is
 * the number that count is, of an array.
 */
export function memoryOf(text, texts) {
	const all = closure(text, texts);
	const structOf = (tag) => all.map(({ structs }) => structs[tag]).find(Boolean);
	const wordLine = (tag, member) =>
		all.flatMap((one) => one.of('WORD')).find(({ args }) => args[0] === tag && args[1] === member);
	const root = text.lock.args[1];
	const times = timesOf(root.replace('struct ', ''), structOf);
	/* of two objects of one kind, each word bears the name of its object */
	const within = (tag, path) => (times.get(tag) > 1 && path ? `${path}.` : '');
	const parts = [];
	function walk(tag, path, holder) {
		let run;
		for (const member of structOf(tag) ?? []) {
			const here = path ? `${path}.${member.name}` : member.name;
			const inner = /^struct (\w+)$/.exec(member.type)?.[1];
			if (inner) {
				run = undefined;
				if (member.count) array(member, inner, here, within(tag, path));
				else walk(inner, here, member.name);
				continue;
			}
			run ??=
				parts[
					parts.push({
						name: holder,
						base: `offsetof(${root}, ${here})`,
						count: 1,
						first: here,
						words: [],
					}) - 1
				];
			run.last = here;
			const line = wordLine(tag, member.name);
			if (line)
				run.words.push({
					line,
					offset: `offsetof(${root}, ${here}) - offsetof(${root}, ${run.first})`,
					name: line.fields.as_object && path ? holder : within(tag, path) + member.name,
				});
		}
	}
	function array(member, tag, here, object) {
		const ofThreads = member.count === 'NODES';
		const words = [];
		for (const inner of structOf(tag) ?? []) {
			const line = wordLine(tag, inner.name);
			if (line)
				words.push({
					line,
					offset: `offsetof(struct ${tag}, ${inner.name})`,
					name: ofThreads ? object + inner.name : inner.name,
				});
		}
		parts.push({
			name: object + member.name,
			base: `offsetof(${root}, ${here})`,
			size: `sizeof(struct ${tag})`,
			count: ofThreads ? 0 : member.count,
			length: ofThreads ? 1 : member.length,
			words,
		});
	}
	walk(root.replace('struct ', ''), '', 'lock');
	for (const part of parts)
		part.size ??= `offsetof(${root}, ${part.last}) + sizeof(((${root} *)0)->${part.last}) - offsetof(${root}, ${part.first})`;
	return parts;
}

/** How often a structure stands in another, itself and those in it: one, or an array. */
function timesOf(tag, structOf, times = new Map()) {
	times.set(tag, (times.get(tag) ?? 0) + 1);
	for (const { type } of structOf(tag) ?? []) {
		const inner = /^struct (\w+)$/.exec(type)?.[1];
		if (inner) timesOf(inner, structOf, times);
	}
	return times;
}

/** What the scheduler keeps of a task, as in struct task_struct: its state, and whether it is on a CPU. */
const SCHEDULER_LINE = 'sched';

/** The name of a word's cache line: what its WORD line says, else that of its structure. */
export const lineName = ({ args, fields }) => fields.line?.replace(/^"|"$/g, '') ?? args[0];

/** Of an array each element has a line of its own, one behind the other: bucket[0], bucket[1]. */
export const elementLine = (name, { length = 1 }, element) =>
	length > 1 ? `${name}[${element}]` : name;

function lineNamesOf(part) {
	const names = [...new Set(part.words.map(({ line }) => lineName(line)))];
	return names.flatMap((name) =>
		Array.from({ length: part.length ?? 1 }, (_, i) => elementLine(name, part, i)),
	);
}

/** The cache lines of a lock: those that all threads share, then those that each thread has, the scheduler's first. */
export function cacheLines(memory) {
	const named = (parts) => [...new Set(parts.flatMap(lineNamesOf))];
	const shared = named(memory.filter(({ count }) => count !== 0));
	const ofThread = [
		...new Set([SCHEDULER_LINE, ...named(memory.filter(({ count }) => count === 0))]),
	];
	return [
		...shared.map((line) => ({ name: line, ofThread: false })),
		...ofThread.map((line) => ({ name: line, ofThread: true })),
	];
}
