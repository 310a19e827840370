import { useApp } from '../store/react';
import styles from './own-talk.module.css';

interface OwnTalkProps {
	/** absent: it reads as a link among others */
	className?: string | undefined;
	children: string;
}

/** Opens the list of one's own talk where it stands. */
export function OwnTalk({ className = styles.link, children }: OwnTalkProps) {
	const app = useApp();
	return (
		<button
			type="button"
			className={className}
			data-testid="own-talk"
			onClick={() => app.page.setPanel('plan')}
		>
			{children}
		</button>
	);
}
