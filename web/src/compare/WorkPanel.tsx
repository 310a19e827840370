import type { Core } from '../../../wasm/src';
import { Sheet } from '../controls/Sheet';
import type { CompareRoute } from '../store/state';
import type { Pair } from './pair';
import { Workload } from './Workload';

interface WorkPanelProps {
	core: Core;
	route: CompareRoute;
	pair: Pair;
}

/** Before a room the bar is not there: what both sides play is chosen here, and the panel stays for another number. */
export function WorkPanel(props: WorkPanelProps) {
	const first = props.route.by === 'turns' ? 'compare-threads' : 'compare-by';
	return (
		<Sheet title="Set up" testid="work-panel" first={`[data-testid="${first}"]`}>
			<p>
				<Workload {...props} />
			</p>
			<p className="muted">Whatever is changed, both sides begin at their start.</p>
		</Sheet>
	);
}
