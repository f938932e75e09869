import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { board8x8, makeSquare, parseSquare, type Square } from '../../../src/board/board.ts';
import { unwrap } from '../../../src/board/result.ts';
import {
  BLACK,
  type Color,
  makePiece,
  opposite,
  type Piece,
  parsePiece,
  WHITE,
} from '../../../src/pieces/army.ts';
import type { Move } from '../../../src/position/moves.ts';
import { type Position, piecesOn } from '../../../src/position/position.ts';
import { chess } from '../../../src/rules/chess.ts';
import { chessArmy } from '../../../src/rules/chessPieces.ts';
import {
  type Conversion,
  type GroupPiece,
  listConversions,
  targetOf,
} from '../../../src/solve/sets/conversions.ts';
import { coloursOf } from '../../table/colours.ts';

/** `K Q Pe2 k` as the men of a group: pawns have squares, others go anywhere. */
function group(text: string): GroupPiece[] {
  return text.split(' ').map((man) => ({
    ...parsePiece(chessArmy, man[0]!)!,
    square: man.length > 1 ? unwrap(parseSquare(man.slice(1), board8x8)) : undefined,
  }));
}

function letterOf(man: Piece & { readonly square?: Square | undefined }): string {
  return (
    makePiece(chessArmy, man) + (man.square === undefined ? '' : makeSquare(man.square, board8x8))
  );
}

/** `Qxr`, `Pe7xd8:r=Q`, `Pe2-e4 over e3, then pd4xe3`. */
function textOf(
  men: readonly GroupPiece[],
  { mover, victim, landing, ...conversion }: Conversion,
): string {
  const capture = victim < 0 ? '-' : 'x';
  const taken = victim < 0 ? '' : letterOf(men[victim]!);
  const after = conversion.men.find(({ of }) => of === mover)!;
  const promotion = after.kind === men[mover]!.kind ? '' : `=${chessArmy[after.kind]!.letter}`;
  const victimThere = victim < 0 ? '' : `:${makePiece(chessArmy, men[victim]!)}`;
  const there = landing < 0 ? taken : makeSquare(landing, board8x8) + victimThere;
  const over = conversion.mustBeEmpty
    .map((square) => ` over ${makeSquare(square, board8x8)}`)
    .join('');
  const replies = conversion.enPassant.map((reply) => {
    const { square } = men[reply.mover]!;
    return `, then ${letterOf({ ...men[reply.mover]!, square })}x${makeSquare(reply.landing, board8x8)}`;
  });
  return letterOf(men[mover]!) + capture + there + promotion + over + replies.join('');
}

function conversionsOf(text: string, color: Color): string[] {
  const men = group(text);
  return listConversions(chessArmy, men, color).map((conversion) => textOf(men, conversion));
}

const everyPromotion = (move: string) => [...'QRBN'].map((letter) => `${move}=${letter}`);

