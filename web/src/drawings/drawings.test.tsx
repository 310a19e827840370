import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core, ProcFacts, Session } from '../../../wasm/src';
import { history, MCS, machine, step, TAIL } from './fake';
import { Lanes } from './Lanes';
import { QueueView } from './QueueView';
import { rememberedOf } from './remembered';
import { Locals } from './source/Locals';
import { Struck, Was } from './Value';
import { WordView } from './WordView';

const core = { facts: { locks: [MCS], envKinds: [] } } as unknown as Core;
const swap = (tid: number, old: number) => step(tid, 'xchg', { word: TAIL, old, new: tid });
const failed = step(1, 'cas', { word: TAIL, old: 2, new: 2, arg: 1, ok: false, wordName: 'tail' });
const records = [swap(1, 0), swap(2, 1), failed];
const state = machine(
	2,
	[
		[0, 1],
		[0, 0],
	],
	[
		{ tid: 1, ready: true, linked: true, next: 0, number: 0 },
		{ tid: 2, ready: false, linked: false, next: 0, number: 0 },
	],
);

/** With that in its tail. */
const machineWith = (value: number) => ({
	...state,
	words: state.words.map((word) => (word.id === TAIL ? { ...word, value } : word)),
});

function moment(at: number) {
	const states = Array.from({ length: 2 * (records.length + 1) }, () => 32);
	const session = {
		...history(records, states),
		length: records.length,
		cursor: at,
		options: () => [],
		judge: () => ({ verdict: 'OK', what: '' }),
		narrate: (i: number) => `sentence ${i + 1}`,
	} as unknown as Session;
	const before = at > 0 ? (records[at - 1] ?? null) : null;
	return { core, session, at, machine: state, before, reducedMotion: true, onSeek: vi.fn() };
}

beforeEach(() => {
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 200));
});
afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

describe('WordView', () => {
	it('shows a failed compare-and-swap as one, and leads to the last write', () => {
		const props = moment(3);
		const { container } = render(<WordView {...props} />);
		expect(container.textContent).toContain('failed: expected T1, found T2');
		expect(container.querySelector('del')?.textContent).toBe('T1');
		fireEvent.click(screen.getByRole('button'));
		expect(props.onSeek).toHaveBeenCalledWith(2);
	});

	it('leads nowhere where nobody says where to', () => {
		const { container } = render(<WordView {...moment(3)} onSeek={undefined} />);
		expect(container.querySelector('button')).toBeNull();
		expect(container.textContent).toContain('failed: expected T1, found T2');
	});

	it('strikes out one value, that before the run, where an earlier step of it wrote the word', () => {
		const before = { ...swap(2, 1), wordName: 'tail' };
		const struck = (earlier: number) => {
			const { container, unmount } = render(
				<WordView
					{...moment(2)}
					{...{ before }}
					earlier={machineWith(earlier)}
					machine={machineWith(2)}
				/>,
			);
			const all = [...container.querySelectorAll('del')];
			const said = all.map(
				(e) => e.querySelector('svg')?.getAttribute('aria-label') ?? e.textContent,
			);
			unmount();
			return said;
		};
		expect(struck(0)).toHaveLength(1);
		expect(struck(1)).toEqual(['T1', 'T1']);
	});

	it('shows what the word was before the step that changed it', () => {
		const { container } = render(<WordView {...moment(2)} />);
		expect(container.querySelector('del svg')?.getAttribute('aria-label')).toBe('T1');
	});
});

describe('a negative value that is struck through', () => {
	it.each([
		['beside the present one', <Was key="was" meaning={{ as: 'text', text: '-1' }} size={18} />],
		['in the line of the access', <Struck key="struck" text="-1" />],
	])('keeps its sign apart from the line %s', (_where, shown) => {
		const { container } = render(shown);
		const struck = container.querySelector('del[data-signed]');
		expect(struck?.textContent).toBe('-1');
		const digits = [...(struck?.querySelectorAll('span') ?? [])].at(-1);
		expect(digits?.textContent).toBe('1');
	});

	it('and a value without a sign is struck whole', () => {
		const { container } = render(<Was meaning={{ as: 'text', text: '1' }} size={18} />);
		expect(container.querySelector('del')?.outerHTML).not.toContain('data-signed');
	});
});

