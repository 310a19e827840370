import type { Option } from '../../../wasm/src';

/** Of the steps that can be taken and go on, the one whose thread is next in turn after `last`, a TID; 0: T1 is next. */
export function nextInTurn(
	options: readonly Option[],
	last: number,
	threads: number,
	goes: (option: Option) => boolean,
): Option | undefined {
	const turn = ({ tid }: Option) => (tid - last - 1 + threads) % threads;
	const [next] = options
		.filter((option) => option.result === 'moved' && goes(option))
		.sort((a, b) => turn(a) - turn(b));
	return next;
}
