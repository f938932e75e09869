import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makePiece, opposite, type Piece, parsePiece } from '../../src/pieces/army.ts';
import { chessArmy, chessEquipment } from '../../src/rules/chessPieces.ts';
import {
  allMaterials,
  exitMaterials,
  MAX_MEN,
  orient,
  parseMaterial,
} from '../../src/table/material.ts';
import { coloursOf } from './colours.ts';

const parse = (text: string) => unwrap(parseMaterial(text, coloursOf(chessArmy)));
const exits = (text: string) =>
  exitMaterials(parse(text).material, coloursOf(chessArmy), chessEquipment)
    .map(({ name }) => name)
    .sort();

describe('a table is named by its men, the stronger side White', () => {
  test.each([
    ['KQvk', 'KQvk', false],
    ['KQvK', 'KQvk', false],
    [' KQvk ', 'KQvk', false],
    ['QKvk', 'KQvk', false],
    ['kqvK', 'KQvk', true],
    ['kqvk', 'KQvk', false],
    ['kvKQ', 'KQvk', false],
    ['KvkQ', 'KQvk', true],
    ['Kvkq', 'KQvk', true],
    ['KvKQ', 'KQvk', true],
    ['kvkq', 'KQvk', true],
    ['Kvk', 'Kvk', false],
    ['KQvkr', 'KQvkr', false],
    ['KRvKQ', 'KQvkr', true],
    ['KPvkp', 'KPvkp', false],
    ['KvKNB', 'KBNvk', true],
    ['KPNBQvK', 'KQBNPvk', false],
    ['KPPvkrq', 'KQRvkpp', true],
    ['KNNvkb', 'KNNvkb', false],
    ['KQPvKRR', 'KQPvkrr', false],
    ['KRRvKQP', 'KQPvkrr', true],
  ])("'%s' is %s, colours exchanged: %s", (text, name, flipped) => {
    const oriented = parse(text);
    expect(oriented.material.name).toBe(name);
    expect(oriented.flipped).toBe(flipped);
  });

  test('slots: white K Q R B N P, then black k q r b n p, identical pieces next to each other', () => {
    const { men } = parse('PKNRvqk').material;
    expect(men.map((man) => makePiece(chessArmy, man)).join('')).toBe('KRNPkq');
  });
});

describe('what is not the name of a table', () => {
  test.each<[string, string, string | RegExp]>([
    [
      '',
      'material-sides',
      "'' has 1 side: a table is named like KQvk, with one v between two sides",
    ],
    [
      'KQ',
      'material-sides',
      "'KQ' has 1 side: a table is named like KQvk, with one v between two sides",
    ],
    [
      'KQvkvk',
      'material-sides',
      "'KQvkvk' has 3 sides: a table is named like KQvk, with one v between two sides",
    ],
    ...['KQK', 'KQVK', 'kqk', 'kQVk '].map((text): [string, string, RegExp] => {
      return [text, 'material-sides', /has 1 side: .* two sides; did you mean KQvk\?$/];
    }),
    ['KQRK', 'material-sides', /did you mean KQRvk\?$/],
    ['KRKQ', 'material-sides', /did you mean KQvkr\?$/],
    ['KXK', 'material-sides', /two sides$/],
    ['KXvk', 'material-piece', "unknown piece 'X' in 'KXvk': pieces are K Q R B N P"],
    ['KQvk1', 'material-piece', "unknown piece '1' in 'KQvk1': pieces are K Q R B N P"],
    ['KQVvk', 'material-piece', "unknown piece 'V' in 'KQVvk': pieces are K Q R B N P"],
    ['KQ vk', 'material-piece', "unknown piece ' ' in 'KQ vk': pieces are K Q R B N P"],
    ['Qvk', 'material-royal', "'Q' in 'Qvk' has 0 kings: each side has exactly one"],
    ['KQv', 'material-royal', "'' in 'KQv' has 0 kings: each side has exactly one"],
    ['KKvk', 'material-royal', "'KK' in 'KKvk' has 2 kings: each side has exactly one"],
    ['KQvkk', 'material-royal', "'kk' in 'KQvkk' has 2 kings: each side has exactly one"],
    ['KQRBvkqr', 'material-size', "'KQRBvkqr' has 7 men: a table has at most 6"],
  ])("'%s': %s", (text, code, message) => {
    const found = parseMaterial(text, coloursOf(chessArmy));
    expect(found).toMatchObject({ ok: false, problem: { code } });
    if (found.ok) return;
    if (typeof message === 'string') expect(found.problem.message).toBe(message);
    else expect(found.problem.message).toMatch(message);
  });

  test('the offending text is the letter or the whole name', () => {
    expect(parseMaterial('KXvk', coloursOf(chessArmy))).toMatchObject({ problem: { text: 'X' } });
    expect(parseMaterial('KKvk', coloursOf(chessArmy))).toMatchObject({
      problem: { text: 'KKvk' },
    });
  });

  test(`${MAX_MEN} men are accepted`, () => {
    expect(parse('KQRvkbn').material.men).toHaveLength(MAX_MEN);
  });
});

const anySide = fc
  .array(fc.constantFrom(...'QRBNP'), { maxLength: 2 })
  .chain((men) => fc.shuffledSubarray(['K', ...men], { minLength: men.length + 1 }))
  .map((letters) => letters.join(''));

