import { BLACK, WHITE } from '../../pieces/army.ts';
import { type Position, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** A side's pieces that are not royal. */
interface Side {
  readonly letters: readonly string[];
  /** Of the squares that they stand on: 0 dark, 1 light. */
  readonly shades: ReadonlySet<number>;
}

/**
 * Can neither side win with these pieces on these squares? The cases that lila-tablebase's library knows
 * (`has_insufficient_material` in https://github.com/niklasf/shakmaty), not all there are; none where the game is over.
 */
export function isInsufficient(rules: RuleSet, position: Position): boolean {
  if (rules.over(position)) return false;
  const { army, variant } = rules;
  const sides = [WHITE, BLACK].map((color): Side => {
    const men = piecesOn(position).filter(
      (piece) => piece.color === color && army[piece.kind]!.royal === undefined,
    );
    return {
      letters: men.map(({ kind }) => army[kind]!.letter),
      shades: new Set(men.map(({ square }) => ((square >> 3) + square) & 1)),
    };
  }) as [Side, Side];
  if (!army.some(({ royal }) => royal !== undefined)) return areApart(sides);
  return variant.equipment.laws.blast ? cannotBlow(sides) : cannotMate(sides);
}

/** Kings with one knight, or with bishops that all stand on squares of one colour. */
function cannotMate([one, other]: readonly [Side, Side]): boolean {
  const letters = [...one.letters, ...other.letters];
  if (letters.length === 1 && letters[0] === 'N') return true;
  return areAll(letters, 'B') && new Set([...one.shades, ...other.shades]).size <= 1;
}

/** A king alone against at most one piece or two knights, or bishops that cannot meet: nothing explodes beside a king. */
function cannotBlow(sides: readonly [Side, Side]): boolean {
  const [one, other] = sides;
  if (one.letters.length > 0 && other.letters.length > 0) return areApart(sides);
  const letters = [...one.letters, ...other.letters];
  if (letters.length <= 1) return areAll(letters, 'NBR');
  return letters.length === 2 && areAll(letters, 'N');
}

/** Bishops only, each side's on squares of one colour, which is not the other's: none can ever be taken. */
function areApart([one, other]: readonly [Side, Side]): boolean {
  if (!areAll([...one.letters, ...other.letters], 'B')) return false;
  const [shade] = one.shades;
  return one.shades.size === 1 && other.shades.size === 1 && !other.shades.has(shade!);
}

function areAll(letters: readonly string[], kinds: string): boolean {
  return letters.every((letter) => kinds.includes(letter));
}
