import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { boardOf } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { unwrap } from '../../src/board/result.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn, piece } from '../../src/pieces/kinds.ts';
import { chessCastlings } from '../../src/pieces/specials.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { allGames, findRuleSet, gameNames } from '../../src/rules/registry.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { Variant } from '../../src/rules/variant.ts';
import { makeApi } from '../../src/server/api.ts';
import { Games } from '../../src/server/games/games.ts';
import { DEFAULT_LIMITS } from '../../src/server/limits.ts';
import { machineTime } from '../../src/server/time.ts';
import { DEFAULT_TRANSFER_LIMITS, Transfers } from '../../src/server/transfers.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { variantWith } from './madeGames.ts';
import { gameOf } from './moves.ts';

const names = gameNames;
/** One has those of chess. */
const withOwnTables = names.filter((name) => name !== 'illegal');

/** Some games with parameters, as those that a folder of tables may hold. */
const withParameters = [
  'reach:nomove=chess',
  'hutnik:Q=QN',
  'hutnik:Q=QN,promote=QR',
  'hutnik:N=(4,1)',
  'hutnik:Q=t[FR],reach=king',
];

describe('every game has', () => {
  test('a name of its own', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(allGames())('$name: a name for addresses and folders, and a page', (rules) => {
    expect(rules.folder).toBe(rules.name === 'illegal' ? 'chess' : rules.name);
    expect(rules.title).not.toBe('');
    expect(rules.about).toMatch(/^[A-Z].*\.$/);
    expect(rules.variant.source).not.toBe('');
  });

  test('whose parameters are in the title if they are not the usual ones', () => {
    const titleOf = (name: string) => unwrap(findRuleSet(name)).title;
    expect(titleOf('reach:nomove=chess')).toBe('Reach Chess (nomove=chess)');
    expect(titleOf('hutnik:reach=king,Q=QN,R=R')).toBe('Hutnik’s Meta Chess (Q=QN,reach=king)');
    expect(titleOf('reach:nomove=pass')).toBe('Reach Chess');
  });

  test.each(allGames())('$name: the example of a FEN is one of this game', (rules) => {
    const read = rules.parseFen('hello');
    const example = read.ok ? '' : /such as '(.*)'$/.exec(read.problem.message)![1]!;
    expect(unwrap(rules.parseFen(example)).equipment.board).toBe(rules.board);
  });

  const withStart = allGames().filter(({ variant }) => variant.start !== undefined);
  test.each(withStart)('$name: a start that is read back and has moves', (rules) => {
    const start = rules.makeFen(rules.start);
    expect(rules.makeFen(unwrap(rules.parseFen(start)))).toBe(start);
    expect(unwrap(rules.parseFen('startpos'))).toEqual(rules.start);
    expect(rules.ending(rules.start)).toBeUndefined();
    expect(rules.legalMoves(rules.start)).not.toEqual([]);
  });
});

describe('a description is refused', () => {
  const plain = variantWith(8, 8, piece('R', 'rook', 'R'));

  test.each([
    ...['../../evil', 'A', 'games/x', 'Reach', '-x', '', ':Q=QN', 'a b', 'x'.repeat(33)],
    ...['games', 'tables:x=y'],
  ])("with the name '%s'", (name) => {
    expect(() => rulesOf({ ...plain, name })).toThrow(RangeError);
  });

  test.each(['x'.repeat(32), '3-check', 'own:a=b'])("but not with the name '%s'", (name) => {
    expect(rulesOf({ ...plain, name }).name).toBe(name);
  });

  test.each(['K', 'r', '', 'RR', 'É'])("with the letters K, R and '%s'", (letter) => {
    const variant = variantWith(8, 8, piece('R', 'rook', 'R'), piece(letter, 'other', 'N'));
    expect(() => rulesOf(variant)).toThrow(RangeError);
  });

  test.each([
    ['a royal piece', [0]],
    ['what it was, over another piece', [2]],
    ['nothing that there is', [4]],
  ])('with a pawn that becomes %s', (_, promotions) => {
    const knight = { ...piece('N', 'knight', 'N'), promotions: [3] };
    const variant = variantWith(8, 8, piece('R', 'rook', 'R'), knight, pawn(promotions));
    expect(() => rulesOf(variant)).toThrow(RangeError);
  });

  test('but V may be a piece', () => {
    const rules = rulesOf(variantWith(8, 8, piece('V', 'fiveleaper', '(4,3)')));
    expect(unwrap(rules.parseFen('v6k/8/8/8/8/8/8/K6V w - -')).sides[0]).toHaveLength(2);
  });
});

describe('on the server', () => {
  const games = unwrap(Games.open({ file: ':memory:' }));
  afterAll(() => games.close(0));
  const rules = [...names, ...withParameters].map(gameOf);
  const services = rules.map((each) => ({
    store: new TableStore(each, tmpdir()),
    tablebase: new Tablebase(each, new FileSource(each, tmpdir())),
  }));
  const options = {
    services,
    games,
    transfers: new Transfers(DEFAULT_TRANSFER_LIMITS, machineTime),
    limits: DEFAULT_LIMITS,
    version: '1',
    visitor: () => 'somebody',
  };

  test('no game has the name of another route', () => {
    const segments = (services: typeof options.services) =>
      makeApi({ ...options, services }).routes.map(({ path }) => path.split('/')[1]!);
    // Those of chess alone, for tools of lichess, are added with it.
    const chess = services.filter(({ store }) => store.rules.name === 'chess');
    const others = new Set(segments(chess).filter((each) => each !== 'chess'));
    expect([...others].sort()).toEqual(['*', 'games', 'health', 'lila', 'openapi.json', 'tables']);
    const plain = variantWith(8, 8);
    for (const name of others) expect(() => rulesOf({ ...plain, name })).toThrow(RangeError);
    expect(segments(services).sort()).toEqual(expect.arrayContaining([...names]));
  });

  test.each([...names, ...withParameters])('%s has an address for positions', async (name) => {
    const response = await makeApi(options).request(`/${name}?fen=`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'fen-fields' } });
  });
});

