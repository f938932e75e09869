import type { Square } from '../../board/board.ts';
import { type Army, type Color, opposite, type Piece, ROYAL, WHITE } from '../../pieces/army.ts';
import { type Colours, orient } from '../../table/material.ts';

/** A piece after a conversion: one of the parent's, on its own square or on another. */
interface TargetPiece extends Piece {
  /** The parent's piece whose square it stands on. */
  readonly of: number;
  /** Its square, if that is the same for all placements. */
  readonly square: Square | undefined;
}

/** A move that leaves the group, for a position whose value is known. */
export interface Conversion {
  readonly mover: number;
  /** The index of the captured piece, or -1. */
  readonly victim: number;
  /** The destination square, or -1 if it is the victim's. */
  readonly landing: number;
  readonly mustBeEmpty: readonly Square[];
  readonly men: readonly TargetPiece[];
  /** The en passant captures that this double step allows: conversions of the other side. */
  readonly enPassant: readonly Conversion[];
}

/** A piece of a group; only pawns have a `square`. */
export interface GroupPiece extends Piece {
  readonly square: Square | undefined;
}

/** Every conversion of one side in a group: the slabs with the pawns on the same squares. */
export function listConversions(
  army: Army,
  men: readonly GroupPiece[],
  color: Color,
): readonly Conversion[] {
  return men.flatMap((piece, i) => {
    if (piece.color !== color) return [];
    return army[piece.kind]!.pawn ? pawnConversions(army, men, i) : captures(men, i);
  });
}

function captures(men: readonly GroupPiece[], mover: number): Conversion[] {
  return men.flatMap((piece, victim) => {
    if (piece.color === men[mover]!.color || piece.kind === ROYAL) return [];
    return [conversion(men, { mover, victim, landing: -1 })];
  });
}

function pawnConversions(army: Army, men: readonly GroupPiece[], mover: number): Conversion[] {
  const { color, square, kind } = men[mover]! as GroupPiece & { readonly square: Square };
  const forward = color === WHITE ? 8 : -8;
  const ahead = square + forward;
  const lastRank = ahead < 8 || ahead >= 56;
  const becomes = lastRank ? army[kind]!.promotions : [kind];
  const pawnOn = (at: Square) => men.findIndex((piece) => piece.square === at);
  const conversions: Conversion[] = [];
  const go = (move: Parameters<typeof conversion>[1]) => {
    for (const promotion of becomes) conversions.push(conversion(men, { ...move, promotion }));
  };

  for (const side of [-1, 1]) {
    const landing = ahead + side;
    if ((landing & 7) - (square & 7) !== side) continue;
    for (const [victim, piece] of men.entries()) {
      if (piece.color === color || piece.kind === ROYAL) continue;
      if (piece.square === undefined ? pawnOn(landing) < 0 : piece.square === landing) {
        go({ mover, victim, landing });
      }
    }
  }
  if (pawnOn(ahead) >= 0) return conversions;
  go({ mover, victim: -1, landing: ahead });
  const home = color === WHITE ? 1 : 6;
  const landing = ahead + forward;
  if (square >> 3 === home && pawnOn(landing) < 0) {
    const enPassant = passants(army, men, mover, ahead, landing);
    conversions.push(
      conversion(men, { mover, victim: -1, landing, mustBeEmpty: [ahead], enPassant }),
    );
  }
  return conversions;
}

/** The en passant captures, on `passed`, of a pawn that has just moved two squares to `landing`. */
function passants(
  army: Army,
  men: readonly GroupPiece[],
  mover: number,
  passed: Square,
  landing: Square,
): Conversion[] {
  return men.flatMap((piece, i) => {
    const beside = piece.square !== undefined && Math.abs(piece.square - landing) === 1;
    const sameRank = beside && piece.square! >> 3 === landing >> 3;
    const enemy = piece.color === opposite(men[mover]!.color);
    if (!sameRank || !enemy || !army[piece.kind]!.pawn) return [];
    return [conversion(men, { mover: i, victim: -1, landing: passed, removed: mover })];
  });
}

function conversion(
  men: readonly GroupPiece[],
  move: {
    readonly mover: number;
    readonly victim: number;
    readonly landing: number;
    readonly promotion?: number;
    readonly mustBeEmpty?: readonly Square[];
    readonly enPassant?: readonly Conversion[];
    /** The index of a piece that is captured although no piece lands on its square. */
    readonly removed?: number;
  },
): Conversion {
  const { mover, victim, landing, promotion, removed = victim } = move;
  const after = men.flatMap((piece, of): TargetPiece[] => {
    if (of === removed) return [];
    const moved = of === mover && landing >= 0;
    const kind = of === mover ? (promotion ?? piece.kind) : piece.kind;
    return [{ of, kind, color: piece.color, square: moved ? landing : piece.square }];
  });
  return {
    mover,
    victim,
    landing,
    mustBeEmpty: move.mustBeEmpty ?? [],
    men: after,
    enPassant: move.enPassant ?? [],
  };
}

/**
 * The table that a conversion leads to, and the pieces in its slots, with the colours exchanged if the table has them
 * reversed.
 */
export function targetOf(colours: Colours, { men }: Conversion) {
  const { material, flipped } = orient(men, colours);
  const taken = new Set<TargetPiece>();
  const slots = material.men.map((slot) => {
    const piece = men.find((each) => {
      const color = flipped ? opposite(each.color) : each.color;
      return each.kind === slot.kind && color === slot.color && !taken.has(each);
    })!;
    taken.add(piece);
    return piece;
  });
  return { material, flipped, slots };
}
