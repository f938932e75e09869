import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { areAdjacent, slabPlacementsOf } from '../../src/index/slabPlacements.ts';
import { slicesFor, storeCodes } from '../../src/index/slices.ts';
import { SET } from '../../src/kernel/kernelFrame.ts';
import type { Army, Color } from '../../src/pieces/army.ts';
import { opposite, ROYAL } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { ConversionWriter, KingTables } from '../../src/solve/sets/conversionWriter.ts';
import { NARROW_BITS } from '../../src/solve/sets/distanceBits.ts';
import { SolvedTables, wholeDependency } from '../../src/solve/sets/solvedTables.ts';
import { type Material, orient, parseMaterial } from '../../src/table/material.ts';
import { hash } from '../../tools/random.ts';
import { coloursOf } from '../table/colours.ts';
import { cases, stride } from '../thorough.ts';
import { endgameField, fairyChess } from './endgame.ts';
import { expectSameBytes, hasBit } from './field.ts';
import { madeUpConversions, SAYS } from './madeUpTable.ts';
import { type NaivePiece, naivePiece, occupiedBy, stepFrom, visitReach } from './naive.ts';

type Rules = typeof chess;
const ruleSets: readonly Rules[] = [chess, metachess, fairyChess];
type Placed = NaivePiece & { readonly square: number };
type Codes = (material: Material, side: Color, squares: readonly number[]) => number;

const LOST_NOW = -1;
const squareOf = (name: string) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
const squaresOf = (names: string) => (names === '' ? [] : names.split(' ').map(squareOf));

/** The moves of one side out of its group: what the board looks like after each, and by which replies en passant. */
function* conversionsOf(army: Army, men: readonly Placed[], color: Color) {
  const occupied = occupiedBy(men.map(({ square }) => square));
  const enemyOn = (at: number | undefined) =>
    men.find(
      ({ square, color: other, kind }) => square === at && other !== color && kind !== ROYAL,
    );
  const after = (mover: Placed, to: number, gone: Placed | undefined, kind = mover.kind) =>
    men.flatMap((man) =>
      man === gone
        ? []
        : [man === mover ? { ...naivePiece(army, { kind, color }), square: to } : man],
    );
  for (const man of men) {
    if (man.color !== color) continue;
    if (!man.pawn) {
      const targets: number[] = [];
      visitReach(man, man.square, occupied, (to) => targets.push(to));
      for (const to of targets) {
        const victim = enemyOn(to);
        if (victim) yield { men: after(man, to, victim), replies: [] };
      }
      continue;
    }
    const ahead = stepFrom(man.square, [0, 1], color)!;
    const becomes = ahead < 8 || ahead >= 56 ? army[man.kind]!.promotions : [man.kind];
    for (const side of [-1, 1]) {
      const to = stepFrom(man.square, [side, 1], color);
      const victim = to === undefined ? undefined : enemyOn(to);
      if (victim)
        for (const kind of becomes) yield { men: after(man, to!, victim, kind), replies: [] };
    }
    if (occupied[ahead]) continue;
    for (const kind of becomes) yield { men: after(man, ahead, undefined, kind), replies: [] };
    const beyond = stepFrom(ahead, [0, 1], color);
    if (man.square >> 3 !== (color === 0 ? 1 : 6) || beyond === undefined || occupied[beyond])
      continue;
    const stepped = after(man, beyond, undefined);
    const passed = stepped.find(({ square }) => square === beyond)!;
    const replies = stepped.flatMap((taker) => {
      const takes = [-1, 1].some(
        (side) => stepFrom(taker.square, [side, 1], taker.color) === ahead,
      );
      if (!taker.pawn || taker.color === color || !takes) return [];
      return [
        stepped.flatMap((m) => (m === passed ? [] : [m === taker ? { ...m, square: ahead } : m])),
      ];
    });
    yield { men: stepped, replies };
  }
}

/** The code of a position with `turn` to move in its own table. */
function codeOf(rules: Rules, men: readonly Placed[], turn: Color, codes: Codes): number {
  const { material, flipped } = orient(men, rules);
  const kings = men.filter(({ kind }) => kind === ROYAL).map(({ square }) => square);
  if (areAdjacent(kings[0]!, kings[1]!)) return SAYS.illegal;
  if (rules.isSettled(material.men)) return 0;
  const left = men.slice();
  const squares = material.men.map(({ kind, color }) => {
    const man = left.findIndex(
      (each) => each.kind === kind && (flipped ? opposite(each.color) : each.color) === color,
    );
    return left.splice(man, 1)[0]!.square ^ (flipped ? 56 : 0);
  });
  return codes(material, flipped ? opposite(turn) : turn, squares);
}

