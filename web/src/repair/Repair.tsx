import { useEffect } from 'react';
import { reasonOf } from '../../../wasm/src/reason';
import { pack, packedIn, unpack } from '../edit/packed';
import { parted, withoutKeys } from '../store/query';
import { useApp, useAppState } from '../store/react';
import { repairNamed } from './facts';
import { tell } from './judging';
import { takeTrouble, textKept } from './kept';

/** The reader's text of an earlier visit, if it is one of this text, else the text with the fault. */
async function ownOf(name: string, start: string): Promise<string> {
	const kept = textKept(name) ?? '';
	const packed = packedIn(kept);
	if (packed?.name === name)
		try {
			await unpack(packed, start);
			return kept;
		} catch {
			/* of another version of the page */
		}
	return pack(name, start, start);
}

/** What the address of a repair asks for besides: how the page looks. */
function viewOf(hash: string): string {
	const { query } = parted(withoutKeys(hash, ['own', 's', 'at', 'n', 'r', 'roles', 'sw', 'b']));
	return query && `&${query}`;
}

/** #/repair/NAME leads to the text of the repair in the stepper, in the place of this address. */
export function Repair({ name }: { name: string }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	useEffect(() => {
		if (!core) return;
		let stays = true;
		const { hash } = window.location;
		const open = async () => {
			const repair = await repairNamed(name);
			if (!repair) {
				app.documents.close({ kind: 'levels' }, [
					`There is no repair called “${name.slice(0, 60)}”. The texts to repair are in this list.`,
				]);
				app.address.onLanding('replace');
				return;
			}
			await core.load(repair.lock);
			const own = await ownOf(name, repair.start);
			const trouble = takeTrouble(name);
			if (trouble) tell(own, trouble);
			const config = core.configOf(repair.scenario, repair);
			const fragment = core.formatUrl(config, [], 0, { own });
			if (stays) window.location.replace(`#/${fragment}${viewOf(hash)}`);
		};
		open().catch((error: unknown) => {
			const why = reasonOf(error);
			if (stays) app.store.set({ loadError: why });
		});
		return () => {
			stays = false;
		};
	}, [app, core, name]);
	return (
		<main>
			<p className="muted" role="status">
				Opening the text …
			</p>
		</main>
	);
}
