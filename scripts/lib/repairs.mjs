/**
 * Repairs (docs/levels.md) as files that TypeScript imports: repairs.ts, all of them as a list shows them, and how the rest
 * comes; repairs/NAME.ts, the text to be repaired and what the judge asks of it; repair-answers.ts, for the tests alone,
 * the text without its fault and what else somebody may write.
 */
import { Told } from './run.mjs';
import { textFiles } from './texts.mjs';

/** The text with each change made; each piece stands there once. */
export function changed(text, changes, whose) {
	return changes.reduce((now, { from, to }) => {
		const times = now.split(from).length - 1;
		if (times !== 1)
			throw new Told(
				`repair ${whose}: this stands in its text ${times} times, and not once:\n${from}`,
			);
		return now.replace(from, () => to);
	}, text);
}

/** The published text as it is with the variant of the set-up and no switch. */
function plainText(frontEnd, project, { name, text, scenario }) {
	const found = project.texts.find((one) => one.name === text);
	if (!found) throw new Told(`repair ${name}: there is no text ${text}`);
	const variant = found.variants.find(({ fields }) => JSON.parse(fields.name.raw) === scenario);
	const features = frontEnd.featuresIn(variant?.fields.has?.raw);
	return frontEnd.settledText(project, found, { features, switches: [] });
}

const untyped = (name, value) => `export const ${name}: unknown = ${JSON.stringify(value)};\n`;

export function repairFiles(repairs, frontEnd, banner) {
	for (const { name, wrong } of repairs) {
		if (wrong) throw new Told(`repair ${name}: ${wrong}`);
		/* an address tells it from the name of a text by that */
		if (!/^(?=.*-)[a-z0-9-]{1,40}$/.test(name))
			throw new Told(`repair ${name}: its name has to have a hyphen`);
	}
	const project = frontEnd.parseProject(textFiles());
	const texts = repairs.map((repair) => {
		const plain = plainText(frontEnd, project, repair);
		return { repair, plain, start: changed(plain, repair.plant, repair.name) };
	});
	const answers = texts.map(({ repair: { name, attempts }, plain, start }) => [
		name,
		{
			plain,
			attempts: attempts.map(({ what, refused, changes }) => ({
				what,
				refused,
				source: changed(start, changes, `${name}, ${what}`),
			})),
		},
	]);
	const list = repairs.map(({ name, title, task, lock, scenario, threads, grade }) => ({
		...{ name, title, task, lock, scenario, threads, grade },
	}));
	return {
		'repairs.ts': [
			banner,
			untyped('REPAIRS', list),
			'export const REPAIR_FILES: Record<string, () => Promise<{ REPAIR: unknown }>> = {',
			...list.map(({ name }) => `\t'${name}': () => import('./repairs/${name}'),`),
			'};',
			'',
		].join('\n'),
		'repair-answers.ts': `${banner}\n${untyped('ANSWERS', Object.fromEntries(answers))}`,
		...Object.fromEntries(
			texts.map(({ repair: { plant, attempts, wrong, ...repair }, start }) => [
				`repairs/${repair.name}.ts`,
				`${banner}\n${untyped('REPAIR', { ...repair, may: repair.may.split(' '), start })}`,
			]),
		),
	};
}
