import type { Core } from '../../../wasm/src';
import { type Ran, ranBy } from '../edit/ran';
import type { Check, Document } from '../store/state';

/** Of an edited text: what the searches of this check have run of it. */
export function ranOf(core: Core | null, { config }: Document, check: Check): Ran | null {
	const own = core?.editedOf(config.lock);
	if (!own || check.kind !== 'done') return null;
	return ranBy(own.edit, [...check.before.map(({ progress }) => progress), check.progress]);
}
