import { endgameOf } from '../../rules/endgame.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { Table } from '../../table/table.ts';
import { DRAWN, lostIn, pliesOf, UNCOVERED, wonIn } from '../../table/value.ts';
import { PlyValues } from '../../table/values.ts';
import { buildMoveGraph, type MoveGraph, type Progress } from './moveGraph.ts';

/**
 * Exact distance to mate by retrograde analysis, one position at a time, for any rule set. It uses nothing but
 * positions and legal moves, and is written to be verified by reading; the set solver is tested against it. `tables`
 * returns the finished table of a name, for those that captures and promotions lead to.
 */
export function solveReference(
  rules: RuleSet,
  material: Material,
  tables: (name: string) => Table,
  progress?: Progress,
): Table {
  const endgame = endgameOf(rules, material);
  const graph = buildMoveGraph(rules, endgame, tables, progress);
  decide(graph);
  const { size } = endgame.placements;
  return {
    ...endgame,
    values: [
      new PlyValues(graph.values.slice(0, size)),
      new PlyValues(graph.values.slice(size, 2 * size)),
    ],
  };
}

/**
 * Decides nodes in order of distance. In step `plies`, the nodes decided at `plies - 1` propagate back along the edges:
 * a move to a lost position wins; a move to a won position is one way fewer to hold out, and a side without any left
 * has lost. Nodes that are never reached are drawn.
 */
function decide({ values, degrees, conversions, edges }: MoveGraph): void {
  const back = reverse(degrees, edges);
  const conversionsAt = conversionsByDistance(conversions);
  // Ways to hold out: every edge, and all conversions together as one, since only the best of them counts.
  const ways = degrees.map((degree, node) => degree + (conversions[node] === UNCOVERED ? 0 : 1));
  let decided: number[] = [];
  values.forEach((value, node) => {
    if (value !== UNCOVERED && value !== DRAWN) decided.push(node);
  });

  for (let plies = 1; decided.length > 0 || plies < conversionsAt.length; plies++) {
    const next: number[] = [];
    const win = (node: number) => {
      if (values[node] !== DRAWN) return;
      values[node] = wonIn(plies);
      next.push(node);
    };
    const loseWay = (node: number) => {
      if (values[node] !== DRAWN || --ways[node]! > 0) return;
      values[node] = lostIn(plies);
      next.push(node);
    };
    for (const node of decided) {
      const reach = values[node]! < 0 ? win : loseWay;
      for (let i = back.start[node]!; i < back.start[node + 1]!; i++) reach(back.from[i]!);
    }
    for (const node of conversionsAt[plies] ?? []) (conversions[node]! > 0 ? win : loseWay)(node);
    decided = next;
  }
}

/** By number of plies: the nodes whose best conversion wins or loses in that many. */
function conversionsByDistance(
  conversions: Int16Array,
): readonly (readonly number[] | undefined)[] {
  const nodes: number[][] = [];
  conversions.forEach((code, node) => {
    if (code === UNCOVERED || code === DRAWN) return;
    const plies = pliesOf(code);
    nodes[plies] ??= [];
    nodes[plies].push(node);
  });
  return nodes;
}

/** The graph's edges by target: those into `node` come from `from[start[node]]` to `from[start[node + 1] - 1]`. */
function reverse(degrees: Uint16Array, edges: MoveGraph['edges']) {
  const start = new Uint32Array(degrees.length + 1);
  edges.forEach((target) => {
    start[target + 1]!++;
  });
  for (let node = 0; node < degrees.length; node++) start[node + 1]! += start[node]!;
  const from = new Uint32Array(edges.length);
  const next = start.slice();
  let edge = 0;
  for (let node = 0; node < degrees.length; node++) {
    for (let i = 0; i < degrees[node]!; i++) from[next[edges.get(edge++)]!++] = node;
  }
  return { start, from };
}
