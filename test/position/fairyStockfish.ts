import { execFileSync } from 'node:child_process';
import { fairyStockfish } from '../../tools/fairyGames.ts';

export interface Asked {
  /** Sections of a variants.ini. */
  readonly variants?: string;
  readonly positions?: readonly { readonly variant: string; readonly fen: string }[];
  readonly perfts?: readonly { readonly variant: string; readonly depth: number }[];
}

/** What Fairy-Stockfish itself says: moves in UCI, and numbers of leaf positions. */
export function askFairyStockfish(asked: Asked): {
  readonly moves: readonly (readonly string[])[];
  readonly nodes: readonly number[];
} {
  const input = JSON.stringify(asked);
  const output = execFileSync(process.execPath, [fairyStockfish], { input, maxBuffer: 1 << 28 });
  return JSON.parse(output.toString());
}