/** A position's code if captures en passant, whose results have the codes `replies`, are legal too. */
function withReplies(plain: number, replies: readonly number[], forbidsMateInOne: boolean): number {
  const playable = replies.filter((code) => code !== SAYS.illegal);
  if (plain === SAYS.illegal || plain === SAYS.barred || playable.length === 0) return plain;
  if (playable.includes(SAYS.mated)) return forbidsMateInOne ? SAYS.barred : 1;
  const allowed = playable.filter((code) => code !== SAYS.barred);
  // A forbidden capture is no escape, but with it the position is not checkmate either.
  if (allowed.length === 0) return plain === SAYS.mated ? LOST_NOW : plain;
  const values = allowed.map(replied);
  const stuck = plain === SAYS.mated || plain === LOST_NOW || plain === SAYS.stalemate;
  return best(stuck ? values : [plain, ...values]);
}

/** What a move to a position with this code is worth, as a code. */
function replied(code: number): number {
  if (code === 0 || code === SAYS.stalemate) return 0;
  if (code === SAYS.mated) return 1;
  return code > 0 ? -1 - code : -code;
}

function best(codes: readonly number[]): number {
  // Quick wins before slow ones, draws, slow losses before quick ones.
  const rank = (code: number) => (code > 0 ? 5000 - code : code < 0 ? -5000 - code : 0);
  return codes.reduce((a, b) => (rank(b) > rank(a) ? b : a));
}

