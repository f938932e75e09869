import { type Color, opposite, WHITE } from '../../pieces/army.ts';
import type { GameTree } from '../../play/gameTree.ts';
import { type Level, levels } from '../../search/levels.ts';

/** The computer as one of the players of a game. The game's tags name it, wherever the game is kept or copied to. */
export interface Opponent {
  readonly level: Level;
  /** The side that it plays. */
  readonly color: Color;
}

/** By colour. */
export const playerTags = ['White', 'Black'] as const;

/** The computer's name in a record: `Computer (hard)`. */
export function nameOf({ name }: Level): string {
  return `Computer (${name})`;
}

/** The level of a player's name, or undefined if that is not the computer's. */
export function levelOfName(name: string): Level | undefined {
  return levels.find((level) => nameOf(level) === name);
}

/** The computer that plays a game, or undefined: it plays one side, never both. */
export function opponentOf({ tags }: GameTree): Opponent | undefined {
  const [white, black] = playerTags.map((tag) => levelOfName(tags.get(tag) ?? ''));
  if (white && !black) return { level: white, color: WHITE };
  if (black && !white) return { level: black, color: 1 };
  return undefined;
}

/** The computer that is to play a game on to its end; undefined in other games and after the end. */
export function opponentIn(tree: GameTree): Opponent | undefined {
  return tree.result === '*' ? opponentOf(tree) : undefined;
}

/** The sides that the visitor may move in the position on the board. */
export function movableSides(tree: GameTree): readonly Color[] {
  if (tree.game.status.ending || resignationWords(tree) !== undefined) return [];
  const opponent = opponentIn(tree);
  if (!opponent) return [WHITE, 1];
  // What was played before is taken back first.
  return tree.current === tree.endOf() ? [opposite(opponent.color)] : [];
}

/** Why the visitor may not move there. */
export function whyNoMove(tree: GameTree): string {
  if (!opponentIn(tree)) return 'The game is over.';
  if (tree.current !== tree.endOf()) return 'Go to the last position to move, or take moves back.';
  return 'It is the computer’s turn.';
}

/** How a game against the computer has ended that could go on on the board; undefined in other positions. */
export function resignationWords(tree: GameTree): string | undefined {
  if (tree.current !== tree.endOf() || tree.game.status.ending || !opponentOf(tree))
    return undefined;
  switch (tree.result) {
    case '1-0':
      return 'Black has resigned. White wins.';
    case '0-1':
      return 'White has resigned. Black wins.';
    case '1/2-1/2':
      return 'A draw.';
    case '*':
      return undefined;
  }
}
