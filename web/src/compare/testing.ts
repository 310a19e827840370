/** What the tests of the comparison begin with. */
import type { Core, Session } from '../../../wasm/src';
import type { CompareRoute } from '../store/state';
import { played } from './workload';

/** Two stories side by side, from their starts. */
export const routeOfPair = (
	left: string,
	right: string,
	more: Partial<CompareRoute> = {},
): CompareRoute => ({
	kind: 'compare',
	left,
	right,
	at: [0, 0],
	by: 'story',
	threads: 0,
	rounds: 0,
	own: '',
	...more,
});

/** What plays on the side of that name, to its end. */
export function sessionOn(core: Core, of: CompareRoute, name: string): Session {
	const { config, schedule } = played(core, of, name);
	const session = core.session(config);
	session.load(schedule);
	return session;
}
