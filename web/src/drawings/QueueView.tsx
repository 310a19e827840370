/** Who waits where: the lock's own queues, as they stand in its memory, and its other words. */
import type { Core, LockFacts, MachineView } from '../../../wasm/src';
import { sharedWords } from '../../../wasm/src/words';
import { Prose } from '../glossary/Prose';
import { Badge } from './Badge';
import { usePointed } from './pointed';
import type { QueueViewProps } from './props';
import { bucketPicture, bucketsIn } from './queue/bucketPicture';
import { ChainKey } from './queue/ChainKey';
import { chainIn, chainPicture } from './queue/chainPicture';
import { withCutOff } from './queue/cut-off';
import { handsPicture } from './queue/handsPicture';
import { LinkKey } from './queue/LinkKey';
import { leastWidth, listPicture, type Waiter } from './queue/listPicture';
import { lookersAt } from './queue/lookers';
import { FEW, isShown, LONG, OtherWords, wordRows } from './queue/OtherWords';
import {
	flagsIn,
	mcsQueue,
	nodeWordsOf,
	nothing,
	ownerOf,
	type QueueSpec,
	queuesIn,
	shortly,
	wordsOfQueue,
} from './queue/order';
import { mcsPicture, measuresWith, type Written } from './queue/picture';
import { QueueDrawing } from './queue/QueueDrawing';
import styles from './queue/queue.module.css';
import { ticketPicture, ticketsIn, wroteIn } from './queue/ticketPicture';
import { wasOf } from './since';
import { optionsOf } from './source/carets';
import { rolesIn } from './threads/roles';
import { statusOf } from './threads/status';
import { useCalm } from './useCalm';
import { useSize } from './useSize';
import { ToWriter, Was } from './Value';
import { type Meaning, wordMeaning } from './value';
import { lastWrite } from './word/access';

/* As in the style sheet: the room that a title takes, and the widths below which it stands above. */
const TITLE = 112;
const STACKED = 480; /* a drawing that needs the width */
const NARROW = 320; /* any */
/* Drawings that need the width. */
const BROAD: ReadonlySet<QueueSpec['kind']> = new Set(['mcs', 'clh', 'ticket', 'buckets', 'chain']);

/** The owner is the lock word itself: that stands above, with all its fields. */
const isLockWord = (lock: LockFacts, spec: QueueSpec) =>
	spec.kind === 'owner' && spec.word === sharedWords(lock)[0]?.facts.name;

/** It hangs on the lock word alone, which stands above with its name. */
const isOfLockWord = (lock: LockFacts, spec: QueueSpec) =>
	namesFor(spec).join() === sharedWords(lock)[0]?.facts.name;

/** The drawing, and what stands in its place while the queue is empty, say the name of its one word. */
const hasNameWithin = (spec: QueueSpec) =>
	(spec.kind === 'mcs' || spec.kind === 'clh') && wordsOfQueue(spec).join() === spec.tail;

/** It hangs on no one word: before a room, which sees no kind beside it, its title would be empty. */
const isWithoutName = (spec: QueueSpec) => wordsOfQueue(spec).length === 0;

/** All threads at once would stand in it whole beside its title: then that needs no line of its own, at any moment. */
const hasRoomBeside = (spec: QueueSpec, { machine, scale = 1 }: QueueViewProps, width: number) => {
	const most = machine.threads.length;
	return (
		spec.kind === 'mcs' && !measuresWith({ width: (width - TITLE) / scale, most }, most).compact
	);
};

/** A queue or a word of the lock is not among those. */
export function hiddenBy(core: Core, machine: MachineView, words: readonly string[]): boolean {
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	if (!lock) return false;
	const { variant } = machine;
	const queues = queuesIn(lock, variant).filter((q) => !isLockWord(lock, q));
	return (
		wordRows(lock, variant) > wordRows(lock, variant, words) ||
		queues.some((q) => !namesFor(q).some((name) => isShown(name, words)))
	);
}

