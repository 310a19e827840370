/**
 * The script of the single files that `npm run lockstep -- page` writes: all in one, but for the locks that it shows. Of
 * the two kinds, a story's (`--mode story`) stands in a shadow root, a lesson's (`--mode lesson`) is a page.
 */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import page from './vite.config.ts';
import { shadowStyles } from './web/embed/shadow-styles.ts';
import { lockTexts } from './web/highlight/plugin.ts';
import { lessonHeads } from './web/lessons/heads-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What stands in the file instead of what the site has in files of their own. */
function heldInstead(wanted: RegExp, path: string): Plugin {
	return {
		name: path,
		enforce: 'pre',
		resolveId(source) {
			return wanted.test(source) ? here(path) : undefined;
		},
	};
}
const families = () => heldInstead(/\/generated\/families$/, 'web/src/embed/held-families.ts');
const texts = () => heldInstead(/\/texts$/, 'web/src/embed/held-texts.ts');
/** A lesson by itself is in no talk. */
const interval = () => heldInstead(/\/stage\/Interval$/, 'web/src/embed/no-interval.ts');

const KINDS = {
	story: { entry: 'file.ts', plugins: () => [lockTexts(), shadowStyles()] },
	lesson: { entry: 'lesson-file.tsx', plugins: () => [texts(), interval()] },
};

export default defineConfig(({ mode }) => {
	const kind = mode as keyof typeof KINDS;
	const { entry, plugins } = KINDS[kind];
	return {
		root: here('web'),
		base: './',
		plugins: [families(), react(), lessonHeads(here('web/lessons')), ...plugins()],
		resolve: page.resolve ?? {},
		build: {
			outDir: here(`build/file/${kind}`),
			emptyOutDir: true,
			target: 'es2022',
			/* the faces: in the script, or in the styles */
			assetsInlineLimit: 1_000_000,
			cssCodeSplit: false,
			modulePreload: false,
			chunkSizeWarningLimit: 1000,
			rolldownOptions: {
				input: { script: here(`web/src/embed/${entry}`) },
				checks: { bundlerTimings: false },
				output: {
					entryFileNames: '[name].js',
					assetFileNames: '[name][extname]',
					codeSplitting: false,
				},
			},
		},
	};
});
