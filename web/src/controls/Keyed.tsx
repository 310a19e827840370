import { partsOfKeys } from '../store/key-sign';

/** A text that may name keys: each is drawn as one, and read out with the rest, for the sentence needs it. */
export function Keyed({ of }: { of: string }) {
	return partsOfKeys(of).map((part, i) => {
		if (i % 2 === 0) return part;
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
			<kbd key={i} data-in-text>
				{part}
			</kbd>
		);
	});
}
