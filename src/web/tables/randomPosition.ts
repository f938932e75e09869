import { type Color, WHITE } from '../../pieces/army.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';

/** Positions that are tried: far more than it takes, as about half of all placements are positions. */
const TRIES = 10_000;

/** A position of these pieces in which the game is not over. `random` behaves like `Math.random`. */
export function randomPosition(
  rules: RuleSet,
  { men }: Material,
  random: () => number,
): Position | undefined {
  const below = (limit: number) => Math.floor(random() * limit);
  for (let tries = 0; tries < TRIES; tries++) {
    const squares = men.map(() => below(rules.board.size));
    const turn: Color = below(2) === 0 ? WHITE : 1;
    if (new Set(squares).size < men.length) continue;
    const position = rules.place(men, squares, turn);
    if (position.ok && !rules.ending(position.value)) return position.value;
  }
  return undefined;
}
