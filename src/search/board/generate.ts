import { type Color, opposite, promotionsOf } from '../../pieces/army.ts';
import { codeOf, type PieceCode } from '../../pieces/mover.ts';
import { isCheck, Watch } from '../../position/attacks.ts';
import { isSafe, kingOf } from '../../position/lawfulMoves.ts';
import { royalOf } from '../../position/position.ts';
import { openCastlings, specialTargets } from '../../position/specialMoves.ts';
import { addTargets } from '../../position/targets.ts';
import { COMPLEX, makeMoveCode } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/**
 * Finds the moves of the side to move, legal but for what they leave attacked and for captures that they forbid. `loud`:
 * only captures, promotions and moves to a goal.
 */
export class Generator {
  private readonly board: SearchBoard;
  /** By piece code: what it may become, its owner's kinds. */
  private readonly promotions: readonly (readonly number[])[];
  /** By piece code: may it stay what it is? */
  private readonly mayStay: readonly boolean[];
  /** By piece code: may it promote later, where it stands? */
  private readonly promotesLater: readonly boolean[];
  /** By colour: the code of the piece that is never taken, or 0. */
  private readonly kings: readonly [PieceCode, PieceCode];
  private readonly isBlast: boolean;
  /** At `code * size + square`: does the piece reach its goal there? */
  readonly arrives: Uint8Array;
  private readonly targets: number[] = [];

  constructor(board: SearchBoard, arrives: Uint8Array) {
    const { army, laws } = board.equipment;
    this.board = board;
    this.arrives = arrives;
    const pieces = army.flatMap((_, kind) =>
      [0, 1].map((color) => ({ kind, color: color as Color })),
    );
    this.promotions = [[], ...pieces.map((piece) => promotionsOf(army, piece))];
    this.mayStay = [false, ...pieces.map(({ kind }) => army[kind]!.mayStay === true)];
    this.promotesLater = [false, ...pieces.map(({ kind }) => army[kind]!.promotesLater === true)];
    this.kings = [kingOf(board.position, 0), kingOf(board.position, 1)];
    this.isBlast = laws.blast !== undefined;
  }

  /** Writes the moves to `out` from `at` on; returns the index behind the last. */
  generate(out: Int32Array, at: number, loud: boolean): number {
    const { board } = this;
    const { position, paths, equipment } = board;
    const { squares, turn, enPassant } = position;
    const { promotes } = equipment;
    const side = position.sides[turn];
    const king = this.kings[1 - turn]!;
    const size = squares.length;
    let end = at;
    for (let i = 0; i < side.length; i++) {
      const code = side[i]! >> 8;
      const from = side[i]! & 255;
      const path = paths[code]![from]!;
      const ends = promotes[code]!;
      const base = code * size;
      const { leaps, steps, takes, rides, others, crossing } = path;
      for (let j = 0; j < leaps.length; j++) {
        const to = leaps[j]!;
        const there = squares[to]!;
        if (there === 0) {
          if (loud && !ends[to] && this.arrives[base + to] === 0) continue;
        } else if (((there - 1) & 1) === turn || there === king) continue;
        end = this.add(out, end, code, from, to, there);
      }
      for (let j = 0; j < steps.length; j++) {
        const to = steps[j]!;
        if (squares[to] !== 0) continue;
        if (loud && !ends[to] && this.arrives[base + to] === 0) continue;
        end = this.add(out, end, code, from, to, 0);
      }
      for (let j = 0; j < takes.length; j++) {
        const to = takes[j]!;
        const there = squares[to]!;
        if (there === 0 || ((there - 1) & 1) === turn || there === king) continue;
        end = this.add(out, end, code, from, to, there);
      }
      for (let j = 0; j < rides.length; j++) {
        const ride = rides[j]!;
        for (let k = 0; k < ride.length; k++) {
          const to = ride[k]!;
          const there = squares[to]!;
          if (there === 0) {
            if (!loud || ends[to] || this.arrives[base + to] === 1)
              end = this.add(out, end, code, from, to, 0);
            continue;
          }
          if (((there - 1) & 1) !== turn && there !== king)
            end = this.add(out, end, code, from, to, there);
          break;
        }
      }
      if (others.length > 0 || crossing.length > 0) {
        const { targets } = this;
        targets.length = 0;
        for (const line of others) addTargets(line, squares, turn, king, targets);
        for (const line of crossing) addTargets(line, squares, turn, king, targets);
        for (let j = 0; j < targets.length; j++) {
          const to = targets[j]!;
          const there = squares[to]!;
          if (loud && there === 0 && !ends[to] && this.arrives[base + to] === 0) continue;
          end = this.add(out, end, code, from, to, there);
        }
      }
      if (enPassant) {
        for (const to of enPassant.passed) {
          if (this.isPassing(code, from, to)) end = this.write(out, end, code, from, to, COMPLEX);
        }
      }
      if (ends[from] && this.promotesLater[code])
        end = this.become(out, end, code, from, from, COMPLEX);
    }
    return loud || position.rights === 0 ? end : this.addSpecial(out, end);
  }

