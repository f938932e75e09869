import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresOf, published } from '../../figures/published.ts';
import { unwrap } from '../../src/board/result.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Verification } from '../../src/solve/verify.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { countTable } from '../../src/table/statistics.ts';
import { read } from '../probe/files.ts';
import { compiled } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { thorough } from '../thorough.ts';
import { doubleSteps } from './doubleSteps.ts';
import { verifyElsewhere } from './otherProcess.ts';

/** Verifying takes two minutes on two idle cores, and several times that on a busy machine. */
const HOUR = 3_600_000;

/** Number of placements checked unless thorough, always the same ones. */
const SAMPLE = 500_000;

let dir: string;
const verifications: Record<string, Promise<Verification>> = {};
const bases: Record<string, Tablebase> = {};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-pawns-'));
  for (const rules of [chess, metachess]) await solve(rules);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function solve(rules: RuleSet): Promise<void> {
  unwrap(await compiled.generate(rules, [materialOf(rules, 'KPvkp')], { dir }));
  const verification = verifyElsewhere(
    dir,
    rules.name,
    'KPvkp',
    thorough ? {} : { sample: SAMPLE },
  );
  // The last tests await the result; a failure before then is not an unhandled rejection.
  verification.catch(() => {});
  verifications[rules.name] = verification;
  bases[rules.name] = new Tablebase(rules, new FileSource(rules, dir));
}

async function tableOf(rules: RuleSet, name: string) {
  return unwrap(await new TableStore(rules, dir).read(materialOf(rules, name)));
}

describe('a pawn on each side', () => {
  it('is won in at most 65 plies in orthodox chess', async () => {
    const { white, black } = countTable(await tableOf(chess, 'KPvkp'));
    expect([white.longestWin, black.longestWin]).toEqual([65, 65]);
    expect(published('KPvkp')!.wtm.maxWinPlies).toBe(65);
  });

  it.each([chess, metachess])('is the same for both sides: $name', async (rules) => {
    const { white, black } = countTable(await tableOf(rules, 'KPvkp'));
    const { longestWinSquares: _, longestLossSquares: __, ...seenByWhite } = white;
    expect(black).toMatchObject(seenByWhite);
    expect(white.wins).toBeGreaterThan(3_000_000);
  });
});

describe('positions with an en passant right', () => {
  it('are exactly the difference between the published counts of KPvKP and ours', async () => {
    const table = await tableOf(chess, 'KPvkp');
    const ours = figuresOf(table.material, countTable(table));
    const board = { ...ours.wtm.board };
    const levels = { ...ours.levels };
    for (const { withRight } of doubleSteps(chess)) {
      const { wdl, dtm } = unwrap(await bases.chess!.value(withRight));
      board[wdl > 0 ? 'win' : wdl < 0 ? 'loss' : 'draw']++;
      // White's positions on the whole board are as many as both sides' up to mirror images.
      if (wdl !== 0) levels[dtm] = (levels[dtm] ?? 0) + 1;
    }
    const { wtm, btm, levels: theirLevels, mates } = published('KPvkp')!;
    expect(board).toEqual(wtm.board);
    expect(board).toEqual(btm.board);
    expect(levels).toEqual(theirLevels);
    expect(ours.mates).toEqual(mates);
  });

  it.each([chess, metachess])(
    'are never worth less than without it, and mostly more: $name',
    async (rules) => {
      const base = bases[rules.name]!;
      let [more, same, less] = [0, 0, 0];
      for (const { withRight, without } of doubleSteps(rules)) {
        const having = unwrap(await base.value(withRight));
        const lacking = unwrap(await base.value(without));
        const gain = having.wdl - lacking.wdl || having.wdl * (lacking.dtm - having.dtm);
        if (gain > 0) more++;
        else if (gain === 0) same++;
        else less++;
      }
      // An additional move cannot hurt in chess, nor in metachess, since it takes no other move away.
      expect(less).toBe(0);
      expect(more).toBeGreaterThan(30_000);
      expect(more + same).toBe(43_786);
    },
  );

  // [FEN, with the right, without it]: chess, then metachess. In all of them the capture saves the game.
  const saved: [string, [string, string], [string, string]][] = [
    ['8/8/8/Pp6/8/8/2k5/K7 w - b6 0 1', ['1 23', '-1 28'], ['1 21', '-1 26']],
    ['8/2K5/4k3/3pP3/8/8/8/8 w - d6 0 1', ['1 21', '-1 20'], ['1 19', '-1 20']],
    ['k7/4K3/8/Pp6/8/8/8/8 w - b6 0 1', ['0 0', '-1 30'], ['0 0', '-1 28']],
    ['7K/8/4k3/1Pp5/8/8/8/8 w - c6 0 1', ['0 0', '-1 30'], ['0 0', '-1 30']],
  ];
  it.each(saved)('may save the game: %s', async (fen, inChess, inMetachess) => {
    for (const [rules, [having, lacking]] of [
      [chess, inChess],
      [metachess, inMetachess],
    ] as const) {
      const base = bases[rules.name]!;
      const textOf = ({ wdl, dtm }: { wdl: number; dtm: number }) => `${wdl} ${dtm}`;
      const { value, moves } = unwrap(await base.probe(read(fen)));
      expect(textOf(value)).toBe(having);
      const passed = fen.split(' ')[3]!;
      expect(moves[0]!.uci.slice(2)).toBe(passed);
      expect(moves[1]!.value?.wdl).toBe(-1);
      const line = unwrap(await base.bestLine(read(fen)));
      expect(line).toHaveLength(value.dtm);

      const without = read(fen.replace(passed, '-'));
      expect(textOf(unwrap(await base.value(without)))).toBe(lacking);
    }
  });
});

describe('positions of KPvkp, en passant included, follow from their successors', () => {
  it.each(['chess', 'metachess'])(
    '%s',
    async (name) => {
      const { positions, ...rest } = (await verifications[name])!;
      expect(rest).toEqual({ differences: 0, examples: [] });
      if (thorough) expect(positions).toBe(7_436_088);
      else expect(positions).toBeGreaterThan(SAMPLE / 4);
    },
    HOUR,
  );
});
