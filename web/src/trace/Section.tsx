import buttons from '../controls/buttons.module.css';
import cards from '../gallery/card.module.css';
import sections from '../gallery/family.module.css';
import { Prose } from '../glossary/Prose';
import { useApp } from '../store/react';
import { fitText, shareText } from './held';
import styles from './section.module.css';
import type { Shipped } from './shipped';

/** In the gallery: runs that real threads made, and the way to open one's own. */
export function RecordedSection({ shown }: { shown: readonly Shipped[] }) {
	const app = useApp();
	return (
		<section
			className={sections.family}
			data-region="family"
			id="recorded"
			aria-label="Recorded on a kernel"
		>
			<div className={sections.note}>
				<h2>Recorded on a kernel</h2>
				<p className="muted">
					What real threads did, held against a text of this page: each event in its place, or the
					first that does not fit. What no event shows is inferred, and marked. The kernel is real
					and ran in QEMU, on CPUs that are emulated (TCG).
				</p>
				<p>
					<button
						type="button"
						className={buttons.button}
						data-testid="open-trace"
						onClick={() => app.recorded.use((r) => r.choose())}
					>
						Open a trace …
					</button>
				</p>
				<p className="muted">Or drop a file on the page.</p>
			</div>
			<div className={sections.cards}>
				{shown.map(({ id, title, text, held }) => (
					<article
						key={id}
						className={`${cards.card} ${styles.card}`}
						data-testid={`recorded-card-${id}`}
					>
						<h3>
							<a href={`#/trace/${id}`}>{title}</a>
						</h3>
						<p className={cards.lesson}>
							<Prose>{text}</Prose>
						</p>
						<p className={cards.facts}>
							<b className={styles.badge}>recorded</b> · {fitText(held)} · {shareText(held)}
						</p>
					</article>
				))}
			</div>
		</section>
	);
}
