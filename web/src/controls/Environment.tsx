import type { KeyboardEvent } from 'react';
import type { Option } from '../../../wasm/src';
import { Badge } from '../drawings/Badge';
import { useApp, useAppState, useDocument } from '../store/react';
import { Key } from './Key';

interface Kind {
	name: string;
	verb: string;
	/** how often it may still happen; null when that is not limited */
	left: number | null;
	options: Option[];
}

/** Left and right go from button to button, as in a toolbar. */
function walk(event: KeyboardEvent<HTMLElement>): void {
	const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
	if (direction === 0 || event.shiftKey) return;
	const buttons = [...event.currentTarget.querySelectorAll('button')];
	const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
	if (here < 0) return;
	event.preventDefault();
	buttons[(here + direction + buttons.length) % buttons.length]?.focus();
}

/** What the world around the threads could do now: each is a step of the schedule too. */
export function Environment() {
	const app = useApp();
	const facts = useAppState((s) => s.core?.facts);
	const { moment } = useDocument();
	const kinds: Kind[] = (facts?.envKinds ?? []).map((kind, index) => ({
		name: kind.name,
		verb: kind.verb,
		left: kind.budget ? (moment.machine.budget[index] ?? 0) : null,
		options: moment.options.filter((o) => o.env === kind.name),
	}));
	const possible = kinds.filter((k) => k.name !== '' && k.options.length > 0);
	return (
		<div className="environment" data-env role="toolbar" aria-label="Environment" onKeyDown={walk}>
			<span className="environment-title" aria-hidden="true">
				env
			</span>
			{possible.length === 0 && <span className="muted">nothing from outside can happen now</span>}
			{possible.map((kind) => (
				<span key={kind.name} className="env-kind">
					<span className="env-verb" title={kind.verb}>
						{kind.name}
					</span>
					{kind.options.map((option) => (
						<button
							key={option.action}
							type="button"
							className="env-button"
							data-testid={`env-${kind.name}-${option.tid}`}
							data-next={moment.next?.action === option.action || undefined}
							aria-label={`${kind.verb} T${option.tid}`}
							title={option.about}
							onClick={() => app.step(option.action)}
						>
							<Badge tid={option.tid} size={20} />
						</button>
					))}
					{kind.left !== null && <span className="env-left">({kind.left} left)</span>}
				</span>
			))}
			<Key name="e" />
		</div>
	);
}