  /** Writes moves to squares on which a piece has a goal; none in games without goals. */
  arrivals(out: Int32Array, at: number): number {
    const end = this.generate(out, at, true);
    const { squares } = this.board.position;
    let kept = at;
    for (let i = at; i < end; i++) {
      const move = out[i]!;
      const code = squares[move & 255]!;
      if (this.arrives[code * squares.length + ((move >> 8) & 255)] === 1) out[kept++] = move;
    }
    return kept;
  }

  private isPassing(code: PieceCode, from: number, to: number): boolean {
    const { paths, position } = this.board;
    return (
      position.squares[to] === 0 &&
      position.enPassant!.passed.includes(to) &&
      paths[code]![from]!.passants.includes(to)
    );
  }

  private add(
    out: Int32Array,
    at: number,
    code: PieceCode,
    from: number,
    to: number,
    victim: PieceCode,
  ): number {
    // It takes, even if the piece could also just move there.
    if (this.board.position.enPassant && victim === 0 && this.isPassing(code, from, to)) return at;
    return this.write(out, at, code, from, to, victim !== 0 && this.isBlast ? COMPLEX : 0);
  }

  /** Writes a move, once for each kind that the piece may be there. */
  private write(
    out: Int32Array,
    at: number,
    code: PieceCode,
    from: number,
    to: number,
    complex: number,
  ): number {
    const { equipment, position } = this.board;
    if (!equipment.promotes[code]![to]) {
      out[at] = from | (to << 8) | complex;
      return at + 1;
    }
    const end = this.become(out, at, code, from, to, complex);
    if (this.mayStay[code] || position.stock) {
      out[end] = from | (to << 8) | complex;
      return end + 1;
    }
    return end;
  }

  /** Writes a promotion to each kind that there is. */
  private become(
    out: Int32Array,
    at: number,
    code: PieceCode,
    from: number,
    to: number,
    complex: number,
  ): number {
    const { stock, turn } = this.board.position;
    let end = at;
    for (const kind of this.promotions[code]!) {
      if (stock && stock[codeOf({ kind, color: turn })] === 0) continue;
      out[end++] = makeMoveCode(from, to, kind) | complex;
    }
    return end;
  }

  /** Castling, and leaps of kings. */
  private addSpecial(out: Int32Array, at: number): number {
    const { position, equipment } = this.board;
    const { turn, rights } = position;
    let end = at;
    const add = (from: number, to: number) => {
      out[end++] = makeMoveCode(from, to, undefined) | COMPLEX;
    };
    const open = openCastlings(position);
    if (!equipment.isPlain) {
      for (const castling of open) {
        if (isSafe(position, castling)) add(castling.kingFrom, castling.to);
      }
      return end;
    }
    const leaps = equipment.rightsLost.byRoyal[turn] & rights;
    if ((open.length === 0 && leaps === 0) || isCheck(position)) return end;
    const royal = royalOf(position, turn);
    const guard = new Watch(position, royal, opposite(turn));
    for (const to of specialTargets(position, royal, guard)) add(royal, to);
    return end;
  }
}