// [title, men, side to move, the moves that leave the group]
const conversions: readonly [string, string, Color, string[]][] = [
  ['of a queen alone: none', 'K Q k', WHITE, []],
  ['of a king: it takes her', 'K Q k', BLACK, ['kxQ']],
  [
    'of every piece: it takes each enemy but the king',
    'K R B k n q',
    WHITE,
    'Kxn Kxq Rxn Rxq Bxn Bxq'.split(' '),
  ],
  ['of a piece: it takes a pawn on its square', 'K R k pc4', WHITE, ['Kxpc4', 'Rxpc4']],
  ['of a pawn: a step', 'K k Pe4', WHITE, ['Pe4-e5']],
  ['of Black’s pawn: a step the other way', 'K k pe4', BLACK, ['pe4-e3']],
  [
    'of a pawn at home: two steps as well, past no enemy pawn',
    'K k Pe2',
    WHITE,
    ['Pe2-e3', 'Pe2-e4 over e3'],
  ],
  ['of Black’s pawn at home', 'K k pb7', BLACK, ['pb7-b6', 'pb7-b5 over b6']],
  [
    'of a pawn on the other side’s home rank: one step, with promotion',
    'K k pe2',
    BLACK,
    everyPromotion('pe2-e1'),
  ],
  ['of a pawn on the last rank but one', 'K k Ph7', WHITE, everyPromotion('Ph7-h8')],
  [
    'of a pawn: it takes a piece on either side, which may be on any square',
    'K k q Pd5',
    WHITE,
    ['Kxq', 'Pd5xc6:q', 'Pd5xe6:q', 'Pd5-d6'],
  ],
  [
    'of a pawn on the a-file: it takes on one side only',
    'K k q Pa5',
    WHITE,
    ['Kxq', 'Pa5xb6:q', 'Pa5-a6'],
  ],
  [
    'of a pawn on the h-file: it takes on one side only',
    'K k Q ph5',
    BLACK,
    ['kxQ', 'ph5xg4:Q', 'ph5-h4'],
  ],
  [
    'of a pawn on the last rank but one: it takes and promotes',
    'K k r Pa7',
    WHITE,
    ['Kxr', ...everyPromotion('Pa7xb8:r'), ...everyPromotion('Pa7-a8')],
  ],
  [
    'of a pawn: it takes a pawn on its square',
    'K k Pd5 pe6',
    WHITE,
    ['Kxpe6', 'Pd5xe6:p', 'Pd5-d6'],
  ],
  [
    'of a pawn: it does not take a pawn on another square',
    'K k Pd5 pe5',
    WHITE,
    ['Kxpe5', 'Pd5-d6'],
  ],
  [
    'of a pawn: it takes no piece on the square of a pawn',
    'K k q Pd5 Pc6',
    WHITE,
    ['Kxq', 'Pd5xe6:q', 'Pd5-d6', 'Pc6xb7:q', 'Pc6xd7:q', 'Pc6-c7'],
  ],
  ['of a pawn: it does not step onto a pawn', 'K k Pe4 pe5', WHITE, ['Kxpe5']],
  ['of a pawn: it does not step over a pawn', 'K k Pe2 Pe3', WHITE, ['Pe3-e4']],
  [
    'of a pawn: it takes one step if a pawn blocks the second',
    'K k Pe2 pe4',
    WHITE,
    ['Kxpe4', 'Pe2-e3'],
  ],
  [
    'of a double step past an enemy pawn: it may be captured en passant',
    'K k Pe2 pd4',
    WHITE,
    ['Kxpd4', 'Pe2-e3', 'Pe2-e4 over e3, then pd4xe3'],
  ],
  [
    'of a double step past two enemy pawns: either may capture',
    'K k Pe2 pd4 pf4',
    WHITE,
    ['Kxpd4', 'Kxpf4', 'Pe2-e3', 'Pe2-e4 over e3, then pd4xe3, then pf4xe3'],
  ],
  [
    'of Black’s double step past White’s pawn: the same',
    'K k Pa5 pb7',
    BLACK,
    ['kxPa5', 'pb7-b6', 'pb7-b5 over b6, then Pa5xb6'],
  ],
  [
    'of a double step past a pawn of its own side: no capture en passant',
    'K k Pe2 Pd4',
    WHITE,
    ['Pe2-e3', 'Pe2-e4 over e3', 'Pd4-d5'],
  ],
  [
    'of a double step on the a-file: a pawn on the h-file is no neighbour',
    'K k Pa2 ph3',
    WHITE,
    ['Kxph3', 'Pa2-a3', 'Pa2-a4 over a3'],
  ],
];

describe('conversions', () => {
  it.each(conversions)('%s (%s)', (_, men, color, expected) => {
    expect(conversionsOf(men, color).sort()).toEqual(expected.toSorted());
  });

  it('are made by the pieces of the requested side only', () => {
    const men = group('K R k n pc7');
    for (const color of [WHITE, BLACK]) {
      for (const { mover } of listConversions(chessArmy, men, color)) {
        expect(men[mover]!.color).toBe(color);
      }
    }
  });
});

