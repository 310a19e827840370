/** Line icons of the page's own controls; each stands beside or under a text that says what it does. */
import type { ReactNode } from 'react';
import styles from './icons.module.css';

function Icon({ children }: { children: ReactNode }) {
	return (
		<svg className={styles.icon} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
			{children}
		</svg>
	);
}

const solid = { fill: 'currentColor' } as const;
const line = {
	fill: 'none',
	stroke: 'currentColor',
	strokeWidth: 1.6,
	strokeLinecap: 'round',
	strokeLinejoin: 'round',
} as const;

export const StartIcon = () => (
	<Icon>
		<path {...solid} d="M4 4h2v12H4zM16 4v12l-9-6z" />
	</Icon>
);
export const EndIcon = () => (
	<Icon>
		<path {...solid} d="M14 4h2v12h-2zM4 4v12l9-6z" />
	</Icon>
);
export const BeatIcon = () => (
	<Icon>
		<path {...solid} d="M3 4v12l7.5-6zM10.5 4v12L18 10z" />
	</Icon>
);
export const BackIcon = () => (
	<Icon>
		<path {...line} strokeWidth={2.2} d="M12.5 4.5 7 10l5.5 5.5" />
	</Icon>
);
export const ForwardIcon = () => (
	<Icon>
		<path {...line} strokeWidth={2.2} d="M7.5 4.5 13 10l-5.5 5.5" />
	</Icon>
);
export const PlayIcon = () => (
	<Icon>
		<path {...solid} d="M5.5 3.5v13l11-6.5z" />
	</Icon>
);
export const PauseIcon = () => (
	<Icon>
		<path {...solid} d="M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" />
	</Icon>
);
export const LinkIcon = () => (
	<Icon>
		<path
			{...line}
			d="M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.1-1.1"
		/>
	</Icon>
);
export const ExportIcon = () => (
	<Icon>
		<path {...line} d="M10 3v9M6.5 9 10 12.5 13.5 9M4 16h12" />
	</Icon>
);
export const CacheIcon = () => (
	<Icon>
		<path {...line} d="M3 5h14v4H3zM3 11h14v4H3zM8 5v4M12 11v4" />
	</Icon>
);
export const ThemeIcon = () => (
	<Icon>
		<circle {...line} cx="10" cy="10" r="6.5" />
		<path {...solid} d="M10 3.5a6.5 6.5 0 0 1 0 13z" />
	</Icon>
);
export const SetupIcon = () => (
	<Icon>
		<path {...line} d="M3 6h7M15 6h2M3 14h2M10 14h7" />
		<circle {...line} cx="12.5" cy="6" r="2.2" />
		<circle {...line} cx="7.5" cy="14" r="2.2" />
	</Icon>
);
export const PairIcon = () => (
	<Icon>
		<path {...line} d="M3 4h6v12H3zM11 4h6v12h-6z" />
	</Icon>
);
export const PresentIcon = () => (
	<Icon>
		<path {...line} d="M3 4h14v9H3zM10 13v3M7 17h6" />
	</Icon>
);
/** Pages one after the other. */
export const TalkIcon = () => (
	<Icon>
		<path {...line} d="M3 4h9v7H3zM6 14h9V7M9 17h8v-7" />
	</Icon>
);
export const UpIcon = () => (
	<Icon>
		<path {...line} strokeWidth={2} d="M10 16V4.5M5 9.5l5-5 5 5" />
	</Icon>
);
export const DownIcon = () => (
	<Icon>
		<path {...line} strokeWidth={2} d="M10 4v11.5M5 10.5l5 5 5-5" />
	</Icon>
);
export const CloseIcon = () => (
	<Icon>
		<path {...line} d="m5 5 10 10M15 5 5 15" />
	</Icon>
);
export const DiceIcon = () => (
	<Icon>
		<path
			{...line}
			d="M3 6h3.2l6.6 8H17M3 14h3.2l2-2.4M11 8.2 12.8 6H17M15 4l2 2-2 2M15 12l2 2-2 2"
		/>
	</Icon>
);
/** A page with a tick: what a claim rests on. */
export const EvidenceIcon = () => (
	<Icon>
		<path {...line} d="M5 2.8h7l3.2 3.2v11.2H5zM11.8 3v3.4h3.2" />
		<path {...line} d="m7.6 11.6 1.9 1.9 3.3-4" />
	</Icon>
);
