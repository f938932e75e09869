import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boardOf, makeSquare } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Variant } from '../../src/rules/variant.ts';
import type { Table } from '../../src/table/table.ts';
import { UNCOVERED } from '../../src/table/value.ts';
import { random } from '../../tools/random.ts';
import { valueOn } from '../format/board.ts';
import { madeUpValue, withValues } from '../format/madeUp.ts';
import { contentsOf, forge } from '../format/mtb/forged.ts';
import { impossibleListings } from '../format/planes/impossibleListings.ts';
import { solvedBySets } from '../games/solved.ts';
import { fileOf, filesOf, plainFileOf } from '../probe/files.ts';
import { needPython } from '../python3.ts';
import { unfolded } from '../rules/boxChess.ts';
import { Solved } from '../solve/solved.ts';
import { cases, few, seed, thorough } from '../thorough.ts';
import { boxTable, gameOf, writeFile, writePacked, writeTable } from './boxTable.ts';
import { giveaway, race } from './oddGames.ts';
import { askLines, recordsInPython } from './reader.ts';

beforeEach(needPython);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metatb-python-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('every value that Python yields is the one that the library reads, and none is left out', () => {
  const tables: [string, string, number][] = [
    ['reach', 'KQvk', 32],
    ['knightmate', 'KRvk', 10],
    ['reach', 'Kvk', 32],
    ['hutnik:Q=QN', 'KPvk', 32],
    ['knightmate', 'KPvk', 32],
  ];
  const large: typeof tables = [
    ['metamachy', 'KGvk', 21],
    ['metamachy', 'KPvk', 72],
  ];
  const some = [...few(tables, 3), ...(thorough ? large : [])];
  it.each(some)('%s %s', { timeout: 900_000 }, async (game, name, region) => {
    const rules = unwrap(findRuleSet(game));
    const table = solvedBySets(rules, name);
    const { placements, material } = table;
    const count = placements.squareCount ** (material.men.length - 1);
    expect(placements.size / count).toBe(region);
    await expectAllRead(rules, table, await writeTable(folder, table));
  });

  const packed: [string, string][] = [
    ['reach', 'KQvk'],
    ['antichess', 'BNvr'],
    ['racingkings', 'Kvkr'],
    ['knightmate', 'KPvk'],
    ['losalamos', 'KQvk'],
    ['atomic', 'KPvk'],
    ['hutnik:Q=QN', 'KQvk'],
  ];
  it.each(few(packed, 4))('%s %s, packed', { timeout: 900_000 }, async (game, name) => {
    const rules = unwrap(findRuleSet(game));
    const table = solvedBySets(rules, name);
    await expectAllRead(rules, table, await writePacked(folder, table));
  });

  it('any values, packed, more than ranks can tell apart too', { timeout: 900_000 }, async () => {
    const rules = unwrap(findRuleSet('makruk'));
    const table = solvedBySets(rules, 'KRvk');
    const left = table.values.map((side, turn) =>
      Int16Array.from({ length: side.length }, (_, i) => {
        const odd = madeUpValue(7, turn, i, 160);
        return side.at(i) === UNCOVERED || odd % 9 === 0 ? UNCOVERED : odd;
      }),
    );
    const odd = withValues(table, left[0]!, left[1]!);
    await expectAllRead(rules, odd, await writePacked(folder, odd));
  });
});

async function expectAllRead(rules: RuleSet, table: Table, path: string): Promise<void> {
  const { placements, values, material } = table;
  const squares = material.men.map(() => 0);
  const left = values.map((side) =>
    Int16Array.from({ length: side.length }, (_, i) => {
      placements.squares(i, squares);
      return placements.index(squares) === i ? side.at(i) : UNCOVERED;
    }),
  );
  let different = 0;
  await recordsInPython(path, material.men.length, (squares, turn, value) => {
    const index = placements.index(squares);
    if (left[turn]![index] !== value) different++;
    left[turn]![index] = UNCOVERED;
  });
  const missing = left.map((side) => side.filter((value) => value !== UNCOVERED).length);
  expect({ different, missing }).toEqual({ different: 0, missing: [0, 0] });

  const asked = Array.from({ length: cases(20_000, 500) }, (_, i) => placed(table, i));
  const lines = asked.map(({ squares, turn }) => [...squares, turn].join(' '));
  const answers = askLines(['squares', path], lines);
  const known = asked.map(({ squares, turn }) => valueOn(rules, table, squares, turn));
  expect(answers.map(Number)).toEqual(known);
  expect(new Set(known).size).toBeGreaterThan(2);
}

/** Any squares for the pieces of a table, some of them shared. */
function placed({ material, placements }: Table, i: number) {
  const number = random(seed + i);
  const squares = material.men.map(() => Math.floor(number() * placements.squareCount));
  return { squares, turn: i % 2 === 0 ? WHITE : BLACK };
}

