/** The documents as data: what web/docs/make.ts writes of docs/ and of the locks' own pages, and what the page draws. */

export type DocInline =
	| string
	| { kind: 'em' | 'strong'; of: DocInline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; to: string; of: DocInline[] };

export type DocBlock =
	| { kind: 'heading'; level: number; id: string; text: DocInline[] }
	| { kind: 'text'; text: DocInline[] }
	| { kind: 'list'; ordered: boolean; items: DocBlock[][] }
	| { kind: 'table'; head: DocInline[][]; rows: DocInline[][][] }
	| { kind: 'code'; text: string };

export interface Doc {
	/** as in addresses: `findings`, `locks/mcs` */
	name: string;
	title: string;
	blocks: DocBlock[];
}

/** A place of a document that can be looked for. */
export interface DocPlace {
	id: string;
	title: string;
}

/** All that a document says, from heading to heading, to be searched; what stands before the first has no id. */
export interface DocText {
	name: string;
	parts: { id: string; text: string }[];
}

/** What the list of documents shows of one. */
export interface DocCard {
	name: string;
	title: string;
	/** its first sentence or two */
	about: string;
	places: DocPlace[];
}

/** What a finding is called, where it is told, and the stories that show it. */
export interface FindingCard {
	id: string;
	title: string;
	scenarios: string[];
	/** addresses in it of schedules that go round: "#/…&round=18" */
	rounds: string[];
	blocks: DocBlock[];
}

/** A row of docs/searches.md. */
export interface SearchRow {
	/** as it follows `lockstep check` */
	check: string;
	verdict: string;
	steps: string;
	states: string;
}

/** Who may be passed without bound in a set-up: a row of docs/checking.md. */
export interface StarvationRow {
	/** as it follows `lockstep check`, before --starvation */
	check: string;
	/** "T1 T2", or "nobody" */
	who: string;
	/** of them, those who have gone to sleep for the lock */
	asleep: string;
	/** "T2: 15 + 28, passed 1": of whom, steps to a state and round to it again, how often others get the lock there */
	way: string;
	address: string;
	states: string;
}

/** What is known of a data race that a variant has as posted. */
export interface RaceRow {
	/** the finding, with where it is told */
	finding: DocInline[];
	judgement: DocInline[];
}

/** What the page can show of why it says something. */
export interface Evidence {
	findings: FindingCard[];
	/** by the variant that was searched */
	searches: Record<string, SearchRow[]>;
	/** by the variant that was searched */
	starvation: Record<string, StarvationRow[]>;
	/** by the variant that races as posted */
	races: Record<string, RaceRow>;
	/** by the lock's name: how it is held against something else than itself */
	against: Record<string, DocInline[][]>;
}

/** What a speaker says from a beat on, until the next line. */
export interface ScriptLine {
	story: string;
	at: number;
	/** of the talk: when this is begun; 3.5 is half past three */
	minute: number;
	what: string;
	say: string;
	/** addresses in it, as in `#/level/two-heads` */
	leads?: string[];
}

/** A talk of docs/teaching, known by the stories in its address. */
export interface Script {
	title: string;
	list: string[];
	lines: ScriptLine[];
	/** its lines are of several talks: their minutes say nothing here */
	untimed?: true;
}
