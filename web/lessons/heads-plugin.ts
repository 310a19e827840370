/** Number, title, levels, repairs, and what it does without, of each lesson, out of its head: what the stepper and a page of levels say of the lessons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readMarkdown, withoutOf } from './make/markdown.ts';

interface LessonHead {
	number: number;
	slug: string;
	title: string;
	/** names of the levels that close it */
	levels: string[];
	/** and of the texts to repair behind them */
	repairs: string[];
	/** words and fields of a lock that it does not speak of */
	without: { number: number; lock: string; names: string[] }[];
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
			const title = head.get('title') ?? '';
			const without = withoutOf(head.get('without')).map((of) => ({
				number: Number(number),
				...of,
			}));
			return [{ number: Number(number), slug, title, levels, repairs, without }];
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
