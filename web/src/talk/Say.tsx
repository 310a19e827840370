/** What the plan of the talk has the speaker say. */
import type { ScriptLine } from '../docs/types';
import type { Told } from './messages';
import styles from './notes.module.css';
import { minuteText } from './script';

interface LeadProps {
	to: string;
	/** before the room */
	open(to: string): void;
	children: React.ReactNode;
}

function Lead({ to, open, children }: LeadProps) {
	return (
		<p>
			<a
				href={to}
				onClick={(event) => {
					if (event.ctrlKey || event.metaKey || event.shiftKey) return;
					event.preventDefault();
					open(to);
				}}
			>
				{children}
			</a>
		</p>
	);
}

function Leads({ line, open }: { line: ScriptLine; open(to: string): void }) {
	return line.leads?.map((to) => (
		<Lead key={to} to={to} open={open}>
			Open {to.replace(/\?.*/s, '')} before the room
		</Lead>
	));
}

interface SayProps {
	line: ScriptLine;
	told: Told;
	open(to: string): void;
}

export function Say({ line, told, open }: SayProps) {
	const { beat, story, left } = told;
	/* the script has nothing for the beat that the room sees */
	const isEarlier = left === null && story === line.story && (beat?.at ?? 0) > line.at;
	return (
		<section
			className={styles.say}
			aria-label="What to say"
			data-testid="notes-say"
			data-earlier={isEarlier || undefined}
		>
			<h2>{isEarlier ? `Said at step ${line.at}: ${line.what}` : line.what}</h2>
			<p>{line.say}</p>
			<Leads line={line} open={open} />
		</section>
	);
}

interface SayNextProps {
	line: ScriptLine;
	told: Told;
	/** its minute is one of this talk */
	timed: boolean;
}

export function SayNext({ line, told, timed }: SayNextProps) {
	const where =
		line.story === told.story
			? `at step ${line.at}`
			: timed
				? 'in the next story'
				: 'in a story to come';
	return (
		<p data-testid="notes-say-next">
			<b>
				Say {timed && `from minute ${minuteText(line.minute)}, `}
				{where}:
			</b>{' '}
			{line.say}
		</p>
	);
}

/** Where the room has left a talk, as for a level of its script. */
export interface LeftAt {
	title: string;
	address: string;
	line: ScriptLine | undefined;
}

export function BackToTalk({ left, open }: { left: LeftAt; open(to: string): void }) {
	return (
		<section
			className={styles.say}
			aria-label="The talk"
			data-testid="notes-left-talk"
			data-earlier
		>
			<h2>The talk was left at “{left.title}”</h2>
			<Lead to={left.address} open={open}>
				Back to it
			</Lead>
			{left.line && <Leads line={left.line} open={open} />}
		</section>
	);
}
