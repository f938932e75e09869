import { describe, expect, test } from 'vitest';
import type { Step } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseBetza } from '../../src/pieces/betza.ts';
import { ENDLESS, type Leg, type Movement, type Purpose } from '../../src/pieces/legs.ts';

const read = (text: string) => unwrap(parseBetza(text));

/** The steps of a movement, each once: `-1,2`. */
function stepsOf(movement: Movement): string[] {
  return [...new Set(movement.map(({ step }) => step.join()))].sort();
}

function expectSteps(text: string, squares: string): void {
  expect(stepsOf(read(text)), text).toEqual(squares.split(' ').sort());
}

describe('An atom', () => {
  test.each([
    ['W', '1,0 -1,0 0,1 0,-1'],
    ['F', '1,1 1,-1 -1,1 -1,-1'],
    ['D', '2,0 -2,0 0,2 0,-2'],
    ['N', '1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2'],
    ['A', '2,2 2,-2 -2,2 -2,-2'],
    ['H', '3,0 -3,0 0,3 0,-3'],
    ['C', '1,3 3,1 3,-1 1,-3 -1,-3 -3,-1 -3,1 -1,3'],
    ['Z', '2,3 3,2 3,-2 2,-3 -2,-3 -3,-2 -3,2 -2,3'],
    ['G', '3,3 3,-3 -3,3 -3,-3'],
    ['(4,0)', '4,0 -4,0 0,4 0,-4'],
    ['(15,15)', '15,15 15,-15 -15,15 -15,-15'],
  ])('%s stands for all its symmetric leaps, to move and to take', (text, squares) => {
    expectSteps(text, squares);
    expect(read(text).length).toBe(2 * squares.split(' ').length);
    expect(read(text).every(({ range }) => range === 1)).toBe(true);
  });

  test.each([
    ['K', 'WF'],
    ['R', 'W0'],
    ['R', 'WW'],
    ['B', 'F0'],
    ['Q', 'W0F0'],
    ['Q', 'RB'],
    ['R4', 'W4'],
    ['Q2', 'W2F2'],
    ['R1', 'W'],
    ['R0', 'R'],
    ['NN', 'N0'],
    ['(3,1)', 'C'],
    ['(3,1)0', 'CC'],
    ['(1,0)(1,1)', 'K'],
    ['t[FR]', 'FyafsF'],
    ['t[WB]', 'WyafsW'],
    ['Nfmt[FR]', 'NfmFfmyafsF'],
    ['lct[WB]K', 'lcWlcyafsWK'],
  ])('%s is %s', (text, same) => {
    expect(read(text)).toEqual(read(same));
  });

  test.each([
    ['W3', 3],
    ['W15', ENDLESS],
    ['W99', ENDLESS],
    ['N6', 6],
    ['N7', ENDLESS],
    ['(5,0)2', 2],
    ['(5,0)3', ENDLESS],
    ['(8,1)0', 1],
  ])('%s has range %i: more than the largest board has room for is endless', (text, range) => {
    expect(new Set(read(text).map((leg) => leg.range))).toEqual(new Set([range]));
  });
});

