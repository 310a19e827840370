import { actionTid, FLAGS, type Session } from '../../../wasm/src';

/** Who got the lock in the steps from one on, up to another, one after the other. */
export function ownersIn(session: Session, from: number, until: number): number[] {
	const { flags, action } = session.columns();
	const owners: number[] = [];
	for (let i = from; i < until; i++)
		if ((flags[i] ?? 0) & FLAGS.acquired) owners.push(actionTid(action[i] ?? 0));
	return owners;
}
