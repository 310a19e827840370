import { Prose } from '../glossary/Prose';
import styles from './interval.module.css';
import type { Left } from './leaving';

/** What each story asks to take home, below its title. */
export function LeftBy({ left }: { left: readonly Left[] }) {
	return left.map(({ name, title, text, isPair }) => (
		<li key={name}>
			<b className={styles.of} data-pair={isPair || undefined}>
				{title}
			</b>
			<Prose>{text}</Prose>
		</li>
	));
}
