import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { leaves } from '../../src/rules/lookAhead.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { solveBySets } from '../solve/setTables.ts';
import { filesOf, plainFileOf, read, WatchedSource } from './files.ts';

/**
 * Chess in which four or more men are a draw, so that en passant can be tested without the twenty tables that
 * KPvkp needs; test/proofs uses those.
 */
const drawish: RuleSet = { ...chess, isSettled: (men) => men.length !== 3 };

let source: WatchedSource;
let base: Tablebase;

beforeAll(async () => {
  const solved = await solveBySets(drawish as RuleSet, ['KPvk']);
  source = new WatchedSource(await filesOf([...solved.values()], plainFileOf));
  base = new Tablebase(drawish, source);
});

const withRight = read('8/8/8/Pp6/1k6/8/8/2K5 w - b6 0 1');
const without = read('8/8/8/Pp6/1k6/8/8/2K5 w - - 0 1');

describe('a position with an en passant right', () => {
  it('has the value of its best move, though no table has it', async () => {
    // axb6 leaves a won pawn ending, 20 plies; everything else leaves four men.
    const { value, moves, table } = unwrap(await base.probe(withRight));
    expect(table).toBeNull();
    expect(moves.map(({ uci, value }) => `${uci} ${value?.wdl} ${value?.dtm}`)).toEqual([
      `a5b6 1 ${value.dtm}`,
      ...['c1b1', 'c1d1', 'c1b2', 'c1c2', 'c1d2', 'a5a6'].map((uci) => `${uci} 0 0`),
    ]);
    const after = unwrap(await base.value(read('8/8/1P6/8/1k6/8/8/2K5 b - - 0 1')));
    expect(after).toEqual({ wdl: -1, dtm: value.dtm - 1 });
    expect(unwrap(await base.value(withRight))).toEqual(value);
    expect(value.wdl).toBe(1);
  });

  it('has another value without the right', async () => {
    expect(unwrap(await base.value(without))).toEqual({ wdl: 0, dtm: 0 });
  });

  it('has a best line that begins with the capture', async () => {
    const line = unwrap(await base.bestLine(withRight));
    expect(line[0]!.san).toBe('axb6');
    expect(line).toHaveLength(unwrap(await base.value(withRight)).dtm);
    expect(line.at(-1)!.san).toMatch(/#$/);
  });

  it('has the same value with the colours exchanged', async () => {
    const flipped = read('2k5/8/8/1K6/pP6/8/8/8 b - b3 0 1');
    expect(unwrap(await base.value(flipped))).toEqual(unwrap(await base.value(withRight)));
  });

  it('counts already in the value of the double step that leads to it', async () => {
    // b7-b5 would lose to axb6, so only moves of Black's king draw.
    const { value, moves } = unwrap(await base.probe(read('8/1p6/8/P7/1k6/8/8/2K5 b - - 0 1')));
    expect(value).toEqual({ wdl: 0, dtm: 0 });
    const doubleStep = moves.find(({ uci }) => uci === 'b7b5')!;
    const { dtm } = unwrap(await base.value(withRight));
    expect(doubleStep.value).toEqual({ wdl: -1, dtm: dtm + 1 });
    expect(moves.at(-1)).toBe(doubleStep);
  });

  it('has no right if the only capture would open the rank to the rook', () => {
    expect(chess.rights(read('8/8/8/r1Pp3K/8/8/8/4k3 w - d6 0 1'))).toBe('none');
    expect(chess.rights(read('8/8/7K/r1Pp4/8/8/8/4k3 w - d6 0 1'))).toBe('one-move');
  });

  it('has as leaves the positions after its moves; without a right the position is its only leaf', () => {
    const fens = leaves(drawish, withRight).map(chess.repetitionKey);
    expect(fens).toEqual(
      expect.arrayContaining(['8/8/1P6/8/1k6/8/8/2K5 b - -', '8/8/P7/1p6/1k6/8/8/2K5 b - -']),
    );
    expect(fens).toHaveLength(7);
    expect(leaves(drawish, without)).toEqual([without]);
  });

  it('needs no tables but those of its leaves', () => {
    expect(new Set(source.asked)).toEqual(new Set(['KPvk', 'KQvk', 'KRvk', 'KBvk', 'KNvk']));
  });
});
