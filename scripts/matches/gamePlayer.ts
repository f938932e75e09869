import { fail, ok, type Result, unwrap } from '../../src/board/result.ts';
import type { Game } from '../../src/play/game.ts';
import { resultOf } from '../../src/play/status.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import { random } from '../../tools/random.ts';
import type { Conditions } from './conditions.ts';
import { FairyMover } from './fairyMover.ts';
import { type GameRecord, TOO_LONG } from './gameRecord.ts';
import { type Mover, SearchMover } from './mover.ts';
import { randomOpening } from './opening.ts';
import type { Player } from './player.ts';
import { SurpriseCounter } from './surprises.ts';
import type { Command } from './uciProgram.ts';

/** Seeds of two matches do not share games. */
const SEED_STRIDE = 1 << 20;

/** Plays the games of a match, one at a time. */
export class GamePlayer {
  private readonly conditions: Conditions;
  private readonly rules;
  private readonly movers: readonly Mover[];
  private readonly surprises: SurpriseCounter | undefined;

  /** `fairy`: the program, if it plays. */
  constructor(conditions: Conditions, fairy: Command | undefined) {
    this.conditions = conditions;
    this.rules = unwrap(gameOf({ name: conditions.rules }));
    this.movers = conditions.players.map((player) => this.moverOf(player, fairy));
    if (conditions.surprises)
      this.surprises = new SurpriseCounter(this.rules, conditions.surprises);
  }

  /** The same game for the same number, unless time limits a player. Errors: `illegal` (move), `crash` (of a player). */
  async play(number: number): Promise<Result<GameRecord>> {
    const { seed, openingPlies, mostPlies, players } = this.conditions;
    const pair = players.length === 2;
    const seedOf = (of: number) => seed * SEED_STRIDE + of;
    const opening = randomOpening(this.rules, openingPlies, seedOf(pair ? number >> 1 : number));
    const white = pair && number % 2 === 1 ? 1 : 0;
    for (const mover of this.movers) {
      const begun = await mover.begin();
      if (!begun.ok) return begun;
    }
    const sides = [this.movers[white]!, this.movers[pair ? 1 - white : 0]!] as const;
    const played = await playOn(opening, sides, mostPlies, random(~seedOf(number)));
    if (!played.ok) return played;
    const game = played.value;
    const { ending } = game.status;
    const result = resultOf(game.status);
    const moves = game.plies.map(({ uci }) => uci);
    return ok({
      number,
      white,
      opening: moves.slice(0, openingPlies).join(' '),
      moves: moves.slice(openingPlies).join(' '),
      result: result === '*' ? '1/2-1/2' : result,
      reason: ending?.reason ?? TOO_LONG,
      ...(this.surprises ? { surprises: this.surprises.count(game, openingPlies) } : {}),
    });
  }

  end(): void {
    for (const mover of this.movers) mover.end();
  }

  private moverOf(player: Player, fairy: Command | undefined): Mover {
    return player.kind === 'search'
      ? new SearchMover(this.rules, player.level)
      : new FairyMover(fairy!, this.rules.name, player);
  }
}

/** Plays on to the end of the game. `sides`: White first. */
async function playOn(
  opening: Game,
  sides: readonly [Mover, Mover],
  mostPlies: number,
  chance: () => number,
): Promise<Result<Game>> {
  let game = opening;
  while (!game.status.ending && game.length < mostPlies) {
    const move = await sides[game.turn].move(game, chance());
    if (!move.ok) return move;
    const next = game.play(move.value);
    if (!next.ok) return fail('illegal', `${next.problem.message}, in ${game.fen}`, move.value);
    game = next.value;
  }
  return ok(game);
}
