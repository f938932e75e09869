import { describe, expect, test } from 'vitest';
import { gameOf, played, read } from './moves.ts';
import { isEven, isOdd, outcome, verdicts } from './reachOutcomes.ts';

// The puzzle of Fig. 4 of the paper. Its diagram is lost, but its solution pins the pieces down, and says who wins and by
// which moves. In how many plies was found by another program under the same rules.

const reach = gameOf('reach');

const LONGEST = 11;

// [FEN, result, verdicts of single moves, the verdict of all others, how many those are]
type Claims = readonly [
  fen: string,
  result: string,
  moves: Readonly<Record<string, string>>,
  others: 'L' | 'L2',
  count: number,
];

const positions: readonly Claims[] = [
  // Taking the rook "would be a losing play".
  ['8/8/2r3r1/6p1/8/5Bpk/3B4/6K1 w', 'W11', { Bc3: 'W11', Bxc6: 'L6' }, 'L', 17],
  ['8/8/2r3r1/6p1/8/2B2Bpk/8/6K1 b', 'L10', { Rgf6: 'L10', Rg7: 'L4', Rxc3: 'L2' }, 'L2', 16],
  ['8/8/2r2r2/6p1/8/2B2Bpk/8/6K1 w', 'W9', { Kh1: 'W9' }, 'L', 19],
  // The only moves that keep both rooks at home.
  ['8/8/2r2r2/6p1/8/2B2Bpk/8/7K b', 'L8', { 'g2+': 'L8', Kh4: 'L6', g4: 'L6' }, 'L2', 18],
  ['8/8/2r2r2/8/6p1/2B2Bpk/8/7K w', 'W5', { 'Bg2+': 'W5' }, 'L', 16],
  ['8/8/2r2r2/6p1/8/2B2B1k/6p1/7K w', 'W7', { Kg1: 'W7', 'Bxg2+': 'L8' }, 'L', 0],
  ['8/8/2r2r2/6p1/8/2B2B1k/6p1/6K1 b', 'L6', { Kh4: 'L6', g4: 'L6', Kg3: 'L4' }, 'L2', 18],
  ['8/8/2r2r2/6p1/8/2B2Bk1/6p1/6K1 w', 'W3', { 'Be5+': 'W3' }, 'L', 16],
  // The second win is not in the paper.
  ['8/8/2r2r2/6p1/7k/2B2B2/6p1/6K1 w', 'W5', { Kxg2: 'W5', 'Be1+': 'W9' }, 'L', 18],
  // Zugzwang.
  ['8/8/2r2r2/6p1/7k/2B2B2/6K1/8 b', 'L4', { g4: 'L4' }, 'L2', 18],
  ['8/8/2r2B2/8/6pk/5B2/6K1/8 b', 'L2', { Rxf6: 'L2', Kh5: 'L2' }, 'L2', 0],
];

describe('in the puzzle of the paper', () => {
  test.each(positions)('%s: %s', (fen, result, moves, others, count) => {
    const found = verdicts(read(reach, fen), LONGEST);
    const rest = [...found].filter(([san]) => !(san in moves));
    expect(Object.fromEntries([...found].filter(([san]) => san in moves))).toEqual(moves);
    expect(rest.filter(([, verdict]) => !verdict.startsWith(others))).toEqual([]);
    expect(rest).toHaveLength(count);
    expect(`${result[0]}${outcome(read(reach, fen), LONGEST)}`).toBe(result);
  });

  test('2...Kh4 3.Kg2 wins, into zugzwang; Kg1 is undecided within 9 plies, and all else loses', () => {
    const position = read(reach, '8/8/2r2r2/6p1/7k/2B2Bp1/8/7K w');
    const found = verdicts(position, 1 + 9);
    expect(found.get('Kg2')).toBe('W5');
    expect(found.get('Kg1')).toBe('?');
    const others = [...found].filter(([san]) => san !== 'Kg2' && san !== 'Kg1');
    expect(others).toHaveLength(17);
    expect(others.filter(([, verdict]) => !verdict.startsWith('L'))).toEqual([]);
    expect(outcome(position, LONGEST)).toBe(5);
    // Two plies further it wins, too.
    expect(verdicts(position, LONGEST).get('Kg1')).toBe('W11');
  });

  test.each([
    ['2.Kh1', '8/8/2r2r2/6p1/8/2B2Bpk/8/7K b', ['Kh4', 'g2+', 'g4']],
    ['3.Kg1', '8/8/2r2r2/6p1/8/2B2B1k/6p1/6K1 b', ['Kg3', 'Kh4', 'g4']],
    ['4.Kxg2', '8/8/2r2r2/6p1/7k/2B2B2/6K1/8 b', ['g4']],
  ])('after %s no rook can move but to lose at once', (_, fen, others) => {
    const found = [...verdicts(read(reach, fen), LONGEST)];
    const [rooks, rest] = [true, false].map((is) =>
      found.filter(([san]) => (san[0] === 'R') === is),
    );
    expect(rooks!.map(([, verdict]) => verdict)).toEqual(Array(18).fill('L2'));
    expect(rest!.map(([san]) => san).sort()).toEqual(others);
  });

  test('5.Bxf6+ is the only win within 3 plies', () => {
    const position = read(reach, '8/8/2r2r2/8/6pk/2B2B2/6K1/8 w');
    const wins = [...verdicts(position, 3)].filter(([, verdict]) => verdict.startsWith('W'));
    expect(wins).toEqual([['Bxf6+', 'W3']]);
    expect(outcome(position, LONGEST)).toBe(3);
  });

  test('6.Ba8 is the only move that reaches', () => {
    const position = read(reach, '8/8/5r2/8/6pk/5B2/6K1/8 w');
    const reaching = [...verdicts(position, 1)].filter(([, verdict]) => verdict === 'W1');
    expect(reaching).toEqual([['Ba8#', 'W1']]);
    expect(outcome(position, LONGEST)).toBe(1);
  });

  test('3...Kh4 is the only legal reply to 3.Bg2+, and then 4.Bxf6+ wins', () => {
    const replying = read(reach, '8/8/2r2r2/8/6p1/2B2Bpk/8/7K w', 'Bg2+');
    expect([...verdicts(replying, 4)]).toEqual([['Kh4', 'L4']]);
    const position = played(reach, replying, 'Kh4');
    expect(verdicts(position, 3).get('Bxf6+')).toBe('W3');
  });

  // The paper's "5... Rc3xf6" is a slip for Rc6xf6.
  test.each([
    ['2...g2+', 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4 Kxg2 g4 Bxf6+ Rxf6 Ba8#'],
    ['2...Kh4', 'Bc3 Rgf6 Kh1 Kh4 Kg2 g4 Bxf6+ Kh5'],
    ['2...g4', 'Bc3 Rgf6 Kh1 g4 Bg2+ Kh4 Bxf6+'],
  ])('the solution with %s is legal, and White never lets go of the win', (_, line) => {
    let position = read(reach, '8/8/2r3r1/6p1/8/5Bpk/3B4/6K1 w');
    for (const [ply, san] of line.split(' ').entries()) {
      position = played(reach, position, san);
      expect((ply % 2 === 0 ? isEven : isOdd)(outcome(position, LONGEST)), san).toBe(true);
    }
  });
});
