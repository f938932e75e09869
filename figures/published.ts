import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Material } from '../src/table/material.ts';
import { firstsOfKind, identicalOrders } from '../src/table/placements.ts';
import type { SideStatistics, Statistics } from '../src/table/statistics.ts';

interface WinsDrawsLosses {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
}

interface SideFigures {
  /** On the whole board, identical pieces in one order. */
  readonly board: WinsDrawsLosses;
  readonly unique: WinsDrawsLosses;
  readonly maxWinPlies: number | null;
}

/** What is known of a table of orthodox chess; chess-dtm-3to5.json names the source. */
export interface Figures {
  readonly wtm: SideFigures;
  readonly btm: SideFigures;
  /** Plies to unique positions, both sides to move together, without those that are over. */
  readonly levels: Readonly<Record<string, number>>;
  /** Unique positions in which White, or Black, is mated. */
  readonly mates: { readonly w: number; readonly b: number };
}

/** Their counts hold extra entries for positions with an en passant right: only the longest wins compare. */
const withEnPassantEntries = new Set(['KPvkp', 'KQPvkp', 'KRPvkp', 'KBPvkp', 'KNPvkp', 'KPPvkp']);

/** The top folder of the package, seen from its sources and from what is compiled of them. */
const packageFolder = join(createRequire(import.meta.url).resolve('metatb/package.json'), '..');

type File = { readonly tables: Readonly<Record<string, Figures>> };
let file: File | undefined;

/** `KQvKR`, as others name the table that we name `KQvkr`. */
export function usualName(name: string): string {
  const [white, black] = name.split('v') as [string, string];
  return `${white}v${black.toUpperCase()}`;
}

/** A file of this folder. */
export function readFigures(name: string): unknown {
  return JSON.parse(readFileSync(join(packageFolder, 'figures', name), 'utf8'));
}

/** The published figures of a table. */
export function published(name: string): Figures | undefined {
  file ??= readFigures('chess-dtm-3to5.json') as File;
  const found = file.tables[usualName(name)];
  if (!found) return undefined;
  // They give positions too.
  const side = ({ board, unique, maxWinPlies }: SideFigures) => ({ board, unique, maxWinPlies });
  const { wtm, btm, levels, mates } = found;
  return { wtm: side(wtm), btm: side(btm), levels, mates };
}

/** The same figures of a table of ours. They count identical pieces in one order, we in every order. */
export function figuresOf({ men }: Material, { white, black }: Statistics): Figures {
  const orders = identicalOrders(firstsOfKind(men));
  const side = ({ wins, draws, losses, longestWin, unique }: SideStatistics): SideFigures => ({
    board: { win: wins / orders, draw: draws / orders, loss: losses / orders },
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
  const mates = { w: mated(white), b: mated(black) };
  return { wtm: side(white), btm: side(black), levels, mates };
}

/** One line for each published figure that a table of orthodox chess does not match; empty if all match. */
export function unlikePublished(material: Material, statistics: Statistics): string[] {
  const theirs = published(material.name);
  if (!theirs) return ['nothing is published of it'];
  const ours = figuresOf(material, statistics);
  if (!withEnPassantEntries.has(material.name)) return unlike(ours, theirs);
  const longestWins = ({ wtm, btm }: Figures) => ({ wtm: wtm.maxWinPlies, btm: btm.maxWinPlies });
  return unlike(longestWins(ours), longestWins(theirs));
}

/** Where two trees of numbers differ: `wtm.board.win: 3, published 4`. */
function unlike(ours: unknown, theirs: unknown, path = ''): string[] {
  if (!isTree(ours) || !isTree(theirs)) {
    return ours === theirs ? [] : [`${path}: ${ours}, published ${theirs}`];
  }
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...names].flatMap((name) =>
    unlike(ours[name], theirs[name], path ? `${path}.${name}` : name),
  );
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
