import { expect, it } from 'vitest';
import { thread } from '../fake';
import { stateText } from './status';

it('a thread that is off its CPU has turned preemption off only when it is back', () => {
	const off = { preemptOff: 1, inKernel: false };
	expect(stateText(thread(1, off))).toBe('on its CPU, preemption off');
	expect(stateText(thread(1, { ...off, status: 'preempted', onCpu: false }))).toBe('preempted');
});
