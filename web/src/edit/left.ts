/** Where the reader was before an edited text was run, so that the way back leads there: for this visit. */
const KEY = 'lockstep.left';

function all(): Record<string, unknown> {
	try {
		const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
		return kept !== null && typeof kept === 'object' ? { ...kept } : {};
	} catch {
		return {};
	}
}

/** `packed`: the text that is to be run now, in the place of what the address shows. */
export function leaveFor(packed: string): void {
	const { hash } = window.location;
	/* from one edited text to another: the published one is behind the first */
	const own = /[?&]own=([^&]*)/.exec(hash)?.[1];
	const left = own === undefined ? hash : all()[decodeURIComponent(own)];
	try {
		sessionStorage.setItem(KEY, JSON.stringify({ ...all(), [packed]: left }));
	} catch {
		/* then the way back leads to the start of the set-up */
	}
}

/** The address of the published text that was left for this one, if this visit has. */
export function leftFor(packed: string): string | undefined {
	const left = all()[packed];
	return typeof left === 'string' && left.startsWith('#/') ? left : undefined;
}
