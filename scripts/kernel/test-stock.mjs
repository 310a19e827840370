/** The kernel's own locks: recordings of them, held against the model and against wrong ones. */
import { timed } from '../lib/run.mjs';
import { conform } from './host.mjs';
import { complain, RECORDING_CPUS, run } from './machine.mjs';
import { ATTEMPTS, isTooLittle, tooLittle } from './outcome.mjs';
import { STOCK_SENT } from './plan.mjs';
import { judged, refusal } from './recordings.mjs';
import { looksIntoTheGap, STOCK, STOCKS, stockFigures } from './stock.mjs';
import { tellRefused } from './test-recorded.mjs';

/** Each must be refused: the model is a wrong one. */
async function refusedBy(waiting, lines) {
	const said = [];
	const whole = await conform(lines);
	if (refusal(whole)) {
		const said = `the model without a fault: ${refusal(whole)}`;
		return [looksIntoTheGap(whole) ? tooLittle(said) : said];
	}
	for (const name of [...waiting]) {
		const wrong = await conform(lines.toSpliced(lines.indexOf('events'), 0, `switch ${name}`));
		const { verdict, differs } = wrong.result ?? {};
		if (verdict !== 'differs') said.push(tooLittle(`a model with ${name}: ${verdict}`));
		else {
			waiting.delete(name);
			console.log(`   seen: ${name}: ${differs.saw}`);
		}
	}
	return said;
}

const OWN = `The kernel's own ${STOCKS.map(({ name }) => name).join(' and ')}`;

/** Locks of the kernel's own, taken by work. */
export async function testStock(setting) {
	const all = [];
	let said = [];
	for (let i = 1; i <= ATTEMPTS && (i === 1 || (said.length > 0 && said.every(isTooLittle))); i++) {
		await timed(`${OWN}, ${RECORDING_CPUS} CPUs`, async () => {
			const result = await run(`stock-${i}`, setting, STOCK, RECORDING_CPUS);
			const recordings = judged(STOCK, result.runs);
			await tellRefused(`stock-${i}`, recordings);
			all.push(...recordings);
			const figures = STOCKS.map((stock) => stockFigures(stock, all));
			for (const { text } of figures) console.log(`   ${text}`);
			said = [...complain(STOCK, result), ...figures.flatMap((one) => one.said)];
		});
	}
	setting.tell(`${OWN} conform to the model`, said, said.every(isTooLittle));
}

/** A recording of each, and models that are not of it: what each does otherwise comes up sooner or later. */
export async function testWrongModels(setting) {
	for (const { name, plan, wrong } of STOCK_SENT)
		await timed(`The kernel's own ${name} and wrong models`, async () => {
			const waiting = new Set(wrong);
			let said = [tooLittle('was not tried')];
			for (let i = 1; i <= ATTEMPTS && said.length > 0 && said.every(isTooLittle); i++) {
				const result = await run(`stock-sent-${name}-${i}`, setting, plan, RECORDING_CPUS);
				const lines = result.runs.at(-1)?.lines ?? [];
				said = lines.length > 0 ? await refusedBy(waiting, lines) : complain(plan, result);
			}
			setting.tell(
				`wrong models of the kernel's own ${name} are refused`,
				said,
				said.every(isTooLittle),
			);
		});
}
