import { join, resolve } from 'node:path';
import { cpuUsage } from 'node:process';
import { pathToFileURL } from 'node:url';
import { unwrap } from '../src/board/result.ts';
import { Game } from '../src/play/game.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { Search } from '../src/search/search.ts';
import { medianOf } from './contest.ts';
import type { Stage } from './searchPositions.ts';

/** What a build of the project searches with. */
export interface Build {
  readonly Search: typeof Search;
  readonly Game: typeof Game;
  readonly findRuleSet: typeof findRuleSet;
}

/** A position searched, medians of all tries. */
export interface MeasuredSearch extends Stage {
  readonly game: string;
  /** Of a search to {@link DEPTH}. */
  readonly nodes: number;
  readonly nodesASecond: number;
  /** Reached in the time. */
  readonly depth: number;
  /** What the other build's are. */
  readonly other?: Pick<MeasuredSearch, 'nodes' | 'nodesASecond' | 'depth'>;
  readonly faults: readonly string[];
}

/** Of a search whose nodes are counted. */
export const DEPTH = 6;

export const thisBuild: Build = { Search, Game, findRuleSet };

/** The build in another folder of the project. */
export async function buildIn(folder: string): Promise<Build> {
  const load = (path: string) =>
    import(pathToFileURL(join(resolve(folder), 'dist/src', path)).href) as Promise<Build>;
  const parts = await Promise.all(
    ['search/search.js', 'play/game.js', 'rules/registry.js'].map(load),
  );
  return Object.assign({}, ...parts) as Build;
}

/** Searches a position with each build in turn, `tries` times after one that only warms up. `milliseconds`: of processor time. */
export function measureSearch(
  game: string,
  stage: Stage,
  builds: readonly Build[],
  tries: number,
  milliseconds: number,
): MeasuredSearch {
  const searchers = builds.map((build) => searcherOf(build, game, stage.fen, milliseconds));
  for (const searcher of searchers) searcher();
  const rounds = Array.from({ length: tries }, () => searchers.map((searcher) => searcher()));
  const [own, other] = builds.map((_, i) => mediansOf(rounds.map((round) => round[i]!)));
  const faults = builds.flatMap((_, i) => {
    const texts = new Set(rounds.map((round) => round[i]!.text));
    return texts.size === 1 ? [] : [`${texts.size} different answers to the same search`];
  });
  return { game, ...stage, ...own!, ...(other ? { other } : {}), faults };
}

interface Tried {
  /** All that was found at the depth. */
  readonly text: string;
  readonly nodes: number;
  readonly nodesASecond: number;
  readonly depth: number;
}

function searcherOf(build: Build, name: string, fen: string, milliseconds: number): () => Tried {
  const rules = unwrap(build.findRuleSet(name));
  const search = new build.Search(rules, { now: processorTime });
  const game = build.Game.start(rules, unwrap(rules.parseFen(fen)));
  return () => {
    search.clear();
    const { milliseconds: _, ...found } = search.analyze(game, { depth: DEPTH });
    search.clear();
    const timed = search.analyze(game, { milliseconds });
    const nodesASecond = Math.round((1000 * timed.nodes) / timed.milliseconds);
    return { text: JSON.stringify(found), nodes: found.nodes, nodesASecond, depth: timed.depth };
  };
}

/** Milliseconds of this process: other processes do not count. */
function processorTime(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function mediansOf(tried: readonly Tried[]) {
  const median = (figure: (each: Tried) => number) => medianOf(tried.map(figure));
  return {
    nodes: median((each) => each.nodes),
    nodesASecond: Math.round(median((each) => each.nodesASecond)),
    depth: median((each) => each.depth),
  };
}