describe('A direction', () => {
  test.each([
    ['fW', '0,1'],
    ['fsW', '0,1 -1,0 1,0'],
    ['lvD', '-2,0 0,2 0,-2'],
    ['fflW', '0,1 -1,0'],
    ['fmlW', '0,1 -1,0'],
    ['vsR', '1,0 -1,0 0,1 0,-1'],
    ['bH', '0,-3'],
  ])('of orthogonal %s: each letter is one, and letters add up', expectSteps);

  test.each([
    ['fF', '1,1 -1,1'],
    ['flF', '-1,1'],
    ['lfF', '-1,1'],
    ['rbB', '1,-1'],
    ['fbF', '1,1 1,-1 -1,1 -1,-1'],
    ['ffllA', '2,2 -2,2 -2,-2'],
    ['fblG', '3,3 -3,3 -3,-3'],
    ['sF', '1,1 1,-1 -1,1 -1,-1'],
    ['fsF', '1,1 -1,1'],
  ])('of diagonal %s: one letter is a pair, two that cross are one', expectSteps);

  test.each([
    ['fN', '1,2 -1,2'],
    ['ffN', '1,2 -1,2'],
    ['lfN', '-1,2'],
    ['flN', '-2,1'],
    ['fsN', '-2,1 2,1'],
    ['bsN', '-2,-1 2,-1'],
    ['lvN', '-1,2 -1,-2'],
    ['rvN', '1,2 1,-2'],
    ['vN', '1,2 -1,2 1,-2 -1,-2'],
    ['sN', '2,1 2,-1 -2,1 -2,-1'],
    ['fhN', '-2,1 -1,2 1,2 2,1'],
    ['rhN', '1,2 2,1 2,-1 1,-2'],
    ['hrN', '1,2 2,-1 -1,-2 -2,1'],
    ['hlN', '-1,2 2,1 1,-2 -2,-1'],
    ['ffrrN', '1,2 -1,2 2,1 2,-1'],
    ['fblN', '1,2 -1,2 -2,-1'],
    ['lfC', '-1,3'],
    ['fl(4,1)', '-4,1'],
  ])('of oblique %s: the last letter is the longer way', expectSteps);

  test.each([
    ['fK', '-1,1 0,1 1,1'],
    ['flK', '-1,1 0,1 -1,0'],
    ['ffllQ', '-1,1 1,1 -1,-1 0,1 -1,0'],
    ['fsK', '-1,1 0,1 1,1 -1,0 1,0'],
  ])('of %s holds for W and F by themselves', expectSteps);

  test('of oblique leaps agrees with a compass of eight', () => {
    for (const letters of wordsUpTo(3)) {
      const expected = compass(letters);
      const found = parseBetza(`${letters}N`);
      if (expected === undefined) {
        expect(found, letters).toMatchObject({ problem: { code: 'betza-direction' } });
      } else {
        expect(stepsOf(unwrap(found)), letters).toEqual(expected);
      }
    }
  });
});

const LETTERS = 'fblrvsh';

function wordsUpTo(length: number): string[] {
  if (length === 1) return [...LETTERS];
  const shorter = wordsUpTo(length - 1);
  return [...shorter, ...shorter.flatMap((word) => [...LETTERS].map((letter) => word + letter))];
}

/** Clockwise from one step right of straight ahead. */
const CLOCK = ['1,2', '2,1', '2,-1', '1,-2', '-1,-2', '-2,-1', '-2,1', '-1,2'];
const NARROW = { f: '70', r: '12', b: '34', l: '56', v: '7034', s: '1256', h: '' };
const WIDE = { f: '6701', r: '0123', b: '2345', l: '4567', v: '', s: '', h: '' };

/** The knight's steps from a table of clock hours, or undefined for words that have no meaning. */
function compass(letters: string): string[] | undefined {
  const hours = new Set<string>();
  for (let rest = letters; rest !== ''; ) {
    const pair = /^(?:[fbvh][lrsh]|[lrsh][fbvh]|ff|bb|ll|rr|vv|ss)/.exec(rest)?.[0];
    const [one, other] = [...(pair ?? rest[0]!)] as (keyof typeof WIDE)[];
    rest = rest.slice(pair ? 2 : 1);
    let found = NARROW[one!];
    if (pair === 'hr') found = '0246';
    else if (pair === 'hl') found = '1357';
    else if (other === 'h') found = WIDE[one!];
    else if (other && other !== one) {
      found = [...WIDE[one!]].filter((hour) => NARROW[other].includes(hour)).join('');
    }
    if (found === '') return undefined;
    for (const hour of found) hours.add(hour);
  }
  return [...hours].map((hour) => CLOCK[Number(hour)]!).sort();
}

describe('A modifier', () => {
  test('says whether the piece moves, takes, or both', () => {
    const purposes = (text: string) => [...new Set(read(text).map(({ purpose }) => purpose))];
    expect(purposes('mN')).toEqual(['move']);
    expect(purposes('cN')).toEqual(['take']);
    expect(purposes('N').sort()).toEqual(['move', 'take']);
    expect(read('mcN')).toEqual(read('N'));
  });

  test('makes a leg lame, hopping or initial', () => {
    expect(read('flcnN')).toEqual([{ step: [-2, 1], range: 1, purpose: 'take', lame: true }]);
    expect(read('fcpR')).toEqual([{ step: [0, 1], range: ENDLESS, purpose: 'take', hop: 'over' }]);
    expect(read('fmgW3')).toEqual([{ step: [0, 1], range: 3, purpose: 'move', hop: 'behind' }]);
    expect(read('ifmW2')).toEqual([{ step: [0, 1], range: 2, purpose: 'move', initial: true }]);
  });

  test('may stand in any order', () => {
    expect(read('flmniN')).toEqual(read('inmflN'));
    expect(read('mflN')).toEqual(read('flmN'));
  });

  test('n says nothing of steps to a neighbouring square', () => {
    expect(read('nK')).toEqual(read('K'));
    expect(read('nR')).toEqual(read('R'));
  });
});

