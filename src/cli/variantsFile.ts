import { fail, ok, type Result } from '../board/result.ts';
import { checkVariants, type SectionReport } from '../rules/ini/parseVariants.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { readStart } from '../store/folder.ts';

/** A variants.ini of the user: games beside the built-in ones. */
export interface VariantsFile {
  readonly path: string;
  readonly sections: readonly Section[];
}

/** What a section describes, or why it is no game. */
export type Section = SectionReport;

/** Fairy-Stockfish's own file has 60 KiB. */
const MOST_BYTES = 2 ** 20;

/**
 * Reads a variants.ini, whose sections need not be sound. Errors: `read`, and `variants` if it is too large, no text, or
 * has no sections.
 */
export async function readVariantsFile(path: string): Promise<Result<VariantsFile>> {
  const bad = (why: string) => fail('variants', `${path}: ${why}`, path);
  const read = await readStart(path, MOST_BYTES);
  if (!read.ok) return read;
  if (!read.value) return fail('read', `cannot read ${path}: there is no such file`, path);
  const { bytes, size } = read.value;
  if (size > MOST_BYTES) return bad(`it has ${size} bytes: a variants.ini has at most 1 MiB`);
  const text = decode(bytes);
  if (text === undefined) return bad('it is not text in UTF-8, as a variants.ini is');
  const sections = checkVariants(text);
  // Without a name: what is wrong with the file as a whole.
  const whole = sections.find(({ name }) => name === '');
  if (!whole) return ok({ path, sections });
  const { line, message } = firstProblemOf(whole);
  return bad(`line ${line}: ${message}`);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The games of a file that load, in its order. */
export function gamesOf(file: VariantsFile | undefined): readonly RuleSet[] {
  return file?.sections.flatMap(({ rules }) => rules ?? []) ?? [];
}

/** Names of the file's games in an error. */
const MOST_NAMES = 20;

/**
 * A game by its name, built in or of the user's file. Of the file, only the section with that name must be sound. Errors:
 * those of {@link findRuleSet}; `variants` if the section is not sound.
 */
export function findGame(name: string, file: VariantsFile | undefined): Result<RuleSet> {
  const builtIn = findRuleSet(name);
  if (builtIn.ok || !file) return builtIn;
  const section = file.sections.find((each) => each.name === name);
  if (section?.rules) return ok(section.rules);
  const { path } = file;
  if (section) return fail('variants', `${path}: ${problemOf(section, path)}`, name);
  const { code, message, text } = builtIn.problem;
  if (code !== 'rules') return builtIn;
  return fail(code, `${message}; in ${path} ${namesOf(file)}`, text);
}

/** Why a section is no game: its first problem, and how to see the others. */
function problemOf(section: Section, path: string): string {
  const { line, message } = firstProblemOf(section);
  const others = section.problems.length - 1;
  const more = others > 0 ? ` (and ${others} more: metatb rules --check ${path})` : '';
  return `line ${line}: ${message}${more}`;
}

/** The first problem of a section that is no game. */
export function firstProblemOf({ line, problems }: Section): Section['problems'][number] {
  return problems[0] ?? { line, message: 'it is no game' };
}

function namesOf(file: VariantsFile): string {
  const names = gamesOf(file).map(({ name }) => name);
  if (names.length === 0) return `no game loads: metatb rules --check ${file.path} says why`;
  const rest = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return `${shown}${rest > 0 ? ` and ${rest} more: metatb rules --variants ${file.path}` : ''}`;
}