/** The values of all placements of a table, White to move first. */
function valuesOf(rules: RuleSet, table: Table): number[] {
  const { squareCount } = table.placements;
  const slots = table.material.men.length;
  return [WHITE, BLACK].flatMap((turn) =>
    Array.from({ length: squareCount ** slots }, (_, number) => {
      const squares = table.material.men.map(
        (_, slot) => Math.floor(number / squareCount ** (slots - 1 - slot)) % squareCount,
      );
      return valueOn(rules, table, squares, turn);
    }),
  );
}

/** What Python reads in each of these files everywhere, or says of it. */
const everywhere = (paths: readonly string[]) =>
  askLines(['everywhere', ...paths]).map((line) =>
    line.includes('Error') ? line : line.split(' ').map(Number),
  );

const movements = [
  ...['Q', 'R', 'N', 'WD', 'FfW', 'fRbB', 'lfN', 'hrN', 'rfNlbN', 'rRlfBW', 'frblN'],
  ...['mRcpR', 'nN', 't[FR]', 'ft[FR]', 'R2', 'mQcN', 'cKmrW', 'cKmfW', 'cKmrflbF'],
];
const ends: readonly Partial<Variant>[] = [
  {},
  { stuck: 'pass', goal: { region: onRanks(-1), name: 'reached' } },
];
interface Game {
  readonly files: number;
  readonly ranks: number;
  readonly movements: readonly [string, string];
  readonly end: Partial<Variant>;
  readonly name: string;
}

const games: fc.Arbitrary<Game> = fc.record({
  files: fc.integer({ min: 3, max: 5 }),
  ranks: fc.integer({ min: 3, max: 4 }),
  movements: fc.tuple(fc.constantFrom('K', 'K', 'N'), fc.constantFrom(...movements)),
  end: fc.constantFrom(...ends),
  name: fc.constantFrom('KXvk', 'KXvk', 'KPvk', 'KXXvk', 'Kvk'),
});

/** The table of such a game: of four men on the smallest boards; two kings tell how theirs is folded on larger ones. */
function solve({ files, ranks, movements, end, name }: Game) {
  const alone = name === 'Kvk' && end.goal !== undefined;
  const smallest = name === 'KXXvk' && boardOf(Math.min(files, 4), 3);
  const board = smallest || (alone ? boardOf(files + 3, ranks + 4) : boardOf(files, ranks));
  const rules = gameOf(board, movements, end);
  return { rules, table: new Solved(rules).get(name === 'Kvk' && !alone ? 'KXvk' : name) };
}

describe('of any game, on any board, with pieces that move otherwise to one side than to another', () => {
  it('every value is read', async () => {
    const made = fc.sample(games, { numRuns: cases(240, 20), seed }).map(async (game, i) => {
      const { rules, table } = solve(game);
      const write = i % 2 === 0 ? writeTable : writePacked;
      return { rules, table, path: await write(folder, table) };
    });
    const tables = await Promise.all(made);
    const answers = everywhere(tables.map(({ path }) => path));
    const folds = new Set<number>();
    for (const [i, { rules, table }] of tables.entries()) {
      const answer = answers[i]!;
      folds.add(table.placements.symmetries.length);
      const known = valuesOf(rules, table);
      const at = known.findIndex((value, number) => value !== answer[number]);
      expect([i, at, known[at], answer[at]]).toEqual([i, -1, undefined, undefined]);
      expect(answer).toHaveLength(known.length);
    }
    expect(folds.size).toBeGreaterThan(2);
  });

  const groups: readonly [string, string, number][] = [
    ['none', 'lfN', 1],
    ['files mirrored', 'fRbB', 2],
    ['ranks mirrored', 'rRlB', 2],
    ['half a turn', 'rfNlbN', 2],
    ['files and ranks mirrored', 'rsR', 4],
    ['an exchange of files and ranks', 'frF', 2],
    ['the other exchange', 'flR', 2],
    ['both exchanges', 'frlbF', 4],
    ['quarter turns', 'hrN', 4],
    ['files mirrored, which its captures do not tell', 'cKmfW', 2],
    ['the other exchange, which its captures do not tell', 'cKmflF', 2],
    ['ranks mirrored, which its captures do not tell', 'cKmrW', 2],
  ];

  it.each([
    ['plain', writeTable],
    ['packed', writePacked],
  ])('with each group of symmetries that a piece can have, %s', async (_, write) => {
    const made = groups.map(([symmetries, movement, count]) => {
      const { rules, table } = boxTable(movement);
      expect([symmetries, table.placements.symmetries.length]).toEqual([symmetries, count]);
      return { table, known: valuesOf(rules, table) };
    });
    const answers = everywhere(await Promise.all(made.map(({ table }) => write(folder, table))));
    for (const [i, [symmetries]] of groups.entries()) {
      expect([symmetries, answers[i]]).toEqual([symmetries, made[i]!.known]);
    }
  });
});

