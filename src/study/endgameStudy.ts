import { ok, type Result, unwrap } from '../board/result.ts';
import { BLACK, type Color, WHITE } from '../pieces/army.ts';
import type { Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { OutcomeName } from '../table/codes.ts';
import type { Material } from '../table/material.ts';
import type { ChangedPosition, ResultPair } from './changes.ts';
import type { LongWin } from './longest.ts';
import type { ZugzwangKind } from './zugzwang.ts';

/** The atlas's data on one endgame. Positions are counted on the whole board. */
export interface EndgameStudy {
  readonly table: string;
  readonly men: number;
  /** Under the rules studied, and under those that they are compared with. */
  readonly ours: RulesStudy;
  readonly theirs: RulesStudy;
  /** Pairs of results that differ and occur, White to move first. */
  readonly changes: readonly Change[];
}

export interface RulesStudy {
  readonly rules: string;
  readonly white: SideStudy;
  readonly black: SideStudy;
  readonly zugzwangs: readonly ZugzwangStudy[];
}

/** One side to move, and what becomes of it. */
export interface SideStudy {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly longestWin: {
    readonly plies: number;
    readonly fen: string;
    readonly line: readonly string[];
  } | null;
}

interface ZugzwangStudy extends Omit<ZugzwangKind, 'examples'> {
  /** The deepest, with White to move. */
  readonly fen: string | null;
}

/** A pair of results for the side to move. */
export interface Change {
  readonly turn: 'white' | 'black';
  readonly theirs: OutcomeName;
  readonly ours: OutcomeName;
  readonly board: number;
  readonly unique: number;
  readonly example: ChangeExample;
}

/** The position of a change that is decided soonest, and why the results differ, as far as a line of moves shows it. */
interface ChangeExample {
  readonly fen: string;
  /** Best play by the rules that decide the game, ours if both do; empty if the game is over. */
  readonly lineBy: 'ours' | 'theirs';
  readonly line: readonly string[];
  /** How the game has ended under each rule set; null if it goes on. */
  readonly ourEnding: string | null;
  readonly theirEnding: string | null;
  /** The first move of a line of theirs that our rules forbid: its place in the line, and the reply that refutes it. */
  readonly forbidden: { readonly ply: number; readonly reply: string } | null;
}

/** A table, whatever its size. */
export interface Studied {
  readonly rules: RuleSet;
  readonly material: Material;
  /** For best play. */
  readonly tablebase: Tablebase;
  /** The longest win of a side that is to move, if there is one. */
  longest(winner: Color): Promise<LongWin | undefined>;
  /** With the deepest example of each kind. */
  zugzwangs(): Promise<readonly ZugzwangKind[]>;
}

/**
 * Studies one endgame under two rule sets, which share a kind of position. `pairs`: of their results, each with an example.
 * Errors: those of the tablebases.
 */
export async function studyEndgame(
  ours: Studied,
  theirs: Studied,
  pairs: readonly ResultPair[],
): Promise<Result<EndgameStudy>> {
  const { material } = ours;
  const changes: Change[] = [];
  for (const pair of pairs) {
    const [first] = pair.examples;
    if (!first) continue;
    const { board, unique } = pair;
    const example = await explain(ours, theirs, pair, first);
    if (!example.ok) return example;
    changes.push({
      turn: pair.turn === WHITE ? 'white' : 'black',
      ...{ theirs: pair.theirs, ours: pair.ours, board, unique, example: example.value },
    });
  }
  const ourStudy = await studyRules(ours, pairs, 'ours');
  if (!ourStudy.ok) return ourStudy;
  const theirStudy = await studyRules(theirs, pairs, 'theirs');
  if (!theirStudy.ok) return theirStudy;
  return ok({
    table: material.name,
    men: material.men.length,
    ours: ourStudy.value,
    theirs: theirStudy.value,
    changes,
  });
}

async function studyRules(
  studied: Studied,
  pairs: readonly ResultPair[],
  whose: 'ours' | 'theirs',
): Promise<Result<RulesStudy>> {
  const { rules, material } = studied;
  const sides: SideStudy[] = [];
  for (const turn of [WHITE, BLACK] as const) {
    const count = (outcome: OutcomeName) =>
      pairs
        .filter((pair) => pair.turn === turn && pair[whose] === outcome)
        .reduce((sum, { board }) => sum + board, 0);
    const longest = await longestOf(studied, turn);
    if (!longest.ok) return longest;
    sides.push({
      ...{ wins: count('win'), draws: count('draw'), losses: count('loss') },
      longestWin: longest.value,
    });
  }
  const found = await studied.zugzwangs();
  const zugzwangs = found.map(({ examples, ...kind }) => {
    const squares = examples[0]?.squares;
    const fen = squares ? rules.makeFen(unwrap(rules.place(material.men, squares, WHITE))) : null;
    return { ...kind, fen };
  });
  return ok({ rules: rules.name, white: sides[0]!, black: sides[1]!, zugzwangs });
}

async function longestOf(
  studied: Studied,
  winner: Color,
): Promise<Result<SideStudy['longestWin']>> {
  const { rules, material, tablebase } = studied;
  const longest = await studied.longest(winner);
  if (!longest) return ok(null);
  const position = unwrap(rules.place(material.men, longest.squares, winner));
  const line = await tablebase.bestLine(position);
  if (!line.ok) return line;
  const fen = rules.makeFen(position);
  return ok({ plies: longest.plies, fen, line: line.value.map(({ san }) => san) });
}

async function explain(
  ours: Studied,
  theirs: Studied,
  pair: ResultPair,
  { squares }: ChangedPosition,
): Promise<Result<ChangeExample>> {
  const { rules } = ours;
  const position = unwrap(rules.place(ours.material.men, squares, pair.turn));
  const lineBy = pair.ours === 'draw' ? 'theirs' : 'ours';
  const line = await (lineBy === 'ours' ? ours : theirs).tablebase.bestLine(position);
  if (!line.ok) return line;
  let forbidden: ChangeExample['forbidden'] = null;
  let at = position;
  for (const [ply, { move }] of line.value.entries()) {
    const refutation = lineBy === 'theirs' ? rules.refutation(at, move) : undefined;
    if (refutation) {
      forbidden = { ply, reply: rules.makeSan(refutation.at, refutation.reply) };
      break;
    }
    at = rules.play(at, move);
  }
  return ok({
    fen: rules.makeFen(position),
    lineBy,
    line: line.value.map(({ san }) => san),
    ourEnding: rules.ending(position)?.reason ?? null,
    theirEnding: theirs.rules.ending(position)?.reason ?? null,
    forbidden,
  });
}