describe('A pawn', () => {
  test('steps, takes, takes en passant, and can be taken so', () => {
    expect(read('fmWfceFfmnnD')).toEqual([
      { step: [0, 1], range: 1, purpose: 'move' },
      { step: [-1, 1], range: 1, purpose: 'take' },
      { step: [1, 1], range: 1, purpose: 'take' },
      { step: [-1, 1], range: 1, purpose: 'take', enPassant: true },
      { step: [1, 1], range: 1, purpose: 'take', enPassant: true },
      { step: [0, 2], range: 1, purpose: 'move', lame: true, enPassant: true },
    ]);
  });

  test('nn is n on other atoms, and where it takes', () => {
    expect(read('nnN')).toEqual(read('nN'));
    expect(read('fnnD')).toEqual(read('fnD'));
    expect(read('fmnnN')).toEqual(read('fmnN'));
  });

  test.each(['H', 'A', 'G', '(4,0)'])(
    'can be taken on any square that a longer step passes: %s',
    (atom) => {
      const lame = read(`fmn${atom}`);
      expect(lame.length).toBeGreaterThan(0);
      expect(read(`fmnn${atom}`)).toEqual(lame.map((leg) => ({ ...leg, enPassant: true })));
    },
  );
});

function bent(step: Step, onward: Step, purpose: Purpose): Leg {
  return { step, onward, range: ENDLESS, purpose };
}

describe('A bent rider', () => {
  test('goes on outward from the square of its first step', () => {
    expect(read('flmt[FR]')).toEqual([
      { step: [-1, 1], range: 1, purpose: 'move' },
      bent([-1, 1], [-1, 0], 'move'),
      bent([-1, 1], [0, 1], 'move'),
    ]);
    expect(read('rct[WB]')).toEqual([
      { step: [1, 0], range: 1, purpose: 'take' },
      bent([1, 0], [1, -1], 'take'),
      bent([1, 0], [1, 1], 'take'),
    ]);
  });

  test('has 24 squares from d4 on an empty board', () => {
    expect(targets(read('t[FR]'), 3, 3).size).toBe(24);
    const others = [...targets(read('t[WB]'), 3, 3)].map((square) => square.split(','));
    // The other colour than d4, which is dark.
    expect(others.every(([x, y]) => (Number(x) + Number(y)) % 2 === 1)).toBe(true);
  });
});

test.each([
  ['Q', 27],
  ['KNAD', 24],
  ['fhN', 4],
])('%s has %i targets from d4 on an empty board', (text, count) => {
  expect(targets(read(text), 3, 3).size).toBe(count);
});

/** The squares of the empty board of 8x8 that a movement reaches. */
function targets(movement: Movement, file: number, rank: number): Set<string> {
  const found = new Set<string>();
  for (const { step, onward, range } of movement) {
    const from = onward ? [file + step[0], rank + step[1]] : [file, rank];
    const [x, y] = onward ?? step;
    for (let times = 1; times <= range; times++) {
      const square = [from[0]! + times * x, from[1]! + times * y];
      if (square.some((each) => each < 0 || each > 7)) break;
      found.add(square.join());
    }
  }
  return found;
}

