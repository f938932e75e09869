import {
  isSymmetric,
  type Power,
  powerOf,
  takesAlmostAnywhere,
  takesKingAtOnce,
} from '../play/hutnik/movements.ts';
import { movementSets } from '../play/hutnik/sets.ts';
import type { Selection, Undecided } from '../play/preparation.ts';
import type { Level } from './levels.ts';
import { choosePlacement } from './placing.ts';

/**
 * The computer's next step before the first move: one that `stage.take` takes, the same for the same stage, level and
 * chances. `chance`: from 0 to below 1, the next number with each call.
 */
export function chooseStep(stage: Undecided, level: Level, chance: () => number): string {
  switch (stage.phase) {
    case 'arrangement':
      return `arrange ${oneOf(stage.orders, chance)}`;
    case 'selection':
      return stage.proposal ? answerTo(stage.proposal) : proposalIn(stage, level, chance);
    case 'placement':
      return choosePlacement(stage, level, chance);
  }
}

function answerTo({ movements, refusal }: NonNullable<Selection['proposal']>): string {
  return [...movements].every(([letter, movement]) => isFair(letter, movement))
    ? 'accept'
    : refusal;
}

/** The least and the most power of a kind, as shares of what its namesake has. */
const [LEAST, MOST] = [0.35, 2.5];

/** May pieces of a kind move so? Not if that decides the game at once, or is far from what the kind is in chess. */
function isFair(letter: string, movement: string): boolean {
  const power = powerOf(movement);
  if (takesKingAtOnce(movement) || takesAlmostAnywhere(power)) return false;
  const share = power.squares / powerOf(letter).squares;
  return canTake(power) && share >= LEAST && share <= MOST;
}

function canTake({ takes }: Power): boolean {
  return takes > 0;
}

/** A movement of one of the sets that the level knows, the one that fits best to what is decided. */
function proposalIn(stage: Selection, { number }: Level, chance: () => number): string {
  const open = stage.kinds.filter(({ movement }) => movement === undefined);
  const letters = shuffled(
    open.map(({ letter }) => letter),
    chance,
  );
  const agreed = ({ movements }: (typeof movementSets)[number]) =>
    stage.kinds.filter(({ letter, movement }) => movement === movements[letter as 'Q']).length;
  const known = shuffled(
    movementSets.filter(({ strangeness }) => strangeness <= number),
    chance,
  ).sort((a, b) => agreed(b) - agreed(a));
  for (const { movements } of known) {
    for (const letter of letters) {
      const step = `propose ${letter}=${movements[letter as 'Q']}`;
      if (isSymmetric(movements[letter as 'Q']) && stage.take(step).ok) return step;
    }
  }
  return anyProposal(stage, letters);
}

/** Of short moves: more of them than a player has overrules. */
function anyProposal(stage: Selection, letters: readonly string[]): string {
  const atoms = [...'NFWADCZHG'];
  for (let bits = 1; ; bits++) {
    const movement = atoms.filter((_, i) => (bits >> i) & 1).join('');
    for (const letter of letters) {
      const step = `propose ${letter}=${movement}`;
      if (stage.take(step).ok) return step;
    }
  }
}

function oneOf<T>(some: readonly T[], chance: () => number): T {
  return some[Math.floor(chance() * some.length)]!;
}

function shuffled<T>(some: readonly T[], chance: () => number): T[] {
  const left = [...some];
  return some.map(() => left.splice(Math.floor(chance() * left.length), 1)[0]!);
}
