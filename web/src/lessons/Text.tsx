import type { Inline } from './types';

function Part({ part }: { part: Inline }) {
	if (typeof part === 'string') return part;
	switch (part.kind) {
		case 'code':
			return <code>{part.text}</code>;
		case 'link':
			return (
				<a href={part.to}>
					<Text of={part.of} />
				</a>
			);
		case 'strong':
			return (
				<strong>
					<Text of={part.of} />
				</strong>
			);
		case 'em':
			return (
				<em>
					<Text of={part.of} />
				</em>
			);
	}
}

/** Words of a lesson. */
export function Text({ of }: { of: readonly Inline[] }) {
	return of.map((part, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
		<Part key={i} part={part} />
	));
}
