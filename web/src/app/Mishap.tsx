import { Component, type ReactNode } from 'react';
import { reasonOf } from '../../../wasm/src/reason';
import styles from './mishap.module.css';

interface Props {
	/** a change of this clears the mishap: another place may work */
	place: string;
	children: ReactNode;
}

/** Where a view fails to draw, the reader keeps the page, the address, and a way out. */
export class Mishap extends Component<Props, { error: unknown; place: string }> {
	override state: { error: unknown; place: string } = { error: null, place: this.props.place };

	static getDerivedStateFromError(error: unknown) {
		return { error };
	}

	static getDerivedStateFromProps(props: Props, state: { error: unknown; place: string }) {
		return props.place === state.place ? null : { error: null, place: props.place };
	}

	override render() {
		const { error } = this.state;
		if (!error) return this.props.children;
		return (
			<main className={styles.mishap} role="alert">
				<h1>This view could not be drawn.</h1>
				<p>{reasonOf(error)}</p>
				<p>
					<button type="button" onClick={() => window.location.reload()}>
						Load the page again
					</button>
				</p>
				<p>
					The address still holds the schedule. <a href="#/">Back to the gallery</a>
				</p>
			</main>
		);
	}
}
