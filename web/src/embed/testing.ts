/** For tests: messages that are near the documented form and never in it. */

type Pick = <T>(random: () => number, list: readonly T[]) => T;

const TYPES = ['go', 'step', 'next', 'back', 'state'];
const KEYS = ['step', 'beat', 'address', 'answer', 'thread', 'by'];
const ODD = [
	...[-1, 0.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY, '', '1', 'javascript:alert(1)'],
	...['<img src=x onerror=alert(1)>', null, undefined, [], [1], {}, true, { step: 1 }],
	...['__proto__', 'constructor', 'top.location="https://example.invalid/"'],
];

/** Each has a fault that cannot be missed: a wrong version, an unknown type, a key too many, an odd value. */
export function hostileMessage(random: () => number, pick: Pick): unknown {
	const odd = () => pick(random, ODD);
	const rest = { [pick(random, KEYS)]: odd(), [pick(random, KEYS)]: odd() };
	const stranger = { [`x${Math.floor(random() * 1000)}`]: odd() };
	switch (Math.floor(random() * 5)) {
		case 0:
			return odd();
		case 1:
			return { lockstep: pick(random, [0, 2, '1', null, true, [1]]), type: 'next', ...rest };
		case 2:
			return { lockstep: 1, type: pick(random, [...ODD, 'eval', 'navigate', 'GO']), ...rest };
		case 3:
			return { lockstep: 1, type: pick(random, TYPES), ...rest, ...stranger };
		default:
			return {
				lockstep: 1,
				type: pick(random, ['go', 'step']),
				step: odd(),
				thread: odd(),
				by: 'step',
			};
	}
}

const SCHEMES = ['javascript:', 'https://', '//', 'data:text/html,', 'file:///', 'blob:', '\\\\'];
const PLACES = ['example.invalid/', 'alert(1)', '<script>top.location="x"</script>', '..', 'docs'];
const NAMES = ['__proto__', 'constructor', 'level/', 'trace/../x', 'toString', 'mcs-queu', '%00'];
/** Right in all but this: a text of the sender's comes with them, damaged or whole. */
const TEXTS = ['x', 'H4sIAAAAAAAA', '%FF', 'alert(1)', '__proto__'];
const TAILS = [
	'',
	'?at=1',
	'?s=%FF%FE',
	'?at=-1&at=2',
	'#/mcs-queue',
	'?list=__proto__',
	' ',
	'\0',
];

/** A message in its right form, with an address that names nothing here. */
export function hostileAddress(random: () => number, pick: Pick): object {
	if (random() < 0.2)
		return { lockstep: 1, type: 'go', address: `mcs-queue?at=3&own=${pick(random, TEXTS)}` };
	const start = random() < 0.5 ? pick(random, SCHEMES) + pick(random, PLACES) : pick(random, NAMES);
	return { lockstep: 1, type: 'go', address: start + pick(random, TAILS) };
}
