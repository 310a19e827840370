import { memo } from 'react';
import styles from './badge.module.css';
import { COLOURS, numberDrop, shapeOf, threadStyle } from './identity';
import { rem } from './units';

interface BadgeProps {
	tid: number;
	size?: number;
	/** drawn without its strong outline, for a thread that is there but not acting */
	quiet?: boolean;
}

/** The mark of a thread inside an <svg>, centred on 0,0. */
export function BadgeMark({ tid, size = 24, quiet = false }: BadgeProps) {
	return (
		<g
			className={quiet ? styles.quiet : styles.mark}
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
			<text className={tid > 9 ? styles.long : styles.number} y={numberDrop(tid)} dy=".35em">
				{tid}
			</text>
		</g>
	);
}

/** The mark of a thread in running text. Its name is read out as "T2". */
export const Badge = memo(function Badge({ tid, size = 22, quiet = false }: BadgeProps) {
	return (
		<svg
			className={styles.badge}
			width={rem(size)}
			height={rem(size)}
			viewBox="-12 -12 24 24"
			role="img"
			aria-label={`T${tid}`}
		>
			<BadgeMark tid={tid} quiet={quiet} />
		</svg>
	);
});
