import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, type Color, opposite, WHITE } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { readTable } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED, type Value } from '../../src/table/value.ts';
import { examples } from '../rules/examples.ts';
import { solveBySets } from '../solve/setTables.ts';
import { runs } from '../thorough.ts';
import { filesOf, read } from './files.ts';

const names = ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'];
const solved = await solveBySets(metachess, names);
let base: Tablebase;

beforeAll(async () => {
  base = new Tablebase(metachess, new MemorySource(await filesOf([...solved.values()])));
});

/** Plain data, so that fast-check reports a failure in one line. */
interface Sample {
  readonly name: string;
  readonly turn: Color;
  readonly squares: readonly number[];
}

const menOf = ({ name }: Sample) => solved.get(name)!.material.men;
const place = (each: Sample) => metachess.place(menOf(each), each.squares, each.turn);
const positionOf = (each: Sample) => unwrap(place(each));

/** Any position of the five tables, on the whole board. */
const sample: fc.Arbitrary<Sample> = fc
  .record({
    name: fc.constantFrom(...names),
    turn: fc.constantFrom(WHITE, BLACK),
    squares: fc.tuple(fc.nat(63), fc.nat(63), fc.nat(63)),
  })
  .filter((each) => place(each).ok);

async function worth(position: Position): Promise<Value> {
  return unwrap(await base.value(position));
}

/** The same game with the colours exchanged. */
function flipped(each: Sample): Position {
  const men = menOf(each).map(({ kind, color }) => ({ kind, color: opposite(color) }));
  const squares = each.squares.map((square) => metachess.flip![square]!);
  return unwrap(metachess.place(men, squares, opposite(each.turn)));
}

/** The value for the side that moves into this one, one ply earlier. */
function before({ wdl, dtm }: Value): Value {
  return wdl === 0 ? { wdl, dtm } : { wdl: wdl > 0 ? -1 : 1, dtm: dtm + 1 };
}

/** Higher is better: fast wins before slow ones, draws, slow losses before fast ones. */
function rank({ wdl, dtm }: Value): number {
  return wdl * (10_000 - dtm);
}

describe('a value', () => {
  it('is that of the table', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        const code = readTable(solved.get(each.name)!, each.turn, each.squares);
        expect(code).not.toBe(UNCOVERED);
        expect(await worth(positionOf(each))).toEqual(parseValueCode(code));
      }),
    );
  });

  it('is the same with the colours exchanged', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        expect(await worth(flipped(each))).toEqual(await worth(positionOf(each)));
      }),
    );
  });

  it('is the same in every mirror image', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        const value = await worth(positionOf(each));
        for (const symmetry of metachess.symmetries(menOf(each))) {
          const squares = each.squares.map((square) => symmetry[square]!);
          expect(await worth(positionOf({ ...each, squares }))).toEqual(value);
        }
      }),
    );
  });

  it('of bare kings is a draw that needs no table', async () => {
    const nothing = new Tablebase(metachess, new MemorySource(new Map()));
    const probe = unwrap(await nothing.probe(read('8/8/4k3/8/8/8/8/K7 w - - 0 1')));
    expect(probe).toMatchObject({ table: null, value: { wdl: 0, dtm: 0 }, ending: undefined });
    expect(probe.moves.map(({ san, value }) => `${san} ${value?.wdl}`)).toEqual([
      'Kb1 0',
      'Ka2 0',
      'Kb2 0',
    ]);
  });
});

