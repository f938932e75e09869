/**
 * What tables of games that are solved alone take as files: `npm run bench:listed -- [GAME/NAME...]`. Beside each: its values as two bytes
 * each, deflated in blocks of 32 KiB, and in the coding `bytes`; and the processor's seconds for each, from the values to a file's bytes.
 */
import { deflateRawSync } from 'node:zlib';
import { unwrap } from '../src/board/result.ts';
import { assemblePlanes, codeListedPlanes, layOutPlain } from '../src/format/mtb/encodeNative.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { generateInMemory } from '../src/solve/inMemory.ts';
import { zlibCodec } from '../src/store/zlibCodec.ts';
import { parseMaterial } from '../src/table/material.ts';
import type { Table } from '../src/table/table.ts';
import { UNCOVERED } from '../src/table/value.ts';
import { PlyValues } from '../src/table/values.ts';

const usual = [
  ...[
    'hutnik/KQvkr',
    'kingofthehill/KQvkr',
    'kingofthehill/KPvkp',
    'reach/KQvkr',
    'reach/KRvk',
    'makruk/KRvkm',
    'knightmate/KRvk',
  ],
  ...[
    'shatranj/KRvkn',
    'racingkings/KQvkr',
    'racingkings/KRvk',
    'atomic/KQvkr',
    'antichess/RKvk',
    'antichess/QRvr',
    'antichess/RRvr',
  ],
  ...['losalamos/KQvkr', 'capablanca/KAvk', 'metamachy/KQvk'],
];
const given = process.argv.slice(2);
const columns = [
  'table',
  'positions',
  'two bytes',
  's',
  'bytes',
  's',
  'listed planes',
  's',
  'bits',
];
console.log(`| ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length - 1)}`);
for (const each of given.length > 0 ? given : usual) {
  const [game, name] = each.split('/') as [string, string];
  const rules = unwrap(findRuleSet(game));
  const { material } = unwrap(parseMaterial(name, rules));
  const tables = unwrap(await generateInMemory(rules, [material]));
  const table = tables.get(material.name)!;
  const positions = count(table);
  const words = await timed(() => wordsOf(table));
  const bytes = await timed(() => plainOf(table));
  const planes = await timed(() => planesOf(table));
  const bits = (8 * (planes.value || bytes.value)) / positions;
  const sizes = [words, bytes, planes].flatMap(({ value, seconds }) =>
    value > 0 ? [value.toLocaleString('en'), seconds.toFixed(2)] : ['', ''],
  );
  const cells = [`${game} ${name}`, positions.toLocaleString('en'), ...sizes, bits.toFixed(2)];
  console.log(`| ${cells.join(' | ')} |`);
}

async function timed(work: () => number | Promise<number>) {
  const before = process.cpuUsage();
  const value = await work();
  return { value, seconds: process.cpuUsage(before).user / 1e6 };
}

/** Positions of both sides to move, up to symmetry. */
function count({ placements, values, material }: Table): number {
  const squares = material.men.map(() => 0);
  let positions = 0;
  for (let index = 0; index < placements.size; index++) {
    const found = values.filter((side) => side.at(index) !== UNCOVERED).length;
    if (found === 0) continue;
    placements.squares(index, squares);
    if (placements.index(squares) === index) positions += found;
  }
  return positions;
}

function wordsOf({ values }: Table): number {
  let sum = 0;
  for (const side of values) {
    if (!(side instanceof PlyValues)) throw new Error('a table of codes');
    const { buffer, byteOffset, byteLength } = side.plies;
    for (let at = 0; at < byteLength; at += 1 << 15) {
      const block = new Uint8Array(buffer, byteOffset + at, Math.min(1 << 15, byteLength - at));
      sum += 4 + deflateRawSync(block.slice(), { level: 1 }).length;
    }
  }
  return sum;
}

async function plainOf(table: Table): Promise<number> {
  const { start, blocks } = layOutPlain(table, zlibCodec);
  let sum = start.length;
  for await (const block of blocks) sum += block.length;
  return sum;
}

function planesOf(table: Table): number {
  const coded = codeListedPlanes(table);
  let sum = 0;
  if (coded) for (const chunk of assemblePlanes(table, undefined, coded)) sum += chunk.length;
  return sum;
}
