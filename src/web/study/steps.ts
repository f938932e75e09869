import { unwrap } from '../../board/result.ts';
import { Game } from '../../play/game.ts';
import { numberOf } from '../../play/moveText.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { Study, StudyStep } from './study.ts';

/** A step of a study with its position. */
export interface Stage {
  readonly step: StudyStep;
  /** Is it part of the solution, and not of a side line? */
  readonly isMain: boolean;
  /** From the study's first position on. */
  readonly game: Game;
  /** `Start`, `2.Kh1`, `2...g2+`; of a side line in brackets. */
  readonly label: string;
}

export function stagesOf(study: Study): readonly Stage[] {
  const rules = unwrap(findRuleSet(study.rules));
  const first = Game.start(rules, unwrap(rules.parseFen(study.fen)));
  const solution = study.steps.at(-1)!.moves;
  return study.steps.map((step) => {
    const game = step.moves.split(' ').filter(Boolean).reduce(played, first);
    const label = labelOf(game);
    const isMain = solution.startsWith(step.moves);
    return { step, isMain, game, label: isMain ? label : `(${label})` };
  });
}

/** The stage whose position this is, however it was reached. */
export function stageAt(stages: readonly Stage[], { rules, position }: Game): Stage | undefined {
  const key = rules.repetitionKey(position);
  return stages.find(({ game }) => rules.repetitionKey(game.position) === key);
}

/** The next step of the solution; undefined at its end, and in a side line. */
export function nextOf(stages: readonly Stage[], stage: Stage): Stage | undefined {
  if (!stage.isMain) return undefined;
  return stages.slice(stages.indexOf(stage) + 1).find(({ isMain }) => isMain);
}

export function labelOf(game: Game): string {
  return game.lastPly ? numberOf(game, true) + game.lastPly.san : 'Start';
}

function played(game: Game, san: string): Game {
  const move = unwrap(game.rules.parseMove(game.position, san));
  return unwrap(game.play(game.rules.makeUci(move)));
}
