/**
 * An array of buckets, in the terms of picture.ts: a row each, with its lock, how many it counts as waiting if it does, and
 * the chain of those who wait, each with the word that it waits for. Further words of a bucket stand before its lock.
 * Where a bucket would take more than a line and nothing is in it, it is folded.
 */
import type { MachineView, PlaceView, WordFacts } from '../../../../wasm/src';
import { wordText } from '../../../../wasm/src/format';
import { type Marked, wasOf } from '../since';
import { isDrawn, type QueueSpec } from './order';
import type { CellPicture, Label, NodePicture, PointerPicture, QueuePicture } from './picture';

type BucketSpec = Extract<QueueSpec, { kind: 'buckets' }>;

interface BucketWaiter {
	tid: number;
	/** the word that it waits for */
	key: string;
	/** asleep, and nobody has woken it */
	quiet: boolean;
	/** the author of the story points at its key */
	pointed: boolean;
}

interface BucketWord {
	value: number;
	text: string;
	changed: boolean;
	pointed: boolean;
}

interface Bucket {
	name: string;
	/** the thread that has the lock, or 0 */
	holder: number;
	/** further words, as the lock names them */
	more: readonly BucketWord[];
	lock: BucketWord;
	count?: BucketWord;
	chain: readonly BucketWaiter[];
	listPointed: boolean;
}

const at = (machine: MachineView, name: string) => machine.words.find((w) => w.name === name);

/** The buckets as they stand in the machine; places: who stands where, as C reads it. */
export function bucketsIn(
	machine: MachineView,
	spec: BucketSpec,
	places: readonly PlaceView[],
	marked: Marked,
	pointed: ReadonlySet<string>,
): Bucket[] {
	const buckets: Bucket[] = [];
	for (let i = spec.first; at(machine, `${spec.array}[${i}].${spec.list}`); i++) {
		if (!isDrawn(i, spec)) break;
		const name = `${spec.array}[${i}]`;
		const word = (member: string): BucketWord => {
			const found = at(machine, `${name}.${member}`);
			const value = found?.value ?? 0;
			return {
				value,
				text: found ? `${member} ${shortText(found.facts, value)}` : '',
				changed: found !== undefined && wasOf(found, marked) !== null,
				pointed: pointed.has(`${name}.${member}`),
			};
		};
		const lock = word(spec.lock);
		const count = spec.count ? word(spec.count) : undefined;
		buckets.push({
			name,
			holder: lock.value,
			more: spec.more
				.split(', ')
				.filter((name) => name !== '')
				.map(word),
			lock: { ...lock, text: `${spec.lock} ${lock.value ? `T${lock.value}` : 'free'}` },
			...(count && { count: { ...count, text: `${spec.count} ${count.value}` } }),
			chain: places
				.filter(({ number }) => number === i)
				.map(({ tid }) => waiter(machine, spec, tid, pointed)),
			listPointed: pointed.has(`${name}.${spec.list}`),
		});
	}
	return buckets;
}

/** An address is named by its word alone. */
const shortText = (facts: WordFacts, value: number): string =>
	wordText(facts, value).replace('&', '');

function waiter(
	machine: MachineView,
	spec: BucketSpec,
	tid: number,
	pointed: ReadonlySet<string>,
): BucketWaiter {
	const words = machine.nodes.find((n) => n.tid === tid)?.words ?? [];
	const key = words.find((w) => w.facts.name === spec.key);
	const thread = machine.threads.find((t) => t.tid === tid);
	return {
		tid,
		key: key ? shortText(key.facts, key.value) : '',
		quiet: thread?.status === 'asleep' && thread.state !== 'RUNNING',
		pointed: pointed.has(`T${tid}.${spec.key}`),
	};
}

const MOST_CELLS = 16; /* of a bucket */
const LETTER = 7.8; /* units a letter of the monospaced face takes */
const CELL_HEIGHT = 26;
const NODE_HEIGHT = 30;
const GAP = 18;
const BETWEEN = 8; /* two cells of a bucket */
const BETWEEN_LINES = 8;
const BETWEEN_BUCKETS = 14;
const FOLDED_BY = 8; /* a folded one is lower by */
const PAD = 8;
const EDGE = 4; /* beyond what stands furthest right */
const TEXT = 34; /* where the words begin, behind the badge */

const roomFor = (text: string): number => Math.round(text.length * LETTER) + 2 * PAD;

/** Where a thing goes that is so wide: on this line, or on the next, which begins further in. */
class Lines {
	x: number;
	y: number;
	right = 0;

	constructor(
		private readonly left: number,
		top: number,
		private readonly width: number,
	) {
		this.x = left;
		this.y = top;
	}

	place(wide: number, gap: number): { x: number; y: number } {
		if (this.x > this.left && this.x + gap + wide > this.width) {
			this.x = this.left;
			this.y += NODE_HEIGHT + BETWEEN_LINES;
		}
		const x = this.x + (this.x > this.left ? gap : 0);
		this.x = x + wide;
		this.right = Math.max(this.right, this.x);
		return { x, y: this.y };
	}
}