describe('the moves', () => {
  it('have the values of the positions they lead to, and the best has that of the position', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        for (const position of [positionOf(each), flipped(each)]) {
          const { value, ending, moves } = unwrap(await base.probe(position));
          const legal = moves.filter((move) => move.legal);
          expect(legal.map(({ uci }) => uci).sort()).toEqual(
            metachess.legalMoves(position).map(metachess.makeUci).sort(),
          );
          for (const { move, value: found } of legal) {
            expect(found).toEqual(before(await worth(metachess.play(position, move))));
          }
          if (ending) expect(value).toEqual({ wdl: ending.wdl, dtm: 0 });
          else expect(moves[0]!.value).toEqual(value);
        }
      }),
    );
  });

  it('come best first and forbidden last', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        const { moves } = unwrap(await base.probe(positionOf(each)));
        expect(moves).toHaveLength(metachess.moves(positionOf(each)).length);
        const ranks = moves.map(({ value }) => (value ? rank(value) : Number.NEGATIVE_INFINITY));
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
        expect(moves.map(({ legal }) => legal)).toEqual(moves.map(({ value }) => value !== null));
      }),
      runs(300),
    );
  });

  it('that are forbidden come last even if all others lose, and have no value', async () => {
    // Kb1 would allow Qd1#.
    const probe = unwrap(await base.probe(read('8/8/8/8/8/1K3Q2/8/2k5 b - - 0 1')));
    expect(probe.moves.map(({ uci, legal }) => [uci, legal])).toEqual([
      ['c1d2', true],
      ['c1b1', false],
    ]);
    expect(probe.moves.at(-1)).toMatchObject({ san: 'Kb1', legal: false, value: null });
    expect(probe.moves[0]!.value).toEqual(probe.value);
  });
});

describe('metacheck', () => {
  const [, , stalemate] = examples;

  it('with legal moves left is a position like any other', async () => {
    // White to move would mate with Re1#.
    const position = read('8/8/8/8/8/K7/4R3/k7 b - - 0 1');
    expect([metachess.metacheck(position), metachess.ending(position)]).toEqual([true, undefined]);
    const { value, ending, moves } = unwrap(await base.probe(position));
    expect(ending).toBeUndefined();
    expect(moves.map(({ uci, legal }) => [uci, legal])).toEqual([['a1b1', true]]);
    expect(moves[0]!.value).toEqual(value);
    expect(value.wdl).toBe(-1);
  });

  it('without a legal move is lost in 0 plies', async () => {
    const { value, ending, moves } = unwrap(await base.probe(read(stalemate!.fen)));
    expect(ending?.reason).toBe('metacheckmate');
    expect(value).toEqual({ wdl: -1, dtm: 0 });
    expect(moves).toEqual([]);
  });

  it('against the side not to move, which no legal game reaches, is won in one', async () => {
    // White to move mates at once; no legal move leads here.
    const probe = unwrap(await base.probe(read('7k/8/7K/8/8/8/8/6Q1 w - - 0 1')));
    expect(probe.value).toEqual({ wdl: 1, dtm: 1 });
    const mates = probe.moves.filter(({ value }) => value?.dtm === 1).map(({ san }) => san);
    expect(mates).toEqual(expect.arrayContaining(['Qg7#', 'Qa1#']));
    expect(probe.moves.slice(0, mates.length).map(({ san }) => san)).toEqual(mates);
  });
});

describe('the best line', () => {
  it('ends the game after exactly the number of plies in the table', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (each) => {
        for (const start of [positionOf(each), flipped(each)]) {
          const value = await worth(start);
          const line = unwrap(await base.bestLine(start));
          expect(line).toHaveLength(value.dtm);
          if (value.wdl === 0) continue;
          let position = start;
          for (const { move, legal } of line) {
            expect(legal).toBe(true);
            expect(metachess.ending(position)).toBeUndefined();
            position = metachess.play(position, move);
          }
          // The side to move at the end has lost.
          expect(metachess.ending(position)).toEqual({ reason: 'metacheckmate', wdl: -1 });
        }
      }),
      runs(40),
    );
  });

  it.each([
    ['7k/8/7K/8/8/8/8/6Q1 b - - 0 1', 'over'],
    ['8/8/4k3/8/8/8/8/K6B w - - 0 1', 'drawn'],
  ])('of %s is empty: it is %s', async (fen) => {
    expect(unwrap(await base.bestLine(read(fen)))).toEqual([]);
  });
});
