import { createReadStream } from 'node:fs';
import { type Command, Option } from 'commander';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { reason } from '../store/folder.ts';
import { exitCodeOf } from './exitCode.ts';
import { fileName } from './optionValues.ts';
import type { Output } from './output.ts';
import { singleBar } from './progressBars.ts';

export interface PositionSettings {
  readonly file?: string;
}

/** Adds the positions that a command answers for: one as an argument, or many from stdin or a file. */
export function withPositions(command: Command): Command {
  return command
    .argument('[fen...]', 'a FEN or startpos; - for one FEN a line on stdin')
    .addOption(new Option('--file <file>', 'read one FEN a line from a file').argParser(fileName));
}

/** The position given as an argument, or undefined if many are to be read. Throws InputError. */
export function onePosition(
  rules: RuleSet,
  fen: readonly string[],
  { file }: PositionSettings,
): { readonly position: Position } | undefined {
  const text = fen.join(' ');
  if (file !== undefined && fen.length > 0) {
    return unwrap(fail('two-sources', `'${text}' and --file: give only one of them`, text));
  }
  if (file !== undefined || text === '-') return undefined;
  if (fen.length === 0) {
    const ways = "a FEN such as '8/8/8/4k3/8/8/8/K2Q4 w - -', - for stdin, or --file FILE";
    return unwrap(fail('nothing-wanted', `name a position: ${ways}`));
  }
  return { position: unwrap(readPosition(rules, text)) };
}

/** A FEN, its fields also joined by underscores as in web addresses, or `startpos` as in UCI. */
export function readPosition(rules: RuleSet, text: string): Result<Position> {
  return text === 'startpos' ? ok(rules.start) : rules.parseFen(text.replaceAll('_', ' '));
}

/** How a command answers for many positions. */
export interface Answers<T> {
  /** Answers one batch, so that a block that several positions need is read and decoded once. */
  readonly ask: (positions: readonly Position[]) => Promise<readonly Result<T>[]>;
  /** For a line of JSON. */
  readonly data: (position: Position, answer: T) => unknown;
  /** For a line of text. */
  readonly text: (position: Position, answer: T) => string;
}

interface Context {
  readonly rules: RuleSet;
  readonly output: Output;
}

/**
 * Prints a line for each FEN of stdin or of a file, in their order. A FEN without an answer does not stop the rest: its
 * problem is its line of JSON, or goes to stderr, and the first such problem makes the exit code.
 */
export async function answerLines<T>(
  context: Context,
  { file }: PositionSettings,
  answers: Answers<T>,
): Promise<void> {
  // On a terminal the answers themselves show the progress.
  const bar = process.stdout.isTTY ? undefined : singleBar(context.output, '{value} lines');
  let number = 0;
  try {
    for await (const texts of linesOf(file)) {
      const lines = texts.map((text) => ({ number: ++number, text: text.trim() }));
      await answerBatch(
        context,
        lines.filter(({ text }) => text !== ''),
        answers,
      );
      bar?.update(number);
    }
  } finally {
    bar?.stop();
  }
}

interface Line {
  readonly number: number;
  readonly text: string;
}

async function answerBatch<T>(
  { rules, output }: Context,
  lines: readonly Line[],
  { ask, data, text }: Answers<T>,
): Promise<void> {
  const read = lines.map((line) => readPosition(rules, line.text));
  const found = await ask(read.flatMap((position) => (position.ok ? [position.value] : [])));
  const answers = found.values();
  let printed = '';
  for (const [i, line] of lines.entries()) {
    const position = read[i]!;
    const answer = position.ok ? answers.next().value! : position;
    if (!answer.ok) {
      const { problem } = answer;
      process.exitCode ??= exitCodeOf(problem);
      if (output.json) printed += `${JSON.stringify({ fen: line.text, error: problem })}\n`;
      else output.complain(`line ${line.number}: ${problem.message}`);
    } else if (position.ok) {
      const { value } = position;
      const answered = output.json
        ? JSON.stringify(data(value, answer.value))
        : text(value, answer.value);
      printed += `${answered}\n`;
    }
  }
  await output.write(printed);
}

/** Positions that are answered together; blocks decoded for one batch are mostly still cached for the next. */
const BATCH = 1000;

/** The lines as they arrive, so that a program can ask, read the answer, and ask again. */
async function* linesOf(file: string | undefined): AsyncGenerator<readonly string[]> {
  const input = file === undefined ? process.stdin : createReadStream(file);
  input.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (let from = 0; from < lines.length; from += BATCH) yield lines.slice(from, from + BATCH);
    }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = missing ? 'there is no such file' : reason(error);
    return unwrap(fail('read', `cannot read ${file ?? 'stdin'}: ${why}`, file));
  }
  if (rest !== '') yield [rest];
}
