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

/** null: there is none of that name. */
export const loadLesson = (slug: string) =>
	load(slug === 'path' ? '' : slug) as Promise<Lesson | null>;
