import fc from 'fast-check';
import { boardOf } from '../../../src/board/board.ts';
import { onRanks, type Region } from '../../../src/board/regions.ts';
import { unwrap } from '../../../src/board/result.ts';
import type { Army, Piece, PieceKind } from '../../../src/pieces/army.ts';
import { parseBetza } from '../../../src/pieces/betza.ts';
import { piece } from '../../../src/pieces/kinds.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { terms } from '../../pieces/randomMovements.ts';
import { boxChess } from '../../rules/boxChess.ts';

/** A game and the men of one of its tables; fast-check prints it in short. */
export interface RandomTable {
  readonly rules: RuleSet;
  readonly men: readonly Piece[];
}

export function tableOf(rules: RuleSet, men: readonly Piece[]): RandomTable {
  const { board, army } = rules;
  const kinds = army.map(({ name, enters, home, promotesOn, mayStay }) =>
    JSON.stringify({ name, enters, home, promotesOn, mayStay }),
  );
  const letters = men.map(({ kind, color }) => (color === 0 ? 'ABC' : 'abc')[kind]);
  const text = `${letters.join('')} on ${board.files}x${board.ranks}: ${kinds.join(' ')}`;
  // Whatever else it would print asks the game for its start, and there is none.
  return { rules, men, [fc.toStringMethod]: () => text } as RandomTable;
}

type Size = readonly [files: number, ranks: number];

/** Boards by men, small enough to visit every placement, but for those of large boards with few symmetries: see {@link tables}. */
const sizes: Readonly<Record<number, readonly Size[]>> = {
  2: [[3, 3], [8, 8], [16, 4], [5, 13], [10, 10], [8, 16], [10, 13], [12, 12], [16, 16]],
  3: [[3, 4], [5, 5], [8, 8], [4, 16], [13, 5], [10, 10], [16, 8], [12, 12], [16, 16]],
  4: [[3, 3], [4, 4], [5, 3], [5, 5]],
  5: [[3, 3], [3, 4]],
}; // biome-ignore format: one line for each number of men

const region = fc.oneof(
  fc.subarray([1, 2, 3, -1, -2], { minLength: 1 }).map((ranks): Region => onRanks(...ranks)),
  fc
    .tuple(...[0, 1].map(() => fc.uniqueArray(fc.nat(8), { minLength: 3 })))
    .map(([white, black]): Region => ({ squares: [white!, black!] })),
);

/** A kind of any movement. */
const kind: fc.Arbitrary<PieceKind> = fc
  .record({
    text: terms.map((texts) => texts.slice(0, 3).join('')),
    home: fc.constantFrom(onRanks(1), onRanks(2, 3)),
    enters: fc.option(region, { freq: 4, nil: undefined }),
    promotesOn: fc.option(fc.constantFrom(onRanks(-1), onRanks(-1, -2)), { nil: undefined }),
    mayStay: fc.boolean(),
  })
  .map(({ text, home, enters, promotesOn, mayStay }) => ({
    letter: '',
    name: text,
    movement: unwrap(parseBetza(text)),
    home,
    pawn: false,
    promotions: promotesOn ? [2] : [],
    ...(enters ? { enters } : {}),
    ...(promotesOn ? { promotesOn } : {}),
    ...(mayStay ? { mayStay } : {}),
  }));

/** Movements that all symmetries of a board keep, with long slides among them: few of the others have any of either. */
const evenTexts = ['R', 'B', 'Q', 'NN', 'AA', 'RN', 'W2F', 'K', 'N', 'gQ', 'pR', 'mRcpR', 'nN', 'nZ0', 't[FR]', 't[WB]']; // biome-ignore format: one line
const evenKind: fc.Arbitrary<PieceKind> = fc
  .constantFrom(...evenTexts)
  .map((text) => piece('A', text, text));

/** The third kind is what the others promote to. */
const army: fc.Arbitrary<Army> = fc
  .oneof(fc.tuple(kind, kind, kind), fc.tuple(evenKind, evenKind, evenKind))
  .map((kinds) =>
    kinds.map((each, i) => ({
      ...each,
      letter: 'ABC'[i]!,
      ...(i === 2 ? { promotions: [] } : {}),
    })),
  );

/** In canonical order: White's, then Black's, each in the army's. */
export function inOrder(men: readonly Piece[]): readonly Piece[] {
  return [...men].sort((a, b) => a.color - b.color || a.kind - b.kind);
}

const man: fc.Arbitrary<Piece> = fc.record({
  kind: fc.constantFrom(0, 1, 2),
  color: fc.constantFrom(0, 1),
});

/** Tables of so many men with at most `most` placements: those of pieces with few symmetries have many. */
export function tables(
  count: number,
  most: number,
  make: (size: Size, army: Army) => RuleSet = ([files, ranks], army) =>
    boxChess(boardOf(files, ranks), army),
): fc.Arbitrary<RandomTable> {
  return fc
    .record({
      size: fc.constantFrom(...sizes[count]!),
      army,
      men: fc.array(man, { minLength: count, maxLength: count }).map(inOrder),
    })
    .map(({ size, army, men }) => tableOf(make(size, army), men))
    .filter(({ rules, men }) => {
      const folds = rules.symmetries(men).length;
      return rules.board.size ** count / folds <= most;
    });
}
