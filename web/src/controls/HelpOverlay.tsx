import { BINDINGS } from './keys';
import { Sheet } from './Sheet';

const GROUPS = ['Steps', 'Jumps', 'Runs', 'Page'] as const;

function Keys({ shown }: { shown: string }) {
	return shown.split(/\s{2,}/).map((key) => <kbd key={key}>{key}</kbd>);
}

export function HelpOverlay() {
	return (
		<Sheet title="Keys" testid="help" modal>
			<div className="help">
				{GROUPS.map((group) => (
					<section key={group}>
						<h3>{group}</h3>
						<dl>
							{BINDINGS.filter((b) => b.group === group).map((b) => (
								<div key={b.shown}>
									<dt>
										<Keys shown={b.shown} />
									</dt>
									<dd>{b.does}</dd>
								</div>
							))}
						</dl>
					</section>
				))}
			</div>
			<p className="help-note">
				Every step is one access to shared memory, taken by one thread. You are the scheduler. Go
				back and choose otherwise: the old future stays below the lanes and can be taken again. The
				address of this page is always the moment you see.
			</p>
			<p className="help-note">
				Modelled: sequential consistency, one access at a time. Not modelled: the reordering that
				weaker memory allows, and real time; clocks run out when you say so.
			</p>
		</Sheet>
	);
}
