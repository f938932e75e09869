import { boardKeys, mobilityKeys, ownKeys, ruleKeys, type SupportedKey } from './keys.ts';
import { isCustom, kindKeys } from './predefined.ts';
import { excerpt, suggestion, type VariantProblem } from './problems.ts';
import type { Entry, Section } from './sections.ts';
import type { Kinds, Settings } from './settings.ts';
import { harmless, unsupported } from './unsupported.ts';
import { type KindValue, readKind } from './values.ts';

const supported = [...boardKeys, ...mobilityKeys, ...ruleKeys, ...ownKeys];

/** The names of all keys. */
const names: ReadonlySet<string> = new Set([
  ...kindKeys,
  ...supported.map(({ key }) => key),
  ...harmless,
  ...unsupported.keys(),
]);

/**
 * Applies the keys of one section to the settings of its parent, in the order of Fairy-Stockfish's parser, and returns
 * what is wrong with them.
 */
export function applySection(settings: Settings, { entries }: Section): readonly VariantProblem[] {
  const problems: VariantProblem[] = [];
  const given = new Map(entries.map((entry) => [entry.key, entry]));
  const refuse = ({ line, key }: Entry, message: string) => problems.push({ line, key, message });
  const apply = (keys: readonly SupportedKey[]) => {
    for (const { key, apply } of keys) {
      const entry = given.get(key);
      if (!entry) continue;
      const done = apply(settings, entry.value);
      if (done.ok) settings.origins.set(key, entry);
      else refuse(entry, `${key}: ${done.problem.message}`);
    }
  };
  apply(boardKeys);
  applyKinds(settings, given, refuse);
  apply(mobilityKeys);
  apply(ruleKeys);
  apply(ownKeys);
  for (const entry of entries) {
    const { key } = entry;
    if (names.has(key)) {
      const sets = unsupported.get(key)?.sets ?? [key];
      if (unsupported.has(key)) for (const name of sets) settings.unsupported.set(name, entry);
    } else {
      const hint = suggestion(key, names);
      refuse(entry, `'${excerpt(key)}' is not a key of variants.ini${hint}`);
    }
  }
  if (given.has('doubleStepRank') && given.has('doubleStepRankMin')) {
    const right = 'write doubleStepRegionWhite and doubleStepRegionBlack';
    refuse(
      given.get('doubleStepRankMin')!,
      `doubleStepRankMin: ignored with doubleStepRank: ${right}`,
    );
  }
  conclude(settings);
  return problems;
}

type Refuse = (entry: Entry, message: string) => void;

function applyKinds(settings: Settings, given: ReadonlyMap<string, Entry>, refuse: Refuse): void {
  const own = new Map<string, string>();
  for (const key of kindKeys) {
    const entry = given.get(key);
    if (!entry) continue;
    const read = readKind(key, entry.value);
    if (!read.ok) {
      refuse(entry, `${key}: ${read.problem.message}`);
      continue;
    }
    settings.origins.set(key, entry);
    if (!read.value) {
      remove(settings, key);
      continue;
    }
    const { letter } = read.value;
    const same = own.get(letter);
    if (same)
      refuse(entry, `${key}: the letter ${letter.toLowerCase()} is already that of ${same}`);
    own.set(letter, key);
    add(settings, key, read.value, entry);
  }
}

/**
 * A kind takes its letter from the one that has it, even if that is itself: then it leaves the kinds to which pawns
 * promote, too (`add_piece`).
 */
function add(settings: Settings, key: string, { letter, movement }: KindValue, entry: Entry): void {
  const { kinds, enPassantKinds } = settings;
  for (const [other, kind] of kinds) if (kind.letter === letter) remove(settings, other);
  kinds.set(key, { letter, movement, entry });
  if (!isCustom(key) || !movement?.includes('e')) return;
  for (const side of [0, 1] as const) {
    if (!enPassantKinds[side].includes(key)) enPassantKinds[side] = [...enPassantKinds[side], key];
  }
}

function remove({ kinds, promotionPieces }: Settings, key: string): void {
  kinds.delete(key);
  const left = (some: Kinds) => some.filter((each) => each !== key);
  promotionPieces[0] = left(promotionPieces[0]);
  promotionPieces[1] = left(promotionPieces[1]);
}

/** Fairy-Stockfish's `conclude`: a child of a game without double steps gets none by `doubleStep = true` alone. */
function conclude(settings: Settings): void {
  const { doubleStepRegion } = settings;
  if (!settings.doubleStep) settings.doubleStepRegion = [new Set(), new Set()];
  else if (doubleStepRegion.every(({ size }) => size === 0)) settings.doubleStep = false;
}
