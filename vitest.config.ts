import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import vite from './vite.config.ts';

const page = mergeConfig(vite, { root: import.meta.dirname });

export default defineConfig({
	test: {
		projects: [
			mergeConfig(page, {
				test: {
					name: 'node',
					environment: 'node',
					include: [
						'core-c/dialect/**/*.test.ts',
						'wasm/**/*.test.ts',
						'scripts/**/*.test.mjs',
						'tests/golden/**/*.test.ts',
						'web/highlight/**/*.test.ts',
						'web/lessons/**/*.test.ts',
					],
				},
			}),
			mergeConfig(page, {
				test: { name: 'web', environment: 'happy-dom', include: ['web/src/**/*.test.{ts,tsx}'] },
			}),
		],
	},
});
