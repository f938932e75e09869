import type { Kernel } from '../../kernel/kernel.ts';
import { type Frame, NOWHERE, SET } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { SETS_A_SIDE } from '../../kernel/layout.ts';
import type { PageStore } from './pages.ts';

/** What is done with a page. */
export const USE = {
  read: 0,
  /** Bits may be taken away, none added: a page without any stays so. */
  shrink: 1,
  /** It is written, whatever it was: it begins without bits, unless it is read as well, then before. */
  write: 2,
} as const;
export type Use = (typeof USE)[keyof typeof USE];

/** Sets that exist while a worker has their slabs before it, and in the log. */
export const passing: readonly number[] = [
  SET.conversionWins,
  SET.conversionLoses,
  SET.mate,
  SET.stuck,
  SET.forbidden,
];
/** Those of every ply, what the moves of many slabs are found from first. */
const everyPly: readonly number[] = [SET.safe, SET.open, SET.safeConversion];
/** Sets that there are pages of in the terminal layer only. */
export const ofTerminal: readonly number[] = [...Object.values(SET)].filter(
  (name) => name !== SET.distance && !passing.includes(name) && !everyPly.includes(name),
);
/** In the order of their pages: the first ones have homes. */
const paged = [...everyPly, ...ofTerminal];
const orderOf = Array.from({ length: SETS_A_SIDE }, (_, name) => paged.indexOf(name));

/** The shape of what pages are of. */
export interface PageShape {
  readonly slabs: number;
  /** Slabs of a page. */
  readonly slabsAtOnce: number;
  readonly slabBytes: number;
}

/** The number of pages of a set of one side. */
function pagesOfSet({ slabs, slabsAtOnce }: PageShape): number {
  return Math.ceil(slabs / slabsAtOnce);
}

/** The number of pages of all sets of both sides, used or not: some sets exist in the terminal layer only. */
export function pagesOfSets(shape: PageShape): number {
  return 2 * paged.length * pagesOfSet(shape);
}

/**
 * A worker's window on a table's sets: the pages that have a home in the kernel's memory, and copies of others, in places of those
 * that were not used for long. It writes where they are into the worker's frame. Within a pass, a page is written by one worker
 * only, and nobody else reads it.
 */
export class Window {
  private readonly kernel: Kernel;
  private readonly frame: Frame;
  private readonly store: PageStore;
  private readonly shape: PageShape;
  private readonly setPages: number;
  private readonly pageBytes: number;
  private readonly base: number;
  /** Never written but with zeros. */
  private readonly zeros: number;
  private readonly views: readonly Uint8Array[];
  private readonly tables: (Uint32Array | undefined)[] = [];
  /** By page: the place that holds it, plus one. */
  private readonly placeOf: Int32Array;
  // By place: the page, whether it was changed, its version, the epoch that last used it, and whether it was used lately.
  private readonly pageIn: Int32Array;
  private readonly changed: Uint8Array;
  private readonly versions: Int32Array;
  private readonly epochs: Int32Array;
  private readonly recent: Uint8Array;
  private readonly dirty: number[] = [];
  // By page that has a home: the epoch that last used it, and whether it was changed.
  private readonly homeEpochs: Int32Array;
  private readonly changedHomes: Uint8Array;
  private readonly dirtyHomes: number[] = [];
  private epoch = 0;
  private hand = 0;

  /** `base`: the address of `places` pages; `zeros`: of one page of zeros. */
  constructor(
    kernel: Kernel,
    memory: KernelMemory,
    frame: Frame,
    store: PageStore,
    shape: PageShape,
    { base, places, zeros }: { base: number; places: number; zeros: number },
  ) {
    this.kernel = kernel;
    this.frame = frame;
    this.store = store;
    this.shape = shape;
    this.setPages = pagesOfSet(shape);
    this.pageBytes = shape.slabsAtOnce * shape.slabBytes;
    this.base = base;
    this.zeros = zeros;
    this.views = Array.from({ length: places }, (_, i) =>
      memory.u8(base + i * this.pageBytes, this.pageBytes),
    );
    const pages = pagesOfSets(shape);
    this.placeOf = new Int32Array(pages);
    this.homeEpochs = new Int32Array(pages);
    this.changedHomes = new Uint8Array(pages);
    this.pageIn = new Int32Array(places).fill(-1);
    this.changed = new Uint8Array(places);
    this.versions = new Int32Array(places);
    this.epochs = new Int32Array(places);
    this.recent = new Uint8Array(places);
  }

  /** Forgets all pages, for another table or group: versions begin again. */
  clear(): void {
    this.placeOf.fill(0);
    this.pageIn.fill(-1);
    this.changed.fill(0);
    this.changedHomes.fill(0);
    this.dirty.length = 0;
    this.dirtyHomes.length = 0;
  }

  /** From here on, pages may take the place of those that were used before. */
  begin(): void {
    this.epoch++;
  }

