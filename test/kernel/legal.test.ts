import { describe, expect, it } from 'vitest';
import { boardSymmetries } from '../../src/index/slabPlacements.ts';
import { SET } from '../../src/kernel/kernelFrame.ts';
import { chess } from '../../src/rules/chess.ts';
import { random } from '../../tools/random.ts';
import { cases, stride } from '../thorough.ts';
import { endgameField, fairyChess, inSlotOrder, someSlabs } from './endgame.ts';
import { hasBit } from './field.ts';
import { occupiedBy, visitReach } from './naive.ts';

const rulesOf = (name: string) => (name === 'fairy' ? fairyChess : chess);
const square = (name: string) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
const squares = (names: string) => (names === '' ? [] : names.split(' ').map(square));

describe('legal placements are those that the rules accept', () => {
  const small: [string, string, string, number | undefined][] = [
    ['KQvk', 'chess', '', 3],
    ['KBvk', 'chess', '', 5],
    ['KNvk', 'chess', '', 5],
    ['KQvkr', 'chess', '', 150],
    ['KBNvk', 'chess', '', 150],
    ['KRRvk', 'chess', '', 150],
    ['KPvk', 'chess', 'a2', undefined],
    ['KPvk', 'chess', 'd7', undefined],
    ['KPvkp', 'chess', 'd5 e5', undefined],
    ['KPPvk', 'chess', 'b3 g3', undefined],
    ['KAvkh', 'fairy', '', 150],
    ['KHvks', 'fairy', '', 150],
    ['KSCvk', 'fairy', '', 150],
    ['KSvkp', 'fairy', 'c2', undefined],
  ];
  const large: [string, string, string, number[]][] = [
    ['KQRvkb', 'chess', '', [11, 217]],
    ['KBNvkr', 'chess', '', [400]],
    ['KNPvkp', 'chess', 'c4 d5', [0]],
    ['KRBPvk', 'chess', 'd4', [26, 12]],
    ['KHSvka', 'fairy', '', [33]],
  ];

  function check(ruleSet: string, name: string, pawns: string, slabs: number[] | undefined) {
    const rules = rulesOf(ruleSet);
    const endgame = endgameField({
      army: rules.army,
      name,
      pawns: squares(pawns),
      ...(slabs ? { slabs } : {}),
    });
    const { field, layout } = endgame;
    field.kernel.findLegal();
    const wrong: string[] = [];
    let legalOnes = 0;
    // Every seventh placement of slabs of three dimensions: coprime to the board's squares, so all squares occur.
    const step = stride * (field.dimensions === 3 ? 7 : 1);
    const found: number[] = [];
    for (let slab = 0; slab < field.slabs.length; slab++) {
      const sets = [field.bytes(SET.legal, 0, slab), field.bytes(SET.legal, 1, slab)];
      for (let number = slab % step; number < field.size; number += step) {
        const placed = inSlotOrder(endgame, field.squares(slab, number, found));
        for (const turn of [0, 1] as const) {
          const legal = rules.place(layout.material.men, placed, turn).ok;
          if (legal) legalOnes++;
          if (hasBit(sets[turn]!, number) !== legal) wrong.push(`${turn}: ${placed}`);
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(legalOnes).toBeGreaterThan(cases(1000));
  }

  it.each(small)('%s in %s', (name, rules, pawns, step) => {
    check(
      rules,
      name,
      pawns,
      step === undefined ? undefined : someSlabs(rulesOf(rules).army, name, step),
    );
  });

  it.each(large)('%s in %s, in three dimensions', (name, rules, pawns, slabs) => {
    check(rules, name, pawns, slabs);
  });
});

describe('quiet moves of a whole side, kings included, match the moves on the board', () => {
  const X = SET.spare;
  const OUT = SET.open;

  /** Checks the slabs of the field that `checked` accepts; king moves may lead to all others. */
  function check(
    ruleSet: string,
    name: string,
    pawns: string,
    slabs: readonly number[] | undefined,
    checked: (slab: number) => boolean,
    density: number,
  ) {
    const step = stride * density;
    const rules = rulesOf(ruleSet);
    const endgame = endgameField({
      army: rules.army,
      name,
      pawns: squares(pawns),
      ...(slabs ? { slabs } : {}),
    });
    const { field, layout } = endgame;
    const { pieceSlots, kingPairs } = layout.placements;
    const fixedCount = pieceSlots.length - field.dimensions;
    field.kernel.findLegal();
    const draw = random(name.length);
    const place = new Map(endgame.slabs.map((slab, i) => [slab, i]));

    /** The slab and number of a placement given by the squares of its men; in symmetric slabs, of either image. */
    const locate = (men: readonly number[]): readonly [number, number] | undefined => {
      if (layout.shape.pawnless) {
        for (const map of boardSymmetries) {
          const pair = pairs.get(map[men[0]!]! * 64 + map[men[1]!]!);
          if (pair === undefined) continue;
          const slab = place.get(pair);
          return slab === undefined ? undefined : [slab, numberOf(men, map)];
        }
        return undefined;
      }
      const slab = men.slice(0, fixedCount).reduce((sum, at) => sum * 64 + at, 0);
      return [place.get(slab)!, numberOf(men, boardSymmetries[0]!)];
    };
    const pairs = new Map(kingPairs.map(([white, black], pair) => [white * 64 + black, pair]));
    const numberOf = (men: readonly number[], map: readonly number[]) => {
      let number = 0;
      for (let i = fixedCount; i < pieceSlots.length; i++) number = number * 64 + map[men[i]!]!;
      return number;
    };

    for (const color of [0, 1] as const) {
      field.fillWithin(X, SET.legal, 1 - color, draw, 0.02);
      // In a slab that a symmetry maps to itself, a set is symmetric.
      for (const [slab, { symmetry = 0 }] of field.slabs.entries()) {
        if (symmetry === 0 || !layout.shape.pawnless) continue;
        const set = field.bytes(X, 1 - color, slab);
        const before = set.slice();
        for (let number = 0; number < field.size; number++) {
          if (!hasBit(before, number)) continue;
          const image = numberOf(field.squares(slab, number), boardSymmetries[symmetry]!);
          set[image >> 3]! |= 1 << (image & 7);
        }
      }
      field.kernel.movesWithin(color, X, OUT);
      const sets = field.slabs.map((_, slab) => field.bytes(X, 1 - color, slab));
      const occupied = new Uint8Array(64);
      const wrong: string[] = [];
      let reached = 0;
      const men: number[] = [];
      for (let slab = 0; slab < field.slabs.length; slab++) {
        if (!checked(slab)) continue;
        const legal = field.bytes(SET.legal, color, slab);
        const out = field.bytes(OUT, color, slab);
        for (let number = slab % step; number < field.size; number += step) {
          if (!hasBit(legal, number)) continue;
          occupiedBy(field.squares(slab, number, men), occupied);
          let reaches = false;
          for (const [i, mover] of field.men.entries()) {
            if (mover.color !== color || mover.pawn) continue;
            const from = men[i]!;
            visitReach(mover, from, occupied, (to) => {
              if (occupied[to]) return;
              men[i] = to;
              const at = locate(men);
              men[i] = from;
              if (at && hasBit(sets[at[0]]!, at[1])) reaches = true;
            });
          }
          if (reaches) reached++;
          if (hasBit(out, number) !== reaches) wrong.push(`${color}: ${men}`);
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(reached).toBeGreaterThan(cases(50));
    }
  }

  it.each([
    ['KQvk', 'chess', '', 1],
    ['KNvk', 'chess', '', 1],
    ['KAvk', 'fairy', '', 1],
    ['KPvk', 'chess', 'd4', 1],
    ['KQvkr', 'chess', '', 97],
    ['KHvkc', 'fairy', '', 97],
    ['KSvkp', 'fairy', 'c2', 97],
    ['KNPvkp', 'chess', 'c4 d5', 11],
  ] as const)('%s in %s', (name, rules, pawns, step) =>
    check(rules, name, pawns, undefined, () => true, step),
  );

  it('KQRvkb, in one slab and its neighbours', () => {
    const { layout } = endgameField({ army: chess.army, name: 'KQRvkb', slabs: [] });
    const all = layout.slabs([]);
    const centre = layout.placements.kingPairs.findIndex((pair) => pair.join() === '27,45');
    const near = all[centre]!.neighbours.flat().map((entry) => entry >> 3);
    const slabs = [...new Set([centre, ...near])];
    check('chess', 'KQRvkb', '', slabs, (slab) => slab === 0, 13);
  });

  it('KRBPvk, whose white king is fixed', () => {
    const slabs = [27, 18, 19, 20, 26, 28, 34, 35, 36];
    check('chess', 'KRBPvk', 'd5', slabs, (slab) => slab === 0, 13);
  });
});
