/** Two stories at one place: a number that both follow, each to its own end. */
import type { Desk } from './desk';
import { storyLength } from './stories';

export class Comparison {
	constructor(private readonly desk: Desk) {}

	/** the step that both stand at; null where no two stories are open */
	get at(): number | null {
		const { route } = this.desk.state;
		return route.kind === 'compare' ? route.at : null;
	}

	/** of the longer story */
	get length(): number {
		const { core, route } = this.desk.state;
		if (!core || route.kind !== 'compare') return 0;
		return Math.max(storyLength(core, route.left), storyLength(core, route.right));
	}

	to(at: number): void {
		const { route } = this.desk.state;
		if (route.kind !== 'compare') return;
		const target = Math.max(0, Math.min(this.length, at));
		this.desk.store.set({ route: { ...route, at: target } });
		this.desk.address.onLanding('replace');
	}
}
