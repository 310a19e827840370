/** The lock word as labelled bit-fields, and what the last access did to it. */

import type {
	DecodedField,
	MachineView,
	StepRecord,
	ThreadView,
	WordView as Word,
} from '../../../wasm/src';
import { decodeWord, fieldValue, hex } from '../../../wasm/src/format';
import { Prose } from '../glossary/Prose';
import { Badge } from './Badge';
import { type Hint, hintOf } from './hint';
import { usePointed } from './pointed';
import type { WordViewProps } from './props';
import { rememberedOf } from './remembered';
import { changedText, wasOf } from './since';
import { useCalm } from './useCalm';
import { Now, Struck, ToWriter, Value, Was } from './Value';
import { fieldMeaning, wordMeaning } from './value';
import { accessName, bitsOf, lastWrite } from './word/access';
import styles from './word/word.module.css';

export function WordView(props: WordViewProps) {
	const { core, session, at, machine, before, reducedMotion, onSeek, fields: only } = props;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const calm = useCalm(at) && !reducedMotion;
	const word = machine.words[0];
	if (!lock || !word) return null;
	const threads = machine.threads.length;
	const seekToWrite = () => {
		const moment = lastWrite(session, word.id, at);
		if (moment !== null) onSeek?.(moment);
	};
	const old = wasOf(word, props)?.value ?? word.value;
	const touched = before !== null && before.word === word.id;
	const hint = touched && before.result !== 'blocked' ? hintOf(before, lock, threads) : null;
	/* one value is struck out on a slide: where a run wrote it before, that of the note, above */
	const isWithin = touched && props.earlier !== undefined && old !== before.old;
	const isBare = props.bare === true && word.facts.fields.length === 0;
	return (
		<section
			className={styles.view}
			data-calm={calm || undefined}
			aria-label={`Word ${word.name} of ${props.of ?? 'the lock'}`}
		>
			<Head
				word={word}
				old={old}
				said={changedText(props)}
				threads={threads}
				bare={isBare}
				onWriter={onSeek && seekToWrite}
			/>
			{word.facts.fields.length > 0 && (
				<Cells word={word} old={old} said={changedText(props)} threads={threads} only={only} />
			)}
			<p className={styles.access} data-access>
				{hint && before ? (
					<Access record={before} hint={hint} name={accessName(before, lock)} isWithin={isWithin} />
				) : (
					/* it keeps its line */
					<Prose>{isBare ? '\u00a0' : word.facts.meaning}</Prose>
				)}
			</p>
			<div className={styles.people}>
				<Inside threads={machine.threads} />
				{/* it tells, and keeps its room: at the answer nothing below it moves */}
				{props.remembered !== undefined && (
					<div className={styles.kept} data-hidden={!props.remembered || undefined}>
						<RememberedLine machine={machine} />
					</div>
				)}
			</div>
		</section>
	);
}

/** Who is really inside, whatever the word says: where the two differ, something is wrong. */
function Inside({ threads }: { threads: readonly ThreadView[] }) {
	const inside = threads.filter((t) => t.holds !== 'nothing');
	const reads = inside.some((t) => t.holds === 'read');
	return (
		<p className={styles.inside} data-inside data-testid="inside">
			<span>inside</span>
			{inside.length === 0 && ' nobody'}
			{inside.map(({ tid, holds }) => (
				<span key={tid} className={styles.who}>
					<Badge tid={tid} size={18} />
					{reads && ` ${holds === 'write' ? 'writes' : 'reads'}`}
				</span>
			))}
		</p>
	);
}

/** What a thread goes by may be older than the word. */
function RememberedLine({ machine }: { machine: MachineView }) {
	return rememberedOf(machine).map(({ tid, of, text, expected, stale }) => (
		<p
			key={`${tid} ${of} ${text}`}
			className={styles.remembered}
			data-remembered
			data-stale={stale || undefined}
			title={stale ? `${of} has another value now` : undefined}
		>
			<Badge tid={tid} size={18} /> {expected ? 'expects' : 'remembers'}{' '}
			<b>
				{of} = {text}
			</b>
		</p>
	));
}

interface HeadProps {
	word: Word;
	/** value before what is marked, and what the mark says */
	old: number;
	said: string;
	threads: number;
	/** its value in no other base */
	bare: boolean;
	/** absent: no way to the writer */
	onWriter: (() => void) | undefined;
}