export function QueueView(props: QueueViewProps) {
	const { core, machine, at, reducedMotion, words } = props;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const calm = useCalm(at) && !reducedMotion;
	const [ref, width] = useSize<HTMLDivElement>();
	if (!lock) return null;
	const isUnnamed = (q: QueueSpec) =>
		q.kind === 'chain' ||
		(props.brief === true && (isOfLockWord(lock, q) || hasNameWithin(q) || isWithoutName(q)));
	/* beside its title even boxes of two lines would be cut */
	const isBelow = (q: QueueSpec) =>
		q.kind === 'list' &&
		width > 0 &&
		leastWidth(waitersIn(machine, lock, q.list)) > (width - TITLE) / (props.scale ?? 1);
	const isBeside = (q: QueueSpec) => props.brief === true && hasRoomBeside(q, props, width);
	const queues = queuesIn(lock, machine.variant)
		.filter((q) => !isLockWord(lock, q))
		.filter((q) => namesFor(q).some((name) => isShown(name, words)));
	return (
		<section
			className={styles.view}
			data-calm={calm || undefined}
			data-asked={props.remembered === false || undefined}
			aria-label={`Queues and words${props.of ? ` of ${props.of}` : ''}`}
		>
			<div
				className={
					props.plain || queues.some(({ kind }) => kind === 'chain')
						? styles.halves
						: halves(wordRows(lock, machine.variant, words))
				}
			>
				<div ref={ref} className={styles.queues}>
					{queues.map((spec) => (
						<div
							key={spec.title}
							data-row={spec.title}
							data-of-lock-word={isOfLockWord(lock, spec) || undefined}
							data-drawn-name={spec.kind === 'mcs' || undefined}
							data-beside={isBeside(spec) || undefined}
							data-below={isBelow(spec) || undefined}
							data-owner={spec.kind === 'owner' || undefined}
							data-one={spec.kind === 'owner' || spec.kind === 'list' || undefined}
							className={BROAD.has(spec.kind) ? `${styles.queue} ${styles.broad}` : styles.queue}
						>
							{!isUnnamed(spec) && <Title {...props} spec={spec} />}
							<div className={styles.body}>
								<Queue
									{...{ ...props, lock, spec, width, calm }}
									title={isUnnamed(spec) || isBelow(spec) ? 0 : TITLE}
									named={isUnnamed(spec)}
									beside={isBeside(spec)}
								/>
							</div>
						</div>
					))}
				</div>
				{!props.plain && <OtherWords {...props} lock={lock} />}
			</div>
		</section>
	);
}

/** The words that bring a queue into a figure; of buckets the name of the array does. */
const namesFor = (q: QueueSpec): string[] => (q.kind === 'buckets' ? [q.array] : wordsOfQueue(q));

/** The other words stand below the queues, or beside them when they are many. */
function halves(words: number): string {
	const place = words > LONG ? styles.wide : words > FEW ? styles.beside : '';
	return `${styles.halves} ${place}`;
}

/** What it is, and the words it hangs on: press one to see who wrote it. */
function Title({ spec, session, machine, at, onSeek }: QueueViewProps & { spec: QueueSpec }) {
	const names = wordsOfQueue(spec);
	const pointed = usePointed();
	const toWriter = (id: number | undefined) => {
		const moment = id === undefined ? null : lastWrite(session, id, at);
		if (moment !== null) onSeek?.(moment);
	};
	return (
		<div className={styles.title} data-of-letters>
			{names.map((name) => {
				const id = machine.words.find((w) => w.facts.name === name)?.id;
				return (
					<ToWriter
						key={name}
						word={id}
						pointed={pointed.has(name)}
						onClick={onSeek && (() => toWriter(id))}
					>
						{name}
					</ToWriter>
				);
			})}
			{!names.includes(spec.title.replace(' ', '_')) && (
				<span data-kind>{spec.kind === 'buckets' ? <Prose>{spec.title}</Prose> : spec.title}</span>
			)}
		</div>
	);
}

interface QueueProps extends QueueViewProps {
	lock: LockFacts;
	spec: QueueSpec;
	/** of the queues, in units */
	width: number;
	/** the room that its title takes */
	title: number;
	/** it has none: its name stands in the drawing */
	named: boolean;
	/** that stands beside it, however narrow they are together */
	beside: boolean;
	calm: boolean;
}

