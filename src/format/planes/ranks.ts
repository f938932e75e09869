import type { Color } from '../../pieces/army.ts';
import type { SideStatistics, Statistics } from '../../table/statistics.ts';
import { pliesOf } from '../../table/value.ts';
import {
  BARRED,
  decidedCode,
  ILLEGAL,
  MATED,
  MOST_DISTANCE,
  type SlabCode,
  type SlabCodes,
  STALEMATE,
  valueOfCode,
} from '../../table/values.ts';

/** How far the values of a table reach, and so how they are ranked. */
export interface Extent {
  /** The longest win and loss of the side that is coded first, in moves; those of the other side do not reach further. */
  readonly wins: number;
  readonly losses: number;
  /** Is there a position that it is forbidden to allow? */
  readonly bars: boolean;
}

/** Ranks are bytes, and those of both sides' values reach as far: losses + wins + 6. */
const MOST_MOVES = 249;
/** Of codes of a byte: the ranks of the other side have wins that are a move longer. */
const [BYTE_WINS, BYTE_LOSSES] = [MOST_DISTANCE[1], MOST_DISTANCE[1] - 1];

/** Has every rank that values of this extent may have a code, of a byte if `narrow`, and a byte for itself? */
export function isPossibleExtent(wins: number, losses: number, narrow: boolean): boolean {
  const haveRanks = wins >= 1 && losses >= 1 && wins + losses <= MOST_MOVES;
  return haveRanks && (!narrow || (wins <= BYTE_WINS && losses <= BYTE_LOSSES));
}

/**
 * The extent of these values, by side to move; where they reach too far for their ranks, the least harmful one. Their
 * `statistics`, if they are known, spare a look at each.
 */
export function extentOf(
  codes: readonly [SlabCodes, SlabCodes],
  first: Color,
  statistics?: Statistics,
): Extent {
  const narrow = codes.every(isNarrow);
  if (statistics)
    return statedExtent(
      statistics,
      first,
      narrow,
      codes.some((side) => hasBars(side)),
    );
  return extent([reachOf(codes[0]), reachOf(codes[1])], first, narrow);
}

/** The extent of codes that are not in memory. `narrow`: they are bytes. `bars`: is one of those {@link lookedAt} {@link BARRED}?. */
export function statedExtent(
  { white, black }: Statistics,
  first: Color,
  narrow: boolean,
  bars: boolean,
): Extent {
  const reach = ({ longestWin, longestLoss }: SideStatistics): Extent => ({
    wins: movesOf(longestWin ?? 0),
    losses: movesOf(longestLoss ?? 0),
    bars,
  });
  return extent([reach(white), reach(black)], first, narrow);
}

/** `reaches`: by side to move. */
function extent(reaches: readonly [Extent, Extent], first: Color, narrow: boolean): Extent {
  const [coded, other] = [reaches[first], reaches[first === 0 ? 1 : 0]];
  let wins = Math.max(coded.wins, other.losses, 1);
  let losses = Math.max(coded.losses, other.wins - 1, 1);
  if (narrow) losses = Math.min(losses, BYTE_LOSSES);
  while (wins + losses > MOST_MOVES) {
    if (wins > losses) wins--;
    else losses--;
  }
  return { wins, losses, bars: coded.bars || other.bars };
}

/** How many codes are looked at, of many, to know if there are forbidden ones: these are no rarity. */
const LOOKED_AT = 1 << 14;

/** The numbers of these codes, in an index of `size` numbers. */
export function lookedAt(size: number): Float64Array {
  const step = Math.max(1, Math.floor(size / LOOKED_AT)) | 1;
  return Float64Array.from({ length: Math.ceil(size / step) }, (_, i) => i * step);
}

/** Is there a position that it is forbidden to allow, by a look at some of a side's codes? */
function hasBars(codes: SlabCodes): boolean {
  return lookedAt(codes.length).some((number) => codes[number] === BARRED);
}

function movesOf(plies: number): number {
  return (plies + 1) >> 1;
}

/** Has every value, of codes of a byte, a rank of its own? Some within the extent may be said to have none. */
export function fits({ wins, losses }: Extent): boolean {
  return wins + losses < MOST_MOVES && losses < BYTE_LOSSES;
}

function isNarrow(codes: SlabCodes): boolean {
  return codes instanceof Int8Array;
}

function reachOf(codes: SlabCodes): Extent {
  const seen = new Uint8Array(65536);
  if (codes instanceof Int8Array) {
    const bytes = new Uint8Array(codes.buffer, codes.byteOffset, codes.length);
    for (let i = 0; i < bytes.length; i++) seen[bytes[i]!] = 1;
    seen.copyWithin(0xff80, 0x80, 0x100);
    seen.fill(0, 0x80, 0x100);
  } else {
    for (let i = 0; i < codes.length; i++) seen[codes[i]! & 0xffff] = 1;
  }
  let [wins, losses] = [0, 0];
  for (let code = -32768; code < 32768; code++) {
    if (!seen[code & 0xffff] || code === ILLEGAL || code === 0 || code === STALEMATE) continue;
    const value = valueOfCode(code);
    const moves = movesOf(pliesOf(value));
    if (value > 0) wins = Math.max(wins, moves);
    else losses = Math.max(losses, moves);
  }
  return { wins, losses, bars: seen[BARRED & 0xffff] === 1 };
}

/** How many ranks the side that is coded first (0) or the other has, without that of no position. */
export function rankCount({ wins, losses }: Extent, side: 0 | 1): number {
  return losses + wins + 5 + side;
}

/** The rank of a draw of the side that is coded first (0), or of the other. */
export function drawnRank({ wins, losses }: Extent, side: 0 | 1): number {
  return (side === 0 ? losses : wins) + 4;
}

/** The codes of a side by rank: of the side that is coded first (0), or of the other. Rank 0 is no position. */
export function codesByRank({ wins, losses }: Extent, side: 0 | 1): Int16Array {
  const [lost, won] = side === 0 ? [losses, wins] : [wins, losses + 1];
  const codes: SlabCode[] = [ILLEGAL, MATED];
  for (let moves = 0; moves <= lost; moves++) codes.push(decidedCode(2 * moves));
  codes.push(STALEMATE, 0);
  for (let moves = won; moves >= 1; moves--) codes.push(decidedCode(2 * moves - 1));
  codes.push(BARRED);
  return Int16Array.from(codes);
}

/** The rank of each code of a side, by `code & 0xffff`; of one beyond the extent, that of the longest win or loss. */
export function ranksByCode(extent: Extent, side: 0 | 1): Uint8Array {
  const codes = codesByRank(extent, side);
  const ranks = new Uint8Array(65536);
  const draw = codes.indexOf(0);
  for (let code = -32768; code < 32768; code++) {
    const value = valueOfCode(code);
    if (code !== ILLEGAL) ranks[code & 0xffff] = value > 0 ? draw + 1 : draw - 2;
  }
  for (const [rank, code] of codes.entries()) ranks[code & 0xffff] = rank;
  return ranks;
}
