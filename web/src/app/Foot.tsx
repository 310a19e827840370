import styles from './foot.module.css';

/** Under the pages that are read: where the evidence stands, what is not claimed, and on what terms. */
export function Foot() {
	return (
		<footer className={styles.foot}>
			<nav aria-label="About">
				<a href="#/docs">Documents</a>
				<a href="#/docs/findings">Findings</a>
				<a href="#/docs/checking/what-a-check-does-not-say">What a check does not say</a>
				<a href="#/docs/validation">Against a real kernel</a>
				<a href="#/docs/not-here">What is not here</a>
				<a href="#/docs/dependencies">Libraries</a>
			</nav>
			<p>
				Lockstep. The locks are models, written anew after what was posted on the kernel’s mailing
				lists or released: <a href="#/docs/licence">whose text, under which licence</a>.{' '}
				<a href="LICENSE.txt">MIT licence</a>.{' '}
				<a href="lockstep-source.tar.gz" download data-testid="source">
					Source of this site
				</a>{' '}
				(.tar.gz, 2 MB): the locks’ texts, the searches, the tests, and the command line.
			</p>
		</footer>
	);
}