describe('the folder of tables', () => {
  // Tables of a release are found by the next one.
  test.each([
    ['reach:nomove=chess', 'reach-2cb70715'],
    ['hutnik:Q=QN', 'hutnik-ad9f314f'],
    ['hutnik:Q=NQ', 'hutnik-ad9f314f'],
    ['hutnik:N=(4,1)', 'hutnik-753218f7'],
  ])('of %s is %s', (name, folder) => {
    expect(gameOf(name).folder).toBe(folder);
  });

  test('is no other game’s', () => {
    const folders = [...withOwnTables, ...withParameters].map((name) => gameOf(name).folder);
    expect(new Set(folders).size).toBe(folders.length);
  });

  test('is not the name of a game', () => {
    expect(findRuleSet('hutnik-ad9f314f')).toMatchObject({ ok: false, problem: { code: 'rules' } });
  });
});

describe('a fingerprint', () => {
  const fingerprintOf = (variant: Variant) => rulesOf(variant).fingerprint;
  const board = boardOf(8, 8);
  const rook = piece('R', 'rook', 'R');
  const plain = variantWith(8, 8, rook, pawn([1]));
  const withArmy = (...army: Parameters<typeof variantWith>[2][]) => variantWith(8, 8, ...army);

  test('differs between all games but hutnik, which has the tables of chess if all pieces move as there', () => {
    const all = [...withOwnTables, ...withParameters].filter((name) => name !== 'hutnik');
    const fingerprints = all.map((name) => gameOf(name).fingerprint);
    expect(new Set(fingerprints).size).toBe(all.length);
    for (const each of fingerprints) expect(each).toMatch(/^[0-9a-f]{8}$/);
    for (const name of ['hutnik', 'illegal']) {
      expect(gameOf(name).fingerprint).toBe(gameOf('chess').fingerprint);
    }
  });

  const { equipment } = plain;
  const same: [what: string, variant: Variant][] = [
    ['the name', { ...plain, name: 'other' }],
    ['the title', { ...plain, title: 'Other' }],
    ['the words', { ...plain, about: 'Other.', source: 'other', notes: ['Other.'] }],
    ['the start', { ...plain, start: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' }],
    [
      'the names of the ends',
      { ...plain, stuck: { attacked: { reason: 'x', wdl: -1 }, free: { reason: 'y', wdl: 0 } } },
    ],
    ['the names of the pieces', withArmy({ ...rook, name: 'tower' }, pawn([1]))],
    ['the letters of the pieces', withArmy({ ...rook, letter: 'T' }, pawn([1]))],
    ['the way a movement is written', withArmy(piece('R', 'rook', 'lrWWfbW0'), pawn([1]))],
    ['the order of legs', withArmy({ ...rook, movement: rook.movement.toReversed() }, pawn([1]))],
    [
      'a home from which nothing moves otherwise',
      withArmy({ ...rook, home: onRanks(1) }, pawn([1])),
    ],
    [
      'castling',
      { ...plain, equipment: new Equipment(board, equipment.army, chessCastlings(board, 1)) },
    ],
  ];
  test.each(same)('does not depend on %s', (_, variant) => {
    expect(fingerprintOf(variant)).toBe(fingerprintOf(plain));
  });

  const bar = { name: 'no mate', followsMoves: true, words: 'No mate.', permits: () => true };
  const other: [what: string, variant: Variant][] = [
    ['the board', variantWith(9, 8, rook, pawn([1]))],
    ['the board turned', variantWith(8, 9, rook, pawn([1]))],
    ['a movement', withArmy(piece('R', 'rook', 'RN'), pawn([1]))],
    ['a range', withArmy(piece('R', 'rook', 'R6'), pawn([1]))],
    ['what a movement is for', withArmy(piece('R', 'rook', 'mR'), pawn([1]))],
    ['a hop', withArmy(piece('R', 'rook', 'pR'), pawn([1]))],
    ['the kinds', withArmy(rook, piece('N', 'knight', 'N'), pawn([1]))],
    ['their order', withArmy(pawn([2]), rook)],
    ['promotion', withArmy(rook, pawn([]))],
    ['staying a pawn', withArmy(rook, { ...pawn([1]), mayStay: true })],
    ['being a pawn', withArmy(rook, { ...pawn([1]), pawn: false })],
    ['where pawns step twice', withArmy(rook, { ...pawn([1]), home: onRanks(3) })],
    ['stalemate', { ...plain, stuck: { attacked: { reason: 'checkmate', wdl: -1 }, free: { reason: 'stalemate', wdl: -1 } } }],
    ['passing', { ...plain, stuck: 'pass' }],
    ['a goal', { ...plain, goal: { region: onRanks(-1), name: 'reached' } }],
    ['the region of a goal', { ...plain, goal: { region: onRanks(-1, -2), name: 'reached' } }],
    ['the pieces of a goal', { ...plain, goal: { region: onRanks(-1), kinds: [0], name: 'reached' } }],
    ['bare kings', { ...plain, bareRoyalLoses: true }],
    ['a bar', { ...plain, bar }],
    ['another bar', { ...plain, bar: { ...bar, name: 'no check' } }],
  ]; // biome-ignore format: a variant a line
  test.each(other)('depends on %s', (_, variant) => {
    expect(fingerprintOf(variant)).not.toBe(fingerprintOf(plain));
  });

  test('differs between all of these', () => {
    const all = other.map(([, variant]) => fingerprintOf(variant));
    expect(new Set(all).size).toBe(other.length);
  });
});
