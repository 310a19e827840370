import { Notices } from '../app/Notices';
import { LiveRegion } from '../narration/LiveRegion';
import { useAppState } from '../store/react';
import { type Controls, Embed } from './Embed';

interface ShellProps {
	controls: Controls;
	home: string;
	/** the file is all there is on the page */
	alone?: boolean;
}

/** What stands in the element: the stepper, as soon as it is there, or why it is not. */
export function Shell({ controls, home, alone = false }: ShellProps) {
	const open = useAppState((s) => s.doc !== null);
	const loadError = useAppState((s) => s.loadError);
	return (
		<>
			<Notices />
			{loadError && <p role="alert">The lock machine could not be loaded: {loadError}</p>}
			{open && <Embed controls={controls} home={home} alone={alone} />}
			<LiveRegion />
		</>
	);
}
