import { useApp } from '../store/react';

/** A link to a schedule of another set-up: `o` leads back from there. */
export function LedTo({ address, children }: { address: string; children: string }) {
	const app = useApp();
	return (
		<a href={address} onClick={() => app.futures.leave(address)}>
			{children}
		</a>
	);
}
