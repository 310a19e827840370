import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import vite from './vite.config.ts';

/** What hangs is ended; how long the rest takes is for the benchmark. */
const testTimeout = 120_000;
const hookTimeout = testTimeout;

const page = mergeConfig(vite, { root: import.meta.dirname });

export default defineConfig({
	test: {
		maxWorkers: '100%' /* its own choice leaves one core of two idle */,
		projects: [
			mergeConfig(page, {
				test: {
					name: 'node',
					testTimeout,
					hookTimeout,
					environment: 'node',
					include: [
						'core-c/dialect/**/*.test.ts',
						'wasm/**/*.test.ts',
						'scripts/**/*.test.mjs',
						'tests/golden/**/*.test.ts',
						'web/highlight/**/*.test.ts',
						'web/lessons/**/*.test.ts',
						'web/docs/**/*.test.ts',
					],
				},
			}),
			mergeConfig(page, {
				test: {
					name: 'web',
					testTimeout,
					hookTimeout,
					environment: 'happy-dom',
					setupFiles: 'web/testing.ts',
					include: ['web/src/**/*.test.{ts,tsx}'],
				},
			}),
		],
	},
});
