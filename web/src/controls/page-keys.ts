/** The keys that look at the page, and not at the lock. */
import type { App } from '../store/app';
import { keySign } from '../store/key-sign';
import { sourceShown } from '../store/source';
import { loadTalk } from '../talk/load';
import type { Binding } from './binding';
import { copyLink } from './clipboard';

function focusElement(selector: string): void {
	document.querySelector<HTMLElement>(selector)?.focus();
}

/** On the first page it is there; elsewhere it comes in front of the page, whose moment stays. */
function search(app: App): void {
	if (app.state.route.kind === 'gallery') focusElement('#search');
	else if (app.state.route.kind !== 'notes') app.page.setPanel('search');
}

function editText(app: App): void {
	const edit = document.querySelector<HTMLElement>('[data-testid="edit-text"]');
	const { view, doc } = app.state;
	if (edit) edit.click();
	else if (doc?.level) void import('../levels/editor').then((m) => m.editOfLevel(app));
	else if (doc?.recording)
		app.page.say('A recorded run has its text fixed: it was recorded of the page’s own.');
	else if (view.presenter && view.stage === 'picture')
		app.page.say(`The text is edited where the code is: ${keySign('P')} shows it.`);
	else app.page.say('Here is no text that can be edited.');
}

function toggleFullScreen(): void {
	const done = document.fullscreenElement
		? document.exitFullscreen?.()
		: document.documentElement.requestFullscreen?.();
	done?.catch(() => {});
}

export const PAGE_KEYS: readonly Binding[] = [
	{
		keys: ['s'],
		shown: 's',
		does: 'set up: threads, faults, budgets',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.setPanel('setup'),
	},
	{
		keys: ['y'],
		shown: 'y',
		does: 'why we say so: the finding, whose text, the searches, how to repeat them',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.setPanel('evidence'),
	},
	{
		keys: ['l'],
		shown: 'l',
		does: 'copy the link to this moment',
		group: 'Page',
		needs: 'nothing',
		run: (app) => void copyLink(app),
	},
	{
		keys: ['d'],
		shown: 'd',
		does: 'export: text, table, picture, trace',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.setPanel('export'),
	},
	{
		keys: ['t'],
		shown: 't',
		does: 'theme: automatic, light, dark',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.nextTheme(),
	},
	{
		keys: ['k'],
		shown: 'k',
		does: 'the lock’s text as dialect or plain C',
		group: 'Page',
		needs: 'stepper',
		run: (app) =>
			app.page.setView({ source: sourceShown(app.state) === 'kernel' ? 'dialect' : 'kernel' }),
	},
	{
		keys: ['h'],
		shown: 'h',
		does: 'hide or show the author’s notes; while they have a window of their own, on the slide too',
		group: 'Page',
		needs: 'stepper',
		run: (app) => {
			/* the room may want to read what the speaker has in another window */
			const { apart, notesHere, view } = app.state;
			if (apart && view.presenter && view.notes) app.store.set({ notesHere: !notesHere });
			else app.page.setView({ notes: !view.notes });
		},
	},
	{
		keys: ['E'],
		shown: 'E',
		does: 'edit the text of the lock, where it is shown',
		group: 'Page',
		needs: 'stepper',
		run: editText,
	},
	{
		keys: ['v'],
		shown: 'v',
		does: 'cache lines: who has which, and whom a step disturbs',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.turnLines(),
	},
	{
		keys: ['V'],
		shown: 'V',
		does: 'the comparison that the story stands in, side by side; there V leads back, and n shows 2, 4 and 8 threads',
		group: 'Page',
		needs: 'stepper',
		run: (app) => void import('../gallery/beside').then((m) => m.openBeside(app)),
	},
	{
		keys: ['+', '='],
		shown: '+',
		does: 'larger text',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.changeTextSize(1),
	},
	{
		keys: ['-'],
		shown: '−',
		does: 'smaller text',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.changeTextSize(-1),
	},
	{
		keys: ['p'],
		shown: 'p',
		does: 'presenter: large and plain',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.setView({ presenter: !app.state.view.presenter }),
	},
	{
		keys: ['P'],
		shown: 'P',
		does: 'presenter: the picture, or the code',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.nextStage(),
	},
	{
		keys: ['L'],
		shown: 'L',
		does: 'before a room: what the signs of the lanes mean, large',
		group: 'Page',
		needs: 'moment',
		run: (app) => app.page.turnLegend(),
	},
	{
		keys: ['S'],
		shown: 'S',
		does: 'a speaker’s notes into a window of their own, and back',
		group: 'Page',
		needs: 'moment',
		run: (app) => void loadTalk().then((talk) => talk.toggleNotes(app)),
	},
	{
		keys: ['u'],
		shown: 'u',
		does: 'a ring on the part under the pointer, as Shift with a click',
		group: 'Page',
		needs: 'stepper',
		run: (app) => app.page.askForRing('here'),
	},
	{
		keys: ['<', '>'],
		shown: '<  >',
		does: 'the ring to the part before, to the next',
		group: 'Page',
		needs: 'stepper',
		run: (app, key) => app.page.askForRing(key === '>' ? 'next' : 'previous'),
	},
	{
		keys: ['q'],
		shown: 'q',
		does: 'a QR code of this moment',
		group: 'Page',
		needs: 'moment',
		inBlack: true,
		run: (app) => app.page.setPanel('qr'),
	},
	{
		keys: ['f'],
		shown: 'f',
		does: 'full screen',
		group: 'Page',
		needs: 'nothing',
		run: toggleFullScreen,
	},
	{
		keys: ['b'],
		shown: 'b',
		does: 'black screen',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.toggleBlackout(),
	},
	{
		keys: ['/'],
		shown: '/',
		does: 'search the stories',
		group: 'Page',
		needs: 'nothing',
		run: search,
	},
	{
		keys: ['O'],
		shown: 'O',
		does: 'open a trace: a recorded run, from a file',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.recorded.use((r) => r.choose()),
	},
	{
		keys: ['?'],
		shown: '?',
		does: 'this help',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.page.setPanel('help'),
	},
	{
		keys: ['Escape'],
		shown: 'Esc',
		does: 'close, stop, back to the story; before a room, twice: leave presenter view',
		group: 'Page',
		needs: 'nothing',
		run: (app) => app.escape(),
	},
];
