import { fail, ok, type Result } from '../board/result.ts';
import { isCourier, makeCourier, parseCourier } from '../notation/gameCourier.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { Game } from './game.ts';
import { isInitial } from './makePgn.ts';
import { atMove, numberOf } from './moveText.ts';

/**
 * A game as Game Courier records it, a turn a line: `1. P e3-e5`, `1... p e10-e8`. The FEN of another start than the
 * initial position is a line above.
 */
export function makeCourierGame(game: Game): string {
  const { rules, start } = game;
  const fen = rules.makeFen(start);
  const [first, ...later] = game.stages();
  let before = first!.position;
  const turns = later.map((stage) => {
    const turn = makeCourier(before, stage.lastPly!.move);
    before = stage.position;
    return `${numberOf(stage, true)} ${turn}`;
  });
  return [...(isInitial(rules, fen) ? [] : [fen]), ...turns].map((line) => `${line}\n`).join('');
}

/**
 * Reads what {@link makeCourierGame} writes, also without numbers, or with several turns a line.
 * Errors: `courier-record` (no turns), and those of FENs, of {@link parseCourier} and of {@link Game.follow}.
 */
export function parseCourierGame(text: string, rules: RuleSet): Result<Game> {
  const { fen, turns } = partsOf(text);
  if (turns.length === 0) {
    return fail('courier-record', 'a game has a turn a line, such as 1. P e2-e4', text);
  }
  const start = rules.parseFen(fen ?? 'startpos');
  if (!start.ok) return start;
  let game = Game.start(rules, start.value);
  for (const turn of turns) {
    const move = parseCourier(game.position, turn, rules.moves(game.position));
    if (!move.ok) return atMove(game, move.problem);
    const next = game.follow(rules.makeUci(move.value));
    if (!next.ok) return atMove(game, next.problem);
    game = next.value;
  }
  return ok(game);
}

/** Is a text a game of Game Courier's? Without labels it may be in SAN: then every turn must be one. */
export function isCourierGame(text: string): boolean {
  const { turns } = partsOf(text);
  const [first] = turns;
  return first !== undefined && isCourier(first) && (/\s/.test(first) || turns.every(isCourier));
}

/** The FEN above the turns, which has slashes, and the turns without their numbers, with one space behind a label. */
function partsOf(text: string): {
  readonly fen: string | undefined;
  readonly turns: readonly string[];
} {
  const [, fen, record] = /^\s*(\S*\/\S*\/.*)?([\s\S]*)$/.exec(text)!;
  const words = record!
    .replace(/\s+/g, ' ')
    .replace(/ ?; ?/g, ';')
    .replace(/(^| )\d+\.+/g, '$1')
    .split(/ +/);
  const turns: string[] = [];
  let begun = '';
  for (const word of words) {
    begun += word;
    // A label belongs to the next word.
    if (/(^|;)[A-Za-z]+$/.test(begun)) begun += ' ';
    else if (begun !== '') {
      turns.push(begun);
      begun = '';
    }
  }
  if (begun !== '') turns.push(begun.trimEnd());
  return { fen, turns };
}
