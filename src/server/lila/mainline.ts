import { ok, type Result } from '../../board/result.ts';
import { WHITE } from '../../pieces/army.ts';
import type { Position } from '../../position/position.ts';
import type { ProbeOptions, Tablebase } from '../../probe/tablebase.ts';
import type { Ending } from '../../rules/ruleset.ts';
import { distanceOf, signedPlies } from './distance.ts';
import { positionDocument } from './document.ts';

/** What is known of a position, for its side to move: see {@link distanceOf}. */
interface Distances {
  readonly dtz: null;
  readonly precise_dtz: null;
  readonly dtm?: number;
  readonly dtw?: number;
}

/** One move of best play, with the distances of the position after it. */
interface MainlineStep extends Distances {
  readonly uci: string;
  readonly san: string;
}

export interface MainlineDocument extends Distances {
  /** Empty if the position is drawn. */
  readonly mainline: readonly MainlineStep[];
  /** Null if it is drawn, or if the 50-move rule ends the line. */
  readonly winner: 'w' | 'b' | null;
}

/** Best play by distance to the end, as far as the 50-move rule lets it go. Errors: those of {@link Tablebase.probe}. */
export async function mainlineDocument(
  tablebase: Tablebase,
  position: Position,
  options: ProbeOptions,
): Promise<Result<MainlineDocument>> {
  const { rules } = tablebase;
  const mainline: MainlineStep[] = [];
  let first: number | undefined;
  for (let at = position; ; ) {
    const probed = await tablebase.probe(at, options);
    if (!probed.ok) return probed;
    const { value, ending, moves } = probed.value;
    first ??= signedPlies(value);
    const [best] = moves;
    const isOver = ending !== undefined || !best?.value || value.wdl === 0;
    if (isOver || rules.pliesTo50Moves(at) === 0) {
      const winner = winnerOf(at, ending);
      return ok({ dtz: null, precise_dtz: null, ...distanceOf(rules, first), mainline, winner });
    }
    const plies = -best.value.wdl * (best.value.dtm - 1) || 0;
    // Of equally fast moves, take the one that the position's own document lists first.
    const listed = positionDocument(rules, at, probed.value).moves;
    const { uci, san } = listed.find((each) => (each.dtm ?? each.dtw) === plies)!;
    mainline.push({ uci, san, dtz: null, precise_dtz: null, ...distanceOf(rules, plies) });
    at = rules.play(at, moves.find((each) => each.uci === uci)!.move);
  }
}

function winnerOf({ turn }: Position, ending: Ending | undefined): 'w' | 'b' | null {
  if (!ending || ending.wdl === 0) return null;
  return ending.wdl > 0 === (turn === WHITE) ? 'w' : 'b';
}
