import type { Board } from '../../board/board.ts';
import {
  canTakePassing,
  givesPassants,
  type Kind,
  withoutPassants,
  withPassants,
  withRights,
} from './movements.ts';
import type { Refuse } from './problems.ts';
import type { Settings } from './settings.ts';
import { squaresOn } from './squares.ts';

/**
 * The kinds with their captures en passant, and the rights to them. As in Fairy-Stockfish a kind of enPassantTypes takes
 * so wherever it takes without moving there, whether or not its movement says `e`; no other kind does.
 */
export function addPassants(
  settings: Settings,
  board: Board,
  kinds: readonly Kind[],
  refuse: Refuse,
): readonly Kind[] {
  const plain = kinds.map((kind) => ({ ...kind, movement: withoutPassants(kind.movement) }));
  const takes = (kind: Kind) =>
    ([0, 1] as const).some(
      (color) =>
        settings.enPassantKinds[color].includes(kind.key) &&
        squaresOn(board, settings.enPassantRegion[color]).length > 0,
    );
  // The pawn's own first steps and those of `nn` are givers before the flags are taken off.
  const isTaken = kinds.some(({ movement }) => givesPassants(movement));
  const takers = plain.filter((kind) => takes(kind) && canTakePassing(kind.movement));
  if (!isTaken || takers.length === 0) return plain;
  return kinds.map(({ key, letter, movement }, i) => {
    const giver = givesPassants(movement) ? withRights(withoutTakers(movement), board) : undefined;
    if (giver && !giver.ok) refuse([key], `${key}: ${giver.problem.message}`);
    const base = giver?.ok ? giver.value : plain[i]!.movement;
    if (!takers.includes(plain[i]!)) return { key, letter, movement: base };
    const taker = withPassants(base);
    if (!taker.ok) refuse([key], `${key}: ${taker.problem.message}`);
    return { key, letter, movement: taker.ok ? taker.value : base };
  });
}

function withoutTakers(movement: Kind['movement']): Kind['movement'] {
  return movement.filter(({ purpose, enPassant }) => !(enPassant && purpose === 'take'));
}
