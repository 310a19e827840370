/** Pan, zoom and the window of the overview, on a schedule that does not fit. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Core, Session } from '../../../../wasm/src';
import { history, MCS, machine, step, TAIL } from '../fake';
import { Lanes } from '../Lanes';

const STEPS = 400;
/* a thread that holds the lock, as a byte of lane states */
const HELD = 8;
const core = { facts: { locks: [MCS], procs: [], envKinds: [] } } as unknown as Core;
const records = Array.from({ length: STEPS }, () =>
	step(1, 'xchg', { word: TAIL, old: 0, new: 1 }),
);
const session = {
	...history(records, new Array<number>(2 * (STEPS + 1)).fill(32)),
	length: STEPS,
	judge: () => ({ verdict: 'OK', what: '' }),
	narrate: (i: number) => `sentence ${i + 1}`,
} as unknown as Session;
const state = machine(1, [
	[0, 1],
	[0, 0],
]);

const onSeek = vi.fn();
const lanes = (at: number, of = session, toldTo?: number) => (
	<Lanes
		core={core}
		session={of}
		at={at}
		machine={state}
		before={null}
		reducedMotion
		ghosts={[]}
		onTakeGhost={vi.fn()}
		onSeek={onSeek}
		toldTo={toldTo}
	/>
);

it('a row for what comes from outside stands where something may, and the legend has the frame of a note', () => {
	const has = (name: string) => screen.queryAllByText(name).length > 0;
	const view = render(lanes(3));
	expect([has('outside') || has('outs.'), screen.queryByTestId('legend-pointed')]).toEqual([
		true,
		null,
	]);
	const { props } = lanes(3);
	view.rerender(<Lanes {...props} alone beats={[{ at: 2, look: 'tail' }]} />);
	expect(has('outside') || has('outs.')).toBe(false);
	expect(screen.getByTestId('legend-pointed').textContent).toContain('noted word');
	expect(document.body.textContent).not.toMatch(/\benv\b/);
});

const ticks = () => screen.getAllByTestId('tick').map((t) => Number(t.textContent));
const selection = () => document.querySelector('.selection') as SVGElement;
const stretch = () => ['x', 'width'].map((name) => Number(selection().getAttribute(name)));

/** What hears the pointer comes after the picture. */
async function drawn(ui: ReactElement) {
	const view = render(ui);
	await act(() => Promise.all([import('./LaneZoom'), import('./WindowBrush')]));
	return view;
}

function turn(init: WheelEventInit) {
	const ground = screen.getByTestId('lanes-ground');
	const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...init });
	/* which a wheel of this DOM has not */
	const { ctrlKey = false, shiftKey = false } = init;
	for (const [name, value] of Object.entries({ ctrlKey, shiftKey, clientX: 400, clientY: 50 }))
		Object.defineProperty(event, name, { value });
	act(() => {
		ground.dispatchEvent(event);
	});
	return event;
}

function drag(element: Element, from: number, to: number) {
	const at = (clientX: number) => ({ clientX, clientY: 50, button: 0, view: window });
	fireEvent.mouseDown(element, at(from));
	fireEvent.mouseMove(window, at((from + to) / 2));
	fireEvent.mouseMove(window, at(to));
	fireEvent.mouseUp(window, at(to));
}

beforeEach(() => {
	onSeek.mockClear();
	/* this DOM has points, but no matrices to turn them by */
	Object.assign(SVGSVGElement.prototype, { createSVGPoint: undefined });
	Object.assign(SVGElement.prototype, { clientLeft: 0, clientTop: 0 });
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 970, 200));
});
afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

it('zooms with Ctrl and the wheel: fewer columns, other numbers, a smaller window', async () => {
	await drawn(lanes(0));
	const before = { ticks: ticks(), width: stretch()[1] as number };
	expect(turn({ ctrlKey: true, deltaY: -200 }).defaultPrevented).toBe(true);
	expect(ticks().at(-1)).toBeLessThan(before.ticks.at(-1) as number);
	expect(stretch()[1]).toBeLessThan(before.width);
	expect(onSeek).not.toHaveBeenCalled();
});

it('leaves the wheel alone to the page, and pans with Shift', async () => {
	await drawn(lanes(0));
	const before = ticks();
	expect(turn({ deltaY: 300 }).defaultPrevented).toBe(false);
	expect(ticks()).toEqual(before);
	expect(turn({ deltaY: 300, shiftKey: true }).defaultPrevented).toBe(true);
	expect(ticks()[0]).toBe((before[0] as number) + 20);
	expect(turn({ deltaY: -900, ctrlKey: true }).defaultPrevented).toBe(true);
});

it('never lets the browser zoom the page instead, not at the limit either', async () => {
	await drawn(lanes(0));
	for (let i = 0; i < 12; i++)
		expect(turn({ ctrlKey: true, deltaY: -200 }).defaultPrevented).toBe(true);
	const shown = ticks();
	expect((shown.at(-1) as number) - (shown[0] as number)).toBeLessThanOrEqual(15);
	await new Promise((later) => setTimeout(later, 200)); /* d3-zoom takes it for a new turn */
	expect(turn({ ctrlKey: true, deltaY: -200 }).defaultPrevented).toBe(true);
});

it('pans by dragging the lanes, and goes where they are pressed', async () => {
	await drawn(lanes(200));
	const before = ticks();
	const ground = screen.getByTestId('lanes-ground');
	drag(ground, 500, 200);
	/* at the left the handle lies on one of them */
	expect(ticks().at(-1)).toBe((before.at(-1) as number) + 20);
	expect(onSeek).not.toHaveBeenCalled();
	await new Promise((later) => setTimeout(later)); /* the click that ends a drag is no click */
	fireEvent.click(ground, { clientX: 400, clientY: 50 });
	expect(onSeek).toHaveBeenCalledTimes(1);
});

