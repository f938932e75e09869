import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeCourier, parseCourier } from '../../src/notation/gameCourier.ts';
import { isCapture } from '../../src/position/makeMove.ts';
import type { Move } from '../../src/position/moves.ts';
import { type Position, royalOf } from '../../src/position/position.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { random } from '../../tools/random.ts';
import { fenOf, gameOf, read } from '../games/moves.ts';
import { cases, seed } from '../thorough.ts';

// Full algebraic notation, as the page of Game Courier on the game of wdtr2 explains it, and metamachy.md bounds it.

const metamachy = gameOf('metamachy');
const chess = gameOf('chess');

const at = (pieces: string, rest?: string, ...moves: readonly string[]) =>
  read(metamachy, fenOf(metamachy, pieces, rest), ...moves);

const parse = (position: Position, text: string, rules: RuleSet = metamachy) =>
  parseCourier(position, text, rules.moves(position));

const uciOf = (position: Position, text: string, rules: RuleSet = metamachy) =>
  rules.makeUci(unwrap(parse(position, text, rules)));

const { start } = metamachy;
const blackPromotes = at('Ka1 kl12 pe2 nc5', 'b - - 0 1');
const whitePromotes = at('Ka1 kl6 Pe11 Ic10');
/** The pawn of d7 may take e7, or the prince there, en passant. */
const passant = at('Ka1 kl12 Pd7 pe9 na12', 'b - - 0 1', 'e9e7');
const prince = at('Ka1 kl12 Pd7 ie9 na12', 'b - - 0 1', 'e9e7');
const leaping = at('Kf6 ka12', 'w K - 0 1');
const castling = read(chess, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');

describe('a turn in full algebraic notation', () => {
  test.each([
    ['a label and two squares', start, 'P e3-e5', 'e3e5'],
    ['no label', start, 'e3-e5', 'e3e5'],
    ['a piece without a label', start, 'c2-d4', 'c2d4'],
    ['spaces around, and several behind the label', start, '  N   c2-d4 ', 'c2d4'],
    ['a promotion', blackPromotes, 'p e2-e1; q-e1', 'e2e1q'],
    ['a promotion without a label or spaces', blackPromotes, 'e2-e1;l-e1', 'e2e1l'],
    ['a promotion of White', whitePromotes, 'P e11-e12 ; G-e12', 'e11e12g'],
    ['a promotion of a prince, by a double step', whitePromotes, 'I c10-c12; L-c12', 'c10c12l'],
    ['en passant', passant, 'P d7-e8', 'd7e8'],
    ['en passant by hand', passant, 'P d7-e8; e7-', 'd7e8'],
    ['en passant by hand, the other way', passant, 'P d7-e8; @-e7', 'd7e8'],
    ['a prince taken en passant', prince, 'P d7-e8; e7-', 'd7e8'],
    ['a leap of the king', leaping, 'K f6-h7', 'f6h7'],
  ])('is read: %s', (_, position, text, uci) => {
    expect(uciOf(position, text)).toBe(uci);
  });

  test.each([
    ['White’s with a capital', start, 'e3e5', 'P e3-e5'],
    ['Black’s with a small letter', blackPromotes, 'c5d3', 'n c5-d3'],
    ['what a piece becomes', blackPromotes, 'e2e1g', 'p e2-e1; g-e1'],
    ['a promotion of White', whitePromotes, 'c10c12q', 'I c10-c12; Q-c12'],
    ['nothing removed en passant', passant, 'd7e8', 'P d7-e8'],
    ['a leap', leaping, 'f6d4', 'K f6-d4'],
  ])('is written: %s', (_, position, uci, text) => {
    expect(makeCourier(position, unwrap(metamachy.parseMove(position, uci)))).toBe(text);
  });

  test('is the king’s move if it castles', () => {
    for (const [text, uci] of [
      ['K e1-g1', 'e1g1'],
      ['K e1-c1', 'e1c1'],
    ] as const) {
      const move = unwrap(parse(castling, text, chess));
      expect(chess.makeUci(move)).toBe(uci);
      expect(makeCourier(castling, move)).toBe(text);
    }
    expect(parse(castling, 'K e1-g1; R h1-f1', chess)).toMatchObject({
      problem: { code: 'courier', text: 'R h1-f1' },
    });
    expect(parse(castling, 'K e1-g1; h1-', chess)).toMatchObject({
      problem: { code: 'courier-removal', text: 'h1-' },
    });
  });

  test('may be a pass in games that have one, and only where a side must', () => {
    const reach = gameOf('reach');
    const stuck = read(reach, 'k7/P2P4/2K5/8/8/8/8/8 w - - 0 1', 'c6b6');
    expect(uciOf(stuck, '--', reach)).toBe('0000');
    expect(makeCourier(stuck, reach.moves(stuck)[0]!)).toBe('--');
    expect(parse(stuck, 'k a8-a8', reach)).toMatchObject({ problem: { code: 'courier-illegal' } });
    expect(parse(start, '--')).toMatchObject({ ok: false });
  });

  test('leaves a piece what it is where it may stay so', () => {
    const reach = gameOf('reach');
    const staying = read(reach, '8/k2P4/8/2K5/8/8/8/8 w - - 0 1');
    expect(uciOf(staying, 'P d7-d8', reach)).toBe('d7d8');
  });
});

describe('a part that is wrong is refused and named', () => {
  const refused: readonly [position: Position, text: string, code: string, part: string][] = [
    // Labels
    [start, 'N e3-e5', 'courier-label', 'N e3-e5'],
    [start, 'p e3-e5', 'courier-label', 'p e3-e5'],
    [start, 'P e10-e8', 'courier-label', 'P e10-e8'],
    [start, 'P e4-e5', 'courier-label', 'P e4-e5'],
    [start, 'BI e3-e5', 'courier-label', 'BI e3-e5'],
    // Moves
    [start, 'P e3-e6', 'courier-illegal', 'P e3-e6'],
    [start, 'p e10-e8', 'courier-illegal', 'p e10-e8'],
    [start, 'e4-e5', 'courier-illegal', 'e4-e5'],
    [start, 'K f1-f3', 'courier-illegal', 'K f1-f3'],
    [start, 'P e3-e3', 'courier-illegal', 'P e3-e3'],
    [start, 'P e3-e5; P d3-d5', 'courier', 'P d3-d5'],
    [start, 'P e3-m5', 'square', 'm5'],
    [start, 'P e13-e5', 'square', 'e13'],
    [start, 'P e3-e99', 'square', 'e99'],
    // Promotions
    [blackPromotes, 'p e2-e1', 'courier-promotion', 'p e2-e1'],
    [blackPromotes, 'p e2-e1; r-e1', 'courier-promotion', 'r-e1'],
    [blackPromotes, 'p e2-e1; k-e1', 'courier-promotion', 'k-e1'],
    [blackPromotes, 'p e2-e1; p-e1', 'courier-promotion', 'p-e1'],
    [blackPromotes, 'p e2-e1; Q-e1', 'courier-promotion', 'Q-e1'],
    [blackPromotes, 'p e2-e1; z-e1', 'courier-promotion', 'z-e1'],
    [whitePromotes, 'P e11-e12; q-e12', 'courier-promotion', 'q-e12'],
    [start, 'P e3-e5; Q-e5', 'courier-promotion', 'Q-e5'],
    [blackPromotes, 'p e2-e1; q-e1; q-e1', 'courier', 'q-e1'],
    [blackPromotes, 'p e2-e1; q-e1; g-e1', 'courier', 'g-e1'],
    // Drops
    [start, 'P e3-e5; Q-e6', 'courier-drop', 'Q-e6'],
    [blackPromotes, 'p e2-e1; q-e2', 'courier-drop', 'q-e2'],
    [start, 'q-e5', 'courier-drop', 'q-e5'],
    [start, 'Q-e5', 'courier-drop', 'Q-e5'],
    [start, 'P e3-e5; Q-e13', 'square', 'e13'],
    // Removals
    [start, 'P e3-e5; e10-', 'courier-removal', 'e10-'],
    [start, 'P e3-e5; @-e10', 'courier-removal', '@-e10'],
    [start, 'P e3-e5; e3-', 'courier-removal', 'e3-'],
    [start, 'P e3-e5; e6-', 'courier-removal', 'e6-'],
    [start, 'e10-', 'courier-removal', 'e10-'],
    [start, '@-e10', 'courier-removal', '@-e10'],
    [passant, 'P d7-e8; e8-', 'courier-removal', 'e8-'],
    [passant, 'P d7-e8; a12-', 'courier-removal', 'a12-'],
    [passant, 'P d7-d8; e7-', 'courier-removal', 'e7-'],
    [passant, 'P d7-e8; e7-; @-e7', 'courier', '@-e7'],
    [start, 'P e3-e5; m10-', 'square', 'm10'],
    // Squares of the board
    [start, '-e4', 'courier-square', '-e4'],
    [start, 'P e3-e5; -e4', 'courier-square', '-e4'],
    // Spaces, case, and what is no part at all
    [start, 'P e3 - e5', 'courier', 'P e3 - e5'],
    [start, 'Pe3-e5', 'courier', 'Pe3-e5'],
    [start, 'P E3-E5', 'courier', 'P E3-E5'],
    [start, 'P e3e5', 'courier', 'P e3e5'],
    [start, 'P e3-e05', 'courier', 'P e3-e05'],
    [start, 'P e3-e5;', 'courier', ''],
    [start, 'P e3-e5; resigns', 'courier', 'resigns'],
    [start, '@-', 'courier', '@-'],
    [start, '', 'courier', ''],
    [blackPromotes, 'p e2-e1; q - e1', 'courier', 'q - e1'],
    [blackPromotes, 'p e2-e1, q-e1', 'courier', 'p e2-e1, q-e1'],
  ];

  test.each(refused.map(([position, text, code, part]) => ({ position, text, code, part })))(
    '$text: $code',
    ({ position, text, code, part }) => {
      const result = parse(position, text);
      expect(result).toMatchObject({ ok: false, problem: { code, text: part } });
      if (!result.ok) expect(result.problem.message).toContain(`'${part}'`);
    },
  );

  test('with what would be right', () => {
    const words = (position: Position, text: string) => {
      const result = parse(position, text);
      return result.ok ? '' : result.problem.message;
    };
    expect(words(start, 'N e3-e5')).toContain('the piece on e3 is P, not N');
    expect(words(start, 'P e4-e5')).toContain('e4 is empty');
    expect(words(blackPromotes, 'p e2-e1')).toContain("such as 'p e2-e1; q-e1'");
    expect(words(blackPromotes, 'p e2-e1; r-e1')).toContain('it becomes q or g or l');
    expect(words(start, 'P e3-e5; Q-e5')).toContain('it does not promote');
  });
});

describe('wherever a move is typed', () => {
  const typed = (position: Position, text: string, rules: RuleSet = metamachy) => {
    const move = rules.parseMove(position, text);
    return move.ok ? rules.makeUci(move.value) : move.problem.code;
  };

  test.each([
    ['P e3-e5', 'e3e5'],
    ['c2-d4', 'c2d4'],
    ['P e3-e5; e10-', 'courier-removal'],
    ['@-e10', 'courier-removal'],
    ['e10-', 'courier-removal'],
    ['-e4', 'courier-square'],
    ['N e3-e5', 'courier-label'],
  ])('%s is read: %s', (text, found) => {
    expect(typed(start, text)).toBe(found);
  });

  test.each([
    ['e5', 'e3e5'],
    ['Nd4', 'c2d4'],
    ['Nc2-d4', 'c2d4'],
    ['N-d4', 'c2d4'],
    ['e3e5', 'e3e5'],
    ['e3-e5!', 'e3e5'],
    ['--', 'san'],
    ['e3 e5', 'san'],
    ['e3-e5; the best', 'san'],
  ])('SAN and UCI are read as before: %s as %s', (text, found) => {
    expect(typed(start, text)).toBe(found);
  });

  test('castling and promotions in SAN are read as before, and the pass', () => {
    expect(typed(castling, 'O-O', chess)).toBe('e1g1');
    expect(typed(castling, 'O-O-O', chess)).toBe('e1c1');
    expect(typed(castling, 'e1-g1', chess)).toBe('e1g1');
    expect(typed(whitePromotes, 'e11-e12=Q')).toBe('e11e12q');
    const reach = gameOf('reach');
    const stuck = read(reach, 'k7/P2P4/2K5/8/8/8/8/8 w - - 0 1', 'c6b6');
    expect(typed(stuck, '--', reach)).toBe('0000');
  });
});

const number = random(seed);

/** The positions of random games, with the moves in each. Every other game begins at `late`, if there is one. */
function stagesOf(rules: RuleSet, late: Position = rules.start) {
  let position = rules.start;
  return Array.from({ length: cases(12_000, 200) }, (_, i) => {
    if (i % 100 === 0) position = i % 200 === 0 ? rules.start : late;
    const moves = rules.moves(position);
    const stage = { position, moves };
    const legal = rules.legalMoves(position);
    const move = legal[Math.floor(number() * legal.length)];
    position = move ? rules.play(position, move) : late;
    return stage;
  });
}

const late = at(
  'Kf1 kf12 Pb9 Pe9 Ih10 Pk8 pc4 pe3 ii3 pl5 Nd6 qj7 Pg7 ph9 Pb6 pa8 pe7 Pf5',
  'w Kk - 0 1',
);
const stagesOfMetamachy = stagesOf(metamachy, late);

describe.each([
  { rules: metamachy, stages: stagesOfMetamachy },
  ...['chess', 'capablanca', 'metachess', 'reach', 'hutnik', 'atomic'].map((name) => {
    const rules = gameOf(name);
    return { rules, stages: stagesOf(rules) };
  }),
])('in random games of $rules.name', ({ rules, stages }) => {
  test('a turn is read as the move that it was written of, with its label or without', () => {
    for (const { position, moves } of stages) {
      for (const move of moves) {
        const text = makeCourier(position, move);
        expect(parseCourier(position, text, moves), text).toEqual({ ok: true, value: move });
        const bare = text.replace(/^\w+ /, '');
        expect(parseCourier(position, bare, moves), bare).toEqual({ ok: true, value: move });
      }
      const [move] = moves;
      if (move) {
        const text = makeCourier(position, move);
        expect(rules.parseMove(position, text), text).toEqual({ ok: true, value: move });
      }
    }
  });
});

test('those of Metamachy have moves of every kind', () => {
  const kinds = stagesOfMetamachy.flatMap(({ position, moves }) =>
    moves.map((move) => sortOf(position, move)),
  );
  expect([...new Set(kinds)].sort()).toEqual([
    'capture',
    'en passant',
    'leap',
    'promotion',
    'step',
  ]);
});

function sortOf(position: Position, move: Move): string {
  const { from, to, promotion } = move;
  const across = Math.abs((from % 12) - (to % 12));
  const up = Math.abs(Math.floor(from / 12) - Math.floor(to / 12));
  if (promotion !== undefined) return 'promotion';
  if (from === royalOf(position, position.turn) && Math.max(across, up) === 2) return 'leap';
  if (!isCapture(position, move)) return 'step';
  return position.squares[to] === 0 ? 'en passant' : 'capture';
}
