import type { Square } from '../../board/board.ts';
import { type IndexPart, IndexStarts } from '../../index/indexPart.ts';
import type { SlabCodes } from '../../table/values.ts';
import { ListedNumbers } from './listedNumbers.ts';
import { ListedSource } from './listedSource.ts';
import type { CodedTable } from './planeCoder.ts';
import {
  isListed,
  type ListedEndgame,
  type ListedShape,
  type PlaneEndgame,
  type PlanesShape,
} from './planeEndgame.ts';
import { PlaneRows } from './planeRows.ts';
import { CELLS } from './planes.ts';
import { ImagesInTurn, type PlanesInTurn } from './planesInTurn.ts';
import { codesByRank, fits, ranksByCode } from './ranks.ts';
import { type SlabImage, SlabImages } from './slabImages.ts';

/** The values of planes: of a whole table by side to move, of a part of it, or of single planes. */
export type PlaneValues = SideCodes | CodesOfPart | PlanesInTurn;

type SideCodes = readonly [SlabCodes, SlabCodes];

/** Codes of a part of the index, by side to move. */
export interface CodesOfPart {
  readonly part: IndexPart;
  readonly codes: SideCodes;
}

/** Where planes go in the coder's memory: see assembly/memory.ts. */
export interface PlaneTarget {
  /** Codes or ranks of both sides, in order of coding. */
  readonly rows: Uint8Array;
  readonly turns: Uint8Array;
  /** Their number, then the cell and the value of each. */
  readonly corrections: Int32Array;
  /** Notes the value of a side and cell that has no rank of its own. */
  correct(cell: number, value: number): void;
}

/** Copies planes into the coder's memory. */
export interface PlaneSource {
  /** Are these ranks, not codes? */
  readonly areRanks: boolean;
  /** Has the plane a position? */
  copy(standing: readonly Square[]): boolean;
}

export function planeSource(
  endgame: PlaneEndgame | ListedEndgame,
  shape: PlanesShape | ListedShape,
  values: PlaneValues,
  table: CodedTable,
  target: PlaneTarget,
): PlaneSource {
  const codes = 'inTurn' in values ? values.inTurn : 'part' in values ? values.codes : values;
  const inOrder = shape.first === 0 ? codes : ([codes[1], codes[0]] as const);
  if (isListed(shape)) {
    return listedSource(endgame as ListedEndgame, shape, inOrder, table, target);
  }
  const { material, placements } = endgame as PlaneEndgame;
  if ('inTurn' in values) {
    const images = new ImagesInTurn(new SlabImages(material, table.planes, placements));
    return rankSource(inOrder, shape, images, target);
  }
  const part = 'part' in values ? values.part : undefined;
  return slabSource(endgame as PlaneEndgame, shape, inOrder, part, table, target);
}

function listedSource(
  { material, placements }: ListedEndgame,
  shape: ListedShape,
  [coded, other]: SideCodes,
  { planes, lattice }: CodedTable,
  target: PlaneTarget,
): PlaneSource {
  if (!(coded instanceof Int16Array && other instanceof Int16Array)) {
    throw new Error('listed ranks are of values in plies');
  }
  const numbers = new ListedNumbers(material, planes, placements, lattice);
  const source = new ListedSource(numbers, shape, [coded, other]);
  const copy = (standing: readonly Square[]) => source.copy(standing, target.rows, target.correct);
  return { areRanks: true, copy };
}

function slabSource(
  { material, placements }: PlaneEndgame,
  shape: PlanesShape,
  [coded, other]: SideCodes,
  part: IndexPart | undefined,
  { planes }: CodedTable,
  target: PlaneTarget,
): PlaneSource {
  const starts = new IndexStarts(placements, part);
  if (coded instanceof Int8Array && other instanceof Int8Array && fits(shape)) {
    const { buffer, byteOffset, length } = target.rows;
    const room = { codes: new Int8Array(buffer, byteOffset, length), turns: target.turns };
    const rows = new PlaneRows(material, planes, placements, [coded, other], room, starts);
    return {
      areRanks: false,
      copy(standing) {
        rows.copy(standing);
        return true;
      },
    };
  }
  const images = new SlabImages(material, planes, placements, {}, starts);
  return rankSource([coded, other], shape, images, target);
}

function rankSource(
  codes: SideCodes,
  shape: PlanesShape,
  images: Pick<SlabImages, 'of'>,
  target: PlaneTarget,
): PlaneSource {
  const copyRanks = rankCopier(codes, shape, target);
  return {
    areRanks: true,
    copy(standing) {
      copyRanks(images.of(standing, false));
      return true;
    },
  };
}

function rankCopier(codes: SideCodes, shape: PlanesShape, { rows, correct }: PlaneTarget) {
  const ranking = ([0, 1] as const).map((side) => ({
    known: codesByRank(shape, side),
    ranks: ranksByCode(shape, side),
  }));
  return (images: readonly SlabImage[]): void => {
    rows.fill(0);
    for (const [side, { known, ranks }] of ranking.entries()) {
      const own = codes[side]!;
      for (const { base, rows: found } of images) {
        for (const { first, at, cells, offsets } of found) {
          for (let i = 0; i < cells.length; i++) {
            const code = own[base + at + offsets[i]!]!;
            const rank = ranks[code & 0xffff]!;
            const cell = side * CELLS + first + cells[i]!;
            if (known[rank] !== code && rows[cell] === 0) correct(cell, code);
            rows[cell] = rank;
          }
        }
      }
    }
  };
}
