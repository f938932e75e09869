import type { Square } from '../../chess/geometry.ts';
import type { Move } from '../../chess/moves.ts';
import { fail, ok, type Result } from '../../chess/result.ts';
import type { Ending, RuleSet } from '../../rules/ruleset.ts';
import { standing } from '../../rules/standing.ts';

export interface Ply {
  readonly move: Move;
  readonly san: string;
  readonly uci: string;
}

/** A game as far as it has been played, and the position of it that is looked at. */
export interface Game {
  readonly rules: RuleSet;
  /** Every position from the first on: one more than plies. */
  readonly positions: readonly unknown[];
  readonly plies: readonly Ply[];
  /** Plies before the position that is looked at. */
  readonly at: number;
}

export function startGame(rules: RuleSet, position: unknown = rules.start): Game {
  return { rules, positions: [position], plies: [], at: 0 };
}

export function currentOf({ positions, at }: Game): unknown {
  return positions[at]!;
}

export function lastPlyOf({ plies, at }: Game): Ply | undefined {
  return at > 0 ? plies[at - 1] : undefined;
}

/** How the game stands at the position that is looked at, undefined where it goes on. */
export function standingOf({ rules, positions, at }: Game): Ending | undefined {
  return standing(rules, positions.slice(0, at + 1));
}

/** The game with a legal move at the position that is looked at, in place of what was played after it. */
export function withMove(game: Game, move: Move): Game {
  const { rules, at } = game;
  const position = currentOf(game);
  const ply = { move, san: rules.makeSan(position, move), uci: rules.makeUci(move) };
  return {
    rules,
    positions: [...game.positions.slice(0, at + 1), rules.play(position, move)],
    plies: [...game.plies.slice(0, at), ply],
    at: at + 1,
  };
}

/** Without the last move before the position that is looked at, and what came after it. */
export function undone(game: Game): Game {
  const at = Math.max(0, game.at - 1);
  return {
    ...game,
    at,
    positions: game.positions.slice(0, at + 1),
    plies: game.plies.slice(0, at),
  };
}

export function goTo(game: Game, at: number): Game {
  return { ...game, at: Math.min(Math.max(0, at), game.plies.length) };
}

/** Why the rules forbid a move that chess allows. */
export interface Refusal {
  readonly move: Move;
  readonly san: string;
  /** The mate that the move would allow; undefined where the rule set does not say. */
  readonly reply: { readonly move: Move; readonly san: string } | undefined;
}

export function isLegal(rules: RuleSet, position: unknown, move: Move): boolean {
  const uci = rules.makeUci(move);
  return rules.legalMoves(position).some((each) => rules.makeUci(each) === uci);
}

export function refusalOf(rules: RuleSet, position: unknown, move: Move): Refusal {
  const found = rules.refutation(position, move);
  const reply = found && { move: found.reply, san: rules.makeSan(found.at, found.reply) };
  return { move, san: rules.makeSan(position, move), reply };
}

/** The game with these moves, in SAN or UCI. Errors: those of reading a move, and `move-illegal`. */
export function withMoves(game: Game, texts: readonly string[]): Result<Game> {
  let played = game;
  for (const text of texts) {
    const { rules, at } = played;
    const position = currentOf(played);
    const move = rules.parseMove(position, text);
    if (!move.ok) return atMove(at, move.problem);
    if (!isLegal(rules, position, move.value)) {
      const { san, reply } = refusalOf(rules, position, move.value);
      const why = reply ? `: it would allow ${reply.san}` : '';
      return atMove(at, {
        code: 'move-illegal',
        message: `${san} is illegal in ${rules.name}${why}`,
        text,
      });
    }
    played = withMove(played, move.value);
  }
  return ok(played);
}

function atMove(ply: number, problem: { code: string; message: string; text: string }) {
  return fail(problem.code, `ply ${ply + 1}: ${problem.message}`, problem.text);
}

/** The square of the royal man of the side to move. */
export function royalSquare(rules: RuleSet, position: unknown): Square | undefined {
  let found: Square | undefined;
  rules.visitMen(position, (square, { kind, color }) => {
    if (kind === 0 && color === rules.turn(position)) found = square;
  });
  return found;
}
