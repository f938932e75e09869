// Decoding of cells, one after another, since each is guessed from those before. The same features as features.ts works out for
// many cells at once; a cell's rarer ones only when a node asks for them.
import {
  APART, areListed, BEST, codedColor, drawOf, FEATURES, guesses, highest, isGuarded, LANE_LAST, LEAF, menCount, MOST_NODES, MOST_THREATS, NODES,
  ranksOf, ROW_LAST, squareOf, standsStill, threats,
} from './memory';
import {
  APART_ROW, BETTER, DRAW, ESCAPED, FITS, IN_CHECK, KIND, LANE_APART, LANE_FILE, LANE_RANK, LANE_SLOPE, LAST_IN_LANE, LAST_IN_ROW, LIKE, LIKE_BELOW, LIKE_LEFT,
  NEIGHBOUR, NO_POSITION, QUIET, ROW_APART, ROW_FILE, ROW_RANK, ROW_SLOPE, SEEN, seenByLane, skipRow, STANDING, THREAT, WORSE,
} from './features';
import { spread } from './lanes';
import { decodeEscape, decodeSymbol, isSound, nothing } from './stream';
import { attackedOf, checked, firstTwin, hangingOf, legal, twins } from './threats';

/** u8 by feature: those of a cell. */
export const FEATURE = memory.data(FEATURES, 16);
@inline export function feature(which: i32, value: i32): void { store<u8>(FEATURE + which, <u8>value); }
/** u8[4] by lane square: distances from the standing pieces. */
export const LANE_FEATURES = memory.data(64 * 4, 16);
/** Sums of weights by set of candidates, and what those of the same threats add by set of neighbours. */
const WEIGHTS = memory.data(128);
const LIKES = memory.data(16);

// What rarer features are worked out from.
/** The ranks of the candidates, a byte each. */
let order: u64 = 0;
let laneLeft: i32 = 0, laneBelow: i32 = 0;
let first: i32 = 0, second: i32 = 0, missing: i32 = 0, likes: i32 = 0, cell: i32 = 0, c0: i32 = 0;
let hasQuiet: bool = false;

export function rowFeatures(from: i32): void {
  feature(ROW_FILE, from & 7);
  feature(ROW_RANK, from >> 3);
  let seen = 0;
  for (let slot = 0, men = menCount(); slot < men && seen < SEEN; slot++) {
    if (!standsStill(slot)) continue;
    const square = squareOf(slot);
    feature(ROW_APART + seen, load<u8>(APART + (from << 6 | square)));
    feature(STANDING + 2 * seen, square & 7);
    feature(STANDING + 2 * seen + 1, square >> 3);
    seen++;
  }
}

export function laneFeatures(): void {
  memory.fill(LANE_FEATURES, 0, 64 * 4);
  let seen = 0;
  for (let slot = 0, men = menCount(), most = seenByLane(); slot < men && seen < most; slot++) {
    if (!standsStill(slot)) continue;
    const from = APART + (squareOf(slot) << 6);
    for (let l = 0; l < 64; l++) store<u8>(LANE_FEATURES + (l << 2) + seen, load<u8>(from + l));
    seen++;
  }
  if (!areListed()) return;
  for (let l = 0; l < 64; l++) {
    store<u8>(LANE_FEATURES + (l << 2) + (LANE_FILE - LANE_APART), <u8>(l & 7));
    store<u8>(LANE_FEATURES + (l << 2) + (LANE_RANK - LANE_APART), <u8>(l >> 3));
  }
}

function prepareWeights(quiet: bool): void {
  for (let set = 0; set < 128; set++) {
    let sum = popcnt(set & 15) * NEIGHBOUR;
    if (set & 16) sum += LAST_IN_LANE;
    if (set & 32) sum += LAST_IN_ROW;
    if (quiet && set & 64) sum += QUIET;
    store<u8>(WEIGHTS + set, <u8>sum);
  }
  for (let set = 0; set < 16; set++) store<u8>(LIKES + set, <u8>(popcnt(set) * LIKE));
}

@inline function guess(cell: i32): i32 { return load<u8>(guesses() + cell); }
@inline function like(cell: i32, threat: i32): i32 { return <i32>(<i32>load<u8>(threats() + cell) == threat); }

