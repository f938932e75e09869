import type { Board, Square, Step } from '../../board/board.ts';
import { stepFrom } from '../../board/board.ts';
import { PATH_FLAGS, PATH_WORDS } from '../../kernel/general/layout.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { type Line, PLAIN } from '../../pieces/lines.ts';
import type { Path } from './paths.ts';

/** A direction in which a piece slides from every square until something blocks it. */
export type Slide = Step;

/** Writes what pieces can do for the kernel (layout: assembly/paths.ts, assembly/unmoves.ts). */
export class PathWriter {
  private readonly memory: KernelMemory;
  private readonly board: Board;
  /** 64-bit words of a lane. */
  private readonly wordCount: number;

  constructor(memory: KernelMemory, board: Board, words: number) {
    this.memory = memory;
    this.board = board;
    this.wordCount = words;
  }

  /** Writes a set of squares as a word of its own. */
  squares(squares: Iterable<Square>): number {
    const address = this.memory.allocate(8 * this.wordCount);
    this.memory.u8(address, 8 * this.wordCount).fill(0);
    this.put(address, squares);
    return address;
  }

  /** Writes sets of squares as words, one after another. */
  words(sets: readonly Iterable<Square>[]): number {
    const bytes = 8 * this.wordCount;
    const address = this.memory.allocate(bytes * sets.length);
    this.memory.u8(address, bytes * sets.length).fill(0);
    for (const [i, squares] of sets.entries()) this.put(address + bytes * i, squares);
    return address;
  }

  /** Adds squares to a word in memory. */
  put(address: number, squares: Iterable<Square>): void {
    const halves = this.memory.u32(address, 2 * this.wordCount);
    for (const square of squares) halves[square >> 5]! |= 1 << (square & 31);
  }

  /** Writes paths by their first square, or by `key`: then `to` is what the kernel reads as their target. */
  paths(paths: readonly Path[], reversed = false): number {
    const { memory, board, wordCount: words } = this;
    const bytes = PATH_WORDS + 16 * words;
    const sorted = paths
      .map((path) => ({ path, key: reversed ? path.to : path.from }))
      .sort((a, b) => a.key - b.key || a.path.to - b.path.to);
    const head = 4 * (board.size + 1) + (board.size % 2 === 0 ? 4 : 0);
    const address = memory.allocate(head + bytes * paths.length);
    const starts = memory.i32(address, board.size + 1);
    let next = 0;
    for (let square = 0; square <= board.size; square++) {
      while (next < sorted.length && sorted[next]!.key < square) next++;
      starts[square] = head + bytes * next;
    }
    for (const [i, { path }] of sorted.entries()) {
      const at = address + head + bytes * i;
      const fields = memory.u8(at, PATH_WORDS).fill(0);
      fields[0] = reversed ? path.from : path.to;
      fields[PATH_FLAGS] = path.hurdles ? 1 : 0;
      memory.u8(at + PATH_WORDS, 16 * words).fill(0);
      this.put(at + PATH_WORDS, path.empties);
      this.put(at + PATH_WORDS + 8 * words, path.hurdles ?? []);
    }
    return address;
  }

  /** Writes the addresses of written paths: by `from * size + to` the first one, or 0. */
  firstPaths(paths: number): number {
    const { memory, board, wordCount: words } = this;
    const { size } = board;
    const bytes = PATH_WORDS + 16 * words;
    const address = memory.allocateZeros(4 * size * size);
    const starts = memory.i32(paths, size + 1);
    const first = memory.u32(address, size * size);
    for (let from = 0; from < size; from++) {
      for (let at = starts[from]!; at < starts[from + 1]!; at += bytes) {
        const to = memory.u8(paths + at, 1)[0]!;
        first[from * size + to] ||= paths + at;
      }
    }
    return address;
  }

  slides(slides: readonly Slide[]): number {
    const { memory, board, wordCount: words } = this;
    const { files, size } = board;
    const bytes = 8 + 8 * words + ((4 * size + 7) & ~7);
    const address = memory.allocate(8 + bytes * slides.length);
    memory.setI32(address, slides.length);
    for (const [i, [x, y]] of slides.entries()) {
      const at = address + 8 + bytes * i;
      memory.setI32(at, y * files + x);
      const squares = Array.from({ length: size }, (_, square) => square);
      const next = squares.map((square) => stepFrom(board, square, [x, y]));
      memory.u8(at + 8, 8 * words).fill(0);
      this.put(
        at + 8,
        squares.filter((square) => next[square]! >= 0),
      );
      const tables = memory.i16(at + 8 + 8 * words, 2 * size);
      tables.set(next);
      tables.set(
        squares.map((square) => stepFrom(board, square, [-x, -y])),
        size,
      );
    }
    return address;
  }

