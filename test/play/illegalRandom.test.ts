import { expect, test } from 'vitest';
import { makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { makePut, parseAction } from '../../src/play/illegal/action.ts';
import { IllegalGame } from '../../src/play/illegal/illegalGame.ts';
import { hasSpecial, wayOf } from '../../src/play/illegal/possible.ts';
import { makeRecord } from '../../src/play/illegal/record.ts';
import { seenIn, viewOf } from '../../src/play/illegal/view.ts';
import { isCheck } from '../../src/position/attacks.ts';
import { legalMoves } from '../../src/position/moves.ts';
import { castlingOf } from '../../src/position/specialMoves.ts';
import { random } from '../../tools/random.ts';
import { cases, seed } from '../thorough.ts';
import { illegal } from './illegalGames.ts';

const GAMES = cases(300, 10);
const ACTIONS = 120;

test('random games keep the rules', () => {
  for (let game = 0; game < GAMES; game++) {
    const number = random(seed + game);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(number() * items.length)]!;
    let now = IllegalGame.start(illegal);
    for (let i = 0; i < ACTIONS && !now.ending; i++) {
      const before = now;
      const text = someAction(before, number, pick);
      const next = before.act(before.turn, text);
      checkView(before, text);
      if (!next.ok) continue;
      now = next.value;
      checkStep(before, now, text);
    }
    const again = unwrap(IllegalGame.start(illegal).replayed(now.log));
    expect(again).toEqual(now);
    expect(makeRecord(now)).toContain('[Variant "Illegal"]');
  }
});

/** Legal moves, cheats of all kinds, claims right and wrong, captures of kings. */
function someAction(
  { stage, last, seen, draw }: IllegalGame,
  number: () => number,
  pick: <T>(items: readonly T[]) => T,
): string {
  const { position } = stage;
  const { equipment, sides, turn, squares } = position;
  const chance = number();
  const any = () => Math.floor(number() * 64);
  if (draw && chance < 0.5) return 'accept';
  if (last && chance < 0.2) {
    const square = number() < 0.6 ? last.put.to : any();
    return `claim ${makeSquare(square, equipment.board)}`;
  }
  if (last && chance < 0.4) {
    const king = sides[1 - turn]![0]! & 255;
    return makePut(
      { from: pick(sides[turn])! & 255, to: king, promotion: undefined, special: false },
      equipment,
    );
  }
  const moves = legalMoves(position);
  if (chance < 0.6 && moves.length > 0) {
    const move = pick(moves);
    const isPassing = position.enPassant?.passed.includes(move.to) && squares[move.to] === 0;
    const isPawn = equipment.army[(squares[move.from]! - 1) >> 1]!.pawn;
    const special = castlingOf(position, move) !== undefined || (isPassing === true && isPawn);
    return makePut({ ...move, special }, equipment);
  }
  const from = pick(chance < 0.9 ? sides[turn] : sides[1 - turn]!) & 255;
  const specials = Array.from({ length: 64 }, (_, to) => to).filter((to) =>
    hasSpecial(seen, from, to),
  );
  const special = specials.length > 0 && number() < 0.7;
  const to = special ? pick(specials) : any();
  const promotes = equipment.promotes[squares[from]!]?.[to] === true;
  if (from === to) return 'draw';
  return makePut({ from, to, promotion: promotes ? 1 : undefined, special }, equipment);
}

/** What players see decides what is possible. */
function checkView(game: IllegalGame, text: string): void {
  const action = unwrap(parseAction(text, illegal.variant.equipment));
  if (action.type !== 'put') return;
  const shown = unwrap(seenIn(viewOf(game), illegal));
  expect(wayOf(shown, action.put)).toEqual(wayOf(game.seen, action.put));
}

function checkStep(before: IllegalGame, after: IllegalGame, text: string): void {
  const { position } = after.stage;
  for (const color of [0, 1] as const) {
    expect(after.hp[color]).toBeLessThanOrEqual(before.hp[color]);
    // No king is ever off the board.
    expect(position.sides[color][0]! >> 8).toBe(1 + color);
  }
  expect(after.log).toEqual([...before.log, text]);
  expect(after.keys.at(-1)).toBe(after.rules.repetitionKey(position));
  const standing = position.squares.flatMap((code, square) =>
    code === 0 ? [] : [(code << 8) | square],
  );
  expect([...position.sides[0], ...position.sides[1]].sort((a, b) => a - b)).toEqual(
    standing.sort((a, b) => a - b),
  );
  const event = after.events.at(-1)!;
  if (event.type === 'move') {
    const { verdict, faults } = event.made;
    expect(after.turn).not.toBe(before.turn);
    expect(faults.length > 0).toBe(verdict === 'illegal');
    // A king that can be captured is one of a side that has cheated, or tries to escape.
    if (isCheck(position, before.turn)) expect(verdict).not.toBe('legal');
    return;
  }
  if (event.type === 'draw' || !event.correct || ('fatal' in event && event.fatal)) {
    expect(after.stage).toBe(before.stage);
    return;
  }
  // Rolled back exactly.
  expect(after.stage).toBe(before.last!.before);
  expect(after.turn).not.toBe(before.turn);
  expect(after.last).toBeUndefined();
  expect(after.keys).toEqual(before.keys.slice(0, -1));
}
