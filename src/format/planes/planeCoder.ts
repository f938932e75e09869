import type { Square } from '../../chess/geometry.ts';
import { type Army, BLACK, type Piece, ROYAL } from '../../chess/men.ts';
import type { Step } from '../../chess/movements.ts';
import type { Material } from '../../table/material.ts';
import { coderBytes } from './generated/coderBytes.ts';
import type { PlaneModel } from './planeModel.ts';
import { CELLS, type Planes } from './planes.ts';
import type { Ranks } from './ranks.ts';

const SQUARES = 64;
const OFF_BOARD = 255;
const NEVER = 0xffffffff;
/** The capacity of assembly/memory.ts. */
const MOST_STEPS = 64;
export const MOST_RANKS = 1023;
const MOST_PLANE_BYTES = 65536;
/** The numbers of a sample: its features, its rank, its symbol and its side. */
export const SAMPLE_NUMBERS = 64;
const NODE_BYTES = 8;
const LEAF_BYTES = 128;
const SYMBOLS = 24;
const LEAF = 0xffff;

/** The functions of the compiled coder (assembly/index.ts). Addresses are bytes in its memory. */
interface Exports extends Readonly<Record<string, (() => number) | unknown>> {
  readonly memory: WebAssembly.Memory;
  surveyPlane(): void;
  decodePlane(length: number, ranks: number): number;
  encodePlane(): number;
  samplePlane(): number;
}

let compiled: WebAssembly.Module | undefined;

/** Codes and decodes the planes of one table. */
export class PlaneCoder {
  private readonly exports: Exports;
  private readonly planes: Planes;
  private readonly ranks: Ranks;
  private readonly rankRoom: Uint16Array;
  private readonly byteRoom: Uint8Array;
  private readonly squareRoom: Uint8Array;
  private readonly setupRoom: Int32Array;
  private readonly imageRoom: Uint8Array;

  constructor(material: Material, army: Army, planes: Planes, ranks: Ranks) {
    compiled ??= new WebAssembly.Module(coderBytes());
    const abort = () => {
      throw new Error('the coder stopped');
    };
    const { exports } = new WebAssembly.Instance(compiled, { env: { abort } });
    this.exports = exports as unknown as Exports;
    this.planes = planes;
    this.ranks = ranks;
    this.rankRoom = this.u16('ranksAt', 2 * CELLS);
    this.byteRoom = this.u8('bytesAt', MOST_PLANE_BYTES);
    this.squareRoom = this.u8('squaresAt', 8);
    this.setupRoom = this.i32('setupAt', 9);
    this.imageRoom = this.u8('imagesAt', 8 * SQUARES);
    this.setMen(material.men, army);
  }

  private at(name: string): number {
    return (this.exports[name] as () => number)();
  }

