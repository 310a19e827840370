/** A lesson in a single file: its text, its figures and its questions, from a disk, without a network. */
import '../styles/index.css';

import { createRoot } from 'react-dom/client';
import { Core, exploreHere } from '../../../wasm/src';
import { bindMedia } from '../app/media';
import { viewFromHash } from '../app/route';
import { Site } from '../app/site';
import { useLook } from '../app/useLook';
import { Lesson } from '../lessons/Lesson';
import learn from '../lessons/learn.module.css';
import type { Lesson as LessonData } from '../lessons/types';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { held, heldModule } from './held';

function Page({ lesson, home }: { lesson: LessonData; home: string }) {
	useLook();
	return (
		<Site value={home || null}>
			<div className={learn.learn}>
				<main>
					<Lesson lesson={lesson} />
				</main>
			</div>
		</Site>
	);
}

const { fragment, lesson, home } = held();
if (!lesson) throw new Error('this file holds no lesson');
const core = new Core(heldModule);
/* a Worker would need a script of its own */
const app = new App((config, options) => exploreHere(core, config, options));
bindMedia(app);
app.store.set({ core, view: { ...app.state.view, ...viewFromHash(`#/${fragment}`) } });
document.title = `${lesson.title} · Lockstep`;
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
	<AppContext value={app}>
		<Page lesson={lesson} home={home} />
	</AppContext>,
);
