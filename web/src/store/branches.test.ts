import { describe, expect, it } from 'vitest';
import { type Branch, commonPrefix, ghostsOf, keepBranch } from './branches';

const branch = (schedule: number[], origin = '') => ({ schedule, origin });

describe('branches', () => {
	it('keeps a recorded run, whatever contains it or comes after', () => {
		const recorded: Branch = { schedule: Uint8Array.of(0, 1), origin: 'recorded', stays: true };
		let branches: Branch[] = [recorded];
		branches = keepBranch(branches, branch([0, 1, 2]));
		expect(branches).toHaveLength(2);
		for (let i = 1; i < 30; i++) branches = keepBranch(branches, branch([i, 0]));
		expect(branches).toContain(recorded);
		expect(branches).toHaveLength(13);
		expect(
			ghostsOf(branches, Uint8Array.of(0, 2)).find((g) => g.branch === recorded),
		).toMatchObject({
			from: 1,
			label: 'recorded: 1 step from step 1',
		});
	});

	it('finds the common prefix', () => {
		expect(commonPrefix([0, 1, 2], [0, 1, 3])).toBe(2);
		expect(commonPrefix([], [1])).toBe(0);
		expect(commonPrefix([1, 2], [1, 2, 3])).toBe(2);
	});

	it('drops a branch that a longer one contains', () => {
		const kept = keepBranch([branch([0, 1])], branch([0, 1, 2]));
		expect(kept.map((b) => b.schedule)).toEqual([[0, 1, 2]]);
		expect(keepBranch(kept, branch([0]))).toEqual(kept);
	});

	it('shows only what differs from the present, and nothing of what it contains', () => {
		const branches = [branch([0, 1, 1, 0]), branch([0, 0])];
		const ghosts = ghostsOf(branches, [0, 0, 1]);
		expect(ghosts).toHaveLength(1);
		expect(ghosts[0]).toMatchObject({
			from: 1,
			actions: [1, 1, 0],
			label: 'your own: 3 steps from step 1',
		});
	});

	it('keeps the newest when there are too many', () => {
		let branches: Branch[] = [branch([0, 0, 0])];
		for (let i = 1; i < 20; i++) branches = keepBranch(branches, branch([i, 0]));
		expect(branches).toHaveLength(12);
		expect(branches.at(-1)?.schedule).toEqual([19, 0]);
	});
});
