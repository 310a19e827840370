/** A talk of the reader's own: which items, in which order, and its address. */
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { copy } from '../controls/clipboard';
import { CloseIcon, DownIcon, UpIcon } from '../controls/icons';
import { Sheet } from '../controls/Sheet';
import { leftOut } from '../export/left-out';
import { listed } from '../narration/phrases';
import { isItem } from '../store/listed';
import { useApp, useAppState } from '../store/react';
import type { Stop } from '../store/state';
import { talkOf } from '../store/state';
import { addressOf, talkHash } from './address';
import { stopFrom, stopOfText } from './course';
import { isNamed, itemHere, storyHere } from './here';
import { addressKey, type Item, MOST, titleFrom } from './items';
import { Minutes, Total, WouldTake } from './Lengths';
import { readMinutes, withMinutes } from './minutes';
import styles from './plan.module.css';
import { useLengths } from './useLengths';
import { usePlanned } from './usePlanned';

/** What is open may be added: the story, what is shown as it stands, and all of the talk that it was opened in. */
function Here({ core, planned }: { core: Core; planned: readonly string[] }) {
	const app = useApp();
	const name = useAppState(storyHere);
	const list = useAppState((s) => s.view.list);
	const inCourse = useAppState((s) => s.course?.stopIn(s) !== undefined);
	const told = (inCourse ? list : talkOf(list, name)).filter(
		(one) => isItem(one) || app.planned.isStory(one),
	);
	const missing = told.filter((one) => !planned.includes(one));
	const has = planned.includes(name);
	const what = told.some(isItem) ? 'items' : 'stories';
	return (
		<div className={styles.here}>
			{name !== '' && (
				<button
					type="button"
					className={`${buttons.button} ${has ? '' : buttons.primary}`}
					data-testid="plan-this"
					onClick={() => app.planned.toggle(name)}
				>
					{has ? 'Remove from my talk' : '+ Add to my talk'}: “{core.scenario(name)?.title}”
				</button>
			)}
			{name !== '' && !has && <WouldTake item={name} />}
			<AsItStands core={core} planned={planned} />
			{missing.length > 1 && (
				<button
					type="button"
					className={buttons.button}
					data-testid="plan-all"
					onClick={() => app.planned.add(...told)}
				>
					+ Add the {told.length} {what} of the talk in the address
				</button>
			)}
		</div>
	);
}

/** Of what is open that which is more than a story from its start; one item is the same text as long as it stays so. */
function useItemHere(title: string): Item | string | null {
	/* the state is another at each step, and so is the item; only what is written of it is drawn */
	const app = useApp();
	const text = useAppState((s) => {
		const item = itemHere(s, title);
		return typeof item === 'string' ? item : (item?.text ?? '');
	});
	return useMemo(() => (text === '' ? null : itemHere(app.state, title)), [app, text, title]);
}

function AsItStands({ core, planned }: { core: Core; planned: readonly string[] }) {
	const app = useApp();
	const [title, setTitle] = useState('');
	const item = useItemHere(title);
	if (!item) return null;
	if (typeof item === 'string')
		return <p data-testid="plan-item-none">What is open cannot be part of a talk: {item}</p>;
	const stop = stopFrom(core, item);
	const had = planned.find((text) => addressKey(text) === addressKey(item.text));
	if (isNamed(item))
		return <OwnMoment {...{ core, stop, had, title, setTitle }} key={addressKey(item.text)} />;
	const says =
		item.kind === 'story'
			? `it from step ${item.keys.get('at')} on`
			: `to my talk: “${stop.title}”`;
	return (
		<>
			<button
				type="button"
				className={`${buttons.button} ${had || item.kind === 'story' ? '' : buttons.primary}`}
				data-testid="plan-item"
				onClick={() => app.planned.toggle(had ?? item.text)}
			>
				{had ? `Remove from my talk: “${stop.title}”` : `+ Add ${says}`}
			</button>
			{!had && <WouldTake item={item.text} />}
		</>
	);
}

