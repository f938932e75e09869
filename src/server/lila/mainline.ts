import { ok, type Result } from '../../board/result.ts';
import { WHITE } from '../../pieces/army.ts';
import type { Position } from '../../position/position.ts';
import type { ProbeOptions, Tablebase } from '../../probe/tablebase.ts';
import { positionDocument } from './document.ts';

/** One move of best play, with the values of the position after it, for its side to move. */
interface MainlineStep {
  readonly uci: string;
  readonly san: string;
  readonly dtz: null;
  readonly precise_dtz: null;
  readonly dtm: number;
}

export interface MainlineDocument {
  readonly dtz: null;
  readonly precise_dtz: null;
  readonly dtm: number;
  /** Empty if the position is drawn. */
  readonly mainline: readonly MainlineStep[];
  /** Null if it is drawn, or if the 50-move rule ends the line. */
  readonly winner: 'w' | 'b' | null;
}

/** Best play by distance to mate, as far as the 50-move rule lets it go. Errors: those of {@link Tablebase.probe}. */
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
    first ??= value.wdl * value.dtm || 0;
    const [best] = moves;
    const isOver = ending !== undefined || !best?.value || value.wdl === 0;
    if (isOver || rules.pliesTo50Moves(at) === 0) {
      const winner = ending?.wdl === -1 ? (at.turn === WHITE ? 'b' : 'w') : null;
      return ok({ dtz: null, precise_dtz: null, dtm: first, mainline, winner });
    }
    const dtm = -best.value.wdl * (best.value.dtm - 1) || 0;
    // Of equally fast moves, take the one that the position's own document lists first.
    const listed = positionDocument(rules, at, probed.value).moves;
    const { uci, san } = listed.find((each) => each.dtm === dtm)!;
    mainline.push({ uci, san, dtz: null, precise_dtz: null, dtm });
    at = rules.play(at, moves.find((each) => each.uci === uci)!.move);
  }
}
