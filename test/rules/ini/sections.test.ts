import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { chess } from '../../../src/rules/chess.ts';
import { gameOf } from '../../../src/rules/gameRef.ts';
import { findParent, parentNames } from '../../../src/rules/ini/parents.ts';
import { checkVariants, parseVariants } from '../../../src/rules/ini/parseVariants.ts';
import { allGames } from '../../../src/rules/registry.ts';
import { runs, sample } from '../../thorough.ts';
import { printAsFile } from './printAsFile.ts';

const file = `\ufeff# Games\r
[big:small] # a child before its parent\r
maxRank = 6\r
startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ; six ranks\r
promotionRegionWhite = *6\r
; a remark
[small:chess]
maxRank = 5
maxFile = e
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
promotionRegionWhite = *5
doubleStep = false
castling = false
title = Small # chess
source = https://example.org/#small
[third:big]
queen = -
customPiece1 = q:QN
pieceNames = q:amazon
promotionPieceTypes = qrbn
startFen = rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1
`;

describe('sections', () => {
  test('have their parents before or after them, and comments', () => {
    const games = unwrap(parseVariants(file));
    expect(games.map(({ name, board, title }) => [name, board.files, board.ranks, title])).toEqual([
      ['big', 5, 6, 'Big'],
      ['small', 5, 5, 'Small'],
      ['third', 5, 6, 'Third'],
    ]);
    expect(games[1]!.variant.source).toBe('https://example.org/#small');
    expect(games[2]!.army.map(({ letter, name }) => letter + name)).toContain('Qamazon');
  });

  test('mean the same in any order', () => {
    const fingerprints = (text: string) =>
      unwrap(parseVariants(text)).map(({ name, fingerprint }) => [name, fingerprint]);
    const parts = file
      .slice(1)
      .split(/(?=^\[)/m)
      .slice(1);
    const turned = fingerprints(parts.toReversed().join(''));
    expect(turned.toReversed()).toEqual(fingerprints(file));
  });

  test('are kept with their parents of the file, as text that gives the same game', () => {
    for (const game of unwrap(parseVariants(file))) {
      const { ini } = game.variant;
      const again = unwrap(parseVariants(ini!)).at(-1)!;
      expect([again.name, again.fingerprint]).toEqual([game.name, game.fingerprint]);
      expect(again.variant.ini).toBe(ini);
      expect(ini).not.toMatch(/# chess|remark|\[chess\]/);
    }
  });

  test('may restate what their parents have', () => {
    const [child] = unwrap(
      parseVariants('[x:crazyhouse]\npieceDrops = false\ncapturesToHand = false'),
    );
    expect(child!.fingerprint).toBe(printAsFile(chess));
  });

  test('have a key from its last line', () => {
    const [rules] = unwrap(parseVariants('[x:chess]\nmaxFile = 5\nmaxFile = 6'));
    expect(rules!.board.files).toBe(6);
    expect(rules!.variant.ini).toBe('[x:chess]\nmaxFile = 6\n');
  });

  test('are refused if a key of their parent is wrong', () => {
    const [child, parent] = checkVariants('[x:y]\n[y:chess]\nqueeen = q');
    expect(child!.problems[0]!.message).toMatch(/^its parent y is refused: line 3: 'queeen'/);
    expect(parent!.problems).toHaveLength(1);
  });

  test('may leave out what makes their parent no game here, and are made again all the same', () => {
    const [child, parent] = checkVariants(
      '[x:y]\npieceDrops = false\n\n[y:chess]\npieceDrops = true',
    );
    expect(parent!.problems[0]!.message).toContain('pieceDrops = true is not supported');
    const { rules } = child!;
    expect(unwrap(gameOf({ name: 'x', ini: rules!.variant.ini! })).fingerprint).toBe(
      rules!.fingerprint,
    );
  });

  test('cannot have the name of a built-in game', () => {
    for (const { name } of allGames()) {
      const [report] = checkVariants(`[${name}:chess]`);
      expect(report!.problems[0]!.message).toContain(`there is a built-in game ${name}`);
    }
  });
});

test('of a key given twice the last line counts, as in Fairy-Stockfish', () => {
  const [twice, once] = unwrap(
    parseVariants(
      '[x:chess]\nmaxRank = 6\nmustCapture = true\nmustCapture = false\n\n[y:chess]\nmaxRank = 6',
    ),
  );
  expect(twice!.fingerprint).toBe(once!.fingerprint);
});

/** Those whose children can be played without a change. */
const unplayable = [
  '3check', '5check', 'amazons', 'asean', 'ataxx', 'atomar', 'bughouse', 'crazyhouse', 'dobutsu', 'duck',
  'flipello', 'flipersi', 'gorogoro', 'grand', 'janggi', 'makpong', 'minishogi', 'minixiangqi', 'placement',
  'pocketknight', 'seirawan', 'shogi', 'sittuyin', 'snailtrail', 'suicide', 'xiangqi',
]; // biome-ignore format: names

test('every well-known game can be read, and those that can be played have children', () => {
  const names = parentNames();
  expect(names.filter((name) => !findParent(name).ok)).toEqual([]);
  const playable = names.filter((name) => !unplayable.includes(name));
  for (const name of [...unplayable, ...sample(playable)]) {
    expect([name, parseVariants(`[x:${name}]`).ok]).toEqual([name, playable.includes(name)]);
  }
});

test('a child of a built-in game that changes nothing is that game', () => {
  for (const rules of allGames()) {
    const { name } = rules;
    if (['metamachy', 'hutnik', 'illegal'].includes(name)) continue;
    const [child] = unwrap(parseVariants(`[x:${name}]`));
    expect([name, child!.fingerprint]).toEqual([name, printAsFile(rules)]);
    expect(child!.makeFen(child!.start)).toBe(rules.makeFen(rules.start));
  }
});

describe('no input throws', () => {
  const never = (text: string) => {
    for (const { name, rules, problems } of checkVariants(text)) {
      expect(typeof name).toBe('string');
      expect(rules === undefined).toBe(problems.length > 0);
      for (const { message } of problems) expect(message).not.toMatch(/[\r\n]/);
    }
  };

  test('not any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), never), runs(200, 50));
  });

  test('not any keys and values', () => {
    const keys = [
      'king',
      'customPiece1',
      'startFen',
      'maxFile',
      'maxRank',
      'flagRegion',
      'pawnTypes',
    ];
    const key = fc.constantFrom(
      ...keys,
      'promotionPieceTypes',
      'extinctionPieceTypes',
      'pieceNames',
    );
    const value = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('-', '*', 'k:KN', 'a:ifmR5', '5', 'kq'),
    );
    const lines = fc.array(
      fc.tuple(key, value).map(([name, text]) => `${name} = ${text}`),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(lines, (some) => never(['[x:chess]', ...some].join('\n'))),
      runs(200, 20),
    );
  });

  test('not a good file with a change', () => {
    const change = fc.tuple(fc.nat(file.length), fc.nat(8), fc.string({ maxLength: 4 }));
    const changed = change.map(
      ([at, left, text]) => file.slice(0, at) + text + file.slice(at + left),
    );
    fc.assert(fc.property(changed, never), runs(200, 20));
  });
});
