import { expect, it } from 'vitest';
import { loadLesson, loadPath } from './load';

it('finds a lesson by its name, with the hyphens where the reader has them, and nothing else', async () => {
	for (const { slug } of await loadPath()) expect((await loadLesson(slug))?.slug).toBe(slug);
	expect((await loadLesson('starvation-and-hand-off'))?.number).toBe(9);
	expect((await loadLesson('stealing-and-handoff'))?.number).toBe(7);
	for (const none of ['path', '', 'gone']) expect(await loadLesson(none)).toBeNull();
});