describe('A text that is wrong', () => {
  test.each([
    ['KéD', 'betza-letter', 2, 'é'],
    ['😀', 'betza-letter', 1, '😀'],
    ['K N', 'betza-letter', 2, ' '],
    ['WfE', 'betza-letter', 3, 'E'],
    ['jR', 'betza-unsupported', 1, 'j'],
    ['Kmq', 'betza-unsupported', 3, 'q'],
    ['zB', 'betza-unsupported', 1, 'z'],
    ['oR', 'betza-unsupported', 1, 'o'],
    ['KmabK', 'betza-unsupported', 3, 'a'],
    ['FyafsW', 'betza-unsupported', 2, 'y'],
    ['fFyafsF', 'betza-unsupported', 3, 'y'],
    ['FFyafsF', 'betza-unsupported', 3, 'y'],
    ['uN', 'betza-unsupported', 1, 'u'],
    ['dN', 'betza-unsupported', 1, 'd'],
    ['xN', 'betza-unsupported', 1, 'x'],
    ['KisO2', 'betza-unsupported', 4, 'O'],
    ['U', 'betza-unsupported', 1, 'U'],
    ['N@', 'betza-unsupported', 2, '@'],
    ['L', 'betza-unsupported', 1, 'L'],
    ['fJ', 'betza-unsupported', 2, 'J'],
    ['Nt[RB]', 'betza-unsupported', 2, 't[RB]'],
    ['t', 'betza-unsupported', 1, 't'],
    ['Kfm', 'betza-atom', 3, 'm'],
    ['(1,4)', 'betza-leap', 1, '(1,4)'],
    ['(0,0)', 'betza-leap', 1, '(0,0)'],
    ['N(16,0)', 'betza-leap', 2, '(16,0)'],
    ['(4,01)', 'betza-leap', 1, '(4,01)'],
    ['(4;1)', 'betza-leap', 1, '(4;1)'],
    ['3N', 'betza-range', 1, '3'],
    ['WK2', 'betza-range', 3, '2'],
    ['N05', 'betza-range', 2, '05'],
    ['NN3', 'betza-range', 3, '3'],
    ['RR', 'betza-range', 1, 'RR'],
    ['NBB', 'betza-range', 2, 'BB'],
    ['QQ', 'betza-range', 1, 'QQ'],
    ['KK', 'betza-range', 1, 'KK'],
    ['t[FR]4', 'betza-range', 6, '4'],
    ['FyafsFF', 'betza-range', 7, 'F'],
    ['NfhW', 'betza-direction', 2, 'fh'],
    ['hF', 'betza-direction', 1, 'h'],
    ['fhK', 'betza-direction', 1, 'fh'],
    ['hN', 'betza-direction', 1, 'h'],
    ['fshN', 'betza-direction', 3, 'h'],
    ['mvsN', 'betza-direction', 2, 'vs'],
    ['sfF', 'betza-direction', 1, 'sf'],
    ['fmlF', 'betza-direction', 1, 'fl'],
    ['mmW', 'betza-repeated', 2, 'm'],
    ['ppR', 'betza-repeated', 2, 'p'],
    ['nmnD', 'betza-repeated', 3, 'n'],
    ['nnnD', 'betza-repeated', 3, 'n'],
    ['cpN', 'betza-hop', 2, 'p'],
    ['pW', 'betza-hop', 1, 'p'],
    ['pW1', 'betza-hop', 1, 'p'],
    ['gK', 'betza-hop', 1, 'g'],
    ['gNN', 'betza-hop', 1, 'g'],
    ['pt[FR]', 'betza-hop', 1, 'p'],
    ['pgR', 'betza-hop', 1, 'p'],
    ['nC', 'betza-lame', 1, 'n'],
    ['Nn(4,1)', 'betza-lame', 2, 'n'],
    ['nt[WB]', 'betza-lame', 1, 'n'],
    ['pnR', 'betza-lame', 2, 'n'],
    ['fceW', 'betza-en-passant', 3, 'e'],
    ['ceF2', 'betza-en-passant', 2, 'e'],
    ['ceB', 'betza-en-passant', 2, 'e'],
    ['ceK', 'betza-en-passant', 2, 'e'],
    ['feF', 'betza-en-passant', 2, 'e'],
  ])('%s is refused where it is wrong', (text, code, character, part) => {
    const result = parseBetza(text);
    expect(result).toMatchObject({ ok: false, problem: { code, text: part } });
    const { message } = (result as { problem: { message: string } }).problem;
    expect(message).toMatch(new RegExp(`^'.*' at character ${character}: .{10}`, 'u'));
  });

  test('has no characters, or more than 256', () => {
    expect(parseBetza('')).toMatchObject({ problem: { code: 'betza-empty' } });
    expect(parseBetza('mW'.repeat(128)).ok).toBe(true);
    const long = 'mW'.repeat(128).concat('K');
    expect(parseBetza(long)).toMatchObject({ problem: { code: 'betza-length', text: long } });
  });
});
