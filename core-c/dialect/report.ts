/** Gathers the problems of one file. */
import { LIMITS, type Problem, type Span } from './tree';

export class Reporter {
	readonly problems: Problem[] = [];
	private readonly places = new Set<string>();

	constructor(readonly file: string) {}

	get full(): boolean {
		return this.problems.length >= LIMITS.errors;
	}

	/** Says one thing at one place once, and no more than the limit. */
	at(span: Pick<Span, 'line' | 'column'>, rule: string, message: string): void {
		const { line, column } = span;
		const key = `${line}:${column}:${message}`;
		if (this.full || this.places.has(key)) return;
		this.places.add(key);
		this.problems.push({ file: this.file, line, column, message, rule });
	}
}
