// What board says of all cells of a plane, a row at a time: which kings are attacked, which pieces are, and which of these are
// not defended. Sets are of the lane piece's squares.
import { attackedUnless, attacks, laneAttackers, laneShadow, shadow } from './movements';
import {
  between, BEYOND, bit, colorOf, isGuarded, isRoyal, laneSlot, MAPS, menCount, MOST_MEN, rowSlot, squareOf, STABLE, stableCount, standsStill,
  SURVEY, TWINS,
} from './memory';

/** u64 by slot of a standing piece: what it attacks, and from where the lane piece attacks it, with no row piece on the board. */
const ATTACKED = memory.data(MOST_MEN * 8);
const BY_LANE = memory.data(MOST_MEN * 8);
/** u64 by slot: the lane squares on which a piece is attacked, and on which it is defended. */
const AGAINST = memory.data(MOST_MEN * 8);
const FOR = memory.data(MOST_MEN * 8);

/** The squares of the standing pieces, and those that the board has not, set by {@link surveyPlane}. */
export let standing: u64 = 0;

// By row, six sets: {@link checked}, {@link attackedOf} and {@link hangingOf} by colour.
@inline function sets(a: i32): usize { return SURVEY + a * 48; }
/** Where the king of a colour is attacked. */
@inline export function checked(a: i32, color: i32): u64 { return load<u64>(sets(a) + (color << 3)); }
/** Where another piece of a colour is attacked. */
@inline export function attackedOf(a: i32, color: i32): u64 { return load<u64>(sets(a) + (color << 3), 16); }
/** Where such a one is not defended. */
@inline export function hangingOf(a: i32, color: i32): u64 { return load<u64>(sets(a) + (color << 3), 32); }
/** Cells of a row with no two pieces on a square, this colour to move and the other's king not attacked, if that matters. */
@inline export function legal(a: i32, color: i32): u64 {
  return standing & bit(a) ? 0 : ~(standing | bit(a) | (isGuarded() ? checked(a, 1 - color) : 0));
}

/** Surveys all rows of the plane of these standing pieces. */
export function surveyPlane(): void {
  const men = menCount();
  standing = load<u64>(BEYOND);
  for (let slot = 0; slot < men; slot++) if (standsStill(slot)) standing |= bit(squareOf(slot));
  for (let slot = 0; slot < men; slot++) {
    if (!standsStill(slot)) continue;
    store<u64>(ATTACKED + (slot << 3), attacks(slot, squareOf(slot), standing));
    store<u64>(BY_LANE + (slot << 3), laneAttackers(squareOf(slot), standing));
  }
  for (let a = 0; a < 64; a++) if (!(standing & bit(a))) surveyRow(men, a);
  findTwins();
}

function surveyRow(men: i32, a: i32): void {
  const row = rowSlot(), lane = laneSlot(), rowColor = colorOf(row), laneColor = colorOf(lane);
  memory.fill(AGAINST, 0, MOST_MEN * 8);
  memory.fill(FOR, 0, MOST_MEN * 8);
  for (let slot = 0; slot < men; slot++) {
    if (!standsStill(slot)) continue;
    const square = squareOf(slot), color = colorOf(slot);
    const attacked = load<u64>(ATTACKED + (slot << 3));
    // With one blocker more, what it hides is attacked no longer.
    add(lane, color == laneColor, attacked & ~shadow(slot, square, a));
    add(slot, color == laneColor, load<u64>(BY_LANE + (slot << 3)) & ~laneShadow(square, a));
    if (attacked & bit(a)) add(row, color == rowColor, ~between(slot, square, a));
    add(slot, color == rowColor, attackedUnless(row, a, square, standing));
    for (let other = 0; other < men; other++) {
      if (other == slot || !standsStill(other)) continue;
      add(slot, color == colorOf(other), attackedUnless(other, squareOf(other), square, standing | bit(a)));
    }
  }
  add(lane, rowColor == laneColor, attacks(row, a, standing));
  add(row, rowColor == laneColor, laneAttackers(a, standing));
  const out = sets(a);
  memory.fill(out, 0, 48);
  for (let slot = 0; slot < men; slot++) {
    const at = out + (colorOf(slot) << 3);
    const against = load<u64>(AGAINST + (slot << 3));
    if (isRoyal(slot)) {
      store<u64>(at, load<u64>(at) | against);
    } else {
      store<u64>(at, load<u64>(at, 16) | against, 16);
      store<u64>(at, load<u64>(at, 32) | against & ~load<u64>(FOR + (slot << 3)), 32);
    }
  }
}

@inline function add(slot: i32, own: bool, set: u64): void {
  const at = (own ? FOR : AGAINST) + (slot << 3);
  store<u64>(at, load<u64>(at) | set);
}

/** Cells that a symmetry of the standing pieces takes to an earlier one. */
function findTwins(): void {
  memory.fill(TWINS, 0, 64 * 8);
  for (let i = 0, count = stableCount(); i < count; i++) {
    const map = MAPS + (<usize>load<u8>(STABLE + i) << 6);
    for (let a = 0; a < 64; a++) {
      const image = <i32>load<u8>(map + a);
      const at = TWINS + (a << 3);
      if (image < a) store<u64>(at, ~(<u64>0));
      if (image != a) continue;
      for (let l = 0; l < 64; l++) if (<i32>load<u8>(map + l) < l) store<u64>(at, load<u64>(at) | bit(l));
    }
  }
}

@inline export function twins(a: i32): u64 { return load<u64>(TWINS + (a << 3)); }

/** The first of the cells that the plane's symmetries make equal to this one. */
export function firstTwin(cell: i32): i32 {
  let first = cell;
  for (let i = 0, count = stableCount(); i < count; i++) {
    const map = MAPS + (<usize>load<u8>(STABLE + i) << 6);
    first = min(first, <i32>load<u8>(map + (cell >> 6)) << 6 | <i32>load<u8>(map + (cell & 63)));
  }
  return first;
}
