import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { unwrap } from '../../../src/board/result.ts';
import { codeListedPlanes } from '../../../src/format/mtb/encodeNative.ts';
import { checkNative, decodeNative, nativeFormat } from '../../../src/format/mtb/native.ts';
import { openTableFile } from '../../../src/format/mtb/openTableFile.ts';
import { parseStart } from '../../../src/format/mtb/startParts.ts';
import type { ListedCoding } from '../../../src/format/planes/coding.ts';
import { listedLayoutsOf } from '../../../src/format/planes/layout.ts';
import { ListedNumbers } from '../../../src/format/planes/listedNumbers.ts';
import {
  type ListedEndgame,
  latticeOfEndgame,
  planesOf,
} from '../../../src/format/planes/planeEndgame.ts';
import { endgameOf } from '../../../src/rules/endgame.ts';
import { parseVariants } from '../../../src/rules/ini/parseVariants.ts';
import { allGames, findRuleSet } from '../../../src/rules/registry.ts';
import { allMaterials } from '../../../src/table/material.ts';
import type { Table } from '../../../src/table/table.ts';
import { UNCOVERED } from '../../../src/table/value.ts';
import { random } from '../../../tools/random.ts';
import { solvedBySets } from '../../games/solved.ts';
import { gameOf } from '../../python/boxTable.ts';
import { materialOf, Solved } from '../../solve/solved.ts';
import { draw, few, runs, sample, seed, thorough } from '../../thorough.ts';
import { altered, areApart, joined, type MadeUpTable, withValues } from '../madeUp.ts';
import { contentsOf, forge } from '../mtb/forged.ts';
import { impossibleListings } from './impossibleListings.ts';

const game = (name: string) => unwrap(findRuleSet(name));
const fileOf = (table: Table) => joined(nativeFormat.encode(table));
const codingOf = (bytes: Uint8Array) => unwrap(parseStart(bytes)).header.coding as ListedCoding;

/** Indices at which two tables differ. */
function differences(one: Table, other: Table): number[] {
  const { placements, material } = one;
  const squares = material.men.map(() => 0);
  const different: number[] = [];
  for (let index = 0; index < placements.size; index++) {
    if ([0, 1].every((side) => one.values[side]!.at(index) === other.values[side]!.at(index)))
      continue;
    placements.squares(index, squares);
    if (placements.index(squares) === index) different.push(index);
  }
  return different;
}

/** Single values as a prober reads them: those of some indices that it reads otherwise than they are. */
function misread(bytes: Uint8Array, table: Table): number[] {
  const { placements, material } = table;
  const file = unwrap(openTableFile(bytes, bytes.length, table));
  if (typeof file === 'number') throw new Error('the reader needs more bytes than the file has');
  const number = random(seed);
  const squares = material.men.map(() => 0);
  return Array.from({ length: 300 }, () => Math.floor(number() * placements.size)).filter(
    (index) => {
      placements.squares(index, squares);
      if (placements.index(squares) !== index || !areApart(squares)) return false;
      return ([0, 1] as const).some((side) => {
        const { part, cell } = file.spotOf(side, squares);
        const block = file.blockOf(part)!;
        const { from, bytes: length } = file.range(block);
        const decoded = unwrap(file.decode(block, bytes.subarray(from, from + length)));
        return decoded.part(part)!.value(side, cell) !== table.values[side].at(index);
      });
    },
  );
}

async function expectRead(table: Table): Promise<ListedCoding> {
  const bytes = await fileOf(table);
  const coding = codingOf(bytes);
  expect(coding.kind).toBe('listed planes');
  expect(differences(table, unwrap(await decodeNative(bytes, table)))).toEqual([]);
  expect(misread(bytes, table)).toEqual([]);
  return coding;
}

const boards = allGames().filter(
  ({ board, tables }) =>
    Math.max(board.files, board.ranks) <= 8 && !['chess', 'metachess'].includes(tables),
);
const otherChess = `
[grasshoppers:chess]
customPiece1 = g:gQ
[cannons:chess]
cannon = c
[lame:chess]
customPiece1 = h:nN
customPiece2 = l:lfNfRbB
`;

