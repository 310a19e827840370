/** Behind the last story of a file, in place of it: what its stories leave, and where all of them are, if anywhere. */
import type { CSSProperties } from 'react';
import { qrOf } from '../qr/code';
import { QrCode } from '../qr/QrCode';
import { isOwnComputer } from '../qr/room-link';
import { LeftBy } from '../stage/LeftBy';
import { FEW_LEFT, leftBy, talkLink } from '../stage/leaving';
import { useAppState } from '../store/react';
import styles from './closing.module.css';

export function Closing({ home }: { home: string }) {
	const core = useAppState((s) => s.core);
	const list = useAppState((s) => s.view.list);
	const left = core ? leftBy(core, list) : [];
	const link = home === '' || isOwnComputer(home) ? '' : talkLink(home, list);
	const code = link === '' ? null : qrOf(link);
	return (
		<section className={styles.closing} aria-label="What it leaves" data-testid="file-closing">
			<h2>To take home</h2>
			<div className={styles.both}>
				<ul
					data-many={left.length > FEW_LEFT || undefined}
					style={{ '--lines': left.length } as CSSProperties}
				>
					<LeftBy left={left} />
				</ul>
				{code && (
					<figure>
						<QrCode code={code} link={link} className={styles.code} testid="file-code" />
						<figcaption>{list.length > 1 ? 'All stories of this talk' : 'This story'}</figcaption>
					</figure>
				)}
			</div>
		</section>
	);
}