/** Nobody has it, nobody waits in it, and nobody speaks of it. */
const isIdle = ({ chain, holder, more, lock, count, listPointed }: Bucket): boolean =>
	chain.length === 0 &&
	holder === 0 &&
	!listPointed &&
	[...more, lock, ...(count ? [count] : [])].every(
		(w) => w.value === 0 && !w.changed && !w.pointed,
	);

/** In place of its words, where these do not fit into a line: the longest that does. */
const FOLDED = ['free, nobody waits', 'free, empty'];

function foldedText(bucket: Bucket, room: number): string | undefined {
	const words = [...bucket.more, bucket.lock, ...(bucket.count ? [bucket.count] : [])];
	const needed = words.reduce((sum, { text }) => sum + roomFor(text) + BETWEEN, -BETWEEN);
	if (needed <= room || !isIdle(bucket)) return undefined;
	return FOLDED.find((text) => roomFor(text) <= room) ?? FOLDED.at(-1);
}

export function bucketPicture(buckets: readonly Bucket[], room: number): QueuePicture {
	const width = room - EDGE;
	const cells: CellPicture[] = [];
	const nodes: NodePicture[] = [];
	const edges: QueuePicture['edges'] = [];
	const pointers: PointerPicture[] = [];
	const left = Math.max(0, ...buckets.map(({ name }) => name.length)) * LETTER + 18;
	let top = 4;
	let right = 0;
	for (const [i, bucket] of buckets.entries()) {
		const folded = foldedText(bucket, width - left);
		if (folded !== undefined) top -= FOLDED_BY / 2;
		const lines = new Lines(left, top, width);
		pointers.push({
			name: bucket.name,
			from: 'left',
			x: left,
			y: top + NODE_HEIGHT / 2,
			points: true,
		});
		const cell = (n: number, word: BucketWord, look: CellPicture['look']) => {
			const place = lines.place(roomFor(word.text), BETWEEN);
			cells.push({ ...cellAt(place, word), number: MOST_CELLS * i + n, look });
		};
		if (folded !== undefined) cell(2, { ...NOTHING, text: folded }, 'skipped');
		else {
			for (const [n, word] of bucket.more.entries()) cell(n + 3, word, 'dealt');
			cell(0, bucket.lock, bucket.holder ? 'served' : 'dealt');
			if (bucket.count) cell(1, bucket.count, 'dealt');
		}
		for (const waiter of bucket.chain) {
			const wide = TEXT + roomFor(waiter.key) - PAD;
			const { x, y } = lines.place(wide, GAP);
			/* at the begin of a line it comes from the room under the name */
			edges.push({
				...{ tid: waiter.tid, from: x - GAP, to: x },
				...{ y: y + NODE_HEIGHT / 2, written: true, label: '' },
			});
			nodes.push(nodeOf(waiter, x, y, wide, bucket.listPointed));
		}
		const words = wordsOf(bucket);
		if (words.length > 1) cell(2, { ...NOTHING, text: `${words.length} words` }, 'skipped');
		right = Math.max(right, lines.right);
		top = lines.y + NODE_HEIGHT + BETWEEN_BUCKETS;
		if (folded !== undefined) top -= FOLDED_BY / 2;
	}
	return {
		width: right + EDGE,
		height: top - BETWEEN_BUCKETS + 4,
		scale: 1,
		cells,
		nodes,
		edges,
		pointers,
		described: `Buckets. ${buckets.map(inWords).join(' ')}`,
	};
}

function cellAt({ x, y }: { x: number; y: number }, { text, changed, pointed }: BucketWord) {
	return {
		...{ text, changed, pointed, x },
		y: y + (NODE_HEIGHT - CELL_HEIGHT) / 2,
		width: roomFor(text),
		height: CELL_HEIGHT,
	};
}

const NOTHING = { value: 0, changed: false, pointed: false };

const wordsOf = ({ chain }: Bucket): string[] => [...new Set(chain.map(({ key }) => key))];

function nodeOf(
	waiter: BucketWaiter,
	x: number,
	y: number,
	width: number,
	listPointed: boolean,
): NodePicture {
	const label: Label = {
		key: 'key',
		x: TEXT,
		y: NODE_HEIGHT / 2,
		name: '',
		value: waiter.key,
		look: 'word',
		changed: false,
		pointed: waiter.pointed || listPointed,
	};
	return {
		tid: waiter.tid,
		x,
		y,
		width,
		height: NODE_HEIGHT,
		ready: false,
		changed: false,
		badge: { x: 17, y: NODE_HEIGHT / 2, size: 22, quiet: waiter.quiet },
		labels: [label],
	};
}

function inWords(bucket: Bucket): string {
	const { name, more, lock, count, chain } = bucket;
	const head = `${name}: ${[...more, lock, ...(count ? [count] : [])].map(({ text }) => text).join(', ')}`;
	if (chain.length === 0) return `${head}; nobody in its chain.`;
	const waits = chain.map(({ tid, key }) => `T${tid} waits for ${key}`).join(', ');
	const words = wordsOf(bucket);
	const met = words.length > 1 ? `: ${words.length} words share this bucket` : '';
	return `${head}; ${waits}${met}.`;
}
