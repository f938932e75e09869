import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { decodeNative } from '../../src/format/mtb/native.ts';
import { parseStart } from '../../src/format/mtb/startParts.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { countTable } from '../../src/table/statistics.ts';
import { boardOf } from '../format/board.ts';
import { materialOf } from '../solve/solved.ts';
import {
  bothReaders,
  checksumOf,
  checksums,
  goldenFiles,
  goldenRules,
  otherGames,
  packedTable,
  plainTable,
  type SolvedGolden,
  solveGolden,
  solveOther,
} from './golden.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url));
let solved: SolvedGolden;

beforeAll(async () => {
  solved = await solveGolden();
  if (process.env.METATB_WRITE_GOLDEN) {
    for (const [name, bytes] of await goldenFiles(solved)) {
      const file = new URL(name, import.meta.url);
      mkdirSync(new URL('.', file), { recursive: true });
      writeFileSync(file, bytes);
    }
  }
}, 120_000);

describe.each([
  ['plain', plainTable, 'deflate'],
  ['packed', packedTable, 'planes'],
] as const)('the %s table of this folder', (_, { rules, name, file }, coding) => {
  it('is still read with every value', async () => {
    const bytes = read(file);
    expect(unwrap(parseStart(bytes)).header.coding.kind).toBe(coding);
    const table = unwrap(await decodeNative(bytes, endgameOf(rules, materialOf(rules, name))));
    const today = solved[rules.name as keyof SolvedGolden].get(name)!;
    expect(countTable(table)).toEqual(today.statistics);
    for (const side of [0, 1] as const) {
      for (let index = 0; index < table.placements.size; index++) {
        if (table.values[side].at(index) !== today.values[side].at(index)) {
          expect([side, index]).toEqual([]);
        }
      }
    }
  });

  it('is still probed correctly', async () => {
    const tablebase = new Tablebase(rules, new MemorySource(new Map([[name, read(file)]])));
    const lines = read(`${rules.name}.csv`).toString().trim().split('\n').slice(1);
    const known = lines.map((line) => line.split(',') as [string, string, string]);
    const own = known.filter(([fen]) => tablesPieces(fen) === name);
    const values = await tablebase.values(own.map(([fen]) => unwrap(rules.parseFen(fen))));
    expect(own.length).toBe(40);
    expect(values.map((value) => unwrap(value))).toEqual(
      own.map(([, wdl, dtm]) => ({ wdl: Number(wdl), dtm: Number(dtm) })),
    );
  });
});

describe.each(bothReaders)('$file', ({ rules, name, file }) => {
  it('is still read with every value', async () => {
    const table = unwrap(await decodeNative(read(file), endgameOf(rules, materialOf(rules, name))));
    expect(checksumOf(boardOf(rules, table))).toBe(checksums().get(file));
  });

  it('has the checksum of its values written beside it', () => {
    expect(checksums().get(file)).toBe(
      checksumOf(boardOf(rules, solved[rules.name as keyof SolvedGolden].get(name)!)),
    );
  });
});

describe.each(otherGames)('$file', (other) => {
  const { file, name, coding } = other;

  it('is still read with every value', async () => {
    const { rules, table: today } = solveOther(other);
    const bytes = read(file);
    expect(unwrap(parseStart(bytes)).header.coding.kind).toBe(coding);
    const table = unwrap(await decodeNative(bytes, endgameOf(rules, materialOf(rules, name))));
    const known = checksums().get(file);
    expect(checksumOf(boardOf(rules, table))).toBe(known);
    expect(checksumOf(boardOf(rules, today))).toBe(known);
  });
});

describe('the current code still writes', () => {
  it('every file of this folder, byte for byte', async () => {
    const files = await goldenFiles(solved);
    expect(files.size).toBe(10);
    for (const [name, bytes] of files) {
      expect([name, Buffer.from(bytes).equals(read(name))]).toEqual([name, true]);
    }
  });

  it('lists of 200 positions per rule set', () => {
    for (const name of Object.keys(goldenRules)) {
      const lines = read(`${name}.csv`).toString().trim().split('\n');
      expect(lines[0]).toBe('fen,wdl,dtm');
      expect(new Set(lines).size).toBeGreaterThan(190);
      expect(lines).toHaveLength(201);
    }
  });
});

/** `KRvk` of a FEN. */
function tablesPieces(fen: string): string {
  const letters = [...fen.split(' ')[0]!.replace(/[^A-Za-z]/g, '')];
  const order = (side: readonly string[]) =>
    side.toSorted((a, b) => 'KQRBNP'.indexOf(a.toUpperCase()) - 'KQRBNP'.indexOf(b.toUpperCase()));
  const white = order(letters.filter((letter) => letter < 'a'));
  const black = order(letters.filter((letter) => letter >= 'a'));
  return `${white.join('')}v${black.join('')}`;
}