/** Name, value, hexadecimal and binary. A word of several fields has its values in cells below. */
function Head({ word, old, said, threads, bare, onWriter }: HeadProps) {
	const whole = word.facts.fields.length === 0;
	return (
		<header className={styles.head} data-word={word.id}>
			<span className={styles.named} data-pointed={usePointed().has(word.name) || undefined}>
				<span className={styles.name}>{word.name}</span>
				{whole && (
					<span
						className={old === word.value ? styles.single : `${styles.single} ${styles.changed}`}
						title={old === word.value ? undefined : said}
					>
						<Now value={word.value} changed={old !== word.value}>
							<Value meaning={wordMeaning(word.value, word.facts, threads)} size={26} />
						</Now>
						{old !== word.value && (
							<Was meaning={wordMeaning(old, word.facts, threads)} size={20} />
						)}
					</span>
				)}
			</span>
			{!bare && (
				<>
					<ToWriter className={styles.hex} onClick={onWriter}>
						{hex(word.value)}
					</ToWriter>
					<Binary value={word.value} old={old} />
				</>
			)}
		</header>
	);
}

function Binary({ value, old }: { value: number; old: number }) {
	return (
		<span className={styles.binary} data-binary aria-hidden="true">
			{bitsOf(value, old).map((bit, i) => (
				<span
					// biome-ignore lint/suspicious/noArrayIndexKey: a bit is its place
					key={i}
					className={bit.changed ? styles.changedBit : undefined}
				>
					{bit.digit}
				</span>
			))}
		</span>
	);
}

interface CellsProps {
	word: Word;
	old: number;
	said: string;
	threads: number;
	/** names of the fields to show; all, if it is absent */
	only: readonly string[] | undefined;
}

function Cells({ word, old, said, threads, only }: CellsProps) {
	const fields = decodeWord(word.facts, word.value, old);
	return (
		<dl className={styles.cells}>
			{fields
				.filter(({ name }) => !only || only.includes(name))
				.map((field) => (
					<Cell key={field.shift} {...{ field, old, said, threads }} />
				))}
		</dl>
	);
}

interface CellProps extends Pick<CellsProps, 'old' | 'said' | 'threads'> {
	field: DecodedField;
}

function Cell({ field, old, said, threads }: CellProps) {
	const { name, shift, bits, kind } = field;
	const range = bits === 1 ? String(shift) : `${shift + bits - 1}–${shift}`;
	const look = [styles.cell, styles[kind], field.changed && styles.changed]
		.filter(Boolean)
		.join(' ');
	if (kind === 'reserved')
		return (
			<div className={look} title={`bits ${range}: ${name || 'unused'}`}>
				<dt>
					<small>{range}</small>
				</dt>
				<dd>{field.text}</dd>
			</div>
		);
	const meaning = (value: number) => fieldMeaning(field, value, threads);
	return (
		<div className={look} data-field={name} title={field.changed ? said : undefined}>
			<dt>
				{name}
				<small>{range}</small>
			</dt>
			<dd>
				<Now value={field.value} changed={field.changed}>
					<Value meaning={meaning(field.value)} size={26} />
				</Now>
				{field.changed && <Was meaning={meaning(fieldValue(old, shift, bits))} size={18} />}
			</dd>
		</div>
	);
}

interface AccessProps {
	record: StepRecord;
	hint: Hint;
	name: string;
	/** of a run, of which what was before stands elsewhere */
	isWithin: boolean;
}

/** The last access, as one line: who, how, and before → after. */
function Access({ record, hint, name, isWithin }: AccessProps) {
	const was = (text: string) => !isWithin && <Struck text={text} />;
	return (
		<>
			<Badge tid={record.tid} size={18} /> {name || record.op}{' '}
			{hint.expected !== undefined ? (
				<span className={styles.failed}>
					failed: expected <Struck text={hint.expected} />, found <b>{hint.old}</b>
				</span>
			) : hint.fields ? (
				hint.fields.map((f) => (
					<span key={f.name} className={styles.field}>
						{f.name} {was(f.old)} → <b>{f.new}</b>
					</span>
				))
			) : hint.new !== undefined ? (
				<>
					{was(hint.old)} → <b>{hint.new}</b>
				</>
			) : (
				<>
					sees <b>{hint.old}</b>
				</>
			)}
		</>
	);
}
