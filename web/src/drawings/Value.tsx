import type { ReactNode } from 'react';
import { Badge } from './Badge';
import { type Meaning, signApart } from './value';
import styles from './value.module.css';

interface ToWriterProps {
	className?: string | undefined;
	/** absent: the value leads nowhere */
	onClick: (() => void) | undefined;
	word?: number | undefined;
	pointed?: boolean;
	children: ReactNode;
}

/** A value, or the name of its word: a press goes to the step that wrote it. */
export function ToWriter({ className, onClick, word, pointed, children }: ToWriterProps) {
	const marks = { className, 'data-word': word, 'data-pointed': pointed || undefined };
	if (!onClick)
		return (
			<span {...marks} data-still>
				{children}
			</span>
		);
	return (
		<button type="button" title="Go to the step that wrote this" onClick={onClick} {...marks}>
			{children}
		</button>
	);
}

/** A value in words or marks. */
export function Value({ meaning, size = 20 }: { meaning: Meaning; size?: number }) {
	switch (meaning.as) {
		case 'thread':
			return <Badge tid={meaning.tid} size={size} />;
		case 'threads':
			return (
				<>
					{meaning.tids.map((tid) => (
						<Badge key={tid} tid={tid} size={size} />
					))}
				</>
			);
		default:
			return <>{meaning.text}</>;
	}
}

interface NowProps {
	value: number | string;
	/** the last step changed it */
	changed: boolean;
	children: ReactNode;
}

/** A value that turns over when it changes: a new key is a new element. */
export function Now({ value, changed, children }: NowProps) {
	return (
		<span key={value} className={styles.now} data-changed={changed || undefined}>
			{children}
		</span>
	);
}

/** What a value was before the last step: struck through, but for its sign. */
export function Was({ meaning, size }: { meaning: Meaning; size: number }) {
	const [sign, digits] = signApart(meaning.as === 'text' ? meaning.text : '');
	if (sign === '')
		return (
			<del className={styles.was}>
				<Value meaning={meaning} size={size} />
			</del>
		);
	return (
		<del className={styles.was} data-signed>
			<span>
				{sign}
				<span className={styles.digits}>{digits}</span>
			</span>
		</del>
	);
}

/** The same in a line of text. */
export function Struck({ text }: { text: string }) {
	const [sign, digits] = signApart(text);
	if (sign === '') return <del>{text}</del>;
	return (
		<del data-signed>
			{sign}
			<span>{digits}</span>
		</del>
	);
}
