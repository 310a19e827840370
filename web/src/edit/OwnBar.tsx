import { useMemo } from 'react';
import type { Core, Edited } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document } from '../store/state';
import { differingLines, differText } from './differing';
import styles from './edit.module.css';
import { leftFor } from './left';

type Place = Pick<Document, 'config' | 'session' | 'moment'>;

/** The same schedule in both texts, at this moment. */
function besideOf(core: Core, { config, session, moment }: Place, own: string): string {
	const [name, query] = core.formatUrl(config, session.actions(), session.length).split('?');
	const side = encodeURIComponent(session.length > 0 ? `${name}?${query}` : (name ?? ''));
	const at = String(moment.at);
	return `#/compare/${side}/${side}?${new URLSearchParams({ l: at, r: at, plain: '1', own })}`;
}

/** Over the panes of an edited text: that it is one, and the way back. */
export function OwnBar({ own }: { own: Edited }) {
	const app = useApp();
	const setUp = useAppState((s) => (s.doc && s.core?.formatUrl(s.doc.config, [], 0)) ?? '');
	const core = useAppState((s) => s.core);
	const { config, session, moment } = useDocument();
	/* a session grows in place: its moment is another then */
	const beside = useMemo(
		() => (core ? besideOf(core, { config, session, moment }, own.packed) : '#/'),
		[core, config, session, moment, own],
	);
	const lines = useMemo(() => differingLines(own.base, own.source).lines, [own.base, own.source]);
	return (
		<section className={styles.bar} data-region="own" aria-label="Your text" data-testid="own-bar">
			<b className={styles.badge}>your {own.text}.c</b>{' '}
			<span className={styles.said}>
				{differText(lines)} from the page’s text. All that you see is what yours does.
			</span>
			<button
				type="button"
				className={buttons.tool}
				data-testid="edit-own"
				onClick={() => app.page.edit(own.text)}
			>
				Edit
			</button>
			<a className={buttons.tool} data-testid="own-beside" href={beside}>
				Side by side with the page’s text
			</a>
			<a
				className={buttons.tool}
				data-testid="published"
				href={leftFor(own.packed) ?? `#/${setUp}`}
			>
				Back to the page’s text
			</a>
		</section>
	);
}