describe('QueueView', () => {
	it('says in words that a link is not written yet', () => {
		render(<QueueView {...moment(2)} />);
		const drawing = screen.getByRole('img', { name: /^Queue from its head/ });
		expect(drawing.getAttribute('aria-label')).toBe(
			'Queue from its head: T1, its turn; T2, not yet linked: next of T1 is not written. tail names T2.',
		);
	});

	it('shows of the queues and words those that are asked for', () => {
		const { container } = render(<QueueView {...moment(2)} words={['no such word']} />);
		expect(screen.queryByRole('img')).toBeNull();
		expect(container.textContent).toBe('');
	});

	it('says that it is empty', () => {
		const props = { ...moment(0), machine: machine(0, [[0, 0]]) };
		const { container } = render(<QueueView {...props} />);
		expect(container.textContent).toContain('empty: tail is NULL');
	});
});

/** Any lock that deals numbers, in words of their own: nothing in the drawing knows it. */
describe('QueueView of numbers', () => {
	const facts = (name: string) => ({ name, kind: 'count', fields: [], meaning: '' });
	const spec = { kind: 'ticket', title: 'tickets', next: 'next', serving: 'serving', with: 0 };
	const lock = {
		...MCS,
		memory: [
			{ name: 'lock', base: 0, size: 2, count: 1, words: [facts('next'), facts('serving')] },
		],
		queues: [spec],
	};
	const words = [9, 7].map((value, id) => {
		const name = ['next', 'serving'][id] ?? '';
		return { id, name, value, facts: facts(name), list: [] };
	});
	const place = (tid: number, number: number) => ({
		tid,
		ready: number === 7,
		linked: true,
		next: 0,
		number,
	});
	const numbers = { ...state, words, nodes: [], queues: [[place(2, 7), place(1, 8)]] };
	const props = () => ({
		...moment(0),
		core: { facts: { locks: [lock], envKinds: [] } } as unknown as Core,
		machine: numbers as unknown as typeof state,
	});

	it('says who has which, and which are next', () => {
		render(<QueueView {...props()} />);
		expect(screen.getByRole('img', { name: /^Numbers/ }).getAttribute('aria-label')).toBe(
			'Numbers: serving 7 is served, next 9 is the next to deal. 7: T2, holds; 8: T1, waits.',
		);
	});

	it('leads from either word to its last write, and shows neither a second time', () => {
		const { container } = render(<QueueView {...props()} />);
		expect(screen.getAllByRole('button').map((b) => b.textContent)).toEqual(['next', 'serving']);
		expect(container.querySelector('dl')).toBeNull();
	});
});

describe('Locals', () => {
	const procs = [
		{ name: 'mspin_lock', text: 'mcs' },
		{ name: 'mutex_lock', text: 'mutex' },
	] as ProcFacts[];
	const caller = { proc: 1, line: 55, object: 0, locals: [] };
	const frame = (value: number | null) => ({
		proc: 0,
		line: 9,
		object: 0,
		locals: [
			{ name: 'prev', value },
			{ name: 'n', value: 0 },
		],
	});
	const onShow = vi.fn();
	const nameOf = (proc: string) => proc;
	const shown = (value: number | null, depth = 1) => (
		<Locals tid={2} frames={[caller, frame(value)]} {...{ depth, procs, nameOf, onShow }} />
	);

	it('are named with what they hold', () => {
		render(shown(1));
		expect(screen.getByRole('region', { name: 'Locals of T2 in mspin_lock' })).toBeTruthy();
		expect(screen.getByTestId('locals').textContent).toBe('prev1n0');
	});

	it('are in a procedure that is called as the text in view calls it', () => {
		const named = { depth: 1, procs, nameOf: (proc: string) => `__${proc}`, onShow };
		render(<Locals tid={2} frames={[caller, frame(1)]} {...named} />);
		expect(screen.getByRole('region', { name: 'Locals of T2 in __mspin_lock' })).toBeTruthy();
		expect(screen.getAllByRole('button')[1]?.textContent).toBe('__mutex_lock');
	});

	it('are a dash, and said to be one, when nobody reads them any more', () => {
		render(shown(null));
		expect(screen.getByTestId('locals').textContent).toBe('prev–, not read any moren0');
	});

	it('stand behind the call and its callers, each of which leads to its line', () => {
		render(shown(1));
		const calls = screen.getAllByRole('button');
		expect(calls.map((call) => call.textContent)).toEqual(['mspin_lock', 'mutex_lock']);
		expect(calls.map((call) => call.getAttribute('aria-current'))).toEqual(['step', null]);
		expect(calls[1]?.title).toBe('mutex_lock, line 55 of mutex.c');
		fireEvent.click(calls[1] as HTMLElement);
		expect(onShow).toHaveBeenCalledWith(0);
	});

	it('are those of the caller that is looked at', () => {
		render(shown(1, 0));
		expect(screen.getByRole('region', { name: 'Locals of T2 in mutex_lock' })).toBeTruthy();
		expect(screen.queryByTestId('locals')).toBeNull();
	});

	it('hold back what they are while a question is open', () => {
		const frames = [caller, frame(1)];
		render(<Locals tid={2} {...{ frames, depth: 1, procs, nameOf, onShow }} asked />);
		expect(screen.getByTestId('locals').textContent).toBe('prev?n?');
	});

	it('are none of a thread that is in no call', () => {
		const { container } = render(
			<Locals tid={2} frames={[]} depth={-1} {...{ procs, nameOf, onShow }} />,
		);
		expect(container.textContent).toBe('');
	});
});

