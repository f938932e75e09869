import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { Course } from '../../src/play/course.ts';
import { Game } from '../../src/play/game.ts';
import { GameTree } from '../../src/play/gameTree.ts';
import { makePgn } from '../../src/play/makePgn.ts';
import { parsePgn } from '../../src/play/pgn.ts';
import { preparationIn, preparationTags } from '../../src/play/preparationTag.ts';
import { chess } from '../../src/rules/chess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';

const named = (name: string) => unwrap(findRuleSet(name));
const played = (course: Course, ...texts: readonly string[]) =>
  texts.reduce((at, text) => unwrap(at.follow(text)), course);
const textsOf = ({ actions }: Course) => actions.map(({ uci }) => uci);

const agreed = ['agree Q=QN,R=RF,B=(4,1),N=N', 'accept'];
const placed = [...'KQRRBBNN'].flatMap((letter, i) => [
  `place ${letter} ${'abcdefgh'[i]}1`,
  `place ${letter} ${'abcdefgh'[i]}8`,
]);

describe('a course', () => {
  test('of a game without preparations is the game', () => {
    const course = played(Course.begin(chess), 'e2e4', 'e7e5');
    expect(course.stage).toBeUndefined();
    expect(course.steps).toEqual([]);
    expect(course.actions).toEqual([
      { uci: 'e2e4', san: 'e4', by: WHITE },
      { uci: 'e7e5', san: 'e5', by: BLACK },
    ]);
    expect(course.game!.fen).toBe(played(Course.begin(chess), 'e2e4', 'e7e5').game!.fen);
    expect([course.length, course.turn, course.shortened(1).turn]).toEqual([2, WHITE, BLACK]);
  });

  test('may begin from a position with Black to move', () => {
    const start = unwrap(chess.parseFen('4k3/8/8/8/8/8/8/R3K3 b - - 0 1'));
    const course = played(Course.of(Game.start(chess, start)), 'e8d7', 'a1a7');
    expect(course.actions.map(({ by }) => by)).toEqual([BLACK, WHITE]);
  });

  test('counts steps and moves in one row, and shortens to any length', () => {
    const course = played(Course.begin(named('metamachy')), 'arrange LKQG', 'e3e5', 'e10e8');
    expect(course.actions.map(({ by }) => by)).toEqual([BLACK, WHITE, BLACK]);
    expect([course.length, course.turn]).toEqual([3, WHITE]);
    const lengths = [0, 1, 2, 3].map((length) => course.shortened(length));
    expect(lengths.map((each) => each.length)).toEqual([0, 1, 2, 3]);
    expect(lengths.map((each) => each.game?.length)).toEqual([undefined, 0, 1, 2]);
    expect(lengths[0]!.turn).toBe(BLACK);
    expect(lengths[2]!.game!.fen).toBe(course.shortened(2).game!.fen);
  });

  test('is the same when its record is replayed', () => {
    const course = played(Course.begin(named('hutnik')), ...agreed, ...placed, 'b2b4', 'g7g5');
    const again = unwrap(Course.begin(named('hutnik')).replayed(course.actions));
    expect(textsOf(again)).toEqual([...agreed, ...placed, 'b2b4', 'g7g5']);
    expect(again.game!.fen).toBe(course.game!.fen);
    expect(again.rules.name).toBe('hutnik');
    expect(again.game!.rules.name).toBe('hutnik:Q=QN,R=RF,B=(4,1)');
  });

  test('refuses what is neither a step nor a move here', () => {
    const course = Course.begin(named('metamachy'));
    expect(course.follow('e3e5')).toMatchObject({ ok: false, problem: { code: 'step' } });
    const ready = played(course, 'arrange KQLG');
    expect(ready.follow('arrange KQLG')).toMatchObject({ ok: false });
    expect(ready.replay({ uci: 'arrange KQLG' })).toMatchObject({ ok: false });
  });
});

test('a course that is lost before the first move has no game, and is over', () => {
  const pieces = [...'abcdefgh'].flatMap((file, i) => [
    `place ${'NRBQKBRN'[i]} ${file}1`,
    `place ${'KRBQNBNR'[i]} ${file}8`,
  ]);
  const course = played(Course.begin(named('hutnik:N=N(7,0)')), ...pieces);
  expect(course.stage).toMatchObject({ phase: 'lost', loser: BLACK });
  expect(course.game).toBeUndefined();
  for (const text of ['a1a8', 'place K e8']) {
    expect(course.follow(text)).toMatchObject({ ok: false, problem: { code: 'over' } });
  }
  expect(course.shortened(15).turn).toBe(BLACK);
});

describe('a record', () => {
  const course = played(Course.begin(named('hutnik:overrules=1')), 'propose R=RN', 'overrule');
  const whole = played(course, 'propose Q=QN', 'agree R=RF,B=B,N=N', 'accept', ...placed);

  test('tells how the game was prepared', () => {
    const tags = preparationTags(whole);
    expect(textsOf(preparationIn(tags)!)).toEqual(textsOf(whole));
    expect(preparationIn(tags)!.game!.fen).toBe(whole.game!.fen);
    expect(preparationTags(Course.begin(chess)).size).toBe(0);
  });

  test('of which a step is wrong tells the steps before it', () => {
    const tags = new Map([['Preparation', 'hutnik; propose R=RN; place K e1; accept']]);
    expect(textsOf(preparationIn(tags)!)).toEqual(['propose R=RN']);
    for (const text of ['', 'hutnik', 'nothing; accept', 'chess; e2e4']) {
      expect(preparationIn(new Map([['Preparation', text]])), text).toBeUndefined();
    }
  });

  test('has the movements as a tag, and is read back with them', () => {
    const tree = GameTree.of(whole.game!).tagged(preparationTags(whole));
    const pgn = makePgn(tree);
    expect(pgn).toContain('[Movement "Q:QN R:RF B:B N:N"]');
    expect(pgn).toContain('[SetUp "1"]');
    const read = unwrap(parsePgn(pgn, chess)).tree;
    expect(read.rules.name).toBe(whole.game!.rules.name);
    expect(read.root.game.fen).toBe(whole.game!.fen);
    expect(textsOf(preparationIn(read.tags)!)).toEqual(textsOf(whole));
    expect(makePgn(read)).toBe(pgn);
  });

  test('may name the movements by the tag alone', () => {
    const tag = '[Variant "Hutnik’s Meta Chess"]\n[Movement "Q:Q R:RN B:FA N:N"]\n\n1. e4 *';
    expect(unwrap(parsePgn(tag, chess)).tree.rules.name).toBe('hutnik:R=RN,B=FA');
    const other = '[Variant "hutnik:N=C,reach=king"]\n[Movement "R:RN"]\n\n*';
    expect(unwrap(parsePgn(other, chess)).tree.rules.name).toBe('hutnik:R=RN,reach=king');
  });

  test('with a wrong tag of movements is refused', () => {
    for (const tag of ['X:Q', 'Q', 'Q:U', 'R=RN']) {
      const text = `[Variant "hutnik"]\n[Movement "${tag}"]\n\n*`;
      expect(parsePgn(text, chess), tag).toMatchObject({ ok: false });
    }
  });

  test('of other games has no such tag, and ignores it', () => {
    expect(makePgn(GameTree.start(chess))).not.toContain('Movement');
    const read = unwrap(parsePgn('[Variant "chess"]\n[Movement "Q:QN"]\n\n1. e4 *', chess));
    expect(read.tree.rules.name).toBe('chess');
  });
});
