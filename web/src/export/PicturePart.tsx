import { useState } from 'react';
import buttons from '../controls/buttons.module.css';
import fields from '../controls/fields.module.css';
import { useApp } from '../store/react';
import styles from './export.module.css';
import { save } from './make';
import { fileName } from './order';
import { pictureOf, pngOf } from './picture';

const REFUSED = 'The browser could not make the picture.';

/** Of the moment that is shown. */
export function PicturePart() {
	const app = useApp();
	/* of a slide the lanes are half of what a room sees */
	const [whole, setWhole] = useState(app.state.view.presenter);
	const make = async (ending: 'svg' | 'png') => {
		const picture = await pictureOf(app.state, whole);
		if (!picture) return null;
		return ending === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : pngOf(picture);
	};
	const download = async (ending: 'svg' | 'png') => {
		const blob = await make(ending).catch(() => null);
		const name = fileName(app.state, ending);
		if (blob) save(blob, name);
		app.page.say(blob ? `Saved as ${name}.` : REFUSED);
	};
	/* the browser wants the promise, so that it knows of the press */
	const copy = async () => {
		const png = make('png').then((blob) => blob ?? Promise.reject(new Error(REFUSED)));
		const done = await navigator.clipboard
			.write([new ClipboardItem({ 'image/png': png })])
			.then(() => true)
			.catch(() => false);
		app.page.say(done ? 'Picture copied.' : 'The browser refused to copy; download it instead.');
	};
	return (
		<>
			<h3>Picture of this moment</h3>
			<p className="muted">The sentence and the memory, in the colours of the page.</p>
			<label className={fields.choice}>
				<input
					type="checkbox"
					checked={whole}
					data-testid="picture-whole"
					onChange={() => setWhole(!whole)}
				/>
				<span>with the lanes, and the author’s note where one speaks of this moment</span>
			</label>
			<p className={styles.actions}>
				<button
					type="button"
					className={buttons.button}
					data-testid="picture-copy"
					onClick={() => void copy()}
				>
					Copy picture
				</button>
				{(['svg', 'png'] as const).map((ending) => (
					<button
						key={ending}
						type="button"
						className={buttons.button}
						data-testid={`picture-${ending}`}
						onClick={() => void download(ending)}
					>
						Download .{ending}
					</button>
				))}
			</p>
		</>
	);
}
