import type { ReactNode } from 'react';
import buttons from './buttons.module.css';

interface StepButtonProps {
	/** what it is called; the title says more, and names its key */
	name: string;
	title: string;
	testId: string;
	/** the one that the reader is meant to press */
	primary?: boolean;
	disabled?: boolean;
	/** keeps the focus while there is nothing to do */
	idle?: boolean;
	onClick(): void;
	/** its sign */
	children: ReactNode;
}

/** One of the round buttons that move through the steps. */
export function StepButton(props: StepButtonProps) {
	const { name, title, testId, primary, disabled, idle, onClick, children } = props;
	return (
		<button
			type="button"
			className={primary ? `${buttons.round} ${buttons.primary}` : buttons.round}
			aria-label={name}
			title={title}
			data-testid={testId}
			disabled={disabled}
			aria-disabled={idle}
			onClick={onClick}
		>
			{children}
		</button>
	);
}
