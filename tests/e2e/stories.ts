/** The stories of each lock, and the way from one to the next as a reader goes: for tests that look at many of them. */
import type { Page } from '@playwright/test';
import { FAMILIES } from '../../wasm/generated/families';
import { INDEX } from '../../wasm/generated/index';
import { frames, storyFitted } from './support';

interface IndexedLock {
	name: string;
	scenarios: { name: string; title: string; sandbox?: boolean }[];
}

export const LOCKS = (INDEX as { locks: IndexedLock[] }).locks
	.map(({ name, scenarios }) => ({
		name,
		stories: scenarios.filter(({ sandbox }) => !sandbox),
	}))
	.filter(({ stories }) => stories.length > 0);

type Told = Record<
	string,
	{ story: readonly number[]; beats: readonly { at: number; decisive?: boolean }[] }
>;

/** Where a story of a lock has its decisive step; its end, if it has none. */
export async function decisiveIn(lock: string): Promise<(story: string) => number> {
	const facts = await FAMILIES[lock]?.();
	const told = facts?.REST as { stories: Told } | undefined;
	return (story) => {
		const { beats = [], story: steps = [] } = told?.stories[story] ?? {};
		return beats.find(({ decisive }) => decisive)?.at ?? steps.length;
	};
}

/** Within the page, as a reader goes: what was found of a story is kept there. */
export async function goTo(page: Page, address: string, title: string, at: number): Promise<void> {
	await page.evaluate(
		async ({ hash, title, step }) => {
			const position = () => document.querySelector('[data-testid="position"]')?.textContent ?? '';
			location.hash = hash;
			const patience = performance.now() + 20_000;
			/* another story may have as many steps */
			while (document.title !== title || !position().includes(step)) {
				if (performance.now() > patience)
					throw new Error(`${hash}: never there, at ${position()} of ${document.title}`);
				await new Promise(requestAnimationFrame);
			}
		},
		{ hash: `#/${address}`, title: `${title} · Lockstep`, step: `step ${at} ` },
	);
	await storyFitted(page);
	await frames(page, 4);
}
