/** For tests: texts that nobody would write. */
import type { Random } from './random';

/** Pieces of a text: lines now and then, tokens otherwise. */
export function mutated(text: string, random: Random): string {
	const byLine = random.below(3) === 0;
	const pieces = byLine ? text.split('\n') : text.split(/(\w+|\s+|[^\w\s])/).filter(Boolean);
	const at = () => random.below(pieces.length);
	for (let k = 1 + random.below(6); k > 0; k--) {
		const from = at();
		const many = 1 + random.below(4);
		switch (random.below(5)) {
			case 0:
				pieces.splice(from, many);
				break;
			case 1:
				pieces.splice(at(), 0, ...pieces.slice(from, from + many));
				break;
			case 2:
				pieces.splice(at(), 0, ...pieces.splice(from, many));
				break;
			case 3:
				pieces[from] = pieces[at()] ?? '';
				break;
			default:
				pieces.splice(
					from,
					0,
					random.pick([
						'(',
						')',
						'{',
						'}',
						';',
						',',
						'"',
						'/*',
						'*/',
						'#',
						'\\',
						'&&',
						'->',
						'??',
						'0',
						'\u0000',
						'é',
					]),
				);
		}
		if (pieces.length === 0) pieces.push('');
	}
	return pieces.join(byLine ? '\n' : '');
}
