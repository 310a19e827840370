/** The lessons, each in a file of its own that comes when it is opened. */
import type { Lesson, LessonCard } from './types';

const FOLDER = '../../../build/generated/lessons';
const FILES = import.meta.glob<unknown>('../../../build/generated/lessons/*.json', {
	import: 'default',
});

async function load(name: string): Promise<unknown> {
	return (await FILES[`${FOLDER}/${name}.json`]?.()) ?? null;
}

export const loadPath = () => load('path') as Promise<LessonCard[]>;

/** With a hyphen or without: whoever types an address need not know which. */
const letters = (slug: string) => slug.replaceAll('-', '').toLowerCase();

/** null: there is none of that name. */
export async function loadLesson(slug: string): Promise<Lesson | null> {
	const meant = (await loadPath()).find((card) => letters(card.slug) === letters(slug));
	return meant ? ((await load(meant.slug)) as Lesson | null) : null;
}
