import { useCallback, useEffect, useRef, useState } from 'react';
import {
	channelOf,
	type FromNotes,
	fromStage,
	isPair,
	type Move,
	sealed,
	type Told,
} from './messages';

/** Who does not answer for so long is not there. */
const PATIENCE_MS = 2500;

interface Talk {
	/** the last that was told; null: nobody has yet */
	told: Told | null;
	/** the room's window is there */
	connected: boolean;
	move(move: Move): void;
	/** of KEYS */
	press(key: string): void;
	/** of the page's own places */
	open(to: string): void;
	/** at that place of the map of the room's window */
	point(x: number, y: number): void;
}

/** The notes' side of a talk. */
export function useTalk(pair: string): Talk {
	const [told, setTold] = useState<Told | null>(null);
	const [connected, setConnected] = useState(false);
	const channel = useRef<BroadcastChannel | null>(null);
	const patience = useRef<ReturnType<typeof setTimeout>>(undefined);
	const say = useCallback(
		(message: FromNotes) => channel.current?.postMessage(sealed(message)),
		[],
	);
	useEffect(() => {
		if (!isPair(pair) || typeof BroadcastChannel !== 'function') return;
		const own = new BroadcastChannel(channelOf(pair));
		channel.current = own;
		const copies = new Set<string>();
		const hear = ({ data }: MessageEvent<unknown>) => {
			const message = fromStage(data);
			if (!message || copies.has(message.from)) return;
			/* a copied tab has spoken, and perhaps last: the room is asked once more */
			if (message.kind === 'taken') {
				copies.add(message.to);
				say({ kind: 'ask' });
				return;
			}
			clearTimeout(patience.current);
			setConnected(message.kind !== 'bye');
			if (message.kind === 'hello') say({ kind: 'ask' });
			if (message.kind === 'told') {
				setTold(message);
				say({ kind: 'heard' });
			}
		};
		own.addEventListener('message', hear);
		const leave = () => say({ kind: 'closed' });
		window.addEventListener('pagehide', leave);
		say({ kind: 'ask' });
		return () => {
			leave();
			clearTimeout(patience.current);
			window.removeEventListener('pagehide', leave);
			own.close();
			channel.current = null;
		};
	}, [pair, say]);
	const ask = useCallback(
		(message: FromNotes) => {
			say(message);
			say({ kind: 'ask' });
			clearTimeout(patience.current);
			patience.current = setTimeout(() => setConnected(false), PATIENCE_MS);
		},
		[say],
	);
	const move = useCallback((to: Move) => ask({ kind: 'move', move: to }), [ask]);
	const press = useCallback((key: string) => ask({ kind: 'key', key }), [ask]);
	const open = useCallback((to: string) => ask({ kind: 'open', to }), [ask]);
	const point = useCallback((x: number, y: number) => ask({ kind: 'point', x, y }), [ask]);
	return { told, connected, move, press, open, point };
}
