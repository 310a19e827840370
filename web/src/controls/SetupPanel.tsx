import { useState } from 'react';
import { type Config, ENDLESS, type LockFacts, type SwitchFacts } from '../../../wasm/src';
import { OnceEach, Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import { verdictSentence } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import { useApp, useAppState, useDocument } from '../store/react';
import fields from './fields.module.css';
import { Sheet } from './Sheet';

interface NumberFieldProps {
	label: string;
	value: number;
	min: number;
	max: number;
	testid: string;
	/** it may have no limit; taken back, it has this one */
	limit?: number;
	onChange(value: number): void;
}

/** Keeps what is being typed apart from what applies, so that a field may be empty for a moment. */
function NumberField(props: NumberFieldProps) {
	const { label, value, min, max, testid, limit, onChange } = props;
	const [draft, setDraft] = useState<string | null>(null);
	const endless = limit !== undefined && value === ENDLESS;
	const field = (
		<label className={fields.field}>
			<span>{label}</span>
			<input
				type={endless ? 'text' : 'number'}
				value={endless ? '∞' : (draft ?? value)}
				min={min}
				max={max}
				disabled={endless}
				data-testid={testid}
				onBlur={() => setDraft(null)}
				onChange={(e) => {
					setDraft(e.target.value);
					const next = Math.floor(Number(e.target.value));
					if (e.target.value !== '' && next >= min && next <= max) onChange(next);
				}}
			/>
		</label>
	);
	if (limit === undefined) return field;
	return (
		<div className={fields.limited}>
			{field}
			<label className={fields.choice}>
				<input
					type="checkbox"
					checked={endless}
					aria-label={`${label}: no limit`}
					data-testid={`${testid}-endless`}
					onChange={() => onChange(endless ? limit : ENDLESS)}
				/>
				<span>no limit</span>
			</label>
		</div>
	);
}

interface PartProps {
	lock: LockFacts;
	config: Config;
	change(changes: Partial<Config>): void;
}

function Roles({ lock, config, change }: PartProps) {
	if (lock.roles.length < 2) return null;
	return (
		<fieldset>
			<legend>What each thread does</legend>
			{config.roles.map((role, index) => {
				const tid = index + 1;
				return (
					<label className={fields.field} key={tid}>
						<span>T{tid}</span>
						<select
							value={role}
							data-testid={`setup-role-${tid}`}
							onChange={(e) => {
								const roles = config.roles.map((r, i) =>
									i === index ? Number(e.target.value) : r,
								);
								change({ roles });
							}}
						>
							{lock.roles.map((r, i) => (
								<option key={r.letter} value={i}>
									{r.title}
								</option>
							))}
						</select>
					</label>
				);
			})}
		</fieldset>
	);
}

interface SwitchesProps extends PartProps {
	title: string;
	note?: string;
	/** those of this kind */
	kind: SwitchFacts['kind'];
}

/** In a text of the reader's: what it does there nobody has found out. */
const IN_OWN = 'Your text has lines that run only with one of these on.';

function Switches({ lock, config, change, title, note, kind }: SwitchesProps) {
	const own = useAppState((s) => s.core?.editedOf(lock.id));
	/* a text that has lost its lines has lost the switch */
	const inText = (name: string) =>
		own?.text !== lock.name ||
		new RegExp(`\\b${name}\\b`).test(own.source.replace(/^SWITCH\b.*/gm, ''));
	const has = lock.variants[config.variant]?.has ?? 0;
	const found = useAppState(
		({ check }) => check.kind === 'done' && isFault(check.progress.verdict),
	);
	const isOn = (bit: number) => (config.switches & (1 << bit)) !== 0;
	/* one that changes nothing of this variant is offered only to be taken back */
	const shown = lock.switches
		.map((s, bit) => ({ ...s, bit }))
		.filter(
			(s) =>
				s.kind === kind &&
				(isOn(s.bit) || ((has & (s.with ?? 0)) === (s.with ?? 0) && inText(s.name))),
		);
	if (shown.length === 0) return null;
	return (
		<fieldset>
			<legend>{title}</legend>
			{(own || note) && (
				<p className={fields.note}>
					<Prose>{own ? IN_OWN : (note ?? '')}</Prose>
				</p>
			)}
			{shown.map((s) => (
				<div key={s.name}>
					<label className={fields.choice}>
						<input
							type="checkbox"
							checked={isOn(s.bit)}
							data-testid={`setup-switch-${s.name}`}
							onChange={() => change({ switches: (config.switches ^ (1 << s.bit)) >>> 0 })}
						/>
						<span>
							<Prose>
								{kind === 'fixed'
									? s.title.replace(/^fixed(:| as in)/, (_, how) => (how === ':' ? '' : 'as in'))
									: s.title}
							</Prose>
						</span>
					</label>
					{kind !== 'fixed' && !own && (
						/* a question to the check first; its answer is there for who asks, and when the check has given it */
						<details
							className={fields.breaks}
							data-testid={`breaks-${s.name}`}
							open={(found && isOn(s.bit)) || undefined}
						>
							<summary>What it breaks</summary>
							<Prose>{verdictSentence(s.verdict, s.what, lock)}</Prose>
						</details>
					)}
				</div>
			))}
		</fieldset>
	);
}

function Budgets({ lock, config, change }: PartProps) {
	const kinds = useAppState((s) => s.core?.facts.envKinds) ?? [];
	const shown = kinds
		.map((kind, index) => ({ ...kind, slot: index }))
		.filter(
			(kind) =>
				kind.name !== '' && kind.budget && (lock.env.length === 0 || lock.env.includes(kind.name)),
		);
	if (shown.length === 0) return null;
	return (
		<fieldset>
			<legend>How often the environment may</legend>
			{shown.map((kind) => (
				<NumberField
					key={kind.name}
					label={kind.verb}
					value={config.budget[kind.slot] ?? 0}
					min={0}
					max={ENDLESS - 1}
					limit={0}
					testid={`setup-budget-${kind.name}`}
					onChange={(value) => {
						const budget = [...config.budget];
						budget[kind.slot] = value;
						change({ budget });
					}}
				/>
			))}
		</fieldset>
	);
}

/** Each change is a new place in the history: the browser's Back button returns to the one before. */
export function SetupPanel() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	if (!core || !lock) return null;
	const part: PartProps = { lock, config, change: (changes) => app.documents.restart(changes) };
	return (
		<Sheet title="Set up" testid="setup-panel" first='[data-testid="setup-threads"]'>
			<OnceEach>
				<p className="muted">
					A change keeps the steps that still apply, and a new thread joins at this moment.{' '}
					{lock.roles.length > 1 &&
						'Another role for a thread that has moved goes back to the start. '}
					Back in the browser returns to what was.
				</p>
				<NumberField
					label="Threads"
					value={config.threads}
					min={1}
					max={core.facts.maxThreads}
					testid="setup-threads"
					onChange={(threads) => part.change({ threads })}
				/>
				<NumberField
					label="Rounds each"
					value={config.rounds}
					min={1}
					max={ENDLESS - 1}
					limit={1}
					testid="setup-rounds"
					onChange={(rounds) => part.change({ rounds })}
				/>
				<Roles {...part} />
				<Switches {...part} kind="planted" title="Plant a fault" />
				<Switches
					{...part}
					kind="reordered"
					title="Try another order"
					note="An order that the memory model allows without the barrier of the text, tried by hand."
				/>
				<Switches
					{...part}
					kind="asserted"
					title="Add an assertion"
					note="The steps stay as they are; what the assertion forbids is shown as a bug."
				/>
				<Switches
					{...part}
					kind="fixed"
					title="Fix a published fault"
					note="The text here is as it was posted, with the faults that were found in it; each of these takes one of them out."
				/>
				<Budgets {...part} />
			</OnceEach>
		</Sheet>
	);
}
