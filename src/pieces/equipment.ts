import { allSymmetries, type Board, type Step, type Symmetry } from '../board/board.ts';
import { onRanks, type Region, squaresIn } from '../board/regions.ts';
import { type Army, BLACK, type Piece, type PieceKind, promotionsOf, WHITE } from './army.ts';
import type { Laws } from './laws.ts';
import { sameMovement, turned, turnOf } from './movement.ts';
import { codeOf, colorOf, kindOf, type Mover, makeMover, type PieceCode } from './mover.ts';
import { type RightsLost, rightsLostBy, type Special } from './specials.ts';

/** What all positions of a game share: its board, its pieces, and the moves beyond those of single pieces. */
export class Equipment {
  readonly board: Board;
  readonly army: Army;
  readonly specials: readonly Special[];
  readonly rightsLost: RightsLost;
  /** In play, do pawns promote only to what their side has lost (Hutnik's Meta Chess)? */
  readonly hasStock: boolean;
  readonly laws: Laws;
  /** By piece code, entry 0 standing for no piece: the squares on which the piece promotes; with nothing to become it may not go there. */
  readonly promotes: readonly (readonly boolean[])[];
  /** By piece code: the squares on which the piece may stand: not where it promotes, if it must and is never made by promotion. */
  readonly stands: readonly (readonly boolean[])[];
  /** The royal kinds. If there are none, every move is legal that the pieces can make. */
  readonly royals: readonly number[];
  /** Has each side one royal piece, and are there no laws besides it? Then moves are found fastest. */
  readonly isPlain: boolean;
  private readonly made: (Mover | undefined)[] = [];

  constructor(
    board: Board,
    army: Army,
    specials: readonly Special[] = [],
    hasStock = false,
    laws: Laws = {},
  ) {
    this.board = board;
    this.army = army;
    this.specials = specials;
    this.rightsLost = rightsLostBy(specials, board.size);
    this.hasStock = hasStock;
    this.laws = laws;
    const nowhere = squaresIn(board, onRanks(), true);
    this.promotes = byCode(army, nowhere, ({ promotesOn }, piece) =>
      promotesOn || promotionsOf(army, piece).length > 0
        ? squaresIn(board, promotesOn ?? onRanks(-1), piece.color === WHITE)
        : nowhere,
    );
    this.stands = byCode(army, nowhere, (kind, { kind: index, color }) => {
      const first = kind.pawn && !kind.anyRank ? squaresIn(board, onRanks(1), color === WHITE) : [];
      const open = kind.enters && squaresIn(board, kind.enters, color === WHITE);
      const made = army.flatMap((_, from) =>
        promotionsOf(army, { kind: from, color }).includes(index)
          ? [this.promotes[codeOf({ kind: from, color })]!]
          : [],
      );
      const ends =
        kind.mayStay || made.length > 0 ? nowhere : this.promotes[codeOf({ kind: index, color })]!;
      // It may be made where it could not go.
      return nowhere.map(
        (_, square) =>
          made.some((there) => there[square]) ||
          (!first[square] && open?.[square] !== false && !ends[square]),
      );
    });
    this.royals = [...army.keys()].filter((kind) => army[kind]!.royal !== undefined);
    const [one, ...more] = army.map(({ royal }) => royal);
    const isPlain = Object.keys(laws).length === 0 && more.every((royal) => royal === undefined);
    this.isPlain = isPlain && one === 'only';
  }

  /** The piece of this code in motion. Made on first use: the pieces of a large board take a tenth of a second. */
  mover(code: PieceCode): Mover {
    return this.made[code] ?? this.make(code);
  }

  /** The symmetries of the board that make White's pieces Black's, the best first: ranks mirrored, then half a turn. */
  exchanges(): Iterable<Symmetry> {
    return exchangesOf(this);
  }

  private make(code: PieceCode): Mover {
    const mover = makeMover(this.board, this.army[kindOf(code)]!, colorOf(code));
    this.made[code] = mover;
    return mover;
  }
}

function byCode<T>(army: Army, none: T, of: (kind: PieceKind, piece: Piece) => T): readonly T[] {
  const pieces = army.map((kind, index) =>
    [WHITE, BLACK].map((color) => of(kind, { kind: index, color })),
  );
  return [none, ...pieces.flat()];
}

/** The parts of the board that are special to a kind. */
export function regionsOf(kind: PieceKind): readonly (Region | undefined)[] {
  const { home, tripleHome, enters, passantsOn } = kind;
  return [home, tripleHome, enters, passantsOn];
}

function* exchangesOf({ board, army, promotes, stands }: Equipment): Generator<Symmetry> {
  if (army.some(({ blackPromotions }) => blackPromotions)) return;
  const [same, files, ranks, half, ...diagonal] = allSymmetries(board);
  // By kind: the squares that are special to it, of White's pieces and of Black's.
  const special = army.map((kind, index) =>
    [WHITE, BLACK].map((color) => {
      const code = codeOf({ kind: index, color });
      const regions = regionsOf(kind).map((region) => squaresIn(board, region, color === WHITE));
      return [promotes[code]!, stands[code]!, ...regions];
    }),
  );
  const isExchanged = (map: Symmetry, one: readonly boolean[], other: readonly boolean[]) =>
    one.every((is, square) => is === other[map[square]!]);
  const turnedByHalf = ([x, y]: Step): Step => [-x || 0, -y || 0];
  for (const map of [ranks!, half!, same!, files!, ...diagonal]) {
    const turn = turnOf(board, map);
    const areExchanged = army.every(({ movement }, kind) => {
      const [white, black] = [special[kind]![WHITE]!, special[kind]![BLACK]!];
      return (
        white.every((own, i) => isExchanged(map, own, black[i]!)) &&
        black.every((own, i) => isExchanged(map, own, white[i]!)) &&
        sameMovement(turned(movement, turn), turned(movement, turnedByHalf))
      );
    });
    if (areExchanged) yield map;
  }
}
