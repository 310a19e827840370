import heads from 'virtual:lesson-heads';
import buttons from '../controls/buttons.module.css';
import styles from './header.module.css';

/** Of a stepper that was opened from a lesson: the way back, which a reload keeps. */
export function BackToLesson({ lesson }: { lesson: string }) {
	const head = heads.find(({ slug }) => slug === lesson);
	if (!head) return null;
	const { number, title } = head;
	return (
		<a
			className={`${buttons.button} ${styles.toLesson}`}
			href={`#/learn/${lesson}`}
			aria-label={`Back to lesson ${number}`}
			title={`Back to lesson ${number}, “${title}”`}
			data-testid="to-lesson-page"
		>
			<span aria-hidden="true">‹</span> <span className={buttons.wideLabel}>Back to lesson </span>
			<span className={styles.lessonShort}>Lesson </span>
			{number}
		</a>
	);
}
