import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { csv, layTables, makeFolder, metatb, metatbJson } from './metatb.ts';

const folder = makeFolder();
const dir = join(folder, 'tables');

beforeAll(() => {
  for (const rules of ['metachess', 'chess'] as const) layTables(dir, ['KQvk', 'KPvk'], rules);
});

interface Compared {
  readonly positions: number;
  readonly changed: number;
  readonly pairs: readonly {
    readonly turn: string;
    readonly theirs: string;
    readonly ours: string;
    readonly board: number;
    readonly examples: readonly { readonly fen: string }[];
  }[];
}

describe('compare', () => {
  test('counts every pair of results of both sides, with examples of each change', async () => {
    const found = await metatbJson<Compared>('compare', 'KQvk', '--dir', dir, '--with', 'chess');
    expect(found).toMatchObject({ table: 'KQvk', rules: 'metachess', with: 'chess' });
    expect(found).toMatchObject({ positions: 368452, changed: 536, onlyOurs: 0, onlyTheirs: 0 });
    const changed = found.pairs.filter(({ theirs, ours, board }) => theirs !== ours && board > 0);
    expect(changed).toMatchObject([
      { turn: 'black', theirs: 'draw', ours: 'loss', board: 248 },
      { turn: 'black', theirs: 'loss', ours: 'draw', board: 288 },
    ]);
    const [{ fen }] = changed[0]!.examples as [{ fen: string }];
    const position = metachess.parseFen(fen);
    if (!position.ok) throw new Error(fen);
    // Decided soonest: the game is over under one rule set or the other.
    expect(metachess.ending(position.value)?.reason).toBe('metacheckmate');
    expect(chess.ending(position.value)?.reason).toBe('stalemate');
  });

  test('is the same the other way round, mirrored', async () => {
    const ours = await csv(dir, 'compare', 'KPvk', '--with', 'chess');
    const theirs = await csv(dir, 'compare', 'KPvk', '--rules', 'chess', '--with', 'metachess');
    const counts = (rows: string[][], from: number, to: number) =>
      rows
        .slice(1)
        .map((row) => [row[0], row[from], row[to], row[3], row[4]].join(' '))
        .sort();
    expect(counts(theirs, 2, 1)).toEqual(counts(ours, 1, 2));
    expect(ours).toHaveLength(19);
  });

  test('tells two forms of a game apart by their parameters', async () => {
    const other = 'reach:nomove=chess';
    await metatb(['generate', 'Kvk', '--rules', 'reach', '--dir', dir, '--quiet']);
    await metatb(['generate', 'Kvk', '--rules', other, '--dir', dir, '--quiet']);
    const args = ['compare', 'Kvk', '--rules', other, '--with', 'reach', '--dir', dir];
    const { stdout } = await metatb(args);
    expect(stdout).toMatch(/^Kvk, Reach Chess \(nomove=chess\) against Reach Chess: /);
    expect(stdout).toMatch(/^win in Reach Chess /m);
    expect(stdout).toMatch(/ win in Reach Chess \(nomove=chess\) /);
    const named = 'Kvk, Reach Chess \\(nomove=chess\\)[,:]';
    for (const command of ['stats', 'longest', 'verify', 'zugzwang']) {
      const ran = await metatb([command, 'Kvk', '--rules', other, '--dir', dir]);
      expect(ran.stdout, command).toMatch(new RegExp(`^${named}`, 'm'));
    }
    const probed = ['probe', '8/8/8/8/3k4/8/8/K7 w', '--rules', other, '--dir', dir];
    expect((await metatb(probed)).stdout).toContain('(Reach Chess (nomove=chess), table Kvk)');
  });

  test('of a rule set with itself is refused', async () => {
    const ran = await metatb(['compare', 'KQvk', '--rules', 'chess', '--dir', dir]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(/chess does not differ from itself: compare it with metachess/);
  });
});
