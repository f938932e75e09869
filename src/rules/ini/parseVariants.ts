import { fail, ok, type Result } from '../../board/result.ts';
import { problemOfName } from '../checkVariant.ts';
import type { RuleSet } from '../ruleset.ts';
import { applySection } from './applySection.ts';
import { type Made, makeVariant, unsupportedProblems } from './makeVariant.ts';
import { builtInNames, findParent, parentNames } from './parents.ts';
import { excerpt, suggestion, type VariantProblem } from './problems.ts';
import { type Entry, readSections, type Section } from './sections.ts';
import { copyOf, type Settings, template } from './settings.ts';

export type { VariantProblem } from './problems.ts';

/** What becomes of one section of a file: found out when it is first asked for. */
export interface SectionReport {
  /** '' for what is wrong with the file as a whole. */
  readonly name: string;
  /** From 1. */
  readonly line: number;
  /** Undefined if there are problems. */
  readonly rules: RuleSet | undefined;
  readonly problems: readonly VariantProblem[];
}

/**
 * Reads the games of a file in the format of Fairy-Stockfish's variants.ini, as far as they can be played and solved
 * here. Errors: `variants`, for the first thing that is wrong.
 */
export function parseVariants(text: string): Result<readonly RuleSet[]> {
  const reports = checkVariants(text);
  const [first] = reports.flatMap(({ problems }) => problems).sort((a, b) => a.line - b.line);
  if (first) return fail('variants', `line ${first.line}: ${first.message}`, first.key);
  return ok(reports.flatMap(({ rules }) => rules ?? []));
}

/** All that works in a file and all that does not, section by section. */
export function checkVariants(text: string): readonly SectionReport[] {
  const sections = readSections(text);
  if ('message' in sections)
    return [{ name: '', line: sections.line, rules: undefined, problems: [sections] }];
  if (sections.length === 0) {
    const message = 'there is no game: a game begins with its name, such as [name:chess]';
    return [{ name: '', line: 1, rules: undefined, problems: [{ line: 1, message }] }];
  }
  const file = new Sections(sections);
  return sections.map((section) => reportOn(file, section));
}

function reportOn(file: Sections, section: Section): SectionReport {
  const { name, line } = section;
  let known: Made | undefined;
  const made = () => {
    known ??= madeOf(file, section);
    return known;
  };
  return {
    name,
    line,
    get rules() {
      return made().rules;
    },
    get problems() {
      return made().problems;
    },
  };
}

function madeOf(file: Sections, section: Section): Made {
  const { settings, problems: own } = file.settingsOf(section);
  const problems = [...nameProblems(section), ...section.problems, ...own];
  const chain = file.chainOf(section);
  const described = {
    section,
    settings,
    isShown: (entry: Entry) => chain.some(({ entries }) => entries.includes(entry)),
    ini: chain.toReversed().map(makeSection).join('\n'),
  };
  if (problems.length > 0) {
    return { problems: sorted([...problems, ...unsupportedProblems(described)]) };
  }
  const made = makeVariant(described);
  return { ...made, problems: sorted(made.problems) };
}

function refusedParent(parent: string, { line, message }: VariantProblem): string {
  return `its parent ${excerpt(parent)} is refused: line ${line}: ${message}`;
}

function sorted(problems: readonly VariantProblem[]): readonly VariantProblem[] {
  return [...problems].sort((a, b) => a.line - b.line);
}

function nameProblems({ name, line }: Section): readonly VariantProblem[] {
  // Without a name the line is no section, which is told by itself.
  const message = name === '' ? undefined : problemOfName(name);
  if (message) return [{ line, message: message.replace(name, excerpt(name)) }];
  if (!builtInNames.includes(name)) return [];
  return [{ line, message: `there is a built-in game ${name}: choose another name` }];
}

/** The section without comments. */
function makeSection({ name, parent, entries }: Section): string {
  const head = parent === undefined ? `[${name}]` : `[${name}:${parent}]`;
  return [head, ...entries.map(({ key, value }) => `${key} = ${value}`), ''].join('\n');
}

const MOST_PARENTS = 16;

interface Known {
  readonly settings: Settings;
  /** Of its keys, and of those of its parents. */
  readonly problems: readonly VariantProblem[];
}

/** The sections of a file by name, and the settings of each, read once. */
class Sections {
  private readonly byName: ReadonlyMap<string, Section>;
  private readonly known = new Map<Section, Known>();

  constructor(sections: readonly Section[]) {
    this.byName = new Map(sections.toReversed().map((section) => [section.name, section]));
  }

  /** The section and its parents in the file. */
  chainOf(section: Section): readonly Section[] {
    const chain: Section[] = [];
    for (let each: Section | undefined = section; each && !chain.includes(each); ) {
      chain.push(each);
      each = each.parent === undefined ? undefined : this.byName.get(each.parent);
    }
    return chain;
  }

  settingsOf(section: Section): Known {
    const known = this.known.get(section);
    if (known) return known;
    const problem = this.circleOf(section);
    const base = problem ? { settings: template(), problems: [problem] } : this.parentOf(section);
    const settings = copyOf(base.settings);
    const problems = [...base.problems, ...applySection(settings, section)];
    const found = { settings, problems };
    this.known.set(section, found);
    return found;
  }

  /** A chain of parents that has no end, or too many links. */
  private circleOf(section: Section): VariantProblem | undefined {
    const { line } = section;
    const chain = this.chainOf(section);
    const next = this.byName.get(chain.at(-1)!.parent ?? '');
    if (next) {
      const names = [...chain, next].map(({ name }) => excerpt(name)).join(' from ');
      return { line, message: `its parents go in a circle: ${names}` };
    }
    if (chain.length <= MOST_PARENTS + 1) return undefined;
    return { line, message: `a game has at most ${MOST_PARENTS} parents, one from another` };
  }

  private parentOf({ parent, line }: Section): Known {
    if (parent === undefined) return { settings: template(), problems: [] };
    const own = this.byName.get(parent);
    if (own) {
      const { settings, problems } = this.settingsOf(own);
      const [first] = [...own.problems, ...problems];
      if (!first) return { settings, problems: [] };
      return { settings, problems: [{ line, message: refusedParent(parent, first) }] };
    }
    const found = findParent(parent);
    if (found.ok) return { settings: found.value, problems: [] };
    const hint = suggestion(parent, [...this.byName.keys(), ...parentNames()]);
    const message = `${found.problem.message}${hint}`;
    return { settings: template(), problems: [{ line, message }] };
  }
}
