import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAtlasPage } from '../../scripts/atlasPage.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Color } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { compareResults } from '../../src/study/changes.ts';
import { type EndgameStudy, type Studied, studyEndgame } from '../../src/study/endgameStudy.ts';
import { longestWins } from '../../src/study/longest.ts';
import { mutualZugzwangs } from '../../src/study/zugzwang.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { solveBySets } from '../solve/setTables.ts';

const dir = mkdtempSync(join(tmpdir(), 'metatb-study-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function studied(rules: RuleSet, name: string): Promise<Studied & { table: Table }> {
  const tables = await solveBySets(rules as RuleSet, [name]);
  const store = new TableStore(rules, dir);
  for (const table of tables.values()) unwrap(await store.write(table));
  const tablebase = new Tablebase(rules, new FileSource(rules, dir));
  const table = tables.get(name)!;
  return {
    ...{ rules, table, tablebase, material: table.material },
    longest: async (winner: Color) => longestWins(table, { count: 1, winner })[0],
    zugzwangs: async () => mutualZugzwangs(table, { examples: 1 }),
  };
}

const studies = new Map<string, EndgameStudy>();
const names = ['KQvk', 'KPvk', 'KNNvk'];

beforeAll(async () => {
  for (const name of names) {
    const [ours, theirs] = [await studied(metachess, name), await studied(chess, name)];
    const { pairs } = unwrap(compareResults(ours.table, theirs.table, { examples: 1 }));
    studies.set(name, unwrap(await studyEndgame(ours, theirs, pairs)));
  }
});

/** Plays a line of SAN and returns where it ends. */
function playLine(rules: RuleSet, fen: string, line: readonly string[]): Position {
  return line.reduce(
    (at, san) => rules.play(at, unwrap(rules.parseMove(at, san))),
    unwrap(rules.parseFen(fen)),
  );
}

describe.each(names)('the study of %s', (name) => {
  test('has the counts of the statistics', async () => {
    for (const [whose, rules] of [
      ['ours', metachess],
      ['theirs', chess],
    ] as const) {
      const statistics = countTable((await studied(rules, name)).table);
      for (const side of ['white', 'black'] as const) {
        const { wins, draws, losses, longestWin } = statistics[side];
        const study = studies.get(name)![whose][side];
        expect(study).toMatchObject({ wins, draws, losses });
        expect(study.longestWin?.plies ?? null).toBe(longestWin);
      }
    }
  });

  test('has lines that lead from the positions to the ends of games', () => {
    const { ours, theirs, changes } = studies.get(name)!;
    for (const [rules, study] of [
      [metachess, ours],
      [chess, theirs],
    ] as const) {
      const { plies, fen, line } = study.white.longestWin!;
      expect(line).toHaveLength(plies);
      expect(rules.ending(playLine(rules, fen, line))).toMatchObject({ wdl: -1 });
    }
    expect(changes.length).toBeGreaterThan(0);
    for (const { example } of changes) {
      const rules = example.lineBy === 'ours' ? metachess : chess;
      const end = playLine(rules, example.fen, example.line);
      expect(rules.ending(end)).toMatchObject({ wdl: -1 });
    }
  });

  test('names, for a win that metachess takes away, the move that it forbids', () => {
    const lost = studies.get(name)!.changes.filter(({ ours }) => ours === 'draw');
    for (const { example } of lost) {
      const { ply, reply } = example.forbidden!;
      const before = playLine(chess, example.fen, example.line.slice(0, ply));
      const move = unwrap(chess.parseMove(before, example.line[ply]!));
      const legal = metachess.legalMoves(before).map(metachess.makeUci);
      expect(legal).not.toContain(metachess.makeUci(move));
      expect(reply).toMatch(/#$/);
    }
  });
});

test('queen against king: stalemates of chess are lost, and some losses drawn', () => {
  const changes = studies.get('KQvk')!.changes.map(({ turn, theirs, ours, board }) => ({
    ...{ turn, theirs, ours, board },
  }));
  // Of 200,896 losses of chess 200,608 remain and 248 of its 23,048 draws become losses: 200,856, as published.
  expect(changes).toEqual([
    { turn: 'black', theirs: 'draw', ours: 'loss', board: 248 },
    { turn: 'black', theirs: 'loss', ours: 'draw', board: 288 },
  ]);
});

describe('the page of the atlas', () => {
  test('names the greatest surprise first', () => {
    const page = makeAtlasPage([...studies.values()], [3]);
    const shown = [...page.matchAll(/^- \*\*(\w+)\*\*/gm)].map((match) => match[1]);
    expect(shown).toEqual(['KNNvk', 'KQvk', 'KPvk']);
    expect(page).toMatch(/^\| KNNvk \| White wins \| 22,500,576 \| 89\.4 % \| `[^`]+` \| 1\. N/m);
    expect(page).toMatch(
      /^\| KQvk \| White no longer wins \| 288 .* hangs Q\w+#, and so it is stale/m,
    );
  });

  test('has a row for each endgame and rule set, each with as many cells as the head', () => {
    const page = makeAtlasPage([...studies.values()], [3]);
    expect(page.match(/^\| (\w*) \| (metachess|chess) \|/gm)).toHaveLength(2 * names.length);
    let cells = 0;
    for (const line of page.split('\n')) {
      if (!line.startsWith('|')) cells = 0;
      else if (cells === 0) cells = line.split(' | ').length;
      else expect(line.split(' | ').length, line).toBe(cells);
    }
  });
});