it('moves by the window of the overview, and zooms by its ends', async () => {
	await drawn(lanes(0));
	const [x, width] = stretch() as [number, number];
	drag(selection(), x + 20, x + 270);
	expect(stretch()[0]).toBeCloseTo(x + 250, 0);
	expect(ticks()[0]).toBeGreaterThan(100);
	const [moved] = stretch() as [number];
	drag(document.querySelector('.handle--e') as Element, 600, 600 - width / 2);
	expect(stretch()[0]).toBeCloseTo(moved, 0);
	expect(stretch()[1]).toBeCloseTo(width / 2, -1);
	expect(onSeek).not.toHaveBeenCalled();
});

it('keeps the zoom and follows the cursor when it moves, until another document is opened', async () => {
	const { rerender } = await drawn(lanes(0));
	const own = stretch()[1] as number;
	turn({ ctrlKey: true, deltaY: -200 });
	const zoomed = stretch()[1] as number;
	rerender(lanes(300));
	expect(stretch()[1]).toBeCloseTo(zoomed, 0);
	const shown = ticks();
	expect(shown[0]).toBeLessThanOrEqual(300);
	expect(shown.at(-1)).toBeGreaterThanOrEqual(290);
	/* its own number stands on the handle */
	expect(shown).not.toContain(300);
	expect(screen.getByTestId('handle-step').textContent).toBe('300');
	rerender(lanes(300, { ...session } as Session));
	expect(stretch()[1]).toBeCloseTo(own, 0);
});

it('zooms by z and Shift+Z on the slider, and back by a double click', async () => {
	await drawn(lanes(10));
	const own = stretch()[1] as number;
	const slider = screen.getByRole('slider');
	fireEvent.keyDown(slider, { key: 'z' });
	expect(stretch()[1]).toBeLessThan(own);
	fireEvent.keyDown(slider, { key: 'Z', shiftKey: true });
	fireEvent.keyDown(slider, { key: 'Z', shiftKey: true });
	expect(stretch()[1]).toBeGreaterThan(own);
	fireEvent.dblClick(screen.getByTestId('lanes-ground'));
	expect(stretch()[1]).toBeCloseTo(own, 0);
});

it('draws nothing of a negative size in a pane that has no room', async () => {
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 8));
	await drawn(lanes(20));
	const sizes = [...document.querySelectorAll('rect')].flatMap((rect) =>
		['width', 'height'].map((name) => Number(rect.getAttribute(name) ?? 0)),
	);
	expect(sizes.length).toBeGreaterThan(4);
	expect(sizes.filter((size) => size < 0)).toEqual([]);
});

it('covers what lies behind a question that is still to be asked, and that alone', async () => {
	const view = await drawn(lanes(10));
	expect(screen.queryByTestId('cover')).toBeNull();
	const left = (id: string) => Number(screen.getByTestId(id).getAttribute('x'));
	const section = () => document.querySelector('[aria-label="Lanes"]');
	view.rerender(lanes(10, session, 15));
	expect(left('cover')).toBeGreaterThan(left('future'));
	expect(section()?.hasAttribute('data-untold')).toBe(false);
	expect(screen.getByTestId('lanes-legend').textContent).toContain('What comes after step 15');
	view.rerender(lanes(15, session, 15));
	expect(left('cover')).toBeCloseTo(left('future'), 5);
	expect(section()?.hasAttribute('data-untold')).toBe(true);
});

it('the overview, too, draws nothing of what lies behind a question', async () => {
	const held = { ...session, laneStates: () => new Uint8Array(2 * (STEPS + 1)).fill(HELD) };
	const end = () =>
		Math.max(
			...[...document.querySelectorAll('[class*="overviewRun"]')].flatMap((path) =>
				(path.getAttribute('d')?.match(/[\d.]+(?=,)/g) ?? []).map(Number),
			),
		);
	const view = await drawn(lanes(10, held as unknown as Session));
	const whole = end();
	view.rerender(lanes(10, held as unknown as Session, STEPS / 2));
	expect(end()).toBeLessThan(whole * 0.6);
	expect(end()).toBeGreaterThan(whole * 0.4);
});

it('the arrow of the last step is whole over what covers the steps to come', async () => {
	const sent = step(1, 'store', { word: TAIL, old: 0, new: 1, sign: 'handoff', target: 2 });
	const view = await drawn(lanes(15, session, 15));
	expect(screen.queryByTestId('last-arrow')).toBeNull();
	const shown = lanes(15, session, 15);
	view.rerender(<Lanes {...shown.props} before={sent} />);
	const arrow = screen.getByTestId('last-arrow');
	expect(arrow.querySelectorAll('path').length).toBeGreaterThan(1);
	expect(arrow.compareDocumentPosition(screen.getByTestId('cover'))).toBe(
		Node.DOCUMENT_POSITION_PRECEDING,
	);
});

it('a run to this moment is marked on the lanes of those who took its steps', async () => {
	const view = await drawn(lanes(15));
	expect(screen.queryByTestId('run-mark')).toBeNull();
	view.rerender(<Lanes {...lanes(15).props} ran={10} />);
	expect(screen.getByTestId('run-mark').querySelectorAll('rect')).toHaveLength(1);
	view.rerender(<Lanes {...lanes(15).props} ran={15} />);
	expect(screen.queryByTestId('run-mark')).toBeNull();
});
