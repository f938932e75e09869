import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game, replayed } from '../../src/play/game.ts';
import { GameTree } from '../../src/play/gameTree.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';

const rules: RuleSet = metachess as RuleSet;

function treeWith(moves: string): GameTree {
  return moves.split(' ').reduce((tree, uci) => unwrap(tree.play(uci)), GameTree.start(rules));
}

function sanOf(tree: GameTree): string[] {
  return tree.line().flatMap(({ game }) => game.lastPly?.san ?? []);
}

describe('a tree of variations', () => {
  test('keeps the played moves when another move is played from an earlier position', () => {
    const main = treeWith('e2e4 d7d5 e4d5 d8d5');
    const varied = unwrap(main.goTo(main.at(['e2e4', 'd7d5'])).play('e4e5'));
    expect(sanOf(varied)).toEqual(['e4', 'd5', 'e5']);
    expect(varied.hasVariations).toBe(true);
    expect(sanOf(varied.goTo(varied.root))).toEqual(['e4', 'd5', 'exd5', 'Qxd5']);
    expect(main.hasVariations).toBe(false);
  });

  test('continues in the existing branch when the same move is played again', () => {
    const main = treeWith('e2e4 d7d5 e4d5');
    const again = unwrap(main.goTo(main.at(['e2e4'])).play('d7d5'));
    expect(again.hasVariations).toBe(false);
    expect(again.current).toBe(main.at(['e2e4', 'd7d5']));
  });

  test('removes a node with everything after it, and no more', () => {
    const main = treeWith('e2e4 d7d5 e4d5');
    const varied = unwrap(main.goTo(main.at(['e2e4'])).play('e7e5'));
    const without = varied.without(varied.at(['e2e4', 'd7d5']));
    expect(sanOf(without)).toEqual(['e4', 'e5']);
    expect(without.hasVariations).toBe(false);
    expect(without.current.game.lastPly?.san).toBe('e4');
  });

  test('can make a variation the main line', () => {
    const main = treeWith('e2e4 d7d5 e4d5');
    const varied = unwrap(main.goTo(main.root).play('d2d4'));
    const promoted = varied.promoted(varied.current);
    expect(sanOf(promoted.goTo(promoted.root))).toEqual(['d4']);
    expect(promoted.at(['e2e4', 'd7d5', 'e4d5']).game.length).toBe(3);
  });

  test('finds a node by its path, also in another tree', () => {
    const main = treeWith('e2e4 d7d5 e4d5');
    const path = main.pathTo();
    expect(path).toEqual(['e2e4', 'd7d5', 'e4d5']);
    expect(treeWith('e2e4 d7d5 e4d5 d8d5').at(path).game.length).toBe(3);
    expect(treeWith('e2e4').at(path).game.length).toBe(1);
  });

  test('is made of a game with all its stages', () => {
    const game = unwrap(replayed(Game.start(rules), [{ uci: 'e2e4' }, { uci: 'e7e5' }]));
    const tree = GameTree.of(game);
    expect(sanOf(tree)).toEqual(['e4', 'e5']);
    expect(tree.current.game.fen).toBe(game.fen);
    expect(tree.current.parent!.game.lastPly?.san).toBe('e4');
  });

  test('has the recorded result until the main line continues or ends by itself', () => {
    const game = unwrap(replayed(Game.start(rules), [{ uci: 'e2e4' }]));
    const recorded = GameTree.of(game, new Map([['Result', '1-0']]));
    expect(recorded.result).toBe('1-0');
    expect(unwrap(recorded.play('e7e5')).result).toBe('*');
    expect(unwrap(recorded.goTo(recorded.root).play('d2d4')).result).toBe('1-0');
  });

  test('refuses a forbidden move', () => {
    const tree = treeWith('f2f3 e7e5');
    expect(tree.play('g2g4')).toMatchObject({ ok: false, problem: { code: 'illegal' } });
  });
});
