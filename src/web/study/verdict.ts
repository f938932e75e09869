import type { Game } from '../../play/game.ts';
import type { Proof } from '../../search/analysis.ts';

/** What a move is worth for the side that makes it. Plies are counted from the position before it. */
export type Verdict =
  | { readonly kind: 'wins'; readonly plies: number }
  /** `reply`: the opponent's best, in UCI; absent if the move has ended the game. */
  | { readonly kind: 'loses'; readonly plies: number; readonly reply?: string }
  | { readonly kind: 'draws' }
  /** It neither wins nor loses within this number of plies. */
  | { readonly kind: 'undecided'; readonly plies: number };

/** By a legal move's UCI. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** A proof of what a move leads to, as a verdict on that move. */
export function proved({ wdl, plies, line }: Proof): Verdict {
  if (wdl < 0) return { kind: 'wins', plies: plies + 1 };
  return { kind: 'loses', plies: plies + 1, reply: line[0]! };
}

/** What is known without a search of the move that has led to this game. */
export function unproved({ status: { ending } }: Game): Verdict {
  if (!ending) return { kind: 'undecided', plies: 1 };
  if (ending.wdl === 0) return { kind: 'draws' };
  return { kind: ending.wdl < 0 ? 'wins' : 'loses', plies: 1 };
}

/** The verdict on the position: that on its best move. Undefined if there is no move. */
export function bestOf(verdicts: Verdicts): Verdict | undefined {
  return inOrder(verdicts)[0]?.[1];
}

/** The best first, those of equal worth in the order that they had. */
export function inOrder(verdicts: Verdicts): readonly (readonly [uci: string, Verdict])[] {
  return [...verdicts].sort(([, a], [, b]) => worth(b) - worth(a));
}

/** Greater for what the side to move prefers. */
function worth(verdict: Verdict): number {
  const far = 1000;
  switch (verdict.kind) {
    case 'wins':
      return far - verdict.plies;
    // It may still turn out to win.
    case 'undecided':
      return 1 / verdict.plies;
    case 'draws':
      return 0;
    case 'loses':
      return verdict.plies - far;
  }
}

export function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'wins':
      return verdict.plies === 1 ? 'wins at once' : `wins in ${verdict.plies} plies`;
    case 'loses':
      return `loses in ${verdict.plies} plies`;
    case 'draws':
      return 'draws';
    case 'undecided':
      return `undecided within ${verdict.plies} ${verdict.plies === 1 ? 'ply' : 'plies'}`;
  }
}
