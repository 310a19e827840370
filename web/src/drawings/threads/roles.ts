/** What a thread does. The facts say "downgrader: writes, then reads on": a word, and what it means. */
import type { LockFacts, MachineView } from '../../../../wasm/src';

type Roles = readonly { letter: string; title: string }[];

const wordOf = (title: string): string => title.replace(/[,;:].*/s, '');

/** In a word: "writer". */
export function roleWord(roles: Roles | undefined, letter: string): string {
	return wordOf(roles?.find((role) => role.letter === letter)?.title ?? letter);
}

/** In a sentence, without the word; the word where there is no more to say. */
export function roleMeaning(roles: Roles | undefined, letter: string): string {
	const title = roles?.find((role) => role.letter === letter)?.title ?? letter;
	return title.slice(wordOf(title).length).replace(/^[,;:]\s*/, '') || title;
}

/** "downgrader (writes, then reads on)" */
export function roleText(roles: Roles | undefined, letter: string): string {
	const [word, meaning] = [roleWord(roles, letter), roleMeaning(roles, letter)];
	return word === meaning ? word : `${word} (${meaning})`;
}

/** Of each thread, where they have not all the same. */
export function rolesIn({ threads }: MachineView, lock: LockFacts | undefined): string[] {
	const differ = new Set(threads.map(({ role }) => role)).size > 1;
	return threads.map(({ role }) => (differ ? roleWord(lock?.roles, role) : ''));
}

/** "1 writer, 2 readers"; '' where all do the same. */
export function countedRoles(roles: Roles | undefined, letters: string): string {
	const counts = new Map<string, number>();
	for (const letter of letters) {
		const word = roleWord(roles, letter);
		counts.set(word, (counts.get(word) ?? 0) + 1);
	}
	if (counts.size < 2) return '';
	return [...counts].map(([word, n]) => `${n} ${word}${n === 1 ? '' : 's'}`).join(', ');
}
