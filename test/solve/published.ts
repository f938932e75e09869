import { readFileSync } from 'node:fs';
import { countTable, type SideStatistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';

interface WinsDrawsLosses {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

interface PublishedSide {
  readonly board: WinsDrawsLosses;
  readonly unique: WinsDrawsLosses;
  readonly maxWinPlies: number | null;
}

/** What others have found out about a table of orthodox chess; test/data/chess-dtm-3to5.json says who. */
export interface Published {
  readonly wtm: PublishedSide;
  readonly btm: PublishedSide;
  /** Plies to unique positions, both sides to move together, without those that are over. */
  readonly levels: Readonly<Record<string, number>>;
  /** Unique positions in which White, or Black, stands mated. */
  readonly mates: { readonly w: number; readonly b: number };
}

const { tables } = JSON.parse(
  readFileSync(new URL('../data/chess-dtm-3to5.json', import.meta.url), 'utf8'),
) as { tables: Record<string, Published & { wtm: { fen: string }; btm: { fen: string } }> };

/** The published figures of a table that we name `KQvkr` and they `KQvKR`. */
export function published(name: string): Published {
  const [white, black] = name.split('v') as [string, string];
  const { wtm, btm, levels, mates } = tables[`${white}v${black.toUpperCase()}`]!;
  const side = ({ board, unique, maxWinPlies }: PublishedSide) => ({ board, unique, maxWinPlies });
  return { wtm: side(wtm), btm: side(btm), levels, mates };
}

/** The same figures of a table of ours. They count like men once, we every order: two like men halve our counts. */
export function figures(table: Table, ordersOfLikeMen = 1): Published {
  const { white, black } = countTable(table);
  const side = ({ wins, draws, losses, longestWin, unique }: SideStatistics): PublishedSide => ({
    board: {
      win: wins / ordersOfLikeMen,
      draw: draws / ordersOfLikeMen,
      loss: losses / ordersOfLikeMen,
    },
    unique: { win: unique.wins, draw: unique.draws, loss: unique.losses },
    maxWinPlies: longestWin,
  });
  const levels: Record<string, number> = {};
  for (const { unique } of [white, black]) {
    for (const histogram of [unique.histogram.win, unique.histogram.loss]) {
      for (const [plies, count] of Object.entries(histogram)) {
        if (plies !== '0') levels[plies] = (levels[plies] ?? 0) + count;
      }
    }
  }
  const mated = ({ unique }: SideStatistics) => unique.histogram.loss[0] ?? 0;
  return {
    wtm: side(white),
    btm: side(black),
    levels,
    mates: { w: mated(white), b: mated(black) },
  };
}
