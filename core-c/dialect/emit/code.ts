/**
 * The code of one function: pieces in the order of the text, with jumps between them. It becomes one loop with a table
 * of jumps, and a jump forward needs no turn of it.
 */
import { type Bytes, EMPTY, I32, OP, signed, sized, unsigned } from './bytes';
import { type Import, numberOfImport } from './imports';

/** Parameters and locals of every function. */
export const LOCAL = {
	machine: 0,
	me: 1,
	frame: 2,
	at: 3,
	lock: 4,
	my: 5,
	value: 6,
	other: 7,
} as const;
const PARAMS = 3;
const LOCALS = Object.keys(LOCAL).length - PARAMS;

/** A piece: it goes on at the next, or jumps. */
interface Piece {
	code: Bytes;
	/** places in code where a jump to a piece is to be put in: br or br_if, so deep in ifs */
	jumps: { at: number; to: number; op: number; depth: number }[];
}

export class Code {
	private readonly pieces: Piece[] = [{ code: [], jumps: [] }];
	private current = 0;
	/** ifs that are open where code is added */
	private depth = 0;
	/** by line, the piece that goes on there */
	private readonly lines = new Map<number, number>();

	add(...bytes: Bytes): void {
		const { code } = this.piece;
		for (const byte of bytes) code.push(byte);
	}

	private get piece(): Piece {
		return this.pieces[this.current] as Piece;
	}

	const(value: number): void {
		this.add(OP.const, ...signed(value));
	}

	get(local: number): void {
		this.add(OP.local_get, local);
	}

	set(local: number): void {
		this.add(OP.local_set, local);
	}

	/** Sets the globals of these marks. */
	pass(marks: readonly number[]): void {
		for (const mark of marks) this.add(OP.const, 1, OP.global_set, ...unsigned(mark));
	}

	call(name: Import): void {
		this.add(OP.call, ...unsigned(numberOfImport(name)));
	}

	/** Begins with the machine, the thread and its frame on the stack. */
	here(): void {
		this.get(LOCAL.machine);
		this.get(LOCAL.me);
		this.get(LOCAL.frame);
	}

	/** `result`: each of its ways leaves a number. */
	if(result: boolean, then: () => void, otherwise?: () => void): void {
		this.add(OP.if, result ? I32 : EMPTY);
		this.depth++;
		then();
		if (otherwise) {
			this.add(OP.else);
			otherwise();
		}
		this.depth--;
		this.add(OP.end);
	}

	/** A piece that is to come; what is added goes to it after begin(). */
	later(): number {
		return this.pieces.push({ code: [], jumps: [] }) - 1;
	}

	begin(piece: number): void {
		this.order.push(piece);
		this.current = piece;
	}

	/** The pieces as they stand one behind the other. */
	private readonly order: number[] = [0];

	jump(to: number): void {
		this.leap(OP.br, to);
	}

	/** When the number on the stack is not 0. */
	jumpIf(to: number): void {
		this.leap(OP.br_if, to);
	}

	private leap(op: number, to: number): void {
		this.piece.jumps.push({ at: this.piece.code.length, to, op, depth: this.depth });
	}

	/** Goes on in a piece of its own when the thread is at this line again. */
	resumeAt(line: number): void {
		const piece = this.later();
		this.begin(piece);
		this.lines.set(line, piece);
	}

	/** The body: `begin` finds the piece of a line by its number, and what has none is lost. */
	body(lastLine: number): Bytes {
		const count = this.order.length;
		const place = new Map(this.order.map((piece, i) => [piece, i]));
		const lost = count;
		const table = [
			...this.order.keys(),
			...Array.from({ length: lastLine + 1 }, (_, line) =>
				line === 0 ? 0 : (place.get(this.lines.get(line) ?? -1) ?? lost),
			),
		];
		const out: Bytes = [
			...[OP.local_get, LOCAL.machine, OP.local_get, LOCAL.frame],
			...[OP.call, ...unsigned(numberOfImport('ls_edit_object')), OP.local_set, LOCAL.lock],
			...[OP.local_get, LOCAL.frame],
			...[OP.call, ...unsigned(numberOfImport('ls_edit_locals')), OP.local_set, LOCAL.my],
			...[OP.local_get, LOCAL.frame, OP.call, ...unsigned(numberOfImport('ls_edit_line'))],
			...[OP.const, ...signed(count), OP.add, OP.local_set, LOCAL.at],
			...[OP.loop, EMPTY],
			...Array.from({ length: count + 1 }, () => [OP.block, EMPTY]).flat(),
			...[OP.local_get, LOCAL.at, OP.br_table, ...unsigned(table.length)],
			...table.flatMap(unsigned),
			...unsigned(lost),
		];
		for (const [i, piece] of this.order.entries())
			out.push(OP.end, ...this.jumped(this.pieces[piece] as Piece, i, place));
		out.push(OP.end, OP.local_get, LOCAL.machine);
		out.push(OP.call, ...unsigned(numberOfImport('ls_lost')), OP.return);
		out.push(OP.end, OP.unreachable, OP.end);
		return sized([1, LOCALS, I32, ...out]);
	}

	/** The code of the piece at place i, its jumps put in. Round it are the blocks of those behind it, that of what is lost, and the loop. */
	private jumped({ code, jumps }: Piece, i: number, place: ReadonlyMap<number, number>): Bytes {
		const out: Bytes = [];
		const count = place.size;
		let done = 0;
		for (const { at, to, op, depth } of jumps) {
			for (; done < at; done++) out.push(code[done] as number);
			const target = place.get(to);
			if (target === undefined) throw new Error('a jump leads to code that never came');
			if (target > i) {
				out.push(op, ...unsigned(target - i - 1 + depth));
				continue;
			}
			const round = [OP.const, ...signed(target), OP.local_set, LOCAL.at];
			const back = [OP.br, ...unsigned(count - i + depth + (op === OP.br_if ? 1 : 0))];
			if (op === OP.br_if) out.push(OP.if, EMPTY, ...round, ...back, OP.end);
			else out.push(...round, ...back);
		}
		for (; done < code.length; done++) out.push(code[done] as number);
		return out;
	}
}
