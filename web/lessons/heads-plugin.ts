/** Number, title and levels of each lesson, out of its head: what a page of levels says of the lessons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readMarkdown } from './make/markdown.ts';

interface LessonHead {
	number: number;
	slug: string;
	title: string;
	/** names of the levels that close it */
	levels: string[];
}

function headsIn(folder: string): LessonHead[] {
	return readdirSync(folder)
		.sort()
		.flatMap((name) => {
			const [, number, slug = ''] = /^(\d+)-([\w-]+)\.md$/.exec(name) ?? [];
			if (!number) return [];
			const { head } = readMarkdown(readFileSync(join(folder, name), 'utf8'));
			const levels = (head.get('levels') ?? '').split(/,\s*/);
			return [{ number: Number(number), slug, title: head.get('title') ?? '', levels }];
		});
}

export function lessonHeads(folder: string): Plugin {
	return {
		name: 'lesson-heads',
		resolveId: {
			filter: { id: /^virtual:lesson-heads$/ },
			handler: () => '\0virtual:lesson-heads',
		},
		load: {
			filter: { id: /^\0virtual:lesson-heads$/ },
			handler: () => `export default ${JSON.stringify(headsIn(folder))};`,
		},
	};
}
