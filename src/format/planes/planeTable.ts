import type { Square } from '../../chess/geometry.ts';
import type { Army } from '../../chess/men.ts';
import { firstsOfKind } from '../../table/placements.ts';
import { SlabPlacements } from '../../table/slabPlacements.ts';
import type { Endgame } from '../../table/table.ts';
import type { ValueCode } from '../../table/value.ts';
import { ILLEGAL, type SlabCode, type SlabCodes, valueOfCode } from '../../table/values.ts';
import { PlaneCoder } from './planeCoder.ts';
import type { PlaneModel } from './planeModel.ts';
import { CELLS, type Layout, Planes } from './planes.ts';
import { makeRanks, type Ranks } from './ranks.ts';
import { type SlabImage, SlabImages } from './slabImages.ts';

/** An endgame that can be coded in planes: on 8x8, with the set solver's index and known movements. */
export interface PlaneEndgame extends Endgame {
  readonly placements: SlabPlacements;
  readonly army: Army;
}

export function hasPlanes(endgame: Endgame): endgame is PlaneEndgame {
  const { placements, army, material } = endgame;
  return placements instanceof SlabPlacements && army !== undefined && material.men.length > 2;
}

/** Can these pieces go through all squares, with no piece identical to them fixed? */
export function areMobile(
  { material, army }: PlaneEndgame,
  { row, lane }: Pick<Layout, 'row' | 'lane'>,
): boolean {
  const { men } = material;
  const starts = firstsOfKind(men);
  return [row, lane].every((slot) => {
    const like = (other: number) => starts[other] === starts[slot];
    const pair = men.every((_, other) => other === row || other === lane || !like(other));
    return pair && !army[men[slot]!.kind]!.pawn;
  });
}

/** Converts the values of a table between the order of its index and planes. */
export class PlaneTable {
  readonly planes: Planes;
  readonly ranks: Ranks;
  private readonly images: SlabImages;
  /** By `code & 0xffff`. */
  private readonly rankOf = new Uint16Array(65536);
  private readonly codeOf: Int16Array;
  /** Values by rank. */
  private readonly valueOf: Int16Array;

  private readonly endgame: PlaneEndgame;
  private readonly model: PlaneModel | undefined;
  private made: PlaneCoder | undefined;

  /** The ranks of a number that has no plane: no positions. */
  private readonly nothing = new Uint8Array(2 * CELLS);

  /** Without a model a table can only be sampled. */
  constructor(
    endgame: PlaneEndgame,
    layout: Layout,
    codes: readonly SlabCode[],
    model?: PlaneModel,
  ) {
    const { material, army, placements } = endgame;
    this.planes = new Planes(material, army, layout);
    this.ranks = makeRanks(codes);
    this.endgame = endgame;
    this.model = model;
    this.images = new SlabImages(material, this.planes, placements);
    this.codeOf = Int16Array.from([ILLEGAL, ...codes]);
    this.valueOf = this.codeOf.map(valueOfCode);
    for (const [i, code] of codes.entries()) this.rankOf[code & 0xffff] = i + 1;
  }

  /** Made on first use: locating a placement does not need it. */
  get coder(): PlaneCoder {
    if (!this.made) {
      const { material, army } = this.endgame;
      this.made = new PlaneCoder(material, army, this.planes, this.ranks);
      if (this.model) this.made.setModel(this.model);
    }
    return this.made;
  }

  /** Loads a plane of a table into the coder. */
  load(standing: readonly Square[], codes: readonly [SlabCodes, SlabCodes]): void {
    this.coder.setPlane(standing);
    const { plane } = this.coder;
    plane.fill(0);
    for (const image of this.images.of(standing, false)) this.gather(image, codes, plane);
  }

  private gather(
    { base, cells, offsets }: SlabImage,
    [white, black]: readonly [SlabCodes, SlabCodes],
    plane: Uint16Array,
  ): void {
    const { rankOf } = this;
    for (let i = 0; i < cells.length; i++) {
      const number = base + offsets[i]!;
      const cell = cells[i]!;
      plane[cell] = rankOf[white[number]! & 0xffff]!;
      plane[CELLS + cell] = rankOf[black[number]! & 0xffff]!;
    }
  }

  /** The size of a decoded plane in bytes. */
  get decodedBytes(): number {
    return 2 * CELLS * (this.valueOf.length <= 256 ? 1 : 2);
  }

  /** The rank of each cell of a plane, White to move first; undefined if the bytes are no plane. */
  decode(number: number, bytes: Uint8Array): Uint8Array | Uint16Array | undefined {
    const { coder, nothing } = this;
    const standing = this.planes.squares(number);
    if (!standing) return bytes.length === 0 ? nothing : undefined;
    coder.setPlane(standing);
    if (!coder.decode(bytes)) return undefined;
    return this.valueOf.length <= 256 ? Uint8Array.from(coder.plane) : coder.plane.slice();
  }

  /** The value of a rank; UNCOVERED for 0. */
  valueOfRank(rank: number): ValueCode {
    return this.valueOf[rank]!;
  }

  /** Decodes a plane into those of a table's `sides` that are given. False if the bytes are no plane. */
  unload(number: number, bytes: Uint8Array, sides: readonly (SlabCodes | undefined)[]): boolean {
    const { coder } = this;
    const standing = this.planes.squares(number);
    if (!standing) return bytes.length === 0;
    coder.setPlane(standing);
    if (!coder.decode(bytes)) return false;
    for (const image of this.images.of(standing, true)) {
      for (const [side, codes] of sides.entries()) {
        if (codes) this.scatter(image, coder.plane.subarray(side * CELLS), codes);
      }
    }
    return true;
  }

  private scatter({ base, cells, offsets }: SlabImage, plane: Uint16Array, codes: SlabCodes): void {
    const { codeOf } = this;
    for (let i = 0; i < cells.length; i++) codes[base + offsets[i]!] = codeOf[plane[cells[i]!]!]!;
  }
}
