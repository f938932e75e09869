import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parseBetza } from '../../src/pieces/betza.ts';
import { makeBetza } from '../../src/pieces/makeBetza.ts';
import { isDoubling, terms } from './randomMovements.ts';

const read = (text: string) => unwrap(parseBetza(text));

describe('A movement', () => {
  test.each([
    ['K', 'K'],
    ['Q', 'Q'],
    ['R', 'R'],
    ['NQ', 'QN'],
    ['ADNK', 'KNAD'],
    ['DHFfmW', 'FfmWDH'],
    ['fmWfceFfmnnD', 'fmWfceFfmnnD'],
    ['fmWfceFifmnD', 'fmWfceFifmnD'],
    ['fmWfceFifmnnDifmnnH', 'fmWfceFifmnnDifmnnH'],
    ['ifmnn(4,0)ifmnnA', 'ifmnnAifmnn(4,0)'],
    ['mRcpR', 'mRcpR'],
    ['cpRmR', 'mRcpR'],
    ['FyafsF', 't[FR]'],
    ['t[WB]', 't[WB]'],
    ['WfF', 'WfF'],
    ['fWF', 'FfW'],
    ['FR', 'RF'],
    ['fsW', 'fsW'],
    ['fNrN', 'fNrN'],
    ['ffrrN', 'fNrN'],
    ['f(4,1)r(4,1)', 'ffr(4,1)'],
    ['fhN', 'fhN'],
    ['nN', 'nN'],
    ['N0', 'NN'],
    ['(4,1)0', '(4,1)0'],
    ['(3,1)', 'C'],
    ['R3', 'W3'],
    ['fW0fF0', 'fQ'],
    ['gW1gF1', 'gQ1'],
    ['mWcfW', 'fWmW'],
    ['mfKcbK', 'fmKbcK'],
    ['FceF', 'FceF'],
    ['BFt[FR]', 'Bt[FR]'],
    ['Q5gQ', 'Q5gQ'],
    ['NcNN', 'cNNmN'],
  ])('%s is written %s', (text, made) => {
    expect(makeBetza(read(text))).toBe(made);
  });

  test('of no legs is written with no letters', () => {
    expect(makeBetza([])).toBe('');
  });

  test('is read back as it was', () => {
    fc.assert(
      fc.property(terms, (texts) => {
        const movement = read(texts.join(''));
        expect(read(makeBetza(movement))).toEqual(movement);
      }),
      { numRuns: 1000 },
    );
  });

  test('is written the same whatever the order of the terms', () => {
    const orders = terms.chain((texts) =>
      fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })),
    );
    fc.assert(
      fc.property(orders, ([texts, others]) => {
        fc.pre(!isDoubling(others));
        expect(makeBetza(read(others.join('')))).toBe(makeBetza(read(texts.join(''))));
      }),
    );
  });

  test('of every set of oblique steps takes no more letters than the steps one by one', () => {
    const steps = ['rf', 'fr', 'br', 'rb', 'lb', 'bl', 'fl', 'lf'];
    for (let bits = 1; bits < 256; bits++) {
      const words = steps.filter((_, i) => (bits >> i) & 1);
      const movement = read(words.map((word) => `${word}N`).join(''));
      const made = makeBetza(movement);
      expect(read(made)).toEqual(movement);
      expect(made.length).toBeLessThanOrEqual(Math.min(9, 3 * words.length));
    }
  });

  test('that no text gives cannot be written', () => {
    const bent = read('frt[FR]');
    expect(() => makeBetza(bent.slice(1))).toThrow(RangeError);
    expect(() => makeBetza(bent.filter(({ onward }) => onward))).toThrow(RangeError);
    const lameCamel = { step: [3, 1], range: 1, purpose: 'move', lame: true } as const;
    expect(() => makeBetza([lameCamel])).toThrow(RangeError);
  });
});
