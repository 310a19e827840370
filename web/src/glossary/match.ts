/** Finds the glossary's terms in prose. */

export interface Entry {
	term: string;
	/** its other spellings */
	forms: readonly string[];
	text: string;
	/** else it is only listed: the word has an everyday sense as well */
	marked: boolean;
	/** a name in the code: marked wherever it stands, or only as part of another (T2.next); never with a capital for it */
	name?: 'whole' | 'part';
}

/** A stretch of prose; with an entry, the term that stands there. */
interface Piece {
	text: string;
	entry?: Entry;
}

const escaped = (form: string): string => form.replace(/[^\w\s]/g, '\\$&').replace(/\s+/g, '\\s+');

/** A small first letter may be a capital, as at the start of a sentence; CAS is never cas. */
function spelled(form: string): string {
	const [first = '', rest] = [form[0], form.slice(1)];
	const start = /[a-z]/.test(first) ? `[${first}${first.toUpperCase()}]` : first;
	return start + escaped(rest);
}

/* What stands within a name of the code is none: T1.owner, lock->owner, wait_lock, spin_lock(), 0xcas. */
const BEFORE = '(?<![\\w.>#/-])';
const BEHIND = '(?![\\w(]|->|[.-]\\w)';
const CODE = /(`[^`]*`)/;
/** T2. of T2.next, bucket[0]. of bucket[0].lock, val. of val.next */
const WITHIN = '(?:\\w+(?:\\[\\d+\\])?\\.)';

/**
 * Splits prose so that each term is a piece of its own: the longest that fits, each only where it
 * first stands, none inside code. A term that `skip` refuses stays plain.
 */
export function matcher(entries: readonly Entry[]) {
	const byForm = new Map<string, Entry>();
	const byName = new Map<string, Entry>();
	for (const entry of entries) {
		if (entry.name) byName.set(entry.term, entry);
		if (!entry.marked || entry.name === 'part') continue;
		/* what the glossary says of a word is more than what a lock says of its own */
		for (const form of [entry.term, ...entry.forms])
			if (!entry.name || !byForm.has(form)) byForm.set(form, entry);
	}
	const longestFirst = (map: Map<string, Entry>) =>
		[...map.keys()].sort((a, b) => b.length - a.length);
	const forms = longestFirst(byForm).map((form) =>
		byForm.get(form)?.name ? escaped(form) : spelled(form),
	);
	const parts = longestFirst(byName).map(escaped);
	if (parts.length > 0) forms.unshift(`${WITHIN}(?:${parts.join('|')})`);
	const pattern = new RegExp(`${BEFORE}(?:${forms.join('|')})${BEHIND}`, 'g');
	const entryOf = (found: string): Entry | undefined => {
		if (/\w\.|\]\./.test(found)) return byName.get(found.slice(found.lastIndexOf('.') + 1));
		const form = found.replace(/\s+/g, ' ');
		return byForm.get(form) ?? byForm.get(form.charAt(0).toLowerCase() + form.slice(1));
	};

	return (prose: string, skip: (entry: Entry) => boolean = () => false): Piece[] => {
		const pieces: Piece[] = [];
		const seen = new Set<Entry>();
		const add = (text: string, entry?: Entry) => {
			const last = pieces.at(-1);
			if (text === '') return;
			if (entry) pieces.push({ text, entry });
			else if (last && !last.entry) last.text += text;
			else pieces.push({ text });
		};
		for (const part of prose.split(CODE)) {
			let from = 0;
			for (const match of part.startsWith('`') ? [] : part.matchAll(pattern)) {
				const entry = entryOf(match[0]);
				if (!entry || seen.has(entry)) continue;
				seen.add(entry);
				if (skip(entry)) continue;
				add(part.slice(from, match.index));
				add(match[0], entry);
				from = match.index + match[0].length;
			}
			add(part.slice(from));
		}
		return pieces;
	};
}
