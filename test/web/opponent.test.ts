import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { Color } from '../../src/pieces/army.ts';
import type { GameTree } from '../../src/play/gameTree.ts';
import { makePgn } from '../../src/play/makePgn.ts';
import { parsePgn } from '../../src/play/pgn.ts';
import { chess } from '../../src/rules/chess.ts';
import { levels } from '../../src/search/levels.ts';
import { gameAgainst, resigned, takenBack } from '../../src/web/computer/againstComputer.ts';
import {
  levelOfName,
  movableSides,
  opponentIn,
  opponentOf,
  resignationWords,
  whyNoMove,
} from '../../src/web/computer/opponent.ts';

const [WHITE, BLACK] = [0, 1] as const;

/** A game in which the computer has this colour. */
function game(color: Color, ...moves: readonly string[]): GameTree {
  const level = levels[3]!;
  const occasion = { position: chess.start, date: '2026.11.25', name: 'Ada' };
  const tree = gameAgainst({ level, color }, chess, occasion);
  return moves.reduce((played, uci) => unwrap(played.play(uci)), tree);
}

const uciOf = (tree: GameTree | undefined) => tree?.endOf().game.plies.map(({ uci }) => uci);

describe('a game against the computer', () => {
  test('is known by its tags, also read back from PGN', () => {
    const pgn = makePgn(game(BLACK, 'e2e4'));
    expect(pgn).toContain('[White "Ada"]\n[Black "Computer (hard)"]');
    const { tree } = unwrap(parsePgn(pgn, chess));
    expect(opponentIn(tree)).toEqual({ level: levels[3], color: BLACK });
  });

  test('is none if nobody or both are computers', () => {
    const { tags } = game(BLACK);
    expect(opponentOf(game(BLACK).tagged(new Map()))).toBeUndefined();
    const both = new Map(tags).set('White', 'Computer (easy)');
    expect(opponentOf(game(BLACK).tagged(both))).toBeUndefined();
  });

  test('has the visitor move one side, at its end', () => {
    const tree = game(BLACK, 'e2e4', 'e7e5');
    expect(movableSides(tree)).toEqual([WHITE]);
    const earlier = tree.goTo(tree.root);
    expect(movableSides(earlier)).toEqual([]);
    expect(whyNoMove(earlier)).toContain('last position');
    expect(whyNoMove(game(BLACK, 'e2e4'))).toContain('computer’s turn');
  });

  test.each<[string, GameTree, readonly string[] | undefined]>([
    ['one’s move while the computer thinks', game(BLACK, 'e2e4'), []],
    ['one’s move and the answer', game(BLACK, 'e2e4', 'e7e5', 'd2d4', 'e5d4'), ['e2e4', 'e7e5']],
    ['no move of the computer alone', game(WHITE, 'e2e4'), undefined],
    ['nothing before the first move', game(BLACK), undefined],
    ['the mate', game(WHITE, 'f2f3', 'e7e5', 'g2g4', 'd8h4'), ['f2f3', 'e7e5', 'g2g4']],
  ])('takes back %s', (_, tree, left) => {
    const opponent = opponentOf(tree)!;
    expect(uciOf(takenBack(tree, opponent))).toEqual(left);
    // A record that was read back has a tag for the result, too.
    const recorded = tree.tagged(new Map(tree.tags).set('Result', tree.result));
    const before = takenBack(recorded, opponent);
    if (before) expect(opponentIn(before)).toEqual(opponent);
  });

  test('ends with a resignation, after which its last position is no more played on', () => {
    const tree = game(WHITE, 'e2e4');
    const over = resigned(tree, opponentOf(tree)!);
    expect(over.result).toBe('1-0');
    expect(opponentIn(over)).toBeUndefined();
    expect(movableSides(over)).toEqual([]);
    expect(resignationWords(over)).toBe('Black has resigned. White wins.');
    // Earlier positions are free for analysis.
    expect(movableSides(over.goTo(over.root))).toEqual([WHITE, BLACK]);
    expect(resignationWords(over.goTo(over.root))).toBeUndefined();
  });
});

test.each(levels.map(({ name }) => name))(
  'the computer of level %s is known by its name',
  (name) => {
    expect(levelOfName(`Computer (${name})`)?.name).toBe(name);
    expect(levelOfName(name)).toBeUndefined();
  },
);
