/** The texts of the locks, each fetched when it is first shown, and so is what spells them as kernel C. */
import { useEffect, useState } from 'react';
import type { SourceMode } from '../props';

export interface LockText {
	/** as it is compiled */
	dialect: readonly string[];
	/** as it is to be shown, line for line the same */
	shown: readonly string[];
}

const loaders = import.meta.glob<string>('@generated/sources/*.c', {
	query: '?raw',
	import: 'default',
});
const texts = new Map<string, LockText>();
const NONE: LockText = { dialect: [], shown: [] };

async function fetchText(file: string, mode: SourceMode, on: string): Promise<LockText> {
	const [, load] = Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`)) ?? [];
	const dialect = load ? (await load()).replace(/\n$/, '').split('\n') : [];
	if (mode === 'dialect') return { dialect, shown: dialect };
	const { kernelLines } = await import('../../../../wasm/src/kernel-c');
	return { dialect, shown: kernelLines(dialect, new Set(on.split(' '))) };
}

/**
 * A lock's text; what was shown before, or nothing at first, until it has come. `on` names the
 * switches that are on: the kernel C view leaves out what the others would do.
 */
export function useText(file: string, mode: SourceMode, on: string): LockText {
	const key = `${mode} ${file} ${on}`;
	const [last, setLast] = useState(NONE);
	const text = texts.get(key);
	useEffect(() => {
		let wanted = true;
		const show = (come: LockText) => {
			texts.set(key, come);
			if (wanted) setLast(come);
		};
		void Promise.resolve(texts.get(key) ?? fetchText(file, mode, on)).then(show);
		return () => {
			wanted = false;
		};
	}, [key, file, mode, on]);
	return text ?? last;
}