function Queue(props: QueueProps) {
	const { lock, spec, machine, at, calm } = props;
	const { scale = 1, title, beside, named } = props;
	const under = (most: number) =>
		(props.width < most && !beside ? props.width : props.width - title) / scale;
	const broad = under(STACKED * scale);
	/* there is height */
	const most = props.brief ? machine.threads.length : undefined;
	const drawn = { at, calm, scale };
	const pointed = usePointed();
	switch (spec.kind) {
		case 'mcs': {
			const spins = spinning(props);
			const read = mcsQueue(lock, machine, spec);
			const queue = withCutOff(read, spec, props.session, at, machine, spins);
			if (queue.nodes.length === 0)
				return (
					<Empty emptied={emptiedBy(props, spec.tail)} pointed={named && pointed.has(spec.tail)}>
						{queue.tail === 0 ? `empty: ${shortly(spec.tail)} is ${nothing(spec.tail)}` : 'empty'}
					</Empty>
				);
			const around = {
				width: broad,
				most,
				spinning: spins,
				preempted: preemptedIn(machine),
				written: writtenBy(props),
				pointed,
				named,
			};
			const picture = mcsPicture(queue, spec, around);
			return (
				<>
					<QueueDrawing picture={picture} {...drawn} />
					{props.keyed && <LinkKey edges={picture.edges} spec={spec} />}
				</>
			);
		}
		case 'clh': {
			const places = machine.queues[lock.queues.indexOf(spec)] ?? [];
			if (places.length === 0)
				return (
					<Empty pointed={named && pointed.has(spec.tail)}>
						empty: nobody has brought the node of {spec.tail}
					</Empty>
				);
			const around = {
				width: broad,
				most,
				spinning: new Set(spun(props).map((o) => o.tid)),
				preempted: preemptedIn(machine),
				marked: props,
				pointed,
				named,
			};
			return <QueueDrawing picture={handsPicture(machine, spec, places, around)} {...drawn} />;
		}
		case 'list': {
			const waiters = waitersIn(machine, lock, spec.list);
			if (waiters.length === 0)
				return <Empty emptied={emptiedBy(props, spec.list)}>empty: nobody waits here</Empty>;
			return <QueueDrawing picture={listPicture(spec.list, waiters, under(NARROW))} {...drawn} />;
		}
		case 'buckets': {
			const places = machine.queues[lock.queues.indexOf(spec)] ?? [];
			const buckets = bucketsIn(machine, spec, places, props, pointed);
			return <QueueDrawing picture={bucketPicture(buckets, broad)} {...drawn} />;
		}
		case 'chain': {
			const chain = chainIn(machine, spec, (word) => wasOf(word, props) !== null);
			const around = { pointed, threads: machine.threads, low: !props.brief };
			const picture = chainPicture(chain, spec, around);
			/* it has one form: where that is too wide it is drawn smaller, and never cut */
			const fits = broad > 0 ? Math.min(1, broad / picture.width) : 1;
			return (
				<>
					<QueueDrawing picture={picture} {...drawn} scale={scale * fits} />
					{props.keyed && <ChainKey spec={spec} />}
				</>
			);
		}
		case 'owner':
			return <Owner {...props} word={spec.word} emptied={emptiedBy(props, spec.word)} />;
		case 'ticket': {
			const tickets = ticketsIn(machine, spec, machine.queues[lock.queues.indexOf(spec)] ?? []);
			if (!tickets) return null;
			const around = {
				width: broad,
				spinning: new Set(spun(props).map((o) => o.tid)),
				preempted: preemptedIn(machine),
				wrote: wroteIn(machine, spec, props),
			};
			return <QueueDrawing picture={ticketPicture(tickets, spec, around)} {...drawn} />;
		}
	}
}

const preemptedIn = ({ threads }: MachineView): Set<number> =>
	new Set(threads.filter(({ status }) => status === 'preempted').map(({ tid }) => tid));

/** The words of nodes that are marked as changed. */
const writtenBy = (props: QueueViewProps): Written[] =>
	props.machine.nodes.flatMap(({ tid, words }) =>
		words
			.filter((word) => wasOf(word, props) !== null)
			.map(({ facts }) => ({ tid, word: facts.name })),
	);

