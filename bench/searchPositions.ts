import { unwrap } from '../src/board/result.ts';
import type { Position } from '../src/position/position.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { random } from '../tools/random.ts';
import { sparseFens } from '../tools/sparsePositions.ts';

/** A position of a part of a game. */
export interface Stage {
  readonly stage: 'opening' | 'middlegame' | 'endgame';
  readonly fen: string;
}

/** Plies of random play. */
const PLIES = { opening: 6, middlegame: 30 } as const;
const TRIES = 100;
const SEED = 20_261_125;

/** Positions of all parts of a game, the same whatever the search plays; an endgame only where one is found. */
export function stagesOf(rules: RuleSet): readonly Stage[] {
  const endgame = sparseFens(rules, TRIES, SEED).find((fen) =>
    goesOn(rules, unwrap(rules.parseFen(fen))),
  );
  return [
    { stage: 'opening', fen: rules.makeFen(playedOn(rules, PLIES.opening)) },
    { stage: 'middlegame', fen: rules.makeFen(playedOn(rules, PLIES.middlegame)) },
    ...(endgame ? [{ stage: 'endgame' as const, fen: endgame }] : []),
  ];
}

/** The position after random moves, of the first game that goes on so long. */
function playedOn(rules: RuleSet, plies: number): Position {
  for (let game = 0; game < TRIES; game++) {
    const number = random(SEED + game);
    let position = rules.start;
    for (let ply = 0; ply < plies && !rules.ending(position); ply++) {
      const moves = rules.legalMoves(position);
      position = rules.play(position, moves[Math.floor(number() * moves.length)]!);
    }
    if (goesOn(rules, position)) return position;
  }
  throw new Error(`no random game of ${rules.name} lasts ${plies} plies`);
}

/** Is a game neither over nor won by a single move? Such a search would end at once. */
function goesOn(rules: RuleSet, position: Position): boolean {
  if (rules.ending(position)) return false;
  return rules.legalMoves(position).every((move) => !rules.ending(rules.play(position, move)));
}
