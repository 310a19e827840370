import { type CSSProperties, memo } from 'react';
import styles from './badge.module.css';
import { COLOURS, numberDrop, shapeOf, threadStyle } from './identity';
import { rem } from './units';

interface BadgeProps {
	tid: number;
	size?: number;
	/** drawn without its strong outline, for a thread that is there but not acting */
	quiet?: boolean;
}

const LEAST = {
	one: 20,
	two: 24,
}; /* units: in less, a number of that many digits cannot be read */
const TEXT = 12.2; /* units that a number has at least, whatever the mark's size */

/** The size that a mark is drawn at. */
export function badgeSize(tid: number, wanted: number): number {
	return Math.max(wanted, tid > 9 ? LEAST.two : LEAST.one);
}

/** The size of its number in a mark of that size, before the mark is scaled. */
export function badgeText(tid: number, size: number): number {
	return Math.max(tid > 9 ? 12 : 13, (TEXT * 24) / size);
}

/** The mark of a thread inside an <svg>, centred on 0,0. */
export function BadgeMark({ tid, size: wanted = 24, quiet = false }: BadgeProps) {
	const size = badgeSize(tid, wanted);
	const fontSize = badgeText(tid, size);
	return (
		<g
			className={quiet ? styles.quiet : undefined}
			style={threadStyle(tid)}
			transform={size === 24 ? undefined : `scale(${size / 24})`}
		>
			{tid > COLOURS ? (
				<>
					<path className={styles.ring} d={shapeOf(tid)} transform="scale(1.12)" />
					<path className={styles.shape} d={shapeOf(tid)} transform="scale(.84)" />
				</>
			) : (
				<path className={styles.shape} d={shapeOf(tid)} />
			)}
			<text
				className={tid > 9 ? styles.long : styles.number}
				style={{ '--number': `${fontSize}px` } as CSSProperties}
				y={numberDrop(tid)}
				dy=".35em"
			>
				{tid}
			</text>
		</g>
	);
}

/** The mark of a thread in running text. Its name is read out as "T2". */
export const Badge = memo(function Badge({ tid, size: wanted = 22, quiet = false }: BadgeProps) {
	const size = badgeSize(tid, wanted);
	return (
		<svg
			className={styles.badge}
			width={rem(size)}
			height={rem(size)}
			viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
			role="img"
			aria-label={`T${tid}`}
		>
			<BadgeMark tid={tid} size={size} quiet={quiet} />
		</svg>
	);
});
