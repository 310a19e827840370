/** The front end on the command line: `node scripts/dialect.mjs check core-c/locks`. */
import { allProblems } from './check';
import { inRows } from './edits';
import { kernelC } from './kernel-c';
import { deadMasks } from './liveness';
import { placesOf } from './places';
import { parseProject, type SourceFile } from './project';
import { scopeOf } from './scope';
import type { Project, Text } from './tree';

export const USAGE = `usage: dialect COMMAND FOLDER [TEXT] [OPTION]
  check FOLDER          what is wrong, one problem a line; fails when there is any
  masks FOLDER TEXT     the dead words of the locals at each line where a thread can stand
  places FOLDER TEXT    the places that a condition can name
  kernel FOLDER TEXT    the text as kernel C
    --settled             without switches and features, but for those that are given:
    --switch NAME         (may be repeated)
    --feature NAME        (may be repeated)`;

interface Outcome {
	output: string[];
	code: number;
}

const failed = (...output: string[]): Outcome => ({ output, code: 1 });

/** Runs a command on files that have been read already. */
export function cli(args: readonly string[], files: readonly SourceFile[]): Outcome {
	const [command = '', , name] = args;
	const project = parseProject(files);
	if (command === 'check') return check(project);
	const text = project.texts.find((one) => one.name === name);
	const known = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
	if (!known) return failed(USAGE);
	if (!text) {
		const names = project.texts.map((one) => one.name).join(', ');
		return failed(`There is no text ${name ?? ''}; there are ${names || 'none'}.`);
	}
	return { output: known(project, text, args.slice(3)), code: 0 };
}

function check(project: Project): Outcome {
	const problems = allProblems(project);
	const output = problems.map(
		({ file, line, column, message, rule }) => `${file}:${line}:${column}: ${message} [${rule}]`,
	);
	output.push(`Dialect: ${project.texts.length} texts, ${problems.length} problems`);
	return { output, code: problems.length === 0 && project.texts.length > 0 ? 0 : 1 };
}

function given(options: readonly string[], name: string): string[] {
	return options.flatMap((option, i) => (option === name ? (options[i + 1] ?? []) : []));
}

const COMMANDS: Readonly<
	Record<string, (project: Project, text: Text, options: readonly string[]) => string[]>
> = {
	masks: (project, text) => {
		const scope = scopeOf(project, text);
		return text.procs.flatMap((proc) =>
			[...deadMasks(proc, scope)].map(
				([line, mask]) => `${proc.name}:${line} 0x${mask.toString(16)}`,
			),
		);
	},
	places: (_, text) => placesOf(text).map(({ id, line }) => `${line} ${id}`),
	kernel: (project, text, options) => {
		const switches = given(options, '--switch');
		const features = given(options, '--feature');
		const settled = options.includes('--settled') || switches.length + features.length > 0;
		return [inRows(kernelC(project, text, settled ? { switches, features } : {}))];
	},
};
