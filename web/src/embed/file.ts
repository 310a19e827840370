/** The page in a single file: one scenario, from a disk, without a network. */
import { addFaces } from './faces';
import { held, heldModule } from './held';
import { makeCore, mount } from './mount';

const { fragment, home } = held();
const core = makeCore(heldModule);
addFaces();
const place = document.createElement('main');
document.body.append(place);
const { app, look, open } = mount(place.attachShadow({ mode: 'open' }), core);
look({ controls: 'full', home, theme: 'auto' });
open(fragment);

/* it is all there is on the page: it has the keys at once */
place.shadowRoot?.querySelector<HTMLElement>('[data-lockstep]')?.focus();
app.store.subscribe(() => {
	const { core: known, doc } = app.state;
	const title = doc && known?.scenario(doc.config.scenario)?.title;
	if (title) document.title = `${title} · Lockstep`;
});