interface OwnMomentProps {
	core: Core;
	stop: Stop;
	/** as it is in the talk already */
	had: string | undefined;
	title: string;
	setTitle(title: string): void;
}

/** Steps of one's own, with a title that the room reads. */
function OwnMoment({ core, stop, had, title, setTitle }: OwnMomentProps) {
	const app = useApp();
	const id = useId();
	const isOther = had !== undefined && titleFrom(title) !== '' && stop.text !== had;
	const known = had === undefined ? undefined : stopOfText(core, had);
	const name = typeof known === 'object' ? known.title : '';
	const put = () => {
		if (had === undefined) app.planned.add(stop.text);
		else app.planned.replace(had, stop.text);
		setTitle('');
	};
	return (
		<form
			className={styles.own}
			onSubmit={(event) => {
				event.preventDefault();
				if (had === undefined || isOther) put();
			}}
		>
			<label htmlFor={id}>
				{had === undefined
					? 'This moment, by a title that the room reads:'
					: `This moment is in your talk as “${name}”. Another title:`}
			</label>
			<input
				id={id}
				type="text"
				value={title}
				maxLength={MOST.title}
				placeholder={had === undefined ? stop.title : name}
				autoComplete="off"
				data-testid="plan-title"
				onChange={(event) => setTitle(event.target.value)}
			/>
			{(had === undefined || isOther) && (
				<button
					type="submit"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="plan-item"
				>
					{had === undefined ? '+ Add this moment to my talk' : 'Change the title'}
				</button>
			)}
			{had !== undefined && (
				<button
					type="button"
					className={buttons.button}
					data-testid="plan-item-remove"
					onClick={() => app.planned.remove(had)}
				>
					Remove from my talk
				</button>
			)}
		</form>
	);
}

/** What was pressed, to be found again when the rows have changed places. */
interface Pressed {
	name: string;
	act: 'up' | 'down' | 'remove';
}

/** The focus stays with the story that was moved; behind one that was removed it goes to the next. */
function useFocusKept(planned: readonly string[]) {
	const rows = useRef<HTMLOListElement>(null);
	const pressed = useRef<Pressed | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the rows have changed
	useLayoutEffect(() => {
		const last = pressed.current;
		pressed.current = null;
		if (!last) return;
		const row = rows.current?.querySelector(`[data-story="${CSS.escape(last.name)}"]`);
		const button = (act: string) =>
			row?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`);
		const other = last.act === 'up' ? 'down' : 'up';
		(button(last.act) ?? button(other) ?? button('remove'))?.focus();
	}, [planned]);
	return {
		rows,
		press: (next: Pressed) => {
			pressed.current = next;
		},
	};
}

const ACTS = {
	up: { label: 'Earlier', Icon: UpIcon },
	down: { label: 'Later', Icon: DownIcon },
	remove: { label: 'Remove', Icon: CloseIcon },
};

interface RowButtonProps extends Pick<Pressed, 'act'> {
	/** of the story */
	title: string;
	disabled?: boolean;
	onPress(): void;
}

function RowButton({ act, title, disabled, onPress }: RowButtonProps) {
	const { label, Icon } = ACTS[act];
	return (
		<button
			type="button"
			className={buttons.round}
			data-act={act}
			aria-label={`${label}: ${title}`}
			title={label}
			disabled={disabled}
			onClick={onPress}
		>
			<Icon />
		</button>
	);
}

function Rows({ core, planned }: { core: Core; planned: readonly string[] }) {
	const app = useApp();
	const { rows, press } = useFocusKept(planned);
	const move = (name: string, by: 1 | -1) => {
		press({ name, act: by < 0 ? 'up' : 'down' });
		app.planned.move(name, by);
	};
	const lengths = useLengths(planned);
	const [own, setOwn] = useState(readMinutes);
	const items = planned.map(addressKey);
	const remove = (name: string, place: number) => {
		press({ name: planned[place + 1] ?? planned[place - 1] ?? '', act: 'remove' });
		app.planned.remove(name);
	};
	return (
		<>
			<ol className={styles.rows} ref={rows} data-testid="plan-list">
				{planned.map((name, place) => {
					const stop = stopOfText(core, name);
					const isBad = typeof stop === 'string';
					const title = isBad ? name.slice(0, MOST.shown) : stop.title;
					return (
						<li key={name} data-story={name} data-bad={isBad || undefined}>
							{isBad ? (
								<span>
									“{title}” cannot be shown: {stop}
								</span>
							) : (
								<a href={`#/${addressOf(name)}`}>{title}</a>
							)}
							{!isBad && (
								<Minutes
									title={title}
									length={lengths[name]}
									own={own[addressKey(name)] ?? 0}
									setOwn={(to) => setOwn(withMinutes(own, items, addressKey(name), to))}
								/>
							)}
							<RowButton
								act="up"
								title={title}
								disabled={place === 0}
								onPress={() => move(name, -1)}
							/>
							<RowButton
								act="down"
								title={title}
								disabled={place === planned.length - 1}
								onPress={() => move(name, 1)}
							/>
							<RowButton act="remove" title={title} onPress={() => remove(name, place)} />
						</li>
					);
				})}
			</ol>
			<Total items={planned} lengths={lengths} own={own} />
		</>
	);
}

