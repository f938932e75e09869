import { describe, expect, test } from 'vitest';
import { mateProblems } from '../../figures/mateProblems.ts';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { chess } from '../../src/rules/chess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { Search } from '../../src/search/search.ts';
import { allMaterials, type Material } from '../../src/table/material.ts';
import { random } from '../../tools/random.ts';
import { randomGame } from '../../tools/randomGame.ts';
import { gameOf } from '../games/moves.ts';
import { Solved } from '../solve/solved.ts';
import { few, seed, thorough, whole } from '../thorough.ts';
import { isTrueClaim } from './claims.ts';
import { positionsOf, type Valued, valuesOf } from './positionsOf.ts';

// Five moves take some seconds each.
const problems = mateProblems.filter(([, moves]) => thorough || moves <= 4);

describe('published mate problems', () => {
  test.each(problems)('%s is mate in %i moves, by these keys alone', (fen, moves, keys) => {
    const game = Game.start(chess, unwrap(chess.parseFen(fen)));
    const proof = new Search(chess).prove(game, { plies: 2 * moves + 1, seeks: 'win' });
    expect(proof?.plies).toBe(2 * moves - 1);
    expect(proof!.moves.map(({ uci }) => uci).sort()).toEqual([...keys].sort());
    expect(proof!.line).toHaveLength(2 * moves - 1);
    const end = proof!.line.reduce((at, uci) => unwrap(at.play(uci)), game);
    expect(end.status.ending?.reason).toBe('checkmate');
  });
});

/** The tables of three men. */
function materialsOf(rules: RuleSet): readonly Material[] {
  return allMaterials(3, rules).filter(({ men }) => !rules.isSettled(men));
}

/** Whatever a search claims at any depth is true. */
function checkClaims(rules: RuleSet, search: Search, { position, value }: Valued): void {
  const fen = `${rules.name}: ${rules.makeFen(position)}`;
  search.analyze(Game.start(rules, position), { depth: 4 }, ({ depth, lines }) => {
    isTrueClaim(lines[0]!.score, value, `${fen} at depth ${depth}`);
  });
}

/** Compares what a search proves with the value that a table has. */
function check(rules: RuleSet, search: Search, { position, value }: Valued, most: number): void {
  const fen = `${rules.name}: ${rules.makeFen(position)}`;
  const game = Game.start(rules, position);
  const proof = search.prove(game, { plies: most });
  const isNear = value.wdl !== 0 && value.dtm <= most && value.dtm > 0;
  expect(proof && { wdl: proof.wdl, dtm: proof.plies }, fen).toEqual(isNear ? value : undefined);
  if (!proof) return;
  const best = proof.moves.filter(({ plies }) => plies === proof.plies);
  expect(
    best.map(({ uci }) => uci),
    fen,
  ).toContain(proof.line[0]);
  expect(proof.line, fen).toHaveLength(proof.plies);
}

describe('on small boards a search proves what the reference solver says, and claims nothing else', () => {
  const games = Array.from({ length: thorough ? 100 : whole ? 30 : 20 }, (_, i) =>
    randomGame(seed + i),
  ).filter((rules) => materialsOf(rules).length > 0);

  test.each(games)('$name', (rules) => {
    const number = random(seed);
    const solved = new Solved(rules);
    let count = 0;
    for (const { name } of few(materialsOf(rules), 2).slice(0, 6)) {
      const table = solved.get(name);
      const search = new Search(rules, { hashBytes: 1 << 20 });
      let left = 12;
      for (const valued of positionsOf(rules, table, number, () => true)) {
        check(rules, search, valued, 7);
        checkClaims(rules, search, valued);
        count++;
        if (--left === 0) break;
      }
    }
    expect(count).toBeGreaterThan(0);
  });
});

describe('with the tables of fewer pieces at hand', () => {
  test.each([['reach', 'KRvk', 15]])(
    'a search of %s %s finds each distance',
    (name, table, most) => {
      const rules = gameOf(name);
      const solved = new Solved(rules);
      const wanted = solved.get(table);
      const search = new Search(rules, { tables: valuesOf(rules, [solved.get('Kvk')]) });
      const isNear = ({ wdl, dtm }: { wdl: number; dtm: number }) =>
        wdl !== 0 && dtm > 7 && dtm <= most;
      let left = 20;
      for (const valued of positionsOf(rules, wanted, random(seed), isNear)) {
        check(rules, search, valued, most);
        if (--left === 0) break;
      }
      expect(left).toBe(0);
    },
  );
});