describe('the kernel finds the same best conversions as a move by move search', () => {
  function check(
    ruleSet: string,
    name: string,
    pawns: string,
    slabs?: readonly number[],
    density = 1,
  ) {
    const step = stride * density;
    const rules = ruleSets.find((each) => each.name === ruleSet)!;
    const { says, write } = madeUpConversions(rules);
    const { field } = endgameField({
      army: rules.army,
      name,
      pawns: squaresOf(pawns),
      ...(slabs ? { slabs } : {}),
      conversions: write,
      conversionBytes: 48 << 20,
      dirt: 0xa5,
    });
    const forbidsMateInOne = rules.variant.bar?.isMateInOne === true;
    field.kernel.findLegal();
    field.kernel.findConversions();
    const seen = { wins: 0, loses: 0, holds: 0, mates: 0, none: 0, passed: 0 };
    const wrong: string[] = [];
    const squares: number[] = [];
    for (let slab = 0; slab < field.slabs.length; slab++) {
      for (const color of [0, 1] as const) {
        const set = (each: number) => field.bytes(each, color, slab);
        const legal = set(SET.legal);
        const names = [
          SET.conversionWins,
          SET.conversionLoses,
          SET.safeConversion,
          SET.conversionLegal,
          SET.conversionMates,
        ];
        const sets = names.map(set);
        const depths = Array.from({ length: field.bits }, (_, bit) =>
          field.distanceBits(bit, color, slab),
        );
        for (let number = slab % step; number < field.size; number += step) {
          const found = sets.map((each) => hasBit(each, number));
          if (!hasBit(legal, number)) {
            if (found.includes(true)) wrong.push(`${slab} ${number}: a conversion of no position`);
            continue;
          }
          field.squares(slab, number, squares);
          const men = field.men.map((man, i) => ({ ...man, square: squares[i]! }));
          const reached = [...conversionsOf(rules.army, men, color)].map(
            ({ men: after, replies }) => {
              const plain = codeOf(rules, after, opposite(color), says);
              if (replies.length > 0) seen.passed++;
              const taken = replies.map((each) => codeOf(rules, each, color, says));
              return withReplies(plain, taken, forbidsMateInOne);
            },
          );
          const playable = reached.filter((code) => code !== SAYS.illegal);
          const allowed = playable.filter((code) => code !== SAYS.barred);
          const worth = allowed.length === 0 ? undefined : best(allowed.map(replied));
          const wins = worth !== undefined && worth > 0;
          const loses = worth !== undefined && worth < 0;
          const mates = playable.includes(SAYS.mated);
          const expected = [wins, loses, worth !== undefined, playable.length > 0, mates];
          const distance = wins ? worth : loses ? -1 - worth : undefined;
          const bits = depths.reduce(
            (sum, each, bit) => sum + (hasBit(each, number) ? 1 << bit : 0),
            0,
          );
          if (found.join() !== expected.join() || (distance !== undefined && bits !== distance)) {
            wrong.push(
              `${color} to move, ${squares}: ${found} ${bits}, not ${expected} ${distance}`,
            );
          }
          seen[wins ? 'wins' : loses ? 'loses' : worth === 0 ? 'holds' : 'none']++;
          if (mates) seen.mates++;
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    return seen;
  }

  it.each([
    ['KQvkr', 'metachess', [0, 7, 101, 333, 461]],
    ['KNNvk', 'chess', [3, 200]],
    ['KHvks', 'fairy', [17, 300]],
  ] as const)('%s in %s: captures', (name, rules, slabs) => {
    const seen = check(rules, name, '', slabs);
    expect(
      Object.entries(seen).filter(([key, count]) => key !== 'passed' && count < cases(20)),
    ).toEqual([]);
  });

  it.each([
    ['KRRvkb', 'metachess', '', [450]],
    ['KQNvkq', 'chess', '', [20]],
    ['KNvkp', 'metachess', 'd3', [0]],
    ['KBvkp', 'chess', 'c7', [0]],
  ] as const)('%s in %s, in three dimensions', (name, rules, pawns, slabs) => {
    const seen = check(rules, name, pawns, slabs, 13);
    expect(Math.min(seen.wins, seen.loses, seen.holds, seen.none)).toBeGreaterThan(cases(20));
  });

  it.each([
    ['KPvk', 'metachess', 'a2'],
    ['KPvk', 'chess', 'd7'],
    ['KPvk', 'chess', 'c6'],
    ['KPvkp', 'metachess', 'd6 e7'],
    ['KPvkp', 'chess', 'a7 b2'],
    ['KPPvk', 'metachess', 'c2 c3'],
  ] as const)('%s in %s with pawns on %s', (name, rules, pawns) => {
    const seen = check(rules, name, pawns);
    expect(Math.min(seen.wins, seen.loses, seen.holds)).toBeGreaterThan(cases(20));
  });

  it.each([
    ['KPvkp', 'metachess', 'd2 e4'],
    ['KPvkp', 'chess', 'c5 d7'],
    ['KPPvkp', 'metachess', 'b5 d5 c7'],
    ['KPPvkp', 'chess', 'b5 d5 c7'],
    ['KPPvkp', 'metachess', 'c2 d2 b4'],
    ['KRPvkp', 'metachess', 'd2 c4'],
  ] as const)('%s in %s, en passant with pawns on %s', (name, rules, pawns) => {
    const seen = check(rules, name, pawns, undefined, name === 'KRPvkp' ? 31 : 1);
    expect(seen.passed).toBeGreaterThan(cases(500));
  });
});

describe('a promotion reads the same values from slices as from whole tables', () => {
  const codes = new Int8Array(24 * 64 ** 3);
  for (let i = 0; i < codes.length; i++) codes[i] = hash(i, 250) - 125;

  it.each([
    [0, 'KPPvk', 'b6 c7'],
    [0, 'KPPvk', 'd6 d7'],
    [1, 'KPvkp', 'c6 d2'],
  ] as const)('of colour %i: %s with pawns on %s', (color, name, pawns) => {
    const { army } = chess;
    const { material } = unwrap(parseMaterial(name, coloursOf(army)));
    const pawn = material.men.findLastIndex((man) => man.color === color);
    const solveConversions = (sliced: boolean) => {
      const { field } = endgameField({
        army,
        name,
        pawns: squaresOf(pawns),
        conversionBytes: 64 << 20,
        conversions(memory, men) {
          const tables = new SolvedTables(chess, memory);
          tables.place(wholeDependency(material, 1));
          for (const kind of army[material.men[pawn]!.kind]!.promotions) {
            const { material: target, flipped } = orient(
              material.men.with(pawn, { kind, color }),
              chess,
            );
            const made = flipped ? opposite(color) : color;
            const placements = slabPlacementsOf(target, army);
            const slices = slicesFor(placements, target, { kind, color: made });
            const side = opposite(made);
            const sides = [side === 0, side === 1] as const;
            const table = tables.place({
              material: target,
              sides,
              slices: sliced ? slices : undefined,
              distanceBits: NARROW_BITS,
            });
            // In two runs, as the blocks of a file arrive.
            const half = 3 * 64 ** 3 + 17;
            const room = tables.roomOf(table);
            storeCodes(room, side, 0, codes.subarray(0, half));
            storeCodes(room, side, half, codes.subarray(half));
          }
          // All other targets are draws.
          const drawn = (target: string) =>
            tables.place(
              wholeDependency(unwrap(parseMaterial(target, coloursOf(army))).material, NARROW_BITS),
            );
          const kings = new KingTables(memory);
          const known = (each: string) => tables.get(each) ?? drawn(each);
          return new ConversionWriter(memory, chess, kings, known).write(men);
        },
      });
      field.kernel.findLegal();
      field.kernel.findConversions();
      const sets = [SET.conversionWins, SET.conversionLoses, SET.safeConversion].map((each) =>
        field.bytes(each, color, 0),
      );
      const bits = Array.from({ length: 7 }, (_, bit) => field.distanceBits(bit, color, 0));
      return [...sets, ...bits].map((set) => set.slice());
    };
    const whole = solveConversions(false);
    expectSameBytes(solveConversions(true), whole);
    expect(whole.every((set) => set.some((byte) => byte !== 0))).toBe(true);
  });
});
