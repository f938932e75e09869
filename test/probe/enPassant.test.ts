import { beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '../../src/chess/position.ts';
import { unwrap } from '../../src/chess/result.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { leaves } from '../../src/rules/lookAhead.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { solveBySets } from '../solve/setTables.ts';
import { filesOf, read, WatchedSource } from './files.ts';

/**
 * Chess in which four men or more are a draw, so that en passant can be tried out without the twenty tables that
 * KPvkp takes; test/proofs has those.
 */
const drawish: RuleSet<Position> = { ...chess, isTriviallyDrawn: (men) => men.length !== 3 };

let source: WatchedSource;
let base: Tablebase<Position>;

beforeAll(async () => {
  const solved = await solveBySets(drawish as RuleSet, ['KPvk']);
  source = new WatchedSource(await filesOf([...solved.values()]));
  base = new Tablebase(drawish, source);
});

const withRight = read('8/8/8/Pp6/1k6/8/8/2K5 w - b6 0 1');
const without = read('8/8/8/Pp6/1k6/8/8/2K5 w - - 0 1');

describe('a position with an en passant right', () => {
  it('is worth what its best move is, though no table has it', async () => {
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

  it('is worth something else without it', async () => {
    expect(unwrap(await base.value(without))).toEqual({ wdl: 0, dtm: 0 });
  });

  it('has the best line that begins with the capture', async () => {
    const line = unwrap(await base.bestLine(withRight));
    expect(line[0]!.san).toBe('axb6');
    expect(line).toHaveLength(unwrap(await base.value(withRight)).dtm);
    expect(line.at(-1)!.san).toMatch(/#$/);
  });

  it('is worth the same with the colours exchanged', async () => {
    const flipped = read('2k5/8/8/1K6/pP6/8/8/8 b - b3 0 1');
    expect(unwrap(await base.value(flipped))).toEqual(unwrap(await base.value(withRight)));
  });

  it('that one reply leaves is reckoned with before that reply is made', async () => {
    // b7-b5 would lose to axb6, so Black has to keep to his king's moves to draw.
    const { value, moves } = unwrap(await base.probe(read('8/1p6/8/P7/1k6/8/8/2K5 b - - 0 1')));
    expect(value).toEqual({ wdl: 0, dtm: 0 });
    const doubleStep = moves.find(({ uci }) => uci === 'b7b5')!;
    const { dtm } = unwrap(await base.value(withRight));
    expect(doubleStep.value).toEqual({ wdl: -1, dtm: dtm + 1 });
    expect(moves.at(-1)).toBe(doubleStep);
  });

  it('that no legal capture uses is none: it would open the rank to the rook', () => {
    expect(chess.rights(read('8/8/8/r1Pp3K/8/8/8/4k3 w - d6 0 1'))).toBe('none');
    expect(chess.rights(read('8/8/7K/r1Pp4/8/8/8/4k3 w - d6 0 1'))).toBe('one-move');
  });

  it('has for its leaves what its moves lead to, of the others it is the position itself', () => {
    const fens = leaves(drawish, withRight).map(chess.repetitionKey);
    expect(fens).toEqual(
      expect.arrayContaining(['8/8/1P6/8/1k6/8/8/2K5 b - -', '8/8/P7/1p6/1k6/8/8/2K5 b - -']),
    );
    expect(fens).toHaveLength(7);
    expect(leaves(drawish, without)).toEqual([without]);
  });

  it('asks for the tables that it needs and no others', () => {
    expect(new Set(source.asked)).toEqual(new Set(['KPvk', 'KQvk', 'KRvk', 'KBvk', 'KNvk']));
  });
});