/** Steps that would be a look and see nothing new. */
function spun({ session, machine, at, options }: QueueViewProps) {
	return (options ?? optionsOf(session, machine, at)).filter(
		(o) => o.env === '' && o.result === 'spun',
	);
}

/** Threads whose next look would be at a word of their own node, which is of no other queue, and see nothing new. */
function spinning(props: QueueProps): Set<number> {
	const others = props.lock.queues.filter((q) => q !== props.spec).flatMap(nodeWordsOf);
	const own = (tid: number) =>
		(props.machine.nodes.find((n) => n.tid === tid)?.words ?? []).filter(
			({ facts }) => !others.includes(facts.name),
		);
	return new Set(
		spun(props)
			.filter((o) => own(o.tid).some((w) => w.id === o.preview.word))
			.map((o) => o.tid),
	);
}

/** That the last step emptied a word, and what was there if one value says it. */
interface Emptied {
	was: Meaning | null;
}

function emptiedBy(props: QueueProps, name: string): Emptied | null {
	const { machine } = props;
	const word = machine.words.find((w) => w.facts.name === name);
	const was = word && wasOf(word, props);
	if (!was) return null;
	const isList = word.facts.kind === 'list';
	return { was: isList ? null : wordMeaning(was.value, word.facts, machine.threads.length) };
}

interface EmptyProps {
	emptied?: Emptied | null;
	/** the author of the story points at the word, whose name stands here alone */
	pointed?: boolean;
	children: React.ReactNode;
}

/** Marked as every word that was just written is, for it has no other place where that would be seen. */
function Empty({ emptied, pointed = false, children }: EmptyProps) {
	const look = { className: styles.empty, 'data-pointed': pointed || undefined };
	if (!emptied) return <p {...look}>{children}</p>;
	return (
		<p {...look} data-emptied>
			<span className={styles.emptied}>
				{children}
				{emptied.was && <Was meaning={emptied.was} size={16} />}
			</span>
		</p>
	);
}

/** A role is worth a word only where there are two. */
function waitersIn(machine: MachineView, lock: LockFacts, list: string): Waiter[] {
	const roles = rolesIn(machine, lock);
	const tids = machine.words.find((w) => w.facts.name === list)?.list ?? [];
	return tids.map((tid) => {
		const thread = machine.threads.find((t) => t.tid === tid);
		return {
			tid,
			role: thread ? (roles[thread.tid - 1] ?? '') : '',
			state: thread ? statusOf(thread).text : '',
			quiet: thread?.status === 'asleep' && thread.state !== 'RUNNING',
			late: thread?.threshold === 'passed',
		};
	});
}

interface OwnerProps extends QueueViewProps {
	word: string;
	emptied: Emptied | null;
}

function Owner({ session, at, machine, options, word, emptied }: OwnerProps) {
	const view = machine.words.find((w) => w.facts.name === word);
	const tid = view ? ownerOf(view) : 0;
	const thread = machine.threads.find((t) => t.tid === tid);
	const flags = view ? flagsIn(view).join(', ') : '';
	if (!view) return null;
	const lookers = lookersAt(session, at, machine, { word: view.id, names: tid }, options);
	if (tid === 0 && flags === '')
		return (
			<>
				<Empty emptied={emptied}>nobody</Empty>
				<Lookers tids={lookers} />
			</>
		);
	return (
		<p className={styles.owner}>
			{thread && <Badge tid={tid} size={22} />}
			{thread ? ` ${statusOf(thread).text}` : tid > 0 && `T${tid}, which is gone`}
			{flags && <code className={styles.flags}> {flags}</code>}
			<Lookers tids={lookers} />
		</p>
	);
}

/** Who spins for what this word says. */
function Lookers({ tids }: { tids: readonly number[] }) {
	if (tids.length === 0) return null;
	return (
		<span className={styles.lookers} data-testid="lookers">
			← <span className={styles.look}>watched by</span>
			{tids.map((tid) => (
				<Badge key={tid} tid={tid} size={22} />
			))}
		</span>
	);
}
