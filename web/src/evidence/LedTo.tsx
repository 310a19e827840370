import type { ReactNode } from 'react';
import { useApp } from '../store/react';

/** A link to a schedule of another set-up: `o` leads back from there. */
export function LedTo({
	address,
	testId,
	children,
}: {
	address: string;
	testId?: string;
	children: ReactNode;
}) {
	const app = useApp();
	return (
		<a href={address} data-testid={testId} onClick={() => app.futures.leave(address)}>
			{children}
		</a>
	);
}
