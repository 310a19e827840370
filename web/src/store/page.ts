/** What is around the moment: how the page looks, which panel is open, what it has to say. */
import type { Desk } from './desk';
import { withLinesTurned } from './lines';
import { clampPart, type Part } from './split';
import { clampTextSize, type Ring, type State, type Theme, type View } from './state';

const NEXT_THEME: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };

export class PageSettings {
	constructor(private readonly desk: Desk) {}

	setView(change: Partial<View>): void {
		const { desk } = this;
		desk.store.set({ view: { ...desk.state.view, ...change } });
		desk.address.onLanding('replace');
	}

	/** 0 puts it back. */
	setSplit(part: Part, percent: number): void {
		const { split } = this.desk.state.view;
		const share = percent > 0 ? clampPart(part, percent) : 0;
		if (share !== split[part]) this.setView({ split: { ...split, [part]: share } });
	}

	/** Into presenter view; from there, to its other preset. */
	nextStage(): void {
		const { presenter, stage } = this.desk.state.view;
		if (!presenter) this.setView({ presenter: true });
		else this.setView({ stage: stage === 'code' ? 'picture' : 'code' });
	}

	nextTheme(): void {
		const theme = NEXT_THEME[this.desk.state.view.theme];
		this.setView({ theme });
		this.say(`Theme: ${theme === 'auto' ? 'as the system has it' : theme}.`);
	}

	changeTextSize(by: number): void {
		this.setView({ textSize: clampTextSize(this.desk.state.view.textSize + by) });
	}

	turnLines(): void {
		this.desk.store.set(withLinesTurned(this.desk.state));
		this.desk.address.onLanding('replace');
	}

	/** Before a room only: elsewhere the legend stands with the lanes. */
	turnLegend(): void {
		const { legend, view } = this.desk.state;
		if (view.presenter) this.desk.store.set({ legend: !legend });
		else this.desk.say('What the signs mean stands above the lanes.');
	}

	/** Opens a panel, or closes it if it is the one that is open. */
	setPanel(panel: State['panel']): void {
		const { store, state } = this.desk;
		store.set({ panel: state.panel === panel ? 'none' : panel });
	}

	/** Opens the editor of a text. */
	edit(text: string): void {
		this.desk.store.set({ panel: 'edit', editing: text });
	}

	closePanel(): void {
		this.desk.store.set({ panel: 'none' });
	}

	setRing(ring: Ring | null): void {
		if (ring || this.desk.state.ring) this.desk.store.set({ ring, ringMap: null });
	}

	/** The same again takes it away. */
	toggleRing(ring: Ring): void {
		this.setRing(this.desk.state.ring?.id === ring.id ? null : ring);
	}

	askForRing(ringAsked: State['ringAsked']): void {
		this.desk.store.set({ ringAsked });
	}

	toggleBlackout(): void {
		const { desk } = this;
		desk.motor.stop();
		desk.store.set({ blackout: !desk.state.blackout });
	}

	dismissNotices(): void {
		this.desk.store.set({ notices: [] });
	}

	say(toast: string): void {
		this.desk.say(toast);
	}
}
