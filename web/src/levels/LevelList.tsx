import { lazy, useState } from 'react';
import type { Core, LevelFacts, RepairHead } from '../../../wasm/src';
import { Brand } from '../app/Brand';
import { Space, TopBar } from '../app/TopBar';
import { useTop } from '../app/useTop';
import buttons from '../controls/buttons.module.css';
import { PageTools } from '../controls/PageTools';
import sections from '../gallery/family.module.css';
import gallery from '../gallery/gallery.module.css';
import { OnceEach, Prose } from '../glossary/Prose';
import { repairsByGrade } from '../repair/facts';
import { useApp, useAppState } from '../store/react';
import { Done } from './Done';
import done from './done.module.css';
import { byGrade, lessonOf, lessonOfRepair, levels } from './facts';
import styles from './level-list.module.css';
import { isSolved, wins } from './progress';

const Repair = lazy(() => import('../repair/Repair').then((m) => ({ default: m.Repair })));

const GRADES = ['', 'First steps', 'A gap to hit', 'A schedule to find', 'Hard', 'Very hard'];

type Order = 'difficulty' | 'family';

const familyOf = (core: Core, level: LevelFacts) => core.lock(level.lock).family;

function grouped(core: Core, order: Order): { title: string; of: LevelFacts[] }[] {
	const groups = new Map<string, LevelFacts[]>();
	for (const level of byGrade()) {
		const title = order === 'family' ? familyOf(core, level) : (GRADES[level.grade] ?? '');
		groups.set(title, [...(groups.get(title) ?? []), level]);
	}
	const all = [...groups].map(([title, of]) => ({ title, of }));
	const place = (level: LevelFacts | undefined) => level?.lock ?? 0;
	return order === 'family' ? all.sort((a, b) => place(a.of[0]) - place(b.of[0])) : all;
}

function Item({ core, level }: { core: Core; level: LevelFacts }) {
	const app = useApp();
	const prepare = () => {
		app.prefetchStepper();
		core.load(level.lock).catch(() => {});
	};
	const { name, variants } = core.lock(level.lock);
	const lesson = lessonOf(level.name);
	return (
		<li className={styles.item} onPointerEnter={prepare} onFocus={prepare}>
			<h3>
				<a href={`#/level/${level.name}`}>{level.title}</a>
			</h3>
			<p className={styles.task}>
				<Prose>{level.task}</Prose>
			</p>
			<p className={styles.about}>
				<Done level={level} />
				<span>{variants[level.variant]?.name ?? name}</span>
				<span>{level.threads} threads</span>
				<span>difficulty {level.grade} of 5</span>
				{lesson && <span>lesson {lesson.number}</span>}
			</p>
		</li>
	);
}

function RepairItem({ core, repair }: { core: Core; repair: RepairHead }) {
	const app = useApp();
	const prepare = () => {
		app.prefetchStepper();
		core.load(repair.lock).catch(() => {});
	};
	const lesson = lessonOfRepair(repair.name);
	return (
		<li className={styles.item} onPointerEnter={prepare} onFocus={prepare}>
			<h3>
				<a href={`#/repair/${repair.name}`}>{repair.title}</a>
			</h3>
			<p className={styles.task}>
				<Prose>{repair.task}</Prose>
			</p>
			<p className={styles.about}>
				{isSolved(repair.name) ? (
					<b className={done.done} data-testid={`repaired-${repair.name}`}>
						<span aria-hidden="true">✓ </span>repaired
					</b>
				) : (
					<span>not repaired yet</span>
				)}
				<span>{repair.scenario}</span>
				<span>{repair.threads} threads</span>
				<span>difficulty {repair.grade} of 5</span>
				{lesson && <span>lesson {lesson.number}</span>}
			</p>
		</li>
	);
}

/** The other way round: not a schedule is looked for, but a text that has none. */
function Repairs({ core }: { core: Core }) {
	return (
		<section
			className={sections.family}
			data-region="family"
			aria-label="Texts to repair"
			data-testid="repairs"
		>
			<div className={sections.note}>
				<h2>Texts to repair</h2>
				<p>
					A text has a fault, and the search has its counterexample. You edit the text; every
					schedule is taken again, and what the lock must still do is asked as well.
				</p>
			</div>
			<ul className={styles.items}>
				{repairsByGrade().map((repair) => (
					<RepairItem key={repair.name} core={core} repair={repair} />
				))}
			</ul>
		</section>
	);
}

/** All levels; or a text to repair is on its way. */
export function LevelList() {
	const repair = useAppState(({ route }) => (route.kind === 'levels' && route.repair) || '');
	return repair ? <Repair key={repair} name={repair} /> : <List />;
}

/** The easy ones first, or family by family; then the texts to repair. */
function List() {
	const core = useAppState((s) => s.core);
	const [order, setOrder] = useState<Order>('difficulty');
	useTop();
	const won = levels.filter(({ name }) => wins()[name] !== undefined).length;
	return (
		<div className={gallery.gallery}>
			<TopBar>
				<Brand />
				<Space />
				<PageTools />
			</TopBar>
			<main>
				<div className={gallery.hero} data-region="hero">
					<h1>Levels</h1>
					<p>
						A goal is set, and you choose every step. The search judges, gives hints, and knows how
						few steps will do. Some levels cannot be won: say so, and it is proven.
					</p>
					<div className={styles.over}>
						<fieldset className={styles.order}>
							<legend className="visually-hidden">Order</legend>
							{(['difficulty', 'family'] as const).map((by) => (
								<button
									key={by}
									type="button"
									className={buttons.round}
									aria-pressed={order === by}
									data-testid={`by-${by}`}
									onClick={() => setOrder(by)}
								>
									by {by}
								</button>
							))}
						</fieldset>
						<p className={styles.count} data-testid="levels-done">
							{won} of {levels.length} done
						</p>
					</div>
				</div>
				<OnceEach>
					{core &&
						grouped(core, order).map(({ title, of }) => (
							<section
								key={title}
								className={sections.family}
								data-region="family"
								aria-label={title}
							>
								<div className={sections.note}>
									<h2>{title}</h2>
								</div>
								<ul className={styles.items}>
									{of.map((level) => (
										<Item key={level.name} core={core} level={level} />
									))}
								</ul>
							</section>
						))}
					{core && <Repairs core={core} />}
				</OnceEach>
			</main>
		</div>
	);
}
