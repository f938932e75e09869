import { boardOf } from '../../board/board.ts';
import { Equipment } from '../../pieces/equipment.ts';
import { rulesOf } from '../rules.ts';
import type { RuleSet } from '../ruleset.ts';
import type { Variant } from '../variant.ts';
import { armyOf } from './army.ts';
import { castlingsOf } from './castlings.ts';
import { canBeWon, endsOf, lawsOf } from './ends.ts';
import { excerpt, type Refuse, type VariantProblem } from './problems.ts';
import type { Entry, Section } from './sections.ts';
import type { Settings } from './settings.ts';
import { makeStart, readStart, type Start } from './start.ts';
import { isNeutral, unsupported } from './unsupported.ts';

/** A game, or all that is wrong with it. */
export interface Made {
  readonly rules?: RuleSet;
  readonly problems: readonly VariantProblem[];
}

/** The section whose settings these are, with those of its parents. */
export interface Described {
  readonly section: Section;
  readonly settings: Settings;
  /** Is this a line of the file? Those of well-known games are not shown. */
  isShown(entry: Entry): boolean;
  /** What the variant keeps of the file; of a built-in game, whose first position is known to be one, undefined. */
  readonly ini: string | undefined;
}

/** The problems of a section, each once. */
function collector({ section, isShown }: Described) {
  const problems: VariantProblem[] = [];
  const add = (entry: Entry | undefined, message: string) => {
    const problem =
      entry && isShown(entry)
        ? { line: entry.line, key: entry.key, message }
        : {
            line: section.line,
            ...(entry ? { key: entry.key } : {}),
            message: (entry ? `its parent ${entry.section}: ` : '') + message,
          };
    const isSame = (each: VariantProblem) =>
      each.line === problem.line && each.message === problem.message;
    if (!problems.some(isSame)) problems.push(problem);
  };
  return { problems, add };
}

/** What is not supported in a section, whatever else is wrong with it. */
export function unsupportedProblems(described: Described): readonly VariantProblem[] {
  const { problems, add } = collector(described);
  for (const entry of unsupportedIn(described.settings)) {
    const { key, value } = entry;
    const { why } = unsupported.get(key)!;
    add(entry, `${key} = ${excerpt(value)} is not supported: it needs ${why}`);
  }
  return problems;
}

/** The game that the settings of a section describe. */
export function makeVariant(described: Described): Made {
  const { section, settings, ini } = described;
  const { problems, add } = collector(described);
  problems.push(...unsupportedProblems(described));
  const refuse: Refuse = (keys, message) => {
    const key = keys.find((each) => settings.origins.has(each));
    add(key === undefined ? undefined : settings.origins.get(key), message);
  };
  if (settings.kinds.size === 0) {
    const right = 'name some, such as king = k, or a parent, such as [name:chess]';
    refuse([], `the game has no pieces: ${right}`);
    return { problems };
  }
  const start = startOf(described, refuse);
  const variant = variantOf(section, settings, start, refuse);
  if (problems.length === 0 && !canBeWon(settings, variant)) {
    const ways =
      'a king, extinctionPieceTypes, flagRegionWhite and flagRegionBlack, or stalemateValue';
    refuse([], `nobody can win: the game has no goal, such as ${ways}`);
  }
  if (problems.length > 0) return { problems };
  try {
    if (ini === undefined) return { rules: rulesOf(variant), problems };
    const rules = rulesOf({ ...variant, ini });
    const read = variant.start === undefined ? undefined : rules.parseFen(variant.start);
    if (read?.ok !== false) return { rules, problems };
    const hasNoKing = read.problem.code === 'royals' && settings.origins.has('startFen');
    if (!isGiven(described, 'startFen') && !hasNoKing) {
      // A first position that is not for these pieces or this board: tables do without.
      return {
        rules: rulesOf({ ...variantOf(section, settings, undefined, refuse), ini }),
        problems,
      };
    }
    refuse(['startFen'], `startFen: ${read.problem.message}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse([], error.message);
  }
  return { problems };
}

/** Has a line of the file set this key? */
function isGiven({ settings, isShown }: Described, key: string): boolean {
  const entry = settings.origins.get(key);
  return entry !== undefined && isShown(entry);
}

/** The lines whose keys have a meaning that is not supported, each once. */
function unsupportedIn({ unsupported: found, kinds, foldRule }: Settings): readonly Entry[] {
  const entries = [...new Set(found.values())];
  return entries.filter(({ key, value }) => {
    if (key === 'soldierPromotionRank' && !kinds.has('soldier')) return false;
    // Where no repetition ends the game, its value is none.
    if (key === 'nFoldValue' && foldRule === 0) return false;
    return !isNeutral(key, value);
  });
}

/** The first position, if the game has one that may be for its board. */
function startOf(described: Described, refuse: Refuse): Start | undefined {
  const { settings } = described;
  const start = readStart(settings.startFen, boardOf(settings.files, settings.ranks));
  if (start.ok) return start.value;
  if (isGiven(described, 'startFen')) refuse(['startFen'], `startFen: ${start.problem.message}`);
  return undefined;
}

const noLetters: Start['letters'] = new Map();

function variantOf(
  { name, parent }: Section,
  settings: Settings,
  start: Start | undefined,
  refuse: Refuse,
): Variant {
  const board = boardOf(settings.files, settings.ranks);
  if (settings.kinds.has('janggiCannon')) {
    const why = 'it can neither take nor jump another one, which is not supported';
    refuse(['janggiCannon'], `janggiCannon: ${why}`);
  }
  const ranked = armyOf(settings, board, start?.letters ?? noLetters, refuse);
  const castlings = start ? castlingsOf(settings, board, ranked, start, refuse) : [];
  const laws = lawsOf(settings, ranked, refuse);
  const rights = castlings.map(({ letter }) => letter).join('');
  return {
    name,
    title: settings.title ?? titleOf(name),
    about:
      settings.about ?? (parent ? `A game like ${parent}.` : 'A game from a file of variants.'),
    source: settings.source ?? 'A file of variants',
    equipment: new Equipment(board, ranked.army, castlings, false, laws),
    ...(start ? { start: makeStart(start, rights) } : {}),
    ...endsOf(settings, board, ranked, refuse),
  };
}

/** `king-of-the-hill`: King of the hill. */
function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