describe('the men after a conversion', () => {
  const only = (text: string, color: Color, move: string) => {
    const men = group(text);
    return listConversions(chessArmy, men, color).find(
      (conversion) => textOf(men, conversion) === move,
    )!;
  };
  const menOf = (conversion: Conversion) => conversion.men.map(letterOf).join(' ');

  it.each<[string, string, Color, string]>([
    ['K k Pe4', 'Pe4-e5', WHITE, 'K k Pe5'],
    ['K k q Pa7', 'Pa7xb8:q=N', WHITE, 'K k Nb8'],
    ['K k Pd5 pe6', 'Pd5xe6:p', WHITE, 'K k Pe6'],
    ['K R k pc4', 'Rxpc4', WHITE, 'K R k'],
  ])('%s, %s', (text, move, color, after) => {
    expect(menOf(only(text, color, move))).toBe(after);
  });

  it('lack the captured pawn after a capture en passant, though no piece lands on its square', () => {
    const conversion = only('K k Pe2 pd4', WHITE, 'Pe2-e4 over e3, then pd4xe3');
    expect(menOf(conversion)).toBe('K k Pe4 pd4');
    expect(menOf(conversion.enPassant[0]!)).toBe('K k pe3');
  });
});

describe('the table that a conversion leads to', () => {
  const target = (text: string, color: Color, move: string) => {
    const men = group(text);
    const conversion = listConversions(chessArmy, men, color).find(
      (each) => textOf(men, each) === move,
    )!;
    const { material, flipped, slots } = targetOf(coloursOf(chessArmy), conversion);
    return [material.name, flipped, slots.map(letterOf).join(' ')];
  };

  it.each<[string, string, Color, unknown[]]>([
    ['K k Pe7', 'Pe7-e8=Q', WHITE, ['KQvk', false, 'K Qe8 k']],
    ['K k pe2', 'pe2-e1=R', BLACK, ['KRvk', true, 'k re1 K']],
    ['K Q k r', 'kxQ', BLACK, ['KRvk', true, 'k r K']],
    ['K k Pe4 pd7', 'Pe4-e5', WHITE, ['KPvkp', false, 'K Pe5 k pd7']],
    // Of identical pieces the one just promoted comes last.
    ['K Q k Pe7', 'Pe7-e8=Q', WHITE, ['KQQvk', false, 'K Q Qe8 k']],
    ['K k q pe2', 'pe2-e1=Q', BLACK, ['KQQvk', true, 'k q qe1 K']],
    ['K k q Pa7', 'Pa7-a8=Q', WHITE, ['KQvkq', false, 'K Qa8 k q']],
  ])('%s, %s', (text, move, color, expected) => {
    expect(target(text, color, move)).toEqual(expected);
  });
});

/** Men of a table, pawns among them, anywhere on the board. */
const positions = fc
  .record({
    pieces: fc.array(fc.constantFrom(...'QRBNqrbn'), { maxLength: 2 }),
    pawns: fc.array(fc.constantFrom(...'Pp'), { minLength: 1, maxLength: 3 }),
    squares: fc.uniqueArray(fc.nat(63), { minLength: 7, maxLength: 7 }),
    // Half of them with a pawn at home and another where it may be passed.
    enPassant: fc.option(fc.tuple(fc.nat(7), fc.boolean()), { nil: undefined }),
    turn: fc.constantFrom(WHITE, BLACK),
  })
  .map(({ pieces, pawns, squares, enPassant, turn }) => {
    const letters = ['K', 'k', ...pieces, ...pawns];
    const at = squares.slice(0, letters.length);
    if (enPassant) {
      const [file, toRight] = enPassant;
      const beside = file === 0 || (toRight && file < 7) ? 1 : -1;
      letters.push(...(turn === WHITE ? 'Pp' : 'pP'));
      at.push(...[8 + file, 24 + file + beside].map((each) => each ^ (turn === WHITE ? 0 : 56)));
    }
    const men = letters.map((letter) => parsePiece(chessArmy, letter)!);
    const placed = chess.place(men, at, turn);
    if (!placed.ok) return undefined;
    const isPawn = (man: Piece) => chessArmy[man.kind]!.pawn;
    const sorted = men
      .map((man, i) => ({ ...man, at: at[i]!, square: isPawn(man) ? at[i]! : undefined }))
      .sort((a, b) => Number(isPawn(a)) - Number(isPawn(b)));
    return { position: placed.value, turn, men: sorted };
  })
  .filter((found) => found !== undefined);

type Stood = GroupPiece & { readonly at: Square };

/** The men of a position as text, in a fixed order. */
function menIn(position: Position): string {
  return piecesOn(position).map(letterOf).sort().join(' ');
}

