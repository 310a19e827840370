/** The queues as they stand where they have the most to show, out of sight: before a room the picture has that height from the start. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Session } from '../../../wasm/src';
import { QueueView } from '../drawings';
import type { QueueViewProps } from '../drawings/props';

/** The moment with the most threads in queues and lists. */
function fullestMoment(session: Session): number {
	let [most, best] = [-1, 0];
	for (let at = 0; at <= session.length; at++) {
		const { queues, words } = session.machine(at);
		const sum = (lengths: number[]) => lengths.reduce((total, n) => total + n, 0);
		const stand = sum(queues.map(({ length }) => length)) + sum(words.map((w) => w.list.length));
		if (stand > most) [most, best] = [stand, at];
	}
	return best;
}

interface FullestProps extends QueueViewProps {
	className: string | undefined;
}

export function Fullest({ className, ...props }: FullestProps) {
	const { session } = props;
	const place = useRef<HTMLDivElement>(null);
	const { length } = session;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a schedule that goes on has other moments
	const at = useMemo(() => fullestMoment(session), [session, length]);
	/* what looks for a part of the page must not find this one */
	useLayoutEffect(() => {
		for (const element of place.current?.querySelectorAll('[data-testid]') ?? [])
			element.removeAttribute('data-testid');
	});
	const there = { at, machine: session.machine(at), before: null, options: [] };
	return (
		<div className={className} ref={place} aria-hidden="true" inert>
			<QueueView {...props} {...there} reducedMotion />
		</div>
	);
}
