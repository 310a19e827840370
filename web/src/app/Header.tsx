import type { Core, ScenarioFacts } from '../../../wasm/src';
import { CheckBadge } from '../controls/CheckBadge';
import { CopyLink } from '../controls/CopyLink';
import { SetupIcon } from '../controls/icons';
import { PageTools } from '../controls/PageTools';
import { useApp, useAppState } from '../store/react';
import { Brand } from './Brand';

function byFamily(core: Core): { family: string; scenarios: ScenarioFacts[] }[] {
	const groups = new Map<string, ScenarioFacts[]>();
	for (const scenario of core.facts.scenarios) {
		const family = core.facts.locks.find((l) => l.id === scenario.lock)?.family ?? '';
		groups.set(family, [...(groups.get(family) ?? []), scenario]);
	}
	return [...groups].map(([family, scenarios]) => ({ family, scenarios }));
}

function ScenarioPicker({ core, name }: { core: Core; name: string }) {
	const app = useApp();
	return (
		<label className="scenario-picker">
			<span className="visually-hidden">Scenario</span>
			<select
				value={name}
				data-testid="scenario"
				onChange={(e) => app.openScenario(e.target.value)}
			>
				{byFamily(core).map(({ family, scenarios }) => (
					<optgroup key={family} label={family}>
						{scenarios.map((s) => (
							<option key={s.name} value={s.name}>
								{s.title}
							</option>
						))}
					</optgroup>
				))}
			</select>
		</label>
	);
}

function Title({ core, name }: { core: Core; name: string }) {
	const scenario = core.scenario(name);
	const lock = core.facts.locks.find((l) => l.id === scenario?.lock);
	const variant = lock && scenario ? lock.variants[scenario.variant] : undefined;
	const parts = [lock?.title, variant?.title, scenario?.title].filter(Boolean);
	return <h1 className="visually-hidden">{parts.join(', ')}</h1>;
}

/** "rwsem, before the handoff patch": which text is being stepped. */
function LockName({ core, name }: { core: Core; name: string }) {
	const scenario = core.scenario(name);
	const lock = core.facts.locks.find((l) => l.id === scenario?.lock);
	const variant =
		scenario && (lock?.variants.length ?? 0) > 1 ? lock?.variants[scenario.variant] : undefined;
	return (
		<span className="lock-name" title={variant?.title ?? lock?.title}>
			{variant?.name ?? lock?.name}
		</span>
	);
}

export function StepperHeader() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const name = useAppState((s) => s.doc?.config.scenario ?? '');
	if (!core) return null;
	return (
		<header className="header">
			<Brand />
			<Title core={core} name={name} />
			<LockName core={core} name={name} />
			<ScenarioPicker core={core} name={name} />
			<CheckBadge />
			<button
				type="button"
				className="tool"
				data-testid="setup"
				aria-label="Set up"
				title="Threads, rounds, faults, budgets"
				onClick={() => app.setPanel('setup')}
			>
				<SetupIcon /> <span className="wide-label">Set up</span>
			</button>
			<CopyLink />
			<PageTools />
		</header>
	);
}
