// A conversion as the host lists it (../layout.ts), and the code of the position that it leads to.
import {
  ANSWERS, CODE, CONVERSION_BYTES, FLIP, GOAL_CODE, GOAL_LEAST, GOALS_LEFT, KIND, MOVER, OUTCOMES, OUTLASTS, SOURCES, TABLE, TABLE_CODES, UNCOVERED,
  VICTIM, WHERE,
} from '../layout';
import { afterSquares, blasts, conversionsOf, isImmune, isSheltered, men, nearWord, slotSquares } from './frame';
import { menIn, NOWHERE, placeOf } from './places';
import { has } from './words';

@inline export function conversionMover(conversion: usize): i32 { return load<i32>(conversion + MOVER); }
@inline export function conversionVictim(conversion: usize): i32 { return load<i32>(conversion + VICTIM); }
@inline export function endsOn(conversion: usize, square: i32): bool { return has(conversion + WHERE, square); }
@inline export function conversionsBegin(side: i32): usize { return conversionsOf(side) + 8; }
@inline export function nextConversion(conversion: usize): usize { return conversion + CONVERSION_BYTES; }
@inline export function countsAsAnswer(conversion: usize): bool { return load<i32>(conversion + ANSWERS) != 0; }
@inline export function outcomeOf(conversion: usize, removed: i32): usize {
  return <usize>load<u32>(<usize>load<u32>(conversion + OUTCOMES) + ((<usize>removed) << 2));
}

/** The value of a conversion for the side that makes it, `afterSquares` being set; UNCOVERED if it is not legal. */
export function codeAfter(conversion: usize, target: i32): i32 {
  const taken = conversionVictim(conversion);
  let removed = taken < 0 ? 0 : 1 << taken;
  if (taken >= 0 && blasts()) removed = blasted(conversion, taken, target);
  const outcome = outcomeOf(conversion, removed);
  if (!outcome) return UNCOVERED;
  const kind = load<i32>(outcome + KIND);
  if (kind == 0) return UNCOVERED;
  if (kind == 1) return load<i32>(outcome + (reachesGoal(outcome) ? GOAL_CODE : CODE));
  const table = <usize>load<u32>(outcome + TABLE);
  const count = menIn(table);
  const sources = <usize>load<u32>(outcome + SOURCES);
  const flip = <usize>load<u32>(outcome + FLIP);
  for (let i: usize = 0; i < <usize>count; i++) {
    let square = load<u8>(afterSquares() + <usize>load<u8>(sources + i));
    if (flip) square = load<u8>(flip + <usize>square);
    store<u8>(slotSquares() + i, square);
  }
  const place = placeOf(table, slotSquares());
  if (place == NOWHERE) return UNCOVERED;
  const code = <i32>load<i16>(<usize>load<u32>(outcome + TABLE_CODES) + ((<usize>place) << 1));
  if (code == UNCOVERED || code == 0) return code;
  return code > 0 ? -(code + 1) : -code + 1;
}

/** Do enough of the men that are left stand on their goal? */
function reachesGoal(outcome: usize): bool {
  const goals = <usize>load<u32>(outcome + GOALS_LEFT);
  if (!goals) return false;
  const pieces = men();
  let there = 0;
  for (let i = 0; i < pieces; i++) {
    const goal = <usize>load<u32>(goals + (<usize>i << 2));
    if (goal && has(goal, <i32>load<u8>(afterSquares() + <usize>i))) there++;
  }
  return there >= load<i32>(outcome + GOAL_LEAST);
}

/** The men that an exploding capture removes. */
function blasted(conversion: usize, taken: i32, target: i32): i32 {
  const moving = conversionMover(conversion);
  const outlasts = load<i32>(conversion + OUTLASTS) != 0;
  const pieces = men();
  const near = nearWord(target);
  let removed = 0;
  for (let i = 0; i < pieces; i++) {
    if (i == taken) removed |= 1 << i;
    else if (i == moving) removed |= outlasts ? 0 : 1 << i;
    else if (!isImmune(i) && !isSheltered(i) && has(near, <i32>load<u8>(afterSquares() + <usize>i))) removed |= 1 << i;
  }
  return removed;
}