test('an army may have a V: White’s capitals end where the first small v stands', () => {
  const army = [chessArmy[0]!, { ...chessArmy[1]!, letter: 'V' }];
  for (const name of ['KVvk', 'KVvkv', 'KVVvkv', 'KvKV']) {
    const { material } = unwrap(parseMaterial(name, coloursOf(army)));
    expect(material.name).toBe(name === 'KvKV' ? 'KVvk' : name);
  }
  expect(parseMaterial('KVvkvv', coloursOf(chessArmy)).ok).toBe(false);
});

describe('laws of naming', () => {
  test('a name reads back as itself', () => {
    fc.assert(
      fc.property(anySide, anySide, (white, black) => {
        const { material } = parse(`${white}v${black}`);
        expect(parse(material.name)).toEqual({ material, flipped: false });
      }),
    );
  });

  test('colours exchanged name the same table', () => {
    fc.assert(
      fc.property(anySide, anySide, (white, black) => {
        const one = parse(`${white}v${black}`);
        const other = parse(`${black}v${white}`);
        expect(other.material).toEqual(one.material);
        const alike = [...white].sort().join('') === [...black].sort().join('');
        expect(other.flipped).toBe(alike ? one.flipped : !one.flipped);
      }),
    );
  });

  test('orienting men in any order gives the name of their sides', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...'KQPkqr'], { minLength: 6 }), (letters) => {
        const men = letters.map((letter) => parsePiece(chessArmy, letter)!);
        const exchanged: Piece[] = men.map(({ kind, color }) => ({ kind, color: opposite(color) }));
        expect(orient(men, coloursOf(chessArmy)).material.name).toBe('KQRvkqp');
        expect(orient(men, coloursOf(chessArmy)).flipped).toBe(true);
        expect(orient(exchanged, coloursOf(chessArmy)).flipped).toBe(false);
      }),
    );
  });
});

describe('the materials that one move can lead to', () => {
  test.each([
    ['Kvk', []],
    ['KQvk', ['Kvk']],
    ['KPvk', ['KBvk', 'KNvk', 'KQvk', 'KRvk', 'Kvk']],
    ['KQvkr', ['KQvk', 'KRvk']],
    ['KNNvk', ['KNvk']],
    // A pawn may take a pawn, also en passant, but not on the rank where it promotes.
    ['KPvkp', ['KBvkp', 'KNvkp', 'KPvk', 'KQvkp', 'KRvkp']],
    // With a rook to take there, a promotion may capture.
    ['KPvkr', ['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KQvkr', 'KRvk', 'KRvkb', 'KRvkn', 'KRvkr']],
    ['KRvkp', ['KPvk', 'KQvkr', 'KRvk', 'KRvkb', 'KRvkn', 'KRvkr', 'KQvk', 'KBvk', 'KNvk']],
  ])('%s: %j', (name, expected) => {
    expect(exits(name)).toEqual([...expected].sort());
  });

  test('each is named once, and has fewer men or fewer pawns', () => {
    const pawns = (name: string) => [...name].filter((letter) => 'Pp'.includes(letter)).length;
    for (const { name, men } of allMaterials(4, coloursOf(chessArmy))) {
      const names = exits(name);
      expect(new Set(names).size).toBe(names.length);
      for (const exit of names) {
        const smaller = parse(exit).material.men.length < men.length;
        expect(smaller || pawns(exit) < pawns(name), `${name} to ${exit}`).toBe(true);
      }
    }
  });
});

describe('every material of a number of men', () => {
  const published: string[] = Object.keys(
    JSON.parse(readFileSync(new URL('../../figures/chess-dtm-3to5.json', import.meta.url), 'utf8'))
      .tables,
  );

  test.each([
    [2, 1],
    [3, 5],
    [4, 30],
    [5, 110],
  ])('%i men: %i', (men, count) => {
    const names = allMaterials(men, coloursOf(chessArmy)).map(({ name }) => name);
    expect(names).toHaveLength(count);
    expect(names).toEqual([...names].sort());
    expect(names.every((name) => name.length === men + 1)).toBe(true);
  });

  test.each([-1, 0, 1, 2.5])('%d men: none', (men) => {
    expect(allMaterials(men, coloursOf(chessArmy))).toEqual([]);
  });

  test('with three to five men they are the published tables', () => {
    const all = [3, 4, 5].flatMap((men) =>
      allMaterials(men, coloursOf(chessArmy)).map(({ name }) => name),
    );
    const upper = all.map((name) => name.toUpperCase().replace('V', 'v'));
    expect(upper.sort()).toEqual(published.sort());
    expect(published.map((name) => parse(name)).every(({ flipped }) => !flipped)).toBe(true);
  });
});

test('without kings a side may be any pieces, but not none', () => {
  const army = chessArmy.map(({ royal, ...kind }) => kind);
  expect(unwrap(parseMaterial('nvR', coloursOf(army))).material.name).toBe('Rvn');
  for (const text of ['Rv', 'vr', 'v']) {
    expect(parseMaterial(text, coloursOf(army))).toMatchObject({
      problem: { code: 'material-sides', message: expect.stringContaining('side without pieces') },
    });
  }
});
