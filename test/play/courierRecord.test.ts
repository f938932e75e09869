import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { makeCourierGame, parseCourierGame } from '../../src/play/courierRecord.ts';
import { Game } from '../../src/play/game.ts';
import { parsePasted } from '../../src/play/pasted.ts';
import { random } from '../../tools/random.ts';
import { fenOf, gameOf } from '../games/moves.ts';
import { seed } from '../thorough.ts';

const metamachy = gameOf('metamachy');
const chess = gameOf('chess');

const sansIn = (game: Game) => game.plies.map(({ san }) => san);

const record = `1. P e3-e5
1... p d10-d8
2. P e5-e7
2... p d8-d6
3. K f1-h1
3... n c11-d9
`;
const sans = ['e5', 'd8', 'e7', 'd6', 'Kh1', 'Nd9'];

describe('a record of Game Courier', () => {
  test('is written a turn a line, and read back', () => {
    const game = unwrap(parseCourierGame(record, metamachy));
    expect(sansIn(game)).toEqual(sans);
    expect(makeCourierGame(game)).toBe(record);
  });

  test.each([
    ['no numbers', 'P e3-e5\np d10-d8\nP e5-e7\np d8-d6\nK f1-h1\nn c11-d9'],
    ['no labels', 'e3-e5\nd10-d8\ne5-e7\nd8-d6\nf1-h1\nc11-d9'],
    ['two turns a line', '1. P e3-e5 p d10-d8\n2. P e5-e7 p d8-d6\n3. K f1-h1 n c11-d9'],
    ['no space behind a number', '1.P e3-e5 1...p d10-d8 2.P e5-e7 d8-d6 3.K f1-h1 n c11-d9'],
    ['lines of Windows', record.replaceAll('\n', '\r\n')],
    ['spaces and empty lines', `\n\n  ${record.replaceAll(' ', '   ').replaceAll('\n', '\n\n')} `],
  ])('may have %s', (_, text) => {
    expect(sansIn(unwrap(parseCourierGame(text, metamachy)))).toEqual(sans);
  });

  test('joins the parts of a turn with semicolons', () => {
    const fen = fenOf(metamachy, 'Ka1 kl12 pe2 Pd7 pe9', 'b - - 0 1');
    const text = `${fen}\n1... p e9-e7\n2. P d7-e8; e7-\n2... p e2-e1; q-e1\n`;
    const game = unwrap(parseCourierGame(text, metamachy));
    expect(sansIn(game)).toEqual(['e7', 'dxe8', 'e1=Q+']);
    expect(makeCourierGame(game)).toBe(text.replace('; e7-', ''));
    const line = `${fen}\np e9-e7 P d7-e8;@-e7 p e2-e1 ;q-e1`;
    expect(sansIn(unwrap(parseCourierGame(line, metamachy)))).toEqual(sansIn(game));
  });

  test('has the FEN of another start above its turns', () => {
    const start = unwrap(metamachy.parseFen(fenOf(metamachy, 'Kf1 kf12 Pe3', 'b Kk - 0 1')));
    const game = unwrap(Game.start(metamachy, start).play('f12h11'));
    const text = makeCourierGame(game);
    expect(text).toBe(`${metamachy.makeFen(start)}\n1... k f12-h11\n`);
    expect(unwrap(parseCourierGame(text, metamachy)).fen).toBe(game.fen);
  });

  test.each([
    ['', 'courier-record', 'a turn a line'],
    ['1. P e3-e5\n1... p d10-d7', 'courier-illegal', "move 1 of Black: 'p d10-d7'"],
    ['1. P e3-e5\n1... P d10-d8', 'courier-label', 'move 1 of Black: '],
    ['1. P e3-e5; e10-', 'courier-removal', "move 1: 'e10-'"],
    ['1. P e3-e5\n1... p d10-d8\n2. Q-e6', 'courier-drop', "move 2: 'Q-e6'"],
    ['1. P e3-e5\n1... p', 'courier', "move 1 of Black: 'p'"],
    ['1. P e3-e5 wdtr2 has resigned.', 'courier', "move 1 of Black: 'wdtr2'"],
    ['12/12/12 w - - 0 1\nP e3-e5', 'fen-board', 'ranks'],
  ])('that is wrong is refused with its move: %j', (text, code, words) => {
    const found = parseCourierGame(text, metamachy);
    expect(found).toMatchObject({ ok: false, problem: { code } });
    if (!found.ok) expect(found.problem.message).toContain(words);
  });

  test('with a move that the rules forbid is refused with the reason', () => {
    const found = parseCourierGame('P f2-f3 p e7-e5 P g2-g4', gameOf('metachess'));
    expect(found).toMatchObject({
      problem: {
        code: 'illegal',
        message: 'move 2: g4 is illegal here: it would allow Qh4#',
      },
    });
  });

  test.each(['metamachy', 'chess', 'capablanca', 'reach'])(
    'is read as the game that it was written of: random games of %s',
    (name) => {
      const rules = gameOf(name);
      const number = random(seed);
      let game = Game.start(rules);
      while (game.length < 150 && !game.status.ending) {
        const legal = [...game.choices.values()].filter((each) => each.legal);
        game = unwrap(game.play(legal[Math.floor(number() * legal.length)]!.uci));
      }
      const again = unwrap(parseCourierGame(makeCourierGame(game), rules));
      expect(game.length).toBeGreaterThan(10);
      expect(again.plies).toEqual(game.plies);
      expect(again.fen).toBe(game.fen);
    },
  );
});

describe('pasted text', () => {
  const pasted = (text: string, rules = metamachy) => {
    const found = parsePasted(text, rules);
    if (!found.ok) return found.problem.code;
    expect(found.value.more).toBe(false);
    return sansIn(found.value.tree.game);
  };

  test.each([
    ['with labels', record, sans],
    ['without', 'e3-e5 d10-d8 c2-d4', ['e5', 'd8', 'Nd4']],
    ['with a FEN above', `${fenOf(metamachy, 'Ka1 kl12 Pe3')}\n1. P e3-e4`, ['e4']],
    ['with a wrong removal', 'e3-e5; e10-', 'courier-removal'],
    ['with a wrong turn', 'P e3-e5 p d10-d7', 'courier-illegal'],
  ])('may be a record of Game Courier %s', (_, text, found) => {
    expect(pasted(text)).toEqual(found);
  });

  test.each([
    ['long algebraic notation', '1. e2-e4 e7-e5 2. Ng1-f3 *', ['e4', 'e5', 'Nf3']],
    ['the same with a comment to the end of a line', 'e2-e4 ; the best\n e7-e5', ['e4', 'e5']],
    ['the same with a result', '1. e2-e4 e7-e5 1-0', ['e4', 'e5']],
    ['the same with tags', '[Event "a"]\n\n1. e2-e4 e7-e5', ['e4', 'e5']],
    ['a FEN', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', []],
  ])('in PGN stays so: %s', (_, text, found) => {
    expect(pasted(text, chess)).toEqual(found);
  });
});
