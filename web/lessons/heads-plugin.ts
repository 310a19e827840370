/** Number, title, levels and repairs of each lesson, out of its head: what a page of levels says of the lessons. */
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
	/** and of the texts to repair behind them */
	repairs: string[];
}

function headsIn(folder: string): LessonHead[] {
	return readdirSync(folder)
		.sort()
		.flatMap((name) => {
			const [, number, slug = ''] = /^(\d+)-([\w-]+)\.md$/.exec(name) ?? [];
			if (!number) return [];
			const { head } = readMarkdown(readFileSync(join(folder, name), 'utf8'));
			const names = (key: string) => (head.get(key) ?? '').split(/,\s*/).filter(Boolean);
			const [levels, repairs] = [names('levels'), names('repairs')];
			return [{ number: Number(number), slug, title: head.get('title') ?? '', levels, repairs }];
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
