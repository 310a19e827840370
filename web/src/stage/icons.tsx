import type { ReactNode } from 'react';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6 } as const;

function Icon({ children }: { children: ReactNode }) {
	return (
		<svg viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true">
			{children}
		</svg>
	);
}

/** A window with lines of text, before another. */
export const NotesIcon = () => (
	<Icon>
		<path {...line} d="M6 3h11v10h-3M3 7h11v10H3z" />
		<path {...line} d="M5.5 10.5h6M5.5 13.5h4" />
	</Icon>
);

export const QrIcon = () => (
	<Icon>
		<path {...line} d="M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3z" />
		<path {...line} d="M11.5 12.5h2m2 0h2m-6 4h2m2 0h2m-4-2h2" />
	</Icon>
);
