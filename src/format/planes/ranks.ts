import { afterMove, DRAWN, pliesOf, preference } from '../../table/value.ts';
import { BARRED, decidedCode, ILLEGAL, type SlabCode, valueOfCode } from '../../table/values.ts';

/** Codes ordered by rank, from 1: those that the side to move prefers have higher ranks. */
export interface Ranks {
  readonly codes: readonly SlabCode[];
  /** By rank of a position: the rank, for the mover, of a move that leads to it; 0 if such a move is forbidden. */
  readonly after: Uint16Array;
  readonly draw: number;
}

/** The codes of a table, and those of moves that lead to them, in the order of ranks. */
export function rankedCodes(used: Iterable<SlabCode>): readonly SlabCode[] {
  const codes = new Set<SlabCode>([0]);
  for (const code of used) {
    if (code === ILLEGAL) continue;
    codes.add(code);
    if (code !== BARRED) codes.add(codeAfter(code));
  }
  return [...codes].sort(
    (a, b) => preference(valueOfCode(a)) - preference(valueOfCode(b)) || a - b,
  );
}

/** `codes`: as {@link rankedCodes} orders them, but any other order does no harm. */
export function makeRanks(codes: readonly SlabCode[]): Ranks {
  const ranks = new Map(codes.map((code, i) => [code, i + 1]));
  const after = new Uint16Array(codes.length + 1);
  for (const [i, code] of codes.entries()) {
    if (code !== BARRED) after[i + 1] = ranks.get(codeAfter(code)) ?? 0;
  }
  return { codes, after, draw: ranks.get(0) ?? 1 };
}

function codeAfter(code: SlabCode): SlabCode {
  const value = afterMove(valueOfCode(code));
  if (value === DRAWN) return 0;
  return decidedCode(pliesOf(value));
}
