/**
 * What tables of games that are solved alone take as files: `npm run bench:listed -- [GAME/NAME...]`. Beside each: its values as two bytes
 * each, deflated in blocks of 32 KiB, and in the coding `bytes`; and the processor's seconds for each, from the values to a file's bytes. Of the
 * smallest, bits of a position, and milliseconds to decode the block and the value of a cold probe (median).
 */
import { deflateRawSync } from 'node:zlib';
import { unwrap } from '../src/board/result.ts';
import { joined } from '../src/format/mtb/bytes.ts';
import { assemblePlanes, codeListedPlanes, layOutPlain } from '../src/format/mtb/encodeNative.ts';
import type { ByteRange } from '../src/format/mtb/tableFile.ts';
import { findRuleSet } from '../src/rules/registry.ts';
import { generateInMemory } from '../src/solve/inMemory.ts';
import { zlibCodec } from '../src/store/zlibCodec.ts';
import { parseMaterial } from '../src/table/material.ts';
import type { Table } from '../src/table/table.ts';
import { UNCOVERED } from '../src/table/value.ts';
import { PlyValues } from '../src/table/values.ts';
import { knownValues, probeCold } from './coldDecoding.ts';
import { failOn } from './faults.ts';

const COLD_PROBES = 200;
const faults: string[] = [];

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
  'cold ms',
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
  const file = planes.value.length > 0 ? planes.value : bytes.value;
  const read = async ({ from, bytes: length }: ByteRange) => file.subarray(from, from + length);
  const known = knownValues(table, COLD_PROBES);
  const cold = await probeCold(table, { size: file.length, read }, known);
  if (cold.wrong > 0) faults.push(`${each}: ${cold.wrong} wrong values`);
  const bits = (8 * file.length) / positions;
  const sizes = [words, bytes, planes].flatMap(({ value: { length }, seconds }) =>
    length > 0 ? [length.toLocaleString('en'), seconds.toFixed(2)] : ['', ''],
  );
  const cells = [
    `${game} ${name}`,
    positions.toLocaleString('en'),
    ...sizes,
    bits.toFixed(2),
    cold.median.toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

failOn(faults);

async function timed(work: () => Uint8Array | Promise<Uint8Array>) {
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

function wordsOf({ values }: Table): Uint8Array {
  const all: Uint8Array[] = [];
  for (const side of values) {
    if (!(side instanceof PlyValues)) throw new Error('a table of codes');
    const { buffer, byteOffset, byteLength } = side.plies;
    for (let at = 0; at < byteLength; at += 1 << 15) {
      const block = new Uint8Array(buffer, byteOffset + at, Math.min(1 << 15, byteLength - at));
      all.push(new Uint8Array(4), deflateRawSync(block.slice(), { level: 1 }));
    }
  }
  return joined(all);
}

async function plainOf(table: Table): Promise<Uint8Array> {
  const { start, blocks } = layOutPlain(table, zlibCodec);
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  // The start is complete only now.
  return joined([start, ...all]);
}

/** Empty if the table has none. */
function planesOf(table: Table): Uint8Array {
  const coded = codeListedPlanes(table);
  return joined(coded ? [...assemblePlanes(table, undefined, coded)] : []);
}