  /** Brings the page of a slab in, and tells the kernel where it is. */
  use(name: number, side: number, slab: number, use: Use): void {
    const { store, epoch } = this;
    const inSet = Math.floor(slab / this.shape.slabsAtOnce);
    const page = this.pageOf(name, side, inSet);
    if (store.homeOf(page) > 0) {
      this.useHome(name, side, inSet, use);
      return;
    }
    let place = this.placeOf[page]! - 1;
    if (place >= 0 && !this.changed[place] && this.versions[place] !== store.version(page)) {
      this.leave(place);
      place = -1;
    }
    const isKnown = place >= 0 || store.has(page);
    if (!isKnown && use !== USE.write) {
      this.point(name, side, inSet, this.zeros, 0);
      return;
    }
    if (place < 0) {
      place = this.freePlace();
      this.pageIn[place] = page;
      this.placeOf[page] = place + 1;
      this.versions[place] = store.version(page);
      if (use === USE.write) this.clearPlace(place);
      else store.read(page, this.views[place]!);
      this.point(name, side, inSet, this.base + place * this.pageBytes, this.shape.slabBytes);
    } else if (use === USE.write && this.epochs[place] !== epoch) {
      this.clearPlace(place);
    }
    this.epochs[place] = epoch;
    this.recent[place] = 1;
    if (use !== USE.read && !this.changed[place]) {
      this.changed[place] = 1;
      this.dirty.push(place);
    }
  }

  private useHome(name: number, side: number, inSet: number, use: Use): void {
    const { store, epoch } = this;
    const page = this.pageOf(name, side, inSet);
    const home = store.homeOf(page);
    if (use === USE.write && this.homeEpochs[page] !== epoch) {
      this.kernel.clear(home, this.pageBytes);
      store.moveIn(page);
    } else if (!store.has(page)) {
      this.point(name, side, inSet, this.zeros, 0);
      return;
    }
    this.point(name, side, inSet, home, this.shape.slabBytes);
    this.homeEpochs[page] = epoch;
    if (use === USE.read || this.changedHomes[page]) return;
    this.changedHomes[page] = 1;
    this.dirtyHomes.push(page);
  }

  /** Nothing was changed of a page after all. */
  spare(name: number, side: number, slab: number): void {
    this.changedHomes[this.pageOf(name, side, Math.floor(slab / this.shape.slabsAtOnce))] = 0;
    const place = this.placeIn(name, side, slab);
    if (place >= 0) this.changed[place] = 0;
  }

  /** Makes a page one without bits. */
  drop(name: number, side: number, slab: number): void {
    const place = this.placeIn(name, side, slab);
    if (place >= 0) this.forget(place);
    const page = this.pageOf(name, side, Math.floor(slab / this.shape.slabsAtOnce));
    this.changedHomes[page] = 0;
    if (this.store.has(page)) this.store.drop(page);
  }

  /** Writes back what was changed, so that others can read it after they meet. */
  flush(): void {
    for (const place of this.dirty.splice(0)) this.writeBack(place);
    for (const page of this.dirtyHomes.splice(0)) this.settle(page);
  }

  /** Of a page that has a home: it is as others read it. */
  private settle(page: number): void {
    if (!this.changedHomes[page]) return;
    const { store, pageBytes } = this;
    this.changedHomes[page] = 0;
    if (!this.kernel.hasBits(store.homeOf(page), pageBytes)) store.drop(page);
  }

  private forget(place: number): void {
    this.changed[place] = 0;
    this.leave(place);
  }

  private clearPlace(place: number): void {
    this.kernel.clear(this.base + place * this.pageBytes, this.pageBytes);
  }

  private placeIn(name: number, side: number, slab: number): number {
    const page = this.pageOf(name, side, Math.floor(slab / this.shape.slabsAtOnce));
    return this.placeOf[page]! - 1;
  }

  private pageOf(name: number, side: number, inSet: number): number {
    return (orderOf[name]! * 2 + side) * this.setPages + inSet;
  }

  /** Tells the kernel where the slabs of a page are. */
  private point(name: number, side: number, inSet: number, address: number, step: number): void {
    const set = side * SETS_A_SIDE + name;
    this.tables[set] ??= this.frame.pagesOf(name, side);
    const table = this.tables[set];
    const { slabs, slabsAtOnce } = this.shape;
    const first = inSet * slabsAtOnce;
    const end = Math.min(first + slabsAtOnce, slabs);
    for (let slab = first; slab < end; slab++) table[slab] = address + (slab - first) * step;
  }

  private freePlace(): number {
    const { epochs, recent, epoch } = this;
    for (let tries = 0; tries <= 2 * recent.length; tries++) {
      const place = this.hand;
      this.hand = (place + 1) % recent.length;
      if (epochs[place] === epoch && this.pageIn[place]! >= 0) continue;
      if (recent[place]) recent[place] = 0;
      else {
        this.leave(place);
        return place;
      }
    }
    throw new Error('the window is too small for what one slab needs');
  }

  private leave(place: number): void {
    const page = this.pageIn[place]!;
    if (page < 0) return;
    this.writeBack(place);
    const set = Math.floor(page / this.setPages);
    this.point(paged[set >> 1]!, set & 1, page % this.setPages, NOWHERE, 0);
    this.pageIn[place] = -1;
    this.placeOf[page] = 0;
  }

  private writeBack(place: number): void {
    if (!this.changed[place]) return;
    const { store, pageBytes } = this;
    const page = this.pageIn[place]!;
    this.changed[place] = 0;
    if (this.kernel.hasBits(this.base + place * pageBytes, pageBytes)) {
      store.write(page, this.views[place]!);
    } else if (store.has(page)) store.drop(page);
    this.versions[place] = store.version(page);
  }
}
