import type { Circle } from '../store/circle';
import { useAppState, useDocument } from '../store/react';
import { findingOfRound } from './round';
import { useEvidence } from './useEvidence';

/** The finding that this very schedule shows, if it is one's. */
export function RoundFinding({ circle }: { circle: Circle }) {
	const core = useAppState((s) => s.core);
	const evidence = useEvidence();
	const doc = useDocument();
	if (!core || !evidence || typeof evidence === 'string') return null;
	const finding = findingOfRound(core, evidence.findings, doc, circle);
	if (!finding) return null;
	return (
		<>
			This is{' '}
			<a href={`#/docs/findings/${finding.id}`} title={finding.title}>
				finding {finding.id}
			</a>
			.{' '}
		</>
	);
}