  /** Writes lines for a piece whose squares are the bits of a word. `stops`: may the piece stop on this square of a line? */
  chains(lines: readonly FromLine[], stops: (line: FromLine, at: number) => boolean): number {
    const { memory, board, wordCount: words } = this;
    const chains = groupLines(board, lines);
    const sizes = chains.map(
      ({ lame, links }) => 16 + lame.length * (8 + 8 * words) + links.length * (8 + 16 * words),
    );
    const address = memory.allocate(8 + sizes.reduce((sum, size) => sum + size, 0));
    memory.u8(address, 8 + sizes.reduce((sum, size) => sum + size, 0)).fill(0);
    const leaps = chains.filter(isLeap);
    memory.setI32(address, chains.length);
    memory.setI32(address + 4, leaps.length);
    let at = address + 8;
    for (const { hop, lame, links, members } of [
      ...leaps,
      ...chains.filter((chain) => !isLeap(chain)),
    ]) {
      memory.i32(at, 3).set([links.length, hop, lame.length]);
      at += 16;
      for (const [i, offset] of lame.entries()) {
        memory.setI32(at, offset);
        this.put(
          at + 8,
          members.filter(({ line }) => line.lame[i] !== undefined).map(({ from }) => from),
        );
        at += 8 + 8 * words;
      }
      for (const [i, offset] of links.entries()) {
        memory.setI32(at, offset);
        const there = members.filter(({ line }) => line.squares.length > i);
        this.put(
          at + 8,
          there.map(({ from }) => from),
        );
        this.put(
          at + 8 + 8 * words,
          there.filter((each) => stops(each, i)).map(({ from }) => from),
        );
        at += 8 + 16 * words;
      }
    }
    return address;
  }
}

/** A line, and the square that it begins on. */
export interface FromLine {
  readonly from: Square;
  readonly line: Line;
}

/** Lines that go the same way from different squares, as far as the board reaches. */
interface Chain {
  readonly hop: number;
  /** Offsets from the first square: what must be empty, and the squares passed. */
  readonly lame: readonly number[];
  readonly links: readonly number[];
  readonly members: readonly FromLine[];
}

/** Is there just one square, which nothing can block? */
function isLeap({ hop, lame, links }: Chain): boolean {
  return hop === PLAIN && lame.length === 0 && links.length === 1;
}

/**
 * Lines whose squares lie at the same offsets from where they begin. A line that the edge of the board cuts short belongs to one that
 * goes on; offsets are pairs of steps, since by number alone a step over the edge looks like one within the board.
 */
function groupLines({ files }: Board, lines: readonly FromLine[]): readonly Chain[] {
  const offset = (from: Square, to: Square) => {
    const x = (to % files) - (from % files);
    const y = Math.floor(to / files) - Math.floor(from / files);
    return `${x},${y}`;
  };
  const described = lines
    .map((each) => {
      const { from, line } = each;
      const way = line.squares.map((square) => offset(from, square));
      const lame = line.lame.map((square) => offset(from, square));
      return { each, way, head: `${line.hop} ${lame.join(' ')}` };
    })
    .sort((a, b) => b.way.length - a.way.length);
  const chains: { way: readonly string[]; head: string; members: FromLine[] }[] = [];
  for (const { each, way, head } of described) {
    const chain = chains.find(
      (known) =>
        known.head === head &&
        way.every((step, i) => known.way[i] === step) &&
        // A square must not begin two lines of one chain: each has its own stops.
        !known.members.some(({ from }) => from === each.from),
    );
    if (chain) chain.members.push(each);
    else chains.push({ way, head, members: [each] });
  }
  return chains.map(({ members }) => {
    const { from, line } = members[0]!;
    return {
      hop: line.hop,
      lame: line.lame.map((square) => square - from),
      links: line.squares.map((square) => square - from),
      members,
    };
  });
}
