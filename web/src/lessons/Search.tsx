import { useState } from 'react';
import type { ExploreProgress } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { verdictWords } from '../narration/verdicts';
import { DEFAULT_MAX_STATES } from '../store/checker';
import { useApp, useAppState } from '../store/react';
import styles from './search.module.css';
import { Text } from './Text';
import type { SearchData } from './types';

/** Every schedule of a set-up, tried when the reader asks for it. */
export function Search({ search }: { search: SearchData }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const [found, setFound] = useState<ExploreProgress | null>(null);
	const [failed, setFailed] = useState('');
	const run = async () => {
		if (!core) return;
		try {
			await core.load(search.lock);
			const { config } = core.parseUrl(search.address);
			const options = { maxStates: DEFAULT_MAX_STATES, onProgress: setFound };
			setFound(await app.explore(config, options));
		} catch (error) {
			setFailed(String(error));
		}
	};
	const words = found?.done ? verdictWords(found.verdict) : null;
	return (
		<div className={styles.search} data-testid="search-block">
			<p>
				<Text of={search.text} />
			</p>
			<button type="button" className={buttons.button} onClick={() => void run()}>
				{search.title}
			</button>
			<p className={styles.found} role="status" data-testid="search-found">
				{failed}
				{found && (
					<>
						<b>{found.states.toLocaleString('en')}</b> states
						{words ? (
							<>
								{' '}
								in {found.seconds < 0.05 ? 'less than 0.1' : found.seconds.toFixed(1)} s:{' '}
								<b data-tone={words.tone}>{words.long}</b>
								{found.path.length > 0 &&
									` The shortest schedule to it has ${found.path.length} steps.`}
							</>
						) : (
							' so far …'
						)}
					</>
				)}
			</p>
		</div>
	);
}
