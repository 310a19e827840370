import { expect, it, vi } from 'vitest';
import { createFrameGate } from './frame-gate';

function frames() {
	const asked: (() => void)[] = [];
	const gate = createFrameGate((callback) => asked.push(callback));
	const frame = () => {
		for (const callback of asked.splice(0)) callback();
	};
	return { gate, frame };
}

it('runs the first job at once and drops what comes in the same frame', () => {
	const { gate, frame } = frames();
	const job = vi.fn();
	for (let i = 0; i < 10; i++) gate.drop(job);
	expect(job).toHaveBeenCalledTimes(1);
	frame();
	gate.drop(job);
	expect(job).toHaveBeenCalledTimes(2);
});

it('keeps only the newest job for the next frame', () => {
	const { gate, frame } = frames();
	const seen: number[] = [];
	for (let i = 0; i < 10; i++) gate.latest(() => seen.push(i));
	expect(seen).toEqual([0]);
	frame();
	expect(seen).toEqual([0, 9]);
	frame();
	frame();
	expect(seen).toEqual([0, 9]);
});