export function decodeSide(side: i32, quiet: bool): bool {
  const color = side ? 1 - codedColor() : codedColor(), draw = drawOf(side), ranks = ranksOf(side);
  memory.fill(FEATURE, 0, FEATURES);
  memory.fill(LANE_LAST, 0, MOST_THREATS * 64);
  prepareWeights(quiet);
  hasQuiet = quiet;
  for (let a = 0; a < 64; a++) {
    const cells = legal(a, color), alike = twins(a), down = a >> 3 != 0, left = (a & 7) != 0;
    if (!cells) {
      skipRow(a);
      continue;
    }
    rowThreats(a, color, cells);
    rowFeatures(a);
    memory.fill(ROW_LAST, 0, MOST_THREATS);
    for (let l = 0; l < 64; l++) {
      cell = a << 6 | l;
      const below = down ? guess(cell - 512) : 0, beside = left ? guess(cell - 64) : 0;
      if (!(cells >> l & 1)) {
        store<u8>(guesses() + cell, <u8>(below ? below : beside));
        continue;
      }
      let rank: i32;
      if (alike >> l & 1) {
        rank = load<u8>(ranks + firstTwin(cell));
      } else {
        const threat = <i32>load<u8>(threats() + cell);
        const rowLast = ROW_LAST + threat, laneLast = LANE_LAST + (threat << 6) + l;
        const inner = l & 7, upper = l >> 3;
        laneLeft = inner ? guess(cell - 1) : 0;
        laneBelow = upper ? guess(cell - 8) : 0;
        order = <u64>below | <u64>beside << 8 | <u64>laneLeft << 16 | <u64>laneBelow << 24
          | load<u8>(laneLast) as u64 << 32 | load<u8>(rowLast) as u64 << 40;
        if (quiet) order |= load<u8>(BEST + cell) as u64 << 48;
        likes = (down ? like(cell - 512, threat) : 0) | (left ? like(cell - 64, threat) : 0) << 1
          | (inner ? like(cell - 1, threat) : 0) << 2 | (upper ? like(cell - 8, threat) : 0) << 3;
        rank = decodeCell(side, draw, threat, a, l);
        if (!isSound()) return false;
        store<u8>(rowLast, <u8>rank);
        store<u8>(laneLast, <u8>rank);
      }
      store<u8>(ranks + cell, <u8>rank);
      store<u8>(guesses() + cell, <u8>rank);
    }
  }
  return true;
}

/** The rank of a cell, by its candidates. */
@inline function decodeCell(side: i32, draw: i32, threat: i32, a: i32, l: i32): i32 {
  const candidates = i64x2.splat(order);
  missing = i8x16.bitmask(i8x16.eq(candidates, i8x16.splat(0))) & 127;
  let rest = ~missing & 127, s0 = 0, s1 = 0, s2 = 0, c1 = 0, c2 = 0;
  c0 = 0;
  first = missing;
  second = 0;
  // Of each rank among the candidates, how much speaks for it.
  while (rest) {
    const rank = <i32>(order >> (<u64>ctz(rest) << 3)) & 255, same = i8x16.bitmask(i8x16.eq(candidates, i8x16.splat(<i8>rank))) & 127;
    const support = <i32>load<u8>(WEIGHTS + same) + <i32>load<u8>(LIKES + (same & likes & 15));
    rest &= ~same;
    if (support > s0) {
      s2 = s1;
      c2 = c1;
      s1 = s0;
      c1 = c0;
      second = c0 ? first : 0;
      s0 = support;
      c0 = rank;
      first = same;
    } else if (support > s1) {
      s2 = s1;
      c2 = c1;
      s1 = support;
      c1 = rank;
      second = same;
    } else if (support > s2) {
      s2 = support;
      c2 = rank;
    }
  }
  if (!c0) c0 = draw;
  store<u64>(FEATURE, <u64>c0 | <u64>c1 << 8 | <u64>c2 << 16 | <u64>(c1 ? rise(c0, c1) : 128) << 24 | <u64>(c2 ? rise(c0, c2) : 128) << 32
    | <u64>popcnt(first) << 40 | <u64>s0 << 48 | <u64>s1 << 56);
  feature(THREAT, threat);
  feature(APART_ROW, load<u8>(APART + (a << 6 | l)));
  store<u32>(FEATURE + LANE_APART, load<u32>(LANE_FEATURES + (l << 2)));
  const symbol = decodeSymbol(side, leafOf(side));
  if (symbol == 0) return c0;
  if (symbol == 1) return c1 ? c1 : nothing();
  if (symbol == 2) return c2 ? c2 : nothing();
  if (symbol == DRAW) return draw;
  if (symbol == NO_POSITION && areListed()) return 1;
  const rank = symbol == ESCAPED ? decodeEscape(side) : symbol > WORSE ? c0 - (symbol - WORSE) : c0 + (symbol - BETTER);
  return rank > 0 && rank <= highest(side) ? rank : nothing();
}