describe('what threads remember of a word', () => {
	const facts = state.words[0]?.facts;
	const call = (...values: number[]) => ({
		proc: 0,
		line: 9,
		object: 0,
		locals: values.map((value, i) => ({ name: `v${i}`, value, facts, of: facts?.name })),
	});
	const word = state.words[0]?.value ?? 0;
	const held = {
		...state,
		threads: state.threads.map((t) => ({
			...t,
			frames: t.tid === 1 ? [call(word), call(2 - word, word)] : [],
		})),
	};

	it('is one value of each word, that of the inner call, and whether the word has another by now', () => {
		expect(rememberedOf(held)).toEqual([
			expect.objectContaining({ tid: 1, of: facts?.name, stale: word !== 2 - word }),
		]);
	});

	it('stands beside the word, and not while a question is open', () => {
		const props = { ...moment(0), machine: held };
		const { container, rerender } = render(<WordView {...props} remembered />);
		expect(container.querySelector('[data-remembered]')?.textContent).toContain('remembers tail =');
		rerender(<WordView {...props} remembered={false} />);
		/* it keeps its room, so that nothing moves at the answer */
		expect(container.querySelector('[data-hidden] > [data-remembered]')).not.toBeNull();
		rerender(<WordView {...props} />);
		expect(container.querySelector('[data-remembered]')).toBeNull();
	});

	it('is not remembered where the caller expects it', () => {
		const asked = call(word);
		const [first] = asked.locals;
		const frames = [{ ...asked, locals: first ? [{ ...first, expected: true as const }] : [] }];
		const machine = {
			...state,
			threads: state.threads.map((t) => ({ ...t, frames: t.tid === 1 ? frames : [] })),
		};
		const { container } = render(<WordView {...moment(0)} machine={machine} remembered />);
		const line = container.querySelector('[data-remembered]')?.textContent;
		expect(line).toContain('expects tail =');
		expect(line).not.toContain('remembers');
	});
});

describe('Lanes', () => {
	const lanes = (at: number) => {
		const props = { ...moment(at), ghosts: [], onTakeGhost: vi.fn() };
		render(<Lanes {...props} />);
		return props;
	};

	it('is a slider over the steps', () => {
		lanes(2);
		const slider = screen.getByRole('slider');
		expect(slider.getAttribute('aria-valuenow')).toBe('2');
		expect(slider.getAttribute('aria-valuemax')).toBe('3');
		expect(slider.getAttribute('aria-valuetext')).toBe('step 2 of 3: sentence 2');
	});

	it('moves by its own keys and leaves the page’s keys to the page', () => {
		const { onSeek } = lanes(2);
		const slider = screen.getByRole('slider');
		fireEvent.keyDown(slider, { key: 'ArrowUp' });
		fireEvent.keyDown(slider, { key: 'ArrowDown' });
		fireEvent.keyDown(slider, { key: 'ArrowRight' });
		expect(onSeek.mock.calls).toEqual([[3], [1]]);
	});

	it('follows the pointer', () => {
		const { onSeek } = lanes(0);
		const surface = screen.getByRole('slider').parentElement as HTMLElement;
		surface.setPointerCapture = vi.fn();
		fireEvent.pointerDown(surface, { button: 0, clientX: 790, pointerId: 1 });
		expect(onSeek).toHaveBeenLastCalledWith(3);
	});

	it('offers the futures that were left', () => {
		const onTakeGhost = vi.fn();
		const ghosts = [{ from: 1, actions: [0, 1], label: '2 steps from step 1' }];
		render(<Lanes {...moment(3)} ghosts={ghosts} onTakeGhost={onTakeGhost} />);
		fireEvent.click(screen.getByRole('button', { name: '2 steps from step 1' }));
		expect(onTakeGhost).toHaveBeenCalledWith(0);
	});
});
