import { board8x8, makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { materialOf } from '../solve/solved.ts';

export interface DoubleStep {
  readonly withRight: Position;
  readonly without: Position;
}

/**
 * Every position of KPvkp on the whole board in which Black's pawn has just moved two squares past White's and a legal
 * move captures it: White's pawn on its fifth rank, Black's beside it, and the squares behind Black's empty.
 */
export function* doubleSteps(rules: RuleSet): Generator<DoubleStep> {
  const { men } = materialOf(rules, 'KPvkp');
  for (const [pawn, doubled] of neighbours()) {
    const passed = doubled + 8;
    for (let white = 0; white < 64; white++) {
      for (let black = 0; black < 64; black++) {
        const kings = [white, black];
        if (kings.includes(passed) || kings.includes(passed + 8)) continue;
        const placed = rules.place(men, [white, pawn, black, doubled], 0);
        if (!placed.ok) continue;
        const without = placed.value;
        const fen = rules
          .makeFen(without)
          .replace(' w - - ', ` w - ${makeSquare(passed, board8x8)} `);
        const withRight = unwrap(rules.parseFen(fen));
        if (rules.rights(withRight) === 'one-move') yield { withRight, without };
      }
    }
  }
}

/** The pairs of squares beside each other on the fifth rank. */
function neighbours(): (readonly [number, number])[] {
  const files = [0, 1, 2, 3, 4, 5, 6];
  return files.flatMap((file) => [
    [32 + file, 33 + file] as const,
    [33 + file, 32 + file] as const,
  ]);
}
