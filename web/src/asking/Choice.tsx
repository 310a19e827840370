import type { ReactNode } from 'react';
import { Key } from '../controls/Key';
import styles from './choice.module.css';

interface ChoiceProps {
	/** it is said whether it is right */
	open: boolean;
	right: boolean;
	/** its reply opens below it */
	expands?: boolean;
	/** the reader has chosen it; where one choice answers the question */
	chosen?: boolean;
	/** nobody has chosen: it is the answer, and has no tick of a reader who was right */
	told?: boolean;
	testId?: string;
	/** several in a line, of a few letters each */
	small?: boolean;
	/** the key that chooses it */
	digit?: number | undefined;
	onTake(): void;
	children: ReactNode;
}

function signOf({ open, right, told }: ChoiceProps): string {
	if (!open) return '○';
	if (right) return told ? '→' : '✓';
	return '✗';
}

/** An answer to choose: it shows no sign until it is open, then by form and colour whether it is right. */
export function Choice(props: ChoiceProps) {
	const { open, right, expands, chosen, told, testId, small, digit, onTake, children } = props;
	return (
		<button
			type="button"
			className={small ? `${styles.choice} ${styles.small}` : styles.choice}
			data-open={open || undefined}
			data-right={(right && open && !told) || undefined}
			data-told={(right && open && told) || undefined}
			data-testid={testId}
			aria-expanded={expands ? open : undefined}
			aria-pressed={chosen}
			onClick={onTake}
		>
			<span className={styles.sign} aria-hidden="true">
				{signOf(props)}
			</span>
			{digit !== undefined && small && <Key name={digit} />}
			<span className={styles.text}>{children}</span>
			{digit !== undefined && !small && <Key name={digit} />}
		</button>
	);
}
