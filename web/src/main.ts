/** Small, so that it runs early: asks for all that the address needs, at the same time. */
/* first, so that what a component says of itself comes after what holds for all */
import './styles/index.css';

import { FAMILIES } from '../../wasm/generated/families';
import type { CoreSource } from '../../wasm/src';
import { moduleUrl } from '../../wasm/src/module-url';
import { needsOf } from './app/ahead';

import {
	loadCompare,
	loadDocs,
	loadGallery,
	loadLearn,
	loadLessons,
	loadLevelList,
	loadNotes,
	loadStepper,
} from './app/load-views';
import { loadPresenter } from './stage/load';

const VIEWS = {
	gallery: loadGallery,
	stepper: loadStepper,
	compare: loadCompare,
	levels: loadLevelList,
	learn: loadLearn,
	docs: loadDocs,
	notes: loadNotes,
};

const { view, locks, lesson, presents } = needsOf(window.location.hash);
const ahead = new Map(locks.map((lock) => [lock, moduleAhead(lock)]));
const page = import('./page');
/* what does not come is asked for again by whoever needs it, and is complained of then */
void viewAhead().catch(() => {});

/**
 * What is asked for at one time shares the line, and comes at one time. The view is used last, so it is asked for when
 * the modules have come: then the page's script comes before it, and runs while it is on its way.
 */
async function viewAhead(): Promise<void> {
	await Promise.all(ahead.values());
	await Promise.all([VIEWS[view](), presents && loadPresenter()]);
}

/** The bytes; or what the server answered instead; or, where there was no answer, whom to ask again. */
async function moduleAhead(lock: string): Promise<CoreSource> {
	FAMILIES[lock]?.().catch(() => {});
	import('../../wasm/src/running').catch(() => {});
	const url = moduleUrl(lock);
	try {
		const response = await fetch(url);
		return response.ok ? await response.arrayBuffer() : response;
	} catch {
		return url;
	}
}

/** The module of a lesson's first figure, if nobody has asked for it yet. */
async function lessonAhead(slug: string): Promise<void> {
	const { loadLesson } = await loadLessons();
	const lock = (await loadLesson(slug))?.lock;
	if (lock && !ahead.has(lock)) ahead.set(lock, moduleAhead(lock));
}
if (lesson) void lessonAhead(lesson).catch(() => {});

void page.then(({ show }) => show(ahead));
