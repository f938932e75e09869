import { type Board, mirrorFiles, mirrorRanks, type Symmetry } from '../board/board.ts';
import { onRanks, squaresIn } from '../board/regions.ts';
import { type Army, BLACK, type Color, type PieceKind, WHITE } from './army.ts';
import type { Laws } from './laws.ts';
import { isEvenHanded } from './movement.ts';
import { colorOf, kindOf, type Mover, makeMover, type PieceCode } from './mover.ts';
import type { Special } from './specials.ts';

/** What all positions of a game share: its board, its pieces, and the moves beyond those of single pieces. */
export class Equipment {
  readonly board: Board;
  readonly army: Army;
  readonly specials: readonly Special[];
  /** In play, do pawns promote only to what their side has lost (Hutnik's Meta Chess)? */
  readonly hasStock: boolean;
  readonly laws: Laws;
  /** By piece code, entry 0 standing for no piece: the squares on which the piece promotes. */
  readonly promotes: readonly (readonly boolean[])[];
  /** By piece code: the squares on which the piece may stand: not where it promotes, if it must and is not made there. */
  readonly stands: readonly (readonly boolean[])[];
  /**
   * Where the squares go when the colours are exchanged: ranks are mirrored; and files too, if some piece does not move
   * to the left as it does to the right.
   */
  readonly flip: Symmetry;
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
    this.hasStock = hasStock;
    this.laws = laws;
    const nowhere = squaresIn(board, onRanks(), true);
    const onRank = (rank: number, color: Color, is: boolean) =>
      is ? squaresIn(board, onRanks(rank), color === WHITE) : nowhere;
    this.promotes = byCode(army, nowhere, (kind, color) =>
      onRank(-1, color, kind.promotions.length > 0),
    );
    this.stands = byCode(army, nowhere, (kind, color) => {
      const first = onRank(1, color, kind.pawn);
      const isMade = army.some(({ promotions }) => promotions.includes(army.indexOf(kind)));
      const last = onRank(-1, color, kind.promotions.length > 0 && !kind.mayStay && !isMade);
      return first.map((never, square) => !never && !last[square]);
    });
    const isEven = army.every(({ movement }) => isEvenHanded(movement));
    const files = mirrorFiles(board);
    this.flip = isEven ? mirrorRanks(board) : mirrorRanks(board).map((square) => files[square]!);
  }

  /** The piece of this code in motion. Made on first use: the pieces of a large board take a tenth of a second. */
  mover(code: PieceCode): Mover {
    return this.made[code] ?? this.make(code);
  }

  private make(code: PieceCode): Mover {
    const mover = makeMover(this.board, this.army[kindOf(code)]!, colorOf(code));
    this.made[code] = mover;
    return mover;
  }
}

function byCode<T>(army: Army, none: T, of: (kind: PieceKind, color: Color) => T): readonly T[] {
  return [none, ...army.flatMap((kind) => [of(kind, WHITE), of(kind, BLACK)])];
}