/** The squares of the men after a conversion from these squares; the piece that moves lands on `to`. */
function squaresAfter(men: readonly Stood[], conversion: Conversion, to: Square): Square[] {
  return conversion.men.map(
    ({ of, square }) => square ?? (of === conversion.mover ? to : men[of]!.at),
  );
}

function menAfter(men: readonly Stood[], conversion: Conversion, to: Square): string {
  const squares = squaresAfter(men, conversion, to);
  const letters = conversion.men.map((man, i) => letterOf({ ...man, square: squares[i]! }));
  return letters.sort().join(' ');
}

function isLegal(men: readonly Stood[], conversion: Conversion, to: Square, next: Color): boolean {
  return chess.place(conversion.men, squaresAfter(men, conversion, to), next).ok;
}

describe('in any position', () => {
  const seen = { push: 0, double: 0, capture: 0, promotion: 0, enPassant: 0 };

  /** Whether a move leaves its group: a pawn move or a capture, but not en passant. */
  function leaves(men: readonly Stood[], { from, to }: Move): boolean {
    const isPawn = men.find(({ at }) => at === from)!.square !== undefined;
    return isPawn || men.some(({ at }) => at === to);
  }

  it('each move that leaves its group is one conversion, and leads where the conversion says', () => {
    fc.assert(
      fc.property(positions, ({ position, turn, men }) => {
        const list = listConversions(chessArmy, men, turn);
        for (const move of chess.moves(position).filter((each) => leaves(men, each))) {
          const mover = men.findIndex(({ at }) => at === move.from);
          const victim = men.findIndex(({ at }) => at === move.to);
          const isPawn = men[mover]!.square !== undefined;
          const fits = list.filter((conversion) => {
            if (conversion.mover !== mover || conversion.victim !== victim) return false;
            if (conversion.landing !== (isPawn ? move.to : -1)) return false;
            const { kind } = conversion.men.find(({ of }) => of === mover)!;
            return kind === (move.promotion ?? men[mover]!.kind);
          });
          expect(fits).toHaveLength(1);
          const [conversion] = fits as [Conversion];
          const after = chess.play(position, move);
          expect(menAfter(men, conversion, move.to)).toBe(menIn(after));

          // The replies en passant that are legal, and no others.
          const replies = conversion.enPassant.filter((reply) =>
            isLegal(men, reply, reply.landing, turn),
          );
          const captures = chess.moves(after).filter(({ from, to }) => {
            const isPawn = men.some((man) => man.at === from && man.square !== undefined);
            return isPawn && after.enPassant?.passed.includes(to);
          });
          expect(replies.map((reply) => menAfter(men, reply, reply.landing)).sort()).toEqual(
            captures.map((reply) => menIn(chess.play(after, reply))).sort(),
          );
          seen.enPassant += replies.length;
          seen.promotion += move.promotion === undefined ? 0 : 1;
          seen.capture += isPawn && victim >= 0 ? 1 : 0;
          seen.double += conversion.mustBeEmpty.length;
          seen.push += isPawn && victim < 0 ? 1 : 0;
        }
      }),
      { numRuns: 1500, seed: 20261 },
    );
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(50);
  });

  it('each conversion of a pawn that no piece blocks and that leaves the king safe is a move', () => {
    let barred = 0;
    fc.assert(
      fc.property(positions, ({ position, turn, men }) => {
        const moves = new Set(chess.moves(position).map(chess.makeUci));
        const on = (square: Square) => men.findIndex(({ at }) => at === square);
        for (const conversion of listConversions(chessArmy, men, turn)) {
          if (conversion.landing < 0) continue;
          const free = conversion.mustBeEmpty.every((square) => on(square) < 0);
          const possible = free && on(conversion.landing) === conversion.victim;
          const { kind } = conversion.men.find(({ of }) => of === conversion.mover)!;
          const promotion = kind === men[conversion.mover]!.kind ? undefined : kind;
          const { at } = men[conversion.mover]!;
          const uci = chess.makeUci({ from: at, to: conversion.landing, promotion });
          const legal = possible && isLegal(men, conversion, conversion.landing, opposite(turn));
          expect(moves.has(uci) && possible).toBe(legal);
          if (!possible) barred++;
        }
      }),
      { numRuns: 1500, seed: 20262 },
    );
    expect(barred).toBeGreaterThan(50);
  });
});