describe('a file of listed planes is refused', () => {
  it.each(impossibleListings)('%s', async (_, change) => {
    const table = solvedBySets(unwrap(findRuleSet('makruk')), 'KRvk');
    const contents = contentsOf(await fileOf(table), table);
    const header = JSON.parse(contents.header);
    const coding = { ...header.coding, ...change };
    const forged = forge({ ...contents, header: JSON.stringify({ ...header, coding }) });
    const answer = askLines(['everywhere', writeFile(folder, 'KRvk', forged)])[0];
    expect(answer).toMatch(/^FormatError: .*its coding/);
  });

  it('on a board that has a ninth file', async () => {
    const { table } = boxTable('R');
    const contents = contentsOf(await fileOf(table), table);
    const header = { ...JSON.parse(contents.header), squares: 27, files: 9, symmetries: [0] };
    const forged = forge({ ...contents, header: JSON.stringify(header) });
    const answer = askLines(['everywhere', writeFile(folder, 'KXvk', forged)])[0];
    expect(answer).toMatch(/^FormatError: .*impossible on its board/);
  });
});

describe('squares have the names that the library gives them', () => {
  it.each([
    [11, 3],
    [4, 4],
    [3, 5],
  ])('on a board of %i files and %i ranks', async (files, ranks) => {
    const board = boardOf(files, ranks);
    const table = new Solved(gameOf(board, ['K', 'Q'])).get('KXvk');
    const names = Array.from({ length: board.size }, (_, square) => makeSquare(square, board));
    const path = await writeTable(folder, table);
    expect(askLines(['names', path])).toEqual([[files, ranks, ...names].join(' ')]);
  });
});

describe('a FEN is answered as the library answers it', () => {
  const box = (files: number, ranks: number, ...movements: [string, string]) =>
    gameOf(boardOf(files, ranks), movements);
  it.each<[string, () => RuleSet, readonly string[]]>([
    ['Reach Chess', () => unwrap(findRuleSet('reach')), ['KQvk']],
    ['a board of more than nine files', () => box(11, 3, 'K', 'R'), ['KXvk']],
    ['pieces that tell left from right', () => box(4, 4, 'K', 'rQfK'), ['KXvk']],
    ['pieces that tell forward from back', () => box(5, 4, 'K', 'fRbB'), ['KXvk']],
    ['no symmetry at all', () => unfolded(box(4, 4, 'K', 'R')), ['KXvk']],
    ['a royal knight', () => unwrap(findRuleSet('knightmate')), ['KRvk']],
    ['colours that cannot be exchanged', race, ['KRvk', 'Kvkr']],
    ['no kings', giveaway, ['NPvp', 'NNvn', 'KPvn', 'Pvp', 'KNvk', 'Kvp']],
  ])('%s', async (name, make, names) => {
    const rules = make();
    const tables = names.map((name) => solvedBySets(rules, name));
    const files = await filesOf(tables, plainFileOf);
    const base = new Tablebase(rules, new MemorySource(files));
    const dir = mkdtempSync(join(folder, 'fens-'));
    for (const [each, bytes] of files) writeFileSync(join(dir, `${each}.mtb`), bytes);
    const asked = Array.from({ length: cases(6000, 300) }, (_, i) =>
      fenOf(rules, tables[Math.floor(i / 4) % tables.length]!, i),
    );
    const fens = asked.filter((fen) => fen !== undefined);
    const answers = askLines(['probe', dir], fens);
    let answered = 0;
    for (const [i, fen] of fens.entries()) {
      const position = rules.parseFen(fen);
      if (!position.ok || rules.over(position.value)) {
        expect([fen, answers[i]]).toEqual([fen, expect.stringMatching(/^PositionError/)]);
        continue;
      }
      const { wdl, dtm } = unwrap(await base.value(position.value));
      expect([fen, answers[i]]).toEqual([fen, `${wdl} ${dtm}`]);
      answered++;
    }
    expect(answered).toBeGreaterThan(fens.length / 10);
    // Only where a side without a move wins.
    expect(answers.includes('1 0')).toBe(name === 'no kings');
  });
});

/** The pieces of a table on any squares, of either colour; undefined if they share one. */
function fenOf({ board }: RuleSet, table: Table, i: number): string | undefined {
  const { squares, turn } = placed(table, i);
  if (new Set(squares).size < squares.length) return undefined;
  const letters = [...table.material.name.replace('v', '')];
  const pieces = new Map(
    letters.map((letter, slot) => {
      const [white, black] = [letter.toUpperCase(), letter.toLowerCase()];
      return [squares[slot]!, (letter === white) === i % 4 < 2 ? white : black];
    }),
  );
  const rows = Array.from({ length: board.ranks }, (_, row) => {
    const first = (board.ranks - 1 - row) * board.files;
    const all = Array.from({ length: board.files }, (_, file) => pieces.get(first + file) ?? ' ');
    return all.join('').replace(/ +/g, (empty) => String(empty.length));
  });
  return `${rows.join('/')} ${turn === WHITE ? 'w' : 'b'} - - 0 1`;
}
