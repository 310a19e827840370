/** `npm run lockstep -- repair`: the judge of the page, for a text in a file. */
import { Core, ENDLESS, exploreHere, type RepairFacts } from '../../../wasm/src';
import { editedBy, editedEngine } from '../../../wasm/src/edit';
import { STARVATION_NAMES, starvationHere } from '../../../wasm/src/starvation';
import { compile } from '../edit/compile';
import { pack } from '../edit/packed';
import { ranTexts } from '../edit/ran';
import { repairNamed, repairsByGrade } from './facts';
import { type Judged, judge, type Shown } from './judge';

/** What lies beside the program. */
export interface Built {
	/** a published text and its header */
	text(name: string): { text: string; header: string };
	/** a module, by its file */
	module(file: string): Uint8Array<ArrayBuffer>;
}

export const repairList = (): string[] =>
	repairsByGrade().map(({ name, title, task }) => `${name}: ${title}\n    ${task}`);

/** The task, and the text with the fault; null: there is none of that name. */
export async function repairTask(name: string): Promise<{ task: string; start: string } | null> {
	const repair = await repairNamed(name);
	return repair && { task: `${repair.title}. ${repair.task}`, start: repair.start };
}

export interface Verdict {
	solved: boolean;
	/** paragraphs */
	says: string[];
}

const numbered = (says: string, i: number): string => `${String(i + 1).padStart(4)}  ${says}`;

class Judging {
	private readonly core: Core;

	constructor(
		private readonly repair: RepairFacts,
		private readonly source: string,
		private readonly built: Built,
	) {
		this.core = new Core((lock) => built.module(`${lock}.wasm`));
	}

	private get lock() {
		return this.core.lock(this.repair.lock);
	}

	private compile = (source: string) => {
		const { lock, repair } = this;
		const procs = lock.procs.map((proc) => proc.name);
		const order = { lock: lock.name, number: lock.id, procs, name: repair.text, source, repair };
		return compile(order, async (name) => this.built.text(name));
	};

	async run(): Promise<Verdict> {
		await this.core.load(this.repair.lock);
		const { lock, repair, source, built } = this;
		const found = await judge(
			{
				compile: this.compile,
				explore: async (config, options, edit) => {
					const engine = await editedEngine(built.module(`${lock.name}-edit.wasm`), edit);
					return exploreHere({ family: () => engine }, config, options);
				},
				starvation: async (config, options, edit) => {
					const module = built.module(`${lock.name}-starvation.wasm`);
					return starvationHere(
						await editedEngine(module, edit, STARVATION_NAMES),
						config,
						options,
					);
				},
			},
			{ repair, lock, source },
		);
		return { solved: found.kind === 'solved', says: await this.said(found) };
	}

	private async said(found: Judged): Promise<string[]> {
		if (found.kind === 'cancelled') return [];
		if (found.kind === 'refused')
			return [`Not repaired. ${found.says}`, ...(found.shown ? await this.told(found.shown) : [])];
		const { checks, states, seconds, ran } = found;
		const unrun = ran.never > 0 ? ranTexts(ran, { whole: true, behind: false }).slice(0, 1) : [];
		const all = checks === 1 ? 'The check' : `All ${checks} checks`;
		const sum = `${states.toLocaleString('en')} states in ${seconds.toFixed(1)} s`;
		return [`Repaired. ${all} found nothing: ${sum}.`, ...unrun, this.repair.after];
	}

	/** The schedule, told by the text itself, and its address in the page. */
	private async told({ steps, endless }: Shown): Promise<string[]> {
		const { repair, source, lock, built } = this;
		const made = await this.compile(source);
		if ('problems' in made) return [];
		const packed = await pack(repair.name, repair.start, source);
		const said = { ...{ source, packed }, base: repair.start, repair: repair.name };
		const own = editedBy(made.edit, { ...said, lockName: lock.name, text: repair.text });
		const core = new Core(() => built.module(`${lock.name}-edit.wasm`), own);
		await core.load(lock.id);
		const rounds = endless ? ENDLESS : repair.rounds;
		const config = core.configOf(repair.scenario, { ...repair, rounds });
		const session = core.session(config);
		session.load(steps);
		const sentences = Array.from({ length: session.length }, (_, i) => session.narrate(i));
		const address = core.formatUrl(config, [...steps], 0, { own: packed });
		return [sentences.map(numbered).join('\n'), `#/${address}`];
	}
}

/** Null: there is no repair of that name. */
export async function judgeFile(
	name: string,
	source: string,
	built: Built,
): Promise<Verdict | null> {
	const repair = await repairNamed(name);
	return repair && new Judging(repair, source, built).run();
}
