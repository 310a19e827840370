/** The one thing that is called what somebody looks for, if there is one. */
import { loadPath } from '../lessons/load';
import type { LessonCard } from '../lessons/types';
import { FAR, nearness } from './near';
import { type Family, isStory } from './search';
import { taughtOf } from './taught';
import { plain, wordsOf } from './terms';

export interface Best {
	/** without the mark before it */
	address: string;
	title: string;
	about: string;
	/** the list of lessons and levels has it as its first */
	isTaught: boolean;
}

interface Candidate extends Best {
	/** as near.ts has it */
	near: number;
}

/** The lock's file has this name, or the name of its family begins with it: "rwsem", "ticket". */
function isCalled({ family, told: [first] }: Family, query: string): boolean {
	const begins = ` ${wordsOf(plain(family)).join(' ')} `.startsWith(
		` ${wordsOf(plain(query)).join(' ')} `,
	);
	return begins || plain(first?.lock.name ?? '') === plain(query.trim());
}

/** Whoever names a lock is led to its first story. */
function lockCandidate(group: Family): Omit<Candidate, 'isTaught'>[] {
	const first = group.told.find(isStory);
	if (!first) return [];
	const { name, title } = first.scenario;
	return [{ address: name, title: `${group.family}: ${title}`, about: first.lesson, near: 0 }];
}

/** Of those as near: a lesson before a level, a level before a story, a story before a lock; two of a kind leave it open. */
export function bestOf(
	path: readonly LessonCard[],
	groups: readonly Family[],
	query: string,
): Best | undefined {
	const { lessons, levels } = taughtOf(path, query);
	const kinds: Omit<Candidate, 'isTaught'>[][] = [
		lessons.map(({ of: { slug, number, title, goal }, near }) => ({
			...{ address: `learn/${slug}`, title: `Lesson ${number}: ${title}`, about: goal, near },
		})),
		levels.map(({ of: { name, title, task }, near }) => ({
			...{ address: `level/${name}`, title: `Level: ${title}`, about: task, near },
		})),
		groups.flatMap(({ told }) =>
			told.map((entry) => {
				const { name, title } = entry.scenario;
				const near = nearness(title, query);
				/* a fault is meant by who calls it by its name */
				return {
					...{ address: name, title, about: entry.lesson },
					near: near === 0 || isStory(entry) ? near : FAR,
				};
			}),
		),
		groups.filter((group) => isCalled(group, query)).flatMap(lockCandidate),
	];
	const least = Math.min(FAR, ...kinds.flat().map(({ near }) => near));
	const nearest = kinds.map((kind) => kind.filter(({ near }) => near === least));
	const first = least < FAR ? nearest.find((kind) => kind.length > 0) : undefined;
	const [one] = first ?? [];
	return one && first?.length === 1 ? { ...one, isTaught: nearest.indexOf(first) < 2 } : undefined;
}

/** '' where nothing is called so. */
export async function bestAddress(groups: readonly Family[], query: string): Promise<string> {
	return bestOf(await loadPath(), groups, query)?.address ?? '';
}
