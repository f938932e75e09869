import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { allGames, findRuleSet, openNames, parametersOf } from '../../src/rules/registry.ts';
import { isHidden } from '../../src/rules/variant.ts';

const illegal = unwrap(findRuleSet('illegal'));

describe('the illegal-move game', () => {
  test('is the only hidden one', () => {
    expect(allGames().filter(isHidden)).toEqual([illegal]);
    const open = allGames().filter((rules) => !isHidden(rules));
    expect(openNames).toEqual(open.map(({ name }) => name));
  });

  test('has the tables of chess, whatever its options', () => {
    for (const name of ['illegal', 'illegal:hp=30,wrong=1']) {
      const { tables, folder, fingerprint } = unwrap(findRuleSet(name));
      expect([tables, folder, fingerprint]).toEqual(['chess', 'chess', chess.fingerprint]);
    }
  });

  test('has its numbers as options', () => {
    const { variant, name } = unwrap(findRuleSet('illegal:hp=007,K=1,P=100'));
    expect(variant.penalties).toMatchObject({ hitPoints: 7, values: [1, 9, 5, 3, 3, 100] });
    expect(name).toBe('illegal:hp=7,K=1,P=100');
    expect(parametersOf(illegal)).toHaveLength(13);
  });

  test.each([
    ['hp', '0', '1 to 1000'],
    ['hp', '1001', '1 to 1000'],
    ['base', '-1', '0 to 100'],
    ['factor', '1.5', '0 to 10'],
    ['wrong', '101', '0 to 100'],
    ['Q', '', '0 to 100'],
  ])('refuses %s=%s', (key, value, range) => {
    expect(findRuleSet(`illegal:${key}=${value}`)).toMatchObject({
      ok: false,
      problem: { code: 'parameter', message: expect.stringContaining(range) },
    });
  });

  test('says which rules are ours, with the numbers that hold', () => {
    const { notes } = unwrap(findRuleSet('illegal:wrong=4')).variant;
    const ours = notes!.filter((note) => note.includes('Ours: '));
    expect(ours[0]).toContain('A claim that is not correct costs 4.');
  });

  test.each([
    'the own king is never taken',
    'legal but for the safety of the own king',
    'mated again',
    'what is possible depends only on what both players see',
    'a draw without a claim stands once the last move is confirmed',
    'The count of moves restarts with a capture and with a pawn that advances',
    'one knight or bishop against a bare king',
    'positions repeat whatever the hit points',
    'how the record is written, but for its marks',
    'who makes a move is told beforehand that it is illegal',
    'no move, no arrow, no check and no earlier position',
    'It flashes that square for a player who wants that',
    'The whole record opens when the game is over',
    'the clock runs on for the player who has to move again',
  ])('says that it is our rule: %s', (words) => {
    const ours = illegal.variant.notes!.filter((note) => note.includes('Ours: '));
    expect(ours.join('\n')).toContain(words);
  });

  test('says with how many hit points it begins', () => {
    const { notes } = unwrap(findRuleSet('illegal:hp=30')).variant;
    expect(notes!.join('\n')).toContain('Each player begins with 30 hit points.');
  });
});
