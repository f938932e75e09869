import type { Step } from '../board/board.ts';
import { ENDLESS } from './legs.ts';

/** The leap of each letter, its longer side first, in the order of printing: KNAD. */
export const LEAPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['W', [1, 0]],
  ['F', [1, 1]],
  ['N', [2, 1]],
  ['A', [2, 2]],
  ['D', [2, 0]],
  ['H', [3, 0]],
  ['C', [3, 1]],
  ['Z', [3, 2]],
  ['G', [3, 3]],
]);

const WAZIR: Step = [1, 0];
const FERZ: Step = [1, 1];

/** Letters that stand for others, and how far these go. */
export const SHORTHANDS: ReadonlyMap<string, { leaps: readonly Step[]; range: number }> = new Map([
  ['K', { leaps: [WAZIR, FERZ], range: 1 }],
  ['Q', { leaps: [WAZIR, FERZ], range: ENDLESS }],
  ['R', { leaps: [WAZIR], range: ENDLESS }],
  ['B', { leaps: [FERZ], range: ENDLESS }],
]);

/** The leaps of t[FR] and t[WB]: the first step, from which the rider goes on outward. */
export const BENT: ReadonlyMap<string, Step> = new Map([
  ['t[FR]', FERZ],
  ['t[WB]', WAZIR],
]);

/** A leap as in {@link LEAPS}: without signs, the longer side first. */
export function leapOf([x, y]: Step): Step {
  return [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
}

/** All turned and mirrored forms of a leap: four, or eight of an oblique one. */
export function around([long, short]: Step): readonly Step[] {
  const forms = new Map<string, Step>();
  for (const [x, y] of [
    [short, long],
    [long, short],
  ] as const) {
    for (const right of [1, -1]) {
      for (const up of [1, -1]) {
        const form: Step = [x * right + 0, y * up + 0];
        forms.set(form.join(), form);
      }
    }
  }
  return [...forms.values()];
}

/** The two steps at 45 degrees to a step of W or F: where a bent rider goes on. */
export function outward([x, y]: Step): readonly Step[] {
  if (x === 0) return [[-1, y], [1, y]]; // biome-ignore format: one pair
  if (y === 0) return [[x, -1], [x, 1]]; // biome-ignore format: one pair
  return [[x, 0], [0, y]]; // biome-ignore format: one pair
}
