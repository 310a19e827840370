import styles from './brand.module.css';
export function Brand() {
	return (
		<a className={styles.brand} href="#/">
			Lockstep
		</a>
	);
}