  private u8(name: string, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, this.at(name), length);
  }

  private u16(name: string, length: number): Uint16Array {
    return new Uint16Array(this.exports.memory.buffer, this.at(name), length);
  }

  private i32(name: string, length: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, this.at(name), length);
  }

  private setMen(men: readonly Piece[], army: Army): void {
    const { planes, ranks } = this;
    const { row, lane, first } = planes.layout;
    const setup = [men.length, row, lane, first, ranks.draw, 0, planes.alike ? 1 : 0];
    this.setupRoom.set(setup);
    this.u8('colorsAt', men.length).set(men.map(({ color }) => color));
    this.u8('royalsAt', men.length).set(men.map(({ kind }) => (kind === ROYAL ? 1 : 0)));
    this.u16('afterAt', ranks.after.length).set(ranks.after);
    const { buffer } = this.exports.memory;
    for (const [slot, piece] of men.entries()) {
      const at = this.at('betweenAt') + slot * CELLS * 8;
      new Uint32Array(buffer, at, 2 * CELLS).set(betweenOf(piece, army));
    }
    const counts = this.i32('stepCountAt', 2);
    const slides = this.u8('slidesAt', 2 * MOST_STEPS);
    const next = this.u8('nextAt', 2 * MOST_STEPS * SQUARES);
    for (const [i, slot] of [row, lane].entries()) {
      const steps = stepsOf(men[slot]!, army);
      counts[i] = steps.length;
      for (const [j, { step, slides: goesOn }] of steps.entries()) {
        slides[i * MOST_STEPS + j] = !goesOn ? 0 : step[1] * 8 + step[0] > 0 ? 1 : 2;
        for (let square = 0; square < SQUARES; square++) {
          next[(i * MOST_STEPS + j) * SQUARES + square] = away(square, step);
        }
      }
    }
  }

  setModel({ trees, leaves, escapes }: PlaneModel): void {
    const { buffer } = this.exports.memory;
    const count = trees[0].length + trees[1].length;
    const nodes = new DataView(buffer, this.at('nodesAt'), count * NODE_BYTES);
    this.i32('rootsAt', 2).set([0, trees[0].length]);
    let leaf = 0;
    for (const [i, node] of [...trees[0], ...trees[1]].entries()) {
      const root = i < trees[0].length ? 0 : trees[0].length;
      const isLeaf = node.above === undefined;
      nodes.setUint16(i * NODE_BYTES, isLeaf ? LEAF : node.feature, true);
      nodes.setInt16(i * NODE_BYTES + 2, isLeaf ? 0 : node.threshold, true);
      nodes.setUint16(i * NODE_BYTES + 4, isLeaf ? leaf++ : i + 1, true);
      nodes.setUint16(i * NODE_BYTES + 6, isLeaf ? 0 : root + node.above, true);
    }
    for (const [i, { symbols, frequencies }] of leaves.entries()) {
      const at = this.at('leavesAt') + i * LEAF_BYTES;
      const room = new Uint16Array(buffer, at, 2 * SYMBOLS).fill(0);
      const names = new Uint8Array(buffer, at + 4 * SYMBOLS, SYMBOLS);
      let before = 0;
      for (const [place, symbol] of symbols.entries()) {
        room[place] = frequencies[place]!;
        room[SYMBOLS + place] = before;
        names[place] = symbol;
        before += frequencies[place]!;
      }
    }
    for (const [second, { symbols, frequencies }] of escapes.entries()) {
      this.i32('escapeCountAt', 2)[second] = symbols.length;
      const at = this.at('escapesAt') + second * (MOST_RANKS + 1) * 6;
      const room = new Uint16Array(buffer, at, 3 * symbols.length);
      let before = 0;
      for (const [place, rank] of symbols.entries()) {
        room.set([rank, frequencies[place]!, before], 3 * place);
        before += frequencies[place]!;
      }
    }
  }

  /** Selects the plane of all further calls by the squares of its fixed pieces. */
  setPlane(standing: readonly Square[]): void {
    const slots = this.squareRoom;
    for (const [i, slot] of this.planes.standing.entries()) slots[slot] = standing[i]!;
    const images = this.planes.stabilisers(standing);
    this.setupRoom[5] = images.length;
    for (const [i, image] of images.entries()) this.imageRoom.set(image, i * SQUARES);
  }

  /**
   * Ranks by side to move and cell, 0 for no position. Fill it before {@link encode} and {@link sample}, read it after
   * {@link decode}; every later call overwrites it.
   */
  get plane(): Uint16Array {
    return this.rankRoom;
  }

  /** Decodes a plane into {@link plane}. False if the bytes are no plane. */
  decode(bytes: Uint8Array): boolean {
    if (bytes.length > MOST_PLANE_BYTES) return false;
    this.byteRoom.set(bytes);
    return this.exports.decodePlane(bytes.length, this.ranks.codes.length) !== 0;
  }

  /**
   * The coded plane; undefined if the ranks are not those of a table: positions where there are none, or the reverse.
   */
  encode(): Uint8Array | undefined {
    const length = this.exports.encodePlane();
    return length > 0 ? this.byteRoom.slice(0, length) : undefined;
  }

  /**
   * {@link SAMPLE_NUMBERS} for every `step`-th coded value of both sides, after the first `phase`; undefined where
   * {@link encode} is.
   */
  sample(step: number, phase: number): Int16Array | undefined {
    this.setupRoom.set([step, phase], 7);
    const count = this.exports.samplePlane();
    if (count < 0) return undefined;
    return new Int16Array(
      this.exports.memory.buffer,
      this.at('samplesAt'),
      count * SAMPLE_NUMBERS,
    ).slice();
  }
}

interface LineStep {
  readonly step: Step;
  readonly slides: boolean;
}

/** The steps of a piece on the board: Black's are mirrored. */
function stepsOf({ kind, color }: Piece, army: Army): readonly LineStep[] {
  const { leaps, slides } = army[kind]!.movement;
  const own = ([files, ranks]: Step): Step => [files, color === BLACK ? -ranks : ranks];
  return [
    ...leaps.map((step) => ({ step: own(step), slides: false })),
    ...slides.map((step) => ({ step: own(step), slides: true })),
  ];
}

function away(square: Square, [files, ranks]: Step): number {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : OFF_BOARD;
}

/**
 * By square and target, as two words of 32: the squares that must be empty for a piece to attack from one to the other.
 */
function betweenOf(piece: Piece, army: Army): Uint32Array {
  const known = betweens.get(army) ?? new Map<number, Uint32Array>();
  betweens.set(army, known);
  const key = 2 * piece.kind + piece.color;
  const between = known.get(key) ?? makeBetween(piece, army);
  known.set(key, between);
  return between;
}

/** By army, kind and colour: most tables have the same pieces. */
const betweens = new WeakMap<Army, Map<number, Uint32Array>>();

function makeBetween(piece: Piece, army: Army): Uint32Array {
  const forward = piece.color === BLACK ? -1 : 1;
  const pawnSteps: readonly LineStep[] = [-1, 1].map((side) => ({
    step: [side, forward],
    slides: false,
  }));
  const steps = army[piece.kind]!.pawn ? pawnSteps : stepsOf(piece, army);
  const between = new Uint32Array(2 * CELLS).fill(NEVER);
  for (let from = 0; from < SQUARES; from++) {
    for (const { step, slides } of steps) {
      let [low, high] = [0, 0];
      for (let square = away(from, step); square !== OFF_BOARD; square = away(square, step)) {
        const at = 2 * (from * SQUARES + square);
        between[at]! &= low;
        between[at + 1]! &= high;
        if (!slides) break;
        if (square < 32) low |= 1 << square;
        else high |= 1 << (square - 32);
      }
    }
  }
  return between;
}
