// What a caller of unmoves wants to know: rows that are empty in `goal` may be skipped (0: none), and `touched` gets the flags of planes that
// bits may have been added to (0: not wanted).
import { isEmpty } from './words';

export let goal: usize = 0;
let touched: usize = 0;

export function aimAt(goalSet: usize, touchedPlanes: usize): void {
  goal = goalSet;
  touched = touchedPlanes;
}

@inline export function isWanted(wanted: usize, plane: i32): bool { return wanted == 0 || load<u8>(wanted + <usize>plane) != 0; }
@inline export function isGoal(at: usize): bool { return goal == 0 || !isEmpty(goal + at); }
@inline export function touch(plane: i32): void { if (touched) store<u8>(touched + <usize>plane, 1); }