@inline function rise(from: i32, to: i32): i32 { return 128 + max(-127, min(127, to - from)); }

/** Down the tree. A node leads on to later ones only, and no way is long: model.ts. */
@inline function leafOf(set: i32): i32 {
  const nodes = NODES + (set * MOST_NODES << 3);
  let node = nodes, which: i32;
  while ((which = load<u8>(node)) != LEAF) {
    const value = which >= KIND && which <= FITS ? rareFeature(which) : <i32>load<u8>(FEATURE + which);
    node = value > <i32>load<u8>(node, 1) ? nodes + (<usize>load<u16>(node, 2) << 3) : node + 8;
  }
  return load<u16>(node, 4);
}

function rareFeature(which: i32): i32 {
  if (which < ROW_SLOPE) {
    // All but the third candidate have such a feature.
    const candidate = which - KIND > 1 ? which - KIND + 1 : which - KIND;
    if (first >> candidate & 1) return 0;
    if (missing >> candidate & 1) return 3;
    return second >> candidate & 1 ? 1 : 2;
  }
  const a = cell >> 6, l = cell & 63, down = a >> 3 != 0, left = (a & 7) != 0;
  switch (which) {
    case ROW_SLOPE:
      if (!down || !left) return 128;
      return <i32>(order & 255) + <i32>(order >> 8 & 255) - guess(cell - 576) - c0 + 128 & 255;
    case LANE_SLOPE: {
      const corner = l & 7 && l >= 9 ? guess(cell - 9) : 0;
      return laneLeft + laneBelow - corner - c0 + 128 & 255;
    }
    case LIKE_LEFT: return likes >> 1 & 1;
    case LIKE_BELOW: return likes & 1;
    case IN_CHECK: return <i32>load<u8>(threats() + cell) & 1;
    default:
      if (!hasQuiet) return 0;
      return (left ? fits(cell - 64) : 0) + (down ? fits(cell - 512) : 0) + (l & 7 ? fits(cell - 1) : 0) + (l >> 3 ? fits(cell - 8) : 0);
  }
}

@inline function fits(cell: i32): i32 { return <i32>(load<u8>(guesses() + cell) == load<u8>(BEST + cell)); }

/** The threats of a row's cells, 255 where there is no position. */
function rowThreats(a: i32, own: i32, cells: u64): void {
  const inCheck = checked(a, own), attacked = attackedOf(a, own), hanging = hangingOf(a, own);
  const attacks = attackedOf(a, 1 - own), hangs = hangingOf(a, 1 - own), out = threats() + (a << 6);
  const exposed = isGuarded() ? 0 : checked(a, 1 - own);
  for (let i: usize = 0; i < 64; i += 16) {
    const own = v128.or(v128.and(spread(inCheck >> i), i8x16.splat(1)), v128.or(v128.and(spread(attacked >> i), i8x16.splat(2)), v128.and(spread(hanging >> i), i8x16.splat(4))));
    const other = v128.or(v128.and(spread(attacks >> i), i8x16.splat(8)), v128.and(spread(hangs >> i), i8x16.splat(16)));
    const all = v128.or(v128.or(own, other), v128.and(spread(exposed >> i), i8x16.splat(32)));
    v128.store(out + i, v128.or(all, v128.not(spread(cells >> i))));
  }
}
