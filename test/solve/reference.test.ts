import { describe, expect, it } from 'vitest';
import { opposite } from '../../src/chess/men.ts';
import type { Position } from '../../src/chess/position.ts';
import { chess } from '../../src/rules/chess.ts';
import { Locator } from '../../src/rules/locate.ts';
import { lookAhead } from '../../src/rules/lookAhead.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { solveReference } from '../../src/solve/reference.ts';
import { readTable } from '../../src/table/table.ts';
import { DRAWN, lostIn, makeValueCode, parseValueCode, wonIn } from '../../src/table/value.ts';
import { bruteForce } from '../rules/bruteForce.ts';
import { read } from '../rules/positions.ts';
import { reach5 } from '../rules/reach5.ts';
import { type Leave, leave5 } from './leave5.ts';
import { materialOf, Solved } from './solved.ts';

const solved = { chess: new Solved(chess), metachess: new Solved(metachess) };

function valueOf(rules: RuleSet<Position>, fen: string): number {
  const { material, turn, squares } = new Locator(rules).locate(read(fen));
  const tables = rules.name === 'chess' ? solved.chess : solved.metachess;
  return readTable(tables.get(material!.name), turn, squares);
}

// [what it shows, FEN, value in chess, value in metachess]
const differences = [
  ['a mate is one in both', '6Qk/6pp/8/8/8/8/8/K7 b - - 0 1', undefined, undefined],
] as const;
