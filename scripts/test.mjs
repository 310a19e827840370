import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { buildWasm } from './build-wasm.mjs';
import { generate } from './generate.mjs';
import { add, inWords, NONE } from './lib/counts.mjs';
import { at } from './lib/files.mjs';
import { main, timed } from './lib/run.mjs';
import { runSuites } from './lib/run-suites.mjs';
import { REPORTS, SUITES } from './lib/suites.mjs';
import { setUp, setUpIfPossible } from './setup.mjs';

main(async () => {
	await timed('Set-up', () =>
		setUp([
			'emcc',
			'gcc',
			'xxhash',
			'cmake',
			'make',
			'spin',
			'chromium',
			'clangFormat',
			'cppcheck',
			'xz',
		]),
	);
	await setUpIfPossible(['headlessShell', 'firefox', 'webkit', 'xvfb']);
	mkdirSync(at(REPORTS), { recursive: true });
	await generate();
	await buildWasm(); /* types are made of what C states */
	const results = await runSuites(SUITES, {
		lanes: availableParallelism(),
		secondTry: process.env.LOCKSTEP_SECOND_TRY === '1',
	});
	console.log('');
	for (const { title, counts, seconds } of results) {
		console.log(`${title.padEnd(32)} ${inWords(counts)} (${seconds.toFixed(1)} s)`);
	}
	const total = results.map(({ counts }) => counts).reduce(add, NONE);
	console.log(inWords(total));
	for (const { title, retried = [] } of results)
		for (const { name, why } of retried) console.log(`SECOND TRY ${title}: ${name}: ${why}`);
	/* last, so that who sees the end of a long output sees what failed */
	for (const { title, failed } of results)
		for (const { name, why } of failed) console.log(`FAILED ${title}: ${name}: ${why}`);
	return total.failed > 0 ? 1 : 0;
});
