/**
 * What an address will need, said without the core, so that all of it comes at once and early: its view, and the
 * locks whose modules that shows. Whoever needs these asks again; route.ts decides where the address leads.
 */
import { LOCK_OF } from '../../../wasm/generated/lock-of';
import { parted } from '../store/query';
import { decoded, fragmentOf, nameIn } from './fragment';

interface Needs {
	view: 'gallery' | 'stepper' | 'compare' | 'levels' | 'learn' | 'docs' | 'notes';
	locks: string[];
	/** a room looks at it */
	presents?: true;
	/** a lesson, which says itself what its first figure needs */
	lesson?: string;
}

const LOCKS: Readonly<Record<string, string>> = LOCK_OF;
const lockOf = (name: string): string[] => (Object.hasOwn(LOCKS, name) ? [LOCKS[name] ?? ''] : []);

/** A side of a comparison may be an address of its own, percent-encoded. */
const sideOf = (part: string): string => nameIn(decoded(part));

export function needsOf(hash: string): Needs {
	const { path, query } = parted(fragmentOf(hash));
	const [first = '', left = '', right = ''] = path.split('/').filter(Boolean);
	const locks = lockOf(first);
	const presents = new URLSearchParams(query).has('p') && { presents: true as const };
	if (locks.length > 0) return { view: 'stepper', locks, ...presents };
	if (first === 'levels' || first === 'docs' || first === 'notes')
		return { view: first, locks: [] };
	if (first === 'learn') return { view: first, locks: [], ...(left && { lesson: left }) };
	if ((first === 'trace' || first === 'level') && left !== '')
		return { view: 'stepper', locks: [], ...presents };
	if (first === 'repair' && left !== '') return { view: 'levels', locks: [] };
	const pair = [...lockOf(sideOf(left)), ...lockOf(sideOf(right))];
	if (first === 'compare' && pair.length === 2)
		return { view: 'compare', locks: [...new Set(pair)] };
	return { view: 'gallery', locks: [] };
}
