/** What other pages take in: dist/embed/lockstep-stepper.js and lockstep-reveal.js, with all that they load. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import page from './vite.config.ts';
import { shadowStyles } from './web/embed/shadow-styles.ts';
import { lockTexts } from './web/highlight/plugin.ts';
import { lessonHeads } from './web/lessons/heads-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
	root: here('web'),
	base: './',
	plugins: [react(), lockTexts(), lessonHeads(here('web/lessons')), shadowStyles()],
	resolve: page.resolve ?? {},
	build: {
		outDir: here('dist/embed'),
		emptyOutDir: true,
		target: 'es2022',
		assetsInlineLimit: 0,
		cssCodeSplit: false,
		modulePreload: false,
		rolldownOptions: {
			input: {
				'lockstep-stepper': here('web/src/embed/element.ts'),
				'lockstep-reveal': here('web/src/embed/reveal.ts'),
			},
			preserveEntrySignatures: 'strict',
			checks: { bundlerTimings: false },
			output: {
				entryFileNames: '[name].js',
				chunkFileNames: 'assets/[name]-[hash].js',
				/* the modules keep their names: they can be taken from elsewhere by the attribute `base` */
				assetFileNames: 'assets/[name][extname]',
			},
		},
	},
});
