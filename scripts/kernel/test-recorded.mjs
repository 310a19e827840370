/** The recorded runs, of all variants. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timed } from '../lib/run.mjs';
import { shortfall, table, tally, variantsOf, wanting } from './coverage.mjs';
import { conformText } from './host.mjs';
import { complaints, consoleEnd } from './judge.mjs';
import { RECORDING_CPUS, run } from './machine.mjs';
import { isTooLittle } from './outcome.mjs';
import {
	explained,
	firstHang,
	judged,
	RECORDINGS,
	recordingPlan,
	tooManyUnexplained,
} from './recordings.mjs';
import { together, transitionTable } from './transitions.mjs';
import { cacheFolder } from './tree.mjs';

/** What was refused is kept, and told with the steps around the place. */
export async function tellRefused(name, recordings) {
	for (const [i, { recording, kept }] of recordings.entries()) {
		if (!kept) continue;
		const file = join(cacheFolder(), `refused-${name}-${i}.trace`);
		writeFileSync(file, `${kept.join('\n')}\n`);
		console.log(`   refused: ${recording.variant} ${recording.threads}, kept as ${file}`);
		console.log(await conformText(file));
	}
}

/**
 * Recorded and judged in the machine, so many times (`times` of the setting); then again where chance left something out.
 * `had`: recordings of a run before this one, which had too little; only what they lack is made then.
 * @returns all recordings, and the figures, a line each
 */
export async function testRecordings(setting) {
	const { times = 1, had = [] } = setting;
	const all = [...had];
	let rows = tally(explained(all));
	const said = [];
	for (let i = had.length > 0 ? times + 1 : 1; said.length === 0; i++) {
		const variants = variantsOf(i, times, wanting(rows));
		if (variants.length === 0) break;
		const plan = recordingPlan(RECORDINGS.filter(({ variant }) => variants.includes(variant)));
		const name = `recordings-${i}`;
		await timed(`Recorded runs, ${RECORDING_CPUS} CPUs: ${variants.join(', ')}`, async () => {
			const result = await run(name, setting, plan, RECORDING_CPUS);
			const found = complaints(plan, result);
			for (const line of found.filter(isTooLittle)) console.log(`   again: ${line}`);
			/* what was not recorded is missed below, if no other recording has it */
			const final = found.filter((line) => !isTooLittle(line));
			if (final.length > 0) said.push(...final, ...consoleEnd(result.log));
			const recordings = judged(plan, result.runs);
			if (firstHang(plan, result.runs) >= 0)
				console.log('   the rwsem with handoff hung as posted: finding R2 of docs/findings.md');
			await tellRefused(name, recordings);
			all.push(...recordings);
		});
		rows = tally(explained(all));
	}
	const left = tooManyUnexplained(all);
	if (left) said.push(left);
	console.log(
		`   ${all.length - explained(all).length} of ${all.length} recordings are not explained`,
	);
	setting.tell('recorded runs conform to the model', said);
	setting.tell('they took the lines of the texts', shortfall(rows), true);
	const figures = [...table(rows), '', ...transitionTable(together(explained(all)))];
	return { recordings: all, figures };
}
