/** Runs suites of tests: what may, side by side; what only waited too short (late.mjs), once more where the caller asks for it. */
import { NONE } from './counts.mjs';
import { mayBeLate } from './late.mjs';
import { heldOutput, timed } from './run.mjs';

/** So many failures are no moment's load. */
const FEW = 5;

async function once(run) {
	try {
		return await run();
	} catch (error) {
		console.error(error.message);
		return { counts: { ...NONE, failed: 1 }, failed: [{ name: 'it ended', why: error.message }] };
	}
}

/** The result, in which what passed in a second try has passed, and is named by its first error. */
async function triedAgain(suite, first) {
	const { counts, failed } = first;
	const few = failed.length > 0 && failed.length === counts.failed && failed.length <= FEW;
	if (!suite.again || !few || !failed.every(mayBeLate)) return first;
	const second = await once(suite.again);
	if (second.counts.failed > 0 || second.counts.passed < counts.failed) return first;
	return {
		counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 },
		failed: [],
		retried: [...(first.retried ?? []), ...failed],
	};
}

async function runSuite(suite, secondTry) {
	const start = performance.now();
	const result = await timed(suite.title, async () => {
		const first = await once(suite.run);
		return secondTry ? triedAgain(suite, first) : first;
	});
	return { title: suite.title, ...result, seconds: (performance.now() - start) / 1000 };
}

/** Neighbours that may run beside each other, as one list; any other alone. */
const groups = (suites) =>
	suites.reduce((all, suite) => {
		const last = all.at(-1);
		if (suite.beside && last?.[0].beside) last.push(suite);
		else all.push([suite]);
		return all;
	}, []);

/**
 * Resolves to { title, counts, failed, retried, seconds } of each, in the order of the list. Up to `lanes` neighbours
 * that are `beside` run at a time, and each prints when it has ended.
 */
export async function runSuites(suites, { lanes, secondTry }) {
	const results = new Map();
	for (const group of groups(suites)) {
		const waiting = [...group];
		const lane = async () => {
			for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
				const go = () => runSuite(suite, secondTry);
				results.set(suite, await (group.length > 1 ? heldOutput(go) : go()));
			}
		};
		await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
	}
	return suites.map((suite) => results.get(suite));
}
