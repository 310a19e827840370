import { asksNow } from '../store/beats';
import { useAppState, useDocument } from '../store/react';

/** The story asks a question at this moment, and its answer is not shown: nothing beside it may tell. */
export function useAsked(): boolean {
	const core = useAppState((s) => s.core);
	const notes = useAppState((s) => s.view.notes);
	const doc = useDocument();
	return core !== null && notes && asksNow(core, doc);
}
