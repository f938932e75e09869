import { readFileSync } from 'node:fs';
import crc32 from 'crc-32';
import { unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { encodeNative, layOutPlain } from '../../src/format/mtb/encodeNative.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readTable } from '../../src/table/table.ts';
import { parseValueCode } from '../../src/table/value.ts';
import { hash } from '../../tools/random.ts';
import { boardOf } from '../format/board.ts';
import { joined } from '../format/madeUp.ts';
import { solvedBySets } from '../games/solved.ts';
import { type SetTable, solveBySets } from '../solve/setTables.ts';

export const goldenRules = { chess, metachess } as const;
const goldenTables = ['KQvk', 'KRvk', 'KPvk', 'KQvkr', 'KRvkn'];
/** Number of positions of each table in the lists of values. */
const LISTED = 40;

/** The two tables that are kept as files: one in plain blocks, one coded by planes. */
export const plainTable = { rules: chess, name: 'KQvk', file: 'chess-KQvk-plain.mtb' } as const;
export const packedTable = { rules: metachess, name: 'KRvk', file: 'metachess-KRvk.mtb' } as const;

/** Tables in folders by rule set, which both readers read: this project's and python/metatb.py. */
export const bothReaders = [
  { rules: chess, name: 'KQvk', file: 'chess/KQvk.mtb' },
  { rules: chess, name: 'KPvk', file: 'chess/KPvk.mtb' },
] as const;

/** Tables of other games: their placements listed in planes, on 8x8 and on a smaller board, and plies a byte each. */
export const otherGames = [
  { game: 'reach', name: 'KPvk', file: 'reach/KPvk.mtb', coding: 'listed planes' },
  { game: 'losalamos', name: 'KPvk', file: 'losalamos/KPvk.mtb', coding: 'listed planes' },
  { game: 'antichess', name: 'Qvr', file: 'antichess/Qvr.mtb', coding: 'bytes' },
] as const;

/** One of {@link otherGames} as it is solved now. */
export function solveOther({ game, name }: (typeof otherGames)[number]) {
  const rules = unwrap(findRuleSet(game));
  return { rules, table: solvedBySets(rules, name) };
}

export type SolvedGolden = Readonly<
  Record<keyof typeof goldenRules, ReadonlyMap<string, SetTable>>
>;

export async function solveGolden(): Promise<SolvedGolden> {
  return {
    chess: await solveBySets(chess as RuleSet, goldenTables),
    metachess: await solveBySets(metachess as RuleSet, goldenTables),
  };
}

/** The files of this folder as the current code writes them, by name. */
export async function goldenFiles(solved: SolvedGolden): Promise<ReadonlyMap<string, Uint8Array>> {
  const plain = solved.chess.get(plainTable.name)!;
  const packed = solved.metachess.get(packedTable.name)!;
  const both = bothReaders.map(({ name, file }) => {
    return { file, rules: chess, table: solved.chess.get(name)! };
  });
  const others = otherGames.map((other) => ({ file: other.file, ...solveOther(other) }));
  const checksums = [...both, ...others].map(
    ({ file, rules, table }) => `${file},${checksumOf(boardOf(rules, table))}`,
  );
  const files: [string, Uint8Array][] = [];
  for (const { file, table } of both) {
    files.push([file, await joined(encodeNative(table, table.statistics))]);
  }
  for (const { file, table } of others)
    files.push([file, await joined(nativeFormat.encode(table))]);
  return new Map([
    ...files,
    ['checksums.csv', linesOf('file,checksum', checksums)],
    [plainTable.file, await plainFile(plain)],
    [packedTable.file, await joined(encodeNative(packed, packed.statistics))],
    ['chess.csv', listed('chess', solved)],
    ['metachess.csv', listed('metachess', solved)],
  ]);
}

/** With the portable codec, whose bytes do not depend on the version of zlib. */
async function plainFile(table: SetTable): Promise<Uint8Array> {
  const { start, blocks } = layOutPlain(table, portableCodec, table.statistics);
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  return joined([start, ...all]);
}

/** `fen,wdl,dtm`, a line each: positions of the tables, spread over them. */
function listed(name: keyof typeof goldenRules, solved: SolvedGolden): Uint8Array {
  const rules = goldenRules[name];
  const lines = goldenTables.flatMap((table) => positionsOf(rules, solved[name].get(table)!));
  return linesOf('fen,wdl,dtm', lines);
}

function linesOf(head: string, lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${[head, ...lines].join('\n')}\n`);
}

/** What `checksums.csv` says, by file. */
export function checksums(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('checksums.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return new Map(lines.map((line) => line.split(',') as [string, string]));
}

/** The CRC-32 of the values of a board, two bytes each, the lower one first. */
export function checksumOf(board: Int16Array): string {
  const bytes = Buffer.alloc(2 * board.length);
  for (const [i, value] of board.entries()) bytes.writeInt16LE(value, 2 * i);
  return (crc32.buf(bytes) >>> 0).toString(16).padStart(8, '0');
}

function positionsOf(rules: typeof chess, table: SetTable): string[] {
  const { material, placements } = table;
  const squares: number[] = material.men.map(() => 0);
  const lines: string[] = [];
  for (let seed = 1; lines.length < LISTED; seed++) {
    placements.squares(hash(seed, placements.size), squares);
    const turn = seed % 2 === 0 ? 0 : 1;
    const position = rules.place(material.men, squares, turn);
    if (!position.ok) continue;
    const { wdl, dtm } = parseValueCode(readTable(table, turn, squares));
    lines.push(`${rules.makeFen(unwrap(position))},${wdl},${dtm}`);
  }
  return lines;
}
