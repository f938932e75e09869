import type { Result } from '../src/board/result.ts';
import { columns } from '../src/cli/output.ts';
import {
  besideThen,
  isObject,
  isPositive,
  isRelease,
  parseLines,
  type Release,
  ratio,
} from './history.ts';
import type { MeasuredSearch } from './searchMeasured.ts';

type RecordedSearch = Pick<
  MeasuredSearch,
  'game' | 'stage' | 'fen' | 'nodes' | 'nodesASecond' | 'depth'
>;

/** A line of bench/searchHistory.jsonl. */
export interface SearchHistoryLine extends Release {
  /** Of processor time. */
  readonly milliseconds: number;
  readonly searches: readonly RecordedSearch[];
}

/** Reads a history, the oldest line first. Errors: `history`, with the number of the line. */
export function parseSearchHistory(text: string): Result<readonly SearchHistoryLine[]> {
  return parseLines(text, isSearchHistoryLine);
}

/** What these searches are beside an earlier line's of the same positions. */
export function compareWithSearches(now: SearchHistoryLine, then: SearchHistoryLine): string {
  const rows = now.searches.flatMap((each) => {
    const before = then.searches.find(({ game, fen }) => game === each.game && fen === each.fen);
    if (!before) return [];
    const { game, stage, nodes, nodesASecond, depth } = each;
    const speeds = [before.nodesASecond, nodesASecond, ratio(nodesASecond, before.nodesASecond)];
    const counts = [before.nodes, nodes, ratio(nodes, before.nodes)];
    return [[game, stage, ...speeds, ...counts, before.depth, depth]];
  });
  const head = besideThen(now, then);
  if (rows.length === 0) return `${head}: no position in common.`;
  const names = ['nodes/s', 'now', 'ratio', 'nodes', 'now', 'ratio', 'depth', 'now'];
  return `${head}\n${columns([['game', 'position', ...names], ...rows])}`;
}

function isSearchHistoryLine(value: unknown): value is SearchHistoryLine {
  return (
    isObject(value) &&
    isRelease(value) &&
    isPositive(value.milliseconds) &&
    Array.isArray(value.searches) &&
    value.searches.every(isRecorded)
  );
}

function isRecorded(value: unknown): value is RecordedSearch {
  if (!isObject(value)) return false;
  const { game, stage, fen, nodes, nodesASecond, depth } = value;
  return (
    [game, stage, fen].every((each) => typeof each === 'string') &&
    [nodes, nodesASecond, depth].every(isPositive)
  );
}
