import { opposite, WHITE } from '../../pieces/army.ts';
import { type GameNode, GameTree } from '../../play/gameTree.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { nameOf, type Opponent, playerTags } from './opponent.ts';

export interface Occasion {
  readonly position: Position;
  /** As PGN has it. */
  readonly date: string;
  /** The visitor's name, if known. */
  readonly name: string | undefined;
}

/** A game against the computer, which has not begun. */
export function gameAgainst(
  { level, color }: Opponent,
  rules: RuleSet,
  { position, date, name }: Occasion,
): GameTree {
  const tags = new Map([
    ['Event', `${rules.title} against the computer`],
    ['Date', date],
    [playerTags[color], nameOf(level)],
    ...(name === undefined ? [] : ([[playerTags[opposite(color)], name]] as const)),
  ]);
  return GameTree.start(rules, position).tagged(tags);
}

/** The game with the visitor's resignation. */
export function resigned(tree: GameTree, { color }: Opponent): GameTree {
  const result = color === WHITE ? '1-0' : '0-1';
  return tree.goTo(tree.endOf()).tagged(new Map(tree.tags).set('Result', result));
}

/** The game without the visitor's last move and the answer to it; undefined if the visitor has not moved. */
export function takenBack(tree: GameTree, { color }: Opponent): GameTree | undefined {
  let last: GameNode | undefined = tree.endOf();
  while (last?.parent && last.parent.game.turn === color) last = last.parent;
  if (!last?.parent) return undefined;
  const tags = new Map(tree.tags);
  tags.delete('Result');
  return tree.without(last).tagged(tags);
}
