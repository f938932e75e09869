import { describe, expect, it } from 'vitest';
import { identity } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Army } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn } from '../../src/pieces/kinds.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { checkSetwise } from '../../src/rules/folding.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Variant } from '../../src/rules/variant.ts';
import type { SolverName } from '../../src/solve/generation.ts';
import { planInFolder } from '../../src/solve/inFolder.ts';
import { generateInMemory } from '../../src/solve/inMemory.ts';
import { PROGRAM_BYTES } from '../../src/solve/reference/memory.ts';
import type { Material } from '../../src/table/material.ts';
import { PlyValues } from '../../src/table/values.ts';
import { around, compound, kindWith, leaper, slider } from '../pieces/movements.ts';
import { solveBySets } from './setTables.ts';
import { differences, materialOf, Solved } from './solved.ts';
import { armyOf, chessWith, king, knight, rook, strange } from './strangeChess.ts';

const gold = leaper([1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1]);
const silver = leaper([-1, 1], [0, 1], [1, 1], [-1, -1], [1, -1]);
const forwardRook = slider([1, 0], [-1, 0], [0, 1]);
const oneHanded = leaper([1, 2], [2, 1]);

describe('the set solver of threads refuses what it would get wrong, at every entry point', () => {
  const wrong: readonly [string, Movement, Movement, string, RegExp][] = [
    [
      'a gold general',
      king,
      gold,
      'solver-symmetry',
      /KXvk: the stranger \(X\) .* eight directions/,
    ],
    ['a silver general', king, silver, 'solver-symmetry', /the stranger \(X\)/],
    ['a rook that cannot go back', king, forwardRook, 'solver-symmetry', /eight directions/],
    ['a knight with one hand', king, oneHanded, 'solver-symmetry', /eight directions/],
    ['a royal knight', knight, rook, 'solver-royal', /the royal \(K\) of strange/],
    ['a royal that also leaps', compound(king, knight), rook, 'solver-royal', /eight directions/],
    ['a royal that slides', compound(king, rook), rook, 'solver-royal', /the royal \(K\)/],
    [
      'a royal without one step',
      leaper(...around(1, 0), [1, 1], [-1, 1], [-1, -1]),
      rook,
      'solver-royal',
      /one step/,
    ],
    ['slides of two lengths', king, slider(...around(1, 0), ...around(2, 0)), 'solver-movement', /\(X\)/], // biome-ignore format: a line each
  ];

  /** What a run would do: may it, and is each table solved alone? */
  async function planOf(rules: RuleSet, material: Material, options: { solver?: SolverName } = {}) {
    const dir = '/nowhere';
    const { job, estimates } = unwrap(await planInFolder(rules, [material], { dir, ...options }));
    // Threads that share a table of three men take no more than 16 MiB.
    const alone = [...estimates.values()].every(({ bytes }) => bytes > PROGRAM_BYTES);
    return { runs: job.ok, alone };
  }

  it.each(wrong)('%s', async (_, royal, movement, code, message) => {
    const rules = chessWith(royal, movement);
    const material = materialOf(rules, 'KXvk');
    const refusal = { ok: false, problem: { code, message: expect.stringMatching(message) } };
    expect(checkSetwise(rules, material)).toMatchObject(refusal);
    await expect(solveBySets(rules, ['KXvk'])).rejects.toMatchObject({ problem: { code } });
    // Solvers of one thread take it: their index folds only by symmetries that the movements keep.
    expect(await planOf(rules, material)).toEqual({ runs: true, alone: true });
    expect(await planOf(rules, material, { solver: 'reference' })).toEqual({
      runs: true,
      alone: true,
    });
    const { placements } = endgameOf(rules, material);
    expect(placements.scheme).toBe('symmetric');
  });

  it('in memory, too', async () => {
    const rules = chessWith(king, silver);
    const made = unwrap(await generateInMemory(rules, [materialOf(rules, 'KXvk')])).get('KXvk')!;
    expect(made.values[0]).toBeInstanceOf(PlyValues);
    expect(differences(made, new Solved(rules).get('KXvk'))).toBe(0);
  });

  it('a table that such a piece may enter by promotion', async () => {
    const promoting: Army = [...armyOf(king, silver), pawn([1])];
    const rules = strange(promoting);
    expect(checkSetwise(rules, materialOf(rules, 'KPvk')).ok).toBe(true);
    expect(await planOf(rules, materialOf(rules, 'KPvk'))).toEqual({ runs: true, alone: true });
    const even = strange([...armyOf(king, knight), pawn([1])]);
    expect(await planOf(even, materialOf(even, 'KPvk'))).toEqual({ runs: true, alone: false });
    const uneven = [promoting[0]!, kindWith('X', 'hand', oneHanded), promoting[2]!];
    const handed = strange(uneven);
    expect(checkSetwise(handed, materialOf(handed, 'KPvk'))).toMatchObject({
      problem: { message: expect.stringMatching(/pawn \(P\), or what it promotes to/) },
    });
    expect(endgameOf(handed, materialOf(handed, 'KPvk')).placements.size).toBe(64 ** 3);
  });

  it('rules without the symmetries of the board', () => {
    const rules = { ...chess, symmetries: () => [identity(chess.board)] };
    expect(checkSetwise(rules, materialOf(rules, 'KQvk'))).toMatchObject({
      problem: { code: 'solver-symmetry', message: expect.stringContaining('rules of chess') },
    });
    expect(endgameOf(rules, materialOf(rules, 'KQvk')).placements.size).toBe(64 ** 3);
  });
});

describe('the set solver refuses what sets do not say', () => {
  const { equipment } = chess.variant;
  const { board, army } = equipment;
  const changes: readonly [string, Partial<Variant>][] = [
    ['laws', { equipment: new Equipment(board, army, [], false, { mustCapture: true }) }],
    ['extinction', { extinction: { kinds: [1], count: 0, others: 0, wdl: -1 } }],
    [
      'a goal',
      {
        goal: {
          region: {
            squares: [
              [27, 28, 35, 36],
              [27, 28, 35, 36],
            ],
          },
          name: 'x',
        },
      },
    ],
    ['passing', { stuck: 'pass' }],
    [
      'a region',
      {
        equipment: new Equipment(
          board,
          army.map((kind, i) => (i === 1 ? { ...kind, enters: onRanks(1, 4, 5, 8) } : kind)),
        ),
      },
    ],
  ];
  it.each(changes)('%s', (_, change) => {
    const rules = rulesOf({ ...chess.variant, ...change });
    expect(checkSetwise(rules, materialOf(rules, 'KQvk')).ok).toBe(false);
  });
});
