import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { gameOf, isShareable, refOf } from '../../src/rules/gameRef.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { rulesOf } from '../../src/rules/rules.ts';

const text = `[board]
maxRank = 4
maxFile = 4
king = k
startFen = 3k/4/4/3K w - - 0 1

[other]
king = k

[rooks:board]
rook = r
`;

describe('a game of a file', () => {
  const rooks = unwrap(parseVariants(text)).find(({ name }) => name === 'rooks')!;

  test('is made again from its own sections alone, once', () => {
    const ref = refOf(rooks);
    expect(ref.ini).toMatch(/\[board\]\n(.+\n)*\n*\[rooks:board\]/);
    expect(ref.ini).not.toContain('[other]');
    const again = unwrap(gameOf(structuredClone(ref)));
    expect(again.fingerprint).toBe(rooks.fingerprint);
    expect(unwrap(gameOf(refOf(again)))).toBe(again);
    expect(isShareable(rooks)).toBe(true);
  });

  test('is not one that a program has changed since', () => {
    expect(isShareable(rulesOf({ ...rooks.variant, bareRoyalLoses: true }))).toBe(false);
  });
});

test('a built-in game is its name; another of that name, or a new one, is not shareable', () => {
  expect(unwrap(gameOf(refOf(chess)))).toBe(chess);
  const { setwise: _, ...description } = chess.variant;
  const changed = { ...description, bareRoyalLoses: true };
  expect(isShareable(rulesOf(changed))).toBe(false);
  expect(isShareable(rulesOf({ ...description, name: 'mine' }))).toBe(false);
});

test('a description that is none is a problem', () => {
  expect(gameOf({ name: 'rooks', ini: '[other]\nking = k\n' })).toMatchObject({
    problem: { code: 'variants', text: 'rooks' },
  });
});

test('only the last descriptions are remembered: a server meets any number of them', () => {
  const of = (files: number) =>
    unwrap(gameOf({ name: 'mine', ini: `[mine:chess]\nmaxFile = ${files}\n` }));
  const first = of(4);
  for (let i = 0; i < 100; i++) {
    const ini = `[mine:chess]\ntitle = ${i}\n`;
    expect(unwrap(gameOf({ name: 'mine', ini })).title).toBe(`${i}`);
  }
  const again = of(4);
  expect(again === first).toBe(false);
  expect(again.fingerprint).toBe(first.fingerprint);
  expect(of(4) === again).toBe(true);
});