describe('of the tables of three men of', () => {
  it.each(boards.map((rules) => [rules.name, rules] as const))(
    '%s, planes hold every value',
    { timeout: 300_000 },
    async (_, rules) => {
      const all = allMaterials(3, rules).filter(({ men }) => !rules.isSettled(men));
      const some = thorough ? all : draw(all, 2, seed);
      for (const { name, men } of some) {
        const table = solvedBySets(rules, name);
        const kinds = men.map(({ kind, color }) => `${kind} ${color}`);
        const single = kinds.filter((each) => kinds.indexOf(each) === kinds.lastIndexOf(each));
        if (single.length < 2) expect([name, codeListedPlanes(table)]).toEqual([name, undefined]);
        else await expectRead(table);
      }
    },
  );
});

describe('planes hold every value', () => {
  it.each(
    few(
      [
        ['antichess', 'QRvr'],
        ['atomic', 'KQvkr'],
        ['hutnik', 'KBBvk'],
        ['makruk', 'KRvkm'],
        ['reach', 'KQvkr'],
        ['racingkings', 'KRvkr'],
      ],
      3,
    ),
  )('of %s %s', { timeout: 300_000 }, async (name, table) => {
    await expectRead(solvedBySets(game(name), table));
  });

  it.each([
    ['grasshoppers', 'KGvk'],
    ['cannons', 'KCvk'],
    ['lame', 'KHvk'],
    ['lame', 'KLvk'],
  ])(
    'of %s, a game of a variants.ini with pieces that the coder knows no steps of: %s',
    async (name, table) => {
      const variant = unwrap(parseVariants(otherChess)).find((each) => each.name === name)!;
      await expectRead(solvedBySets(variant, table));
    },
  );

  it('and are smaller than a tenth of two bytes a value', async () => {
    const table = solvedBySets(game('kingofthehill'), 'KQvk');
    expect((await fileOf(table)).length).toBeLessThan((4 * table.placements.size) / 10);
  });
});

describe('on a smaller board, planes hold every value', () => {
  const groups = [
    'lfN',
    'fRbB',
    'rRlB',
    'rfNlbN',
    'rsR',
    'frF',
    'flR',
    'frlbF',
    'hrN',
    'K',
    'mRcpR',
  ];
  it.each(
    groups.flatMap((movement) =>
      few([boardOf(4, 4), boardOf(5, 3), boardOf(3, 5), boardOf(8, 3), boardOf(3, 8)], 3).map(
        (board) => [movement, board.files, board.ranks, board] as const,
      ),
    ),
  )('of a piece %s on %i x %i', async (movement, _files, _ranks, board) => {
    await expectRead(new Solved(gameOf(board, ['K', movement])).get('KXvk'));
  });
});

it('a board with a ninth file or rank has no planes', () => {
  for (const board of [boardOf(9, 3), boardOf(3, 9)]) {
    const table = new Solved(gameOf(board, ['K', 'R'])).get('KXvk');
    expect(codeListedPlanes(table)).toBeUndefined();
  }
});

describe('a position where a king could be taken', () => {
  it.each([
    ['hutnik', 'KQvk', true],
    ['kingofthehill', 'KQvk', true],
    ['reach', 'KQvk', false],
  ])('is in no table of %s, or is coded: %s, %s', async (name, table, guarded) => {
    expect((await expectRead(solvedBySets(game(name), table))).guarded).toBe(guarded);
  });
});

/** Endgames with all kinds of symmetries, like pieces, and no kings. */
const endgames = [
  ['makruk', 'KRvk'],
  ['makruk', 'KPvk'],
  ['racingkings', 'KRvk'],
  ['antichess', 'NNvrb'],
  ['antichess', 'RRBvn'],
  ['knightmate', 'KRRvk'],
  ['hutnik', 'KPPvk'],
] as const;

function endgame([name, table]: readonly [string, string]): ListedEndgame {
  return endgameOf(game(name), materialOf(game(name), table)) as ListedEndgame;
}