function Ways({ planned, prominent }: { planned: readonly string[]; prominent: boolean }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const hash = talkHash(
		planned.filter((text) => core && typeof stopOfText(core, text) === 'object'),
	);
	const copyAddress = async () => {
		const done = await copy(new URL(hash, window.location.href).href);
		app.page.say(done ? 'The address of your talk is copied.' : 'The browser refused to copy.');
	};
	return (
		<p className={styles.ways}>
			<a
				className={`${buttons.button} ${prominent ? buttons.primary : ''}`}
				href={hash}
				data-testid="plan-start"
				onClick={() => app.page.closePanel()}
			>
				Start in presenter view
			</a>
			<button
				type="button"
				className={buttons.button}
				data-testid="plan-copy"
				onClick={() => void copyAddress()}
			>
				Copy its address
			</button>
		</p>
	);
}

/** What can be read of them. */
const stopsOf = (core: Core, planned: readonly string[]): Stop[] =>
	planned.map((text) => stopOfText(core, text)).filter((stop) => typeof stop !== 'string');

export function PlanPanel() {
	const core = useAppState((s) => s.core);
	const inGallery = useAppState((s) => s.route.kind === 'gallery');
	const planned = usePlanned();
	const app = useApp();
	const out = core ? leftOut(stopsOf(core, planned)) : [];
	useLayoutEffect(() => {
		if (!core) return;
		app.planned.titleOf = (text = '') => {
			const stop = stopOfText(core, text);
			return typeof stop === 'string' ? text.slice(0, MOST.shown) : stop.title;
		};
	}, [app, core]);
	if (!core) return null;
	return (
		<Sheet title="My talk" testid="plan-panel" low={inGallery}>
			<Here core={core} planned={planned} />
			{planned.length > 0 ? (
				<Rows core={core} planned={planned} />
			) : (
				<p>
					{inGallery ? 'No story yet.' : 'Nothing yet.'}{' '}
					{inGallery
						? 'Unfold a lock: each of its stories, and each two that it has side by side, has a button that adds it. A lesson, a level, a comparison or a recorded run is added where it is open, by “My talk” in the bar at its top.'
						: 'What is open is added here: a story, two side by side, a level, a lesson, a recorded run, or a moment of your own. In the gallery each story has a button while this panel is open.'}
				</p>
			)}
			<p className="muted">
				Kept in this browser; whoever has the address has the talk.{' '}
				<a href="#/docs/presenting">Before a room</a>: the clicker, a speaker’s notes, a file that
				needs no network.
				{out.length > 0 && (
					<span data-testid="plan-file-lacks">
						{' '}
						That file has stories that are told from their start, and leaves out {listed(out)}.
					</span>
				)}
			</p>
			{planned.length > 0 && (
				<div className={styles.foot}>
					<Ways planned={planned} prominent={inGallery} />
				</div>
			)}
		</Sheet>
	);
}
