import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { derivedOf } from '../../../src/format/mtb/derived.ts';
import { pawn, piece } from '../../../src/pieces/kinds.ts';
import { endgameOf } from '../../../src/rules/endgame.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { parseMaterial } from '../../../src/table/material.ts';
import { chessWith } from '../../games/madeGames.ts';
import { gameOf } from '../../games/moves.ts';

function derived(rules: RuleSet, name: string) {
  return derivedOf(endgameOf(rules, unwrap(parseMaterial(name, rules)).material));
}

const around = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]]; // biome-ignore format: eight steps
const forward = [[-1, 1], [1, 1]]; // biome-ignore format: two steps
const diagonal = [[-1, -1], [-1, 1], [1, -1], [1, 1]]; // biome-ignore format: four steps

test.each([
  ['chess', 'P', { pawn: true, leaps: forward }],
  ['hutnik', 'Q', { rides: around }],
  ['hutnik:Q=mRcB', 'Q', { rides: diagonal, movement: 'mRcB' }],
  ['metamachy', 'I', { leaps: around, movement: 'KfmnnD' }],
  ['metamachy', 'C', { movement: 'mRcpR' }],
  ['metamachy', 'P', { pawn: true, leaps: forward, movement: 'fmWfceFfmnnD' }],
  ['shatranj', 'P', { pawn: true, leaps: forward, movement: 'fmWfcF' }],
])('a header says how a piece moves if that does not follow: %s, %s', (game, letter, piece) => {
  const { pieces } = derived(gameOf(game), `K${letter}vk`);
  expect(pieces?.[letter]).toEqual(piece);
});

test.each([
  [5, 6, 5],
  [6, 5, 6],
  [6, 6, undefined],
])('a header says of %i files and %i ranks that there are %s files', (files, ranks, said) => {
  const rules = chessWith(files, ranks, piece('R', 'rook', 'R'), pawn([1]));
  expect(derived(rules, 'KRvk').files).toBe(said);
});
