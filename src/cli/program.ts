import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { InputError, type Problem } from '../board/result.ts';
import { EXIT, exitCodeOf } from './exitCode.ts';
import { interruptedCode } from './interrupt.ts';
import { printable } from './output.ts';

// Self-reference by package name works from both src and dist.
const { version } = createRequire(import.meta.url)('metatb/package.json') as { version: string };

/** Runs one command to its end; `process.exitCode` says how it went. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  dropEmptyVariables();
  try {
    const program = await makeProgram(args);
    await program.parseAsync(args[0] === '-v' ? ['--version'] : args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error, wantsJson(args));
  }
}

/** Loaders of the commands' modules by name. Loading the server and the solvers takes longer than a probe. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  generate: async () => (await import('./generate.ts')).addGenerate,
  probe: async () => (await import('./probe.ts')).addProbe,
  line: async () => (await import('./line.ts')).addLine,
  analyze: async () => (await import('./analyze.ts')).addAnalyze,
  mate: async () => (await import('./mate.ts')).addMate,
  stats: async () => (await import('./stats.ts')).addStats,
  longest: async () => (await import('./longest.ts')).addLongest,
  zugzwang: async () => (await import('./zugzwang.ts')).addZugzwang,
  compare: async () => (await import('./compare.ts')).addCompare,
  export: async () => (await import('./export.ts')).addExport,
  import: async () => (await import('./import.ts')).addImport,
  verify: async () => (await import('./verify.ts')).addVerify,
  info: async () => (await import('./info.ts')).addInfo,
  play: async () => (await import('./play.ts')).addPlay,
  uci: async () => (await import('./uci.ts')).addUci,
  rules: async () => (await import('./rules.ts')).addRules,
  work: async () => (await import('./work.ts')).addWork,
  queue: async () => (await import('./queue.ts')).addQueue,
  serve: async () => (await import('./serve.ts')).addServe,
  completion: async () => (await import('./completion.ts')).addCompletion,
};

/** The program with the commands that these arguments can mean: one, none to print the version, otherwise all. */
export async function makeProgram(args: readonly string[] = []): Promise<Command> {
  const program = new Command('metatb')
    .description('Exact endgame tables for metachess, and for any chess-like game.')
    .version(version)
    .exitOverride()
    .configureOutput({
      // As JSON, `report` prints it.
      outputError: (text, write) => {
        if (!wantsJson(args)) write(text.replace(/^error: /, 'metatb: '));
      },
    })
    .addHelpText('after', help);
  if (!wantsJson(args)) {
    program.showHelpAfterError('(metatb --help, or metatb COMMAND --help, explains)');
  }
  for (const add of await loadCommands(args[0])) add(program);
  return program;
}

function loadCommands(first: string | undefined): Promise<((program: Command) => void)[]> {
  if (first === '--version' || first === '-V' || first === '-v') return Promise.resolve([]);
  // The completion script has every command in it.
  const isOne = first !== undefined && first !== 'completion' && Object.hasOwn(commands, first);
  const one = isOne ? commands[first] : undefined;
  return Promise.all((one ? [one] : Object.values(commands)).map((load) => load()));
}

const help = `
Examples:
  metatb generate KQvk                       solve queen against bare king
  metatb probe '8/8/8/4k3/8/8/8/K2Q4 w - -'  what is this position worth?
  metatb export KQvk --format pkl            write a pickle for Python
  metatb analyze startpos --time 10s         search for the best move

Settings come from flags, then from the variables METATB_RULES, METATB_VARIANTS, METATB_DIR,
METATB_THREADS, METATB_MEMORY, METATB_WINDOW, METATB_SCRATCH, METATB_GAMES, METATB_QUEUE, METATB_STORE,
METATB_JSON=1 and METATB_QUIET=1, then from defaults. METATB_TOKEN is the token of a server that takes tables.
NO_COLOR=1 turns colours off.

Data goes to stdout, remarks and errors to stderr; with --json an error is one JSON object
{"error":{"code","message","text"}}.

Exit codes: 0 ok, 1 failure, 2 wrong usage, 3 a verification found a difference,
4 a table is missing, 130 interrupted.`;

/** Treats empty environment variables as unset; commander would take them for values. */
function dropEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('METATB_') && value === '') delete process.env[name];
  }
}

/** Should errors be printed as JSON? Decided before the arguments are parsed, since that may fail too. */
function wantsJson(args: readonly string[]): boolean {
  return args.includes('--json') || process.env.METATB_JSON === '1';
}

/** Prints what went wrong, unless commander has; returns the exit code. */
function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    // Without a command, help has been printed.
    if (json && error.code !== 'commander.help') {
      printError({ code: 'usage', message: error.message.replace(/^error: /, ''), text: '' }, json);
    }
    return EXIT.usage;
  }
  const problem = problemOf(error);
  printError(problem, json);
  return problem.code === 'interrupted' ? interruptedCode() : exitCodeOf(problem);
}

/** The problem to report for an error that ended a command. */
export function problemOf(error: unknown): Problem {
  if (error instanceof InputError) return error.problem;
  const { code, stack } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // Even loading a module or starting a thread takes a file descriptor.
  if (code === 'EMFILE' || code === 'ENFILE') {
    const message = 'too many open files: the system allows this process no more (ulimit -n)';
    return { code: 'read', message, text: code };
  }
  const message = `this is a bug in metatb, please report it\n${stack ?? String(error)}`;
  return { code: 'bug', message, text: '' };
}

function printError({ code, message, text }: Problem, json: boolean): void {
  const line = json
    ? JSON.stringify({ error: { code, message, text } })
    : `metatb: ${printable(message)}`;
  process.stderr.write(`${line}\n`);
}