it.each(endgames)('cells have the numbers of their placements: %s %s', (...of) => {
  const table = endgame(of);
  const { material, placements } = table;
  for (const layout of sample(listedLayoutsOf(material), 3)) {
    const planes = planesOf(table, layout);
    const numbers = new ListedNumbers(material, planes, placements, latticeOfEndgame(table));
    const number = random(seed);
    for (let i = 0; i < 200; i++) {
      const squares = material.men.map(() => Math.floor(number() * 64));
      if (!areApart(squares)) continue;
      const { part, cell } = planes.locate(squares);
      const standing = planes.squares(part);
      expect(standing).toBeDefined();
      expect([squares, numbers.of(standing!)[cell]]).toEqual([squares, placements.index(squares)]);
    }
  }
});

/** Values of any game: of any parity, with some placements that are none, some of them where a king is attacked. */
function makeUp(
  of: readonly [string, string],
  salt: number,
  most: number,
  holes: number,
): MadeUpTable {
  const table = endgame(of);
  const { placements, material } = table;
  const squares = material.men.map(() => 0);
  const number = random(salt);
  const [white, black] = [0, 1].map(() =>
    Int16Array.from({ length: placements.size }, (_, index) => {
      placements.squares(index, squares);
      const isPlace = areApart(squares) && placements.index(squares) === index;
      return !isPlace || number() < holes
        ? UNCOVERED
        : Math.floor(number() * (2 * most + 1)) - most;
    }),
  );
  return withValues(table, white!, black!);
}

it('any values are held, more than a byte can tell apart too', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endgames.filter(([, name]) => name.length === 4)),
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(0, 1, 3, 100, 126, 127, 200),
      fc.constantFrom(0, 0.1, 0.9, 0.9999, 1),
      async (of, salt, most, holes) => {
        await expectRead(makeUp(of, salt, most, holes));
      },
    ),
    runs(60, 6),
  );
});

it('the furthest values are held', async () => {
  const table = makeUp(['makruk', 'KRvk'], 1, 1, 0.5);
  const far = altered(table, (white, black) => {
    for (const [i, value] of [32767, -32767, 32766, -32766].entries()) {
      white[white.findIndex((each) => each === -1 || each === 1)] = value;
      black[black.findIndex((each) => each === -1 || each === 1) + i] = value;
    }
  });
  await expectRead(far);
});

describe('a file of listed planes is refused', () => {
  const table = solvedBySets(game('makruk'), 'KRvk');

  it.each(impossibleListings)('%s', async (_, change) => {
    const bytes = await fileOf(table);
    const contents = contentsOf(bytes, table);
    const header = JSON.parse(contents.header);
    const forged = forge({
      ...contents,
      header: JSON.stringify({ ...header, coding: { ...header.coding, ...change } }),
    });
    expect(checkNative(forged, table)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-header' },
    });
  });

  it('with any bit of it flipped, or cut short', async () => {
    const bytes = await fileOf(table);
    for (const at of sample(bytes.keys(), 200)) {
      const flipped = bytes.with(at, bytes[at]! ^ (1 << (at % 8)));
      expect([at, (await decodeNative(flipped, table)).ok]).toEqual([at, false]);
      expect([at, (await decodeNative(bytes.subarray(0, at), table)).ok]).toEqual([at, false]);
    }
  });

  it('with a plane of other bytes, whatever they are', async () => {
    const contents = contentsOf(await fileOf(table), table);
    const [first, ...rest] = contents.blocks;
    const number = random(seed);
    for (let i = 0; i < 50; i++) {
      const at = first!.body.length - 1 - Math.floor(number() * 1000);
      const body = first!.body.with(at, first!.body[at]! ^ (1 + Math.floor(number() * 255)));
      const forged = forge({ ...contents, blocks: [{ ...first!, body }, ...rest] });
      const read = await decodeNative(forged, table);
      // What decodes all the same is another table.
      if (read.ok) expect(differences(table, read.value).length).toBeGreaterThan(0);
    }
  });
});
