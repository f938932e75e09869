import { ok, type Result, unwrap } from '../../board/result.ts';
import type { Game } from '../../play/game.ts';
import type { Proof, ProofLimits } from '../../search/analysis.ts';
import { proved, unproved, type Verdict, type Verdicts } from './verdict.ts';

/** What proves: the page's engine. One proof at a time. */
export interface Prover {
  prove(game: Game, limits: ProofLimits): Promise<Result<Proof | undefined>>;
  /** Ends the proof that runs, if any. */
  stop(): void;
}

/** How far and how long a position's moves are searched. */
interface JudgeLimits {
  readonly plies: number;
  readonly milliseconds: number;
}

const usual: JudgeLimits = { plies: 11, milliseconds: 30_000 };

/** Finds what each move of a position is worth, quick ends first. */
export class Judge {
  private readonly prover: Prover;
  private readonly limits: JudgeLimits;
  private asked: Game | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(prover: Prover, limits: Partial<JudgeLimits> = {}) {
    this.prover = prover;
    this.limits = { ...usual, ...limits };
  }

  /**
   * Judges the moves of this game's position from now on, and no others. `onNews`: called whenever more is known, not
   * once another game is judged. Errors: those of the prover.
   */
  judge(game: Game, onNews: (verdicts: Verdicts) => void): Promise<Result<undefined>> {
    this.stop();
    this.asked = game;
    const judged = this.running.then(() => this.judgeAll(game, onNews));
    this.running = judged;
    return judged;
  }

  stop(): void {
    this.asked = undefined;
    this.prover.stop();
  }

  private async judgeAll(
    game: Game,
    onNews: (verdicts: Verdicts) => void,
  ): Promise<Result<undefined>> {
    const isAsked = () => this.asked === game;
    const legal = [...game.choices.values()].filter((choice) => choice.legal);
    const games = new Map(legal.map(({ uci }) => [uci, unwrap(game.follow(uci))]));
    const verdicts = new Map([...games].map(([uci, after]) => [uci, unproved(after)]));
    const end = performance.now() + this.limits.milliseconds;
    for (let plies = 1; isAsked(); plies += 2) {
      onNews(new Map(verdicts));
      const open = [...games].filter(([uci]) => verdicts.get(uci)!.kind === 'undecided');
      if (plies >= this.limits.plies || open.length === 0) break;
      for (const [uci, after] of open) {
        const verdict = await this.verdictOf(after, plies + 2, end);
        if (!verdict.ok) return verdict;
        // Stopped, the prover has proved nothing.
        if (!verdict.value || !isAsked()) return ok(undefined);
        verdicts.set(uci, verdict.value);
      }
    }
    return ok(undefined);
  }

  /** The verdict on the move that has led to this game; undefined if there is no time left for it. */
  private async verdictOf(
    after: Game,
    plies: number,
    end: number,
  ): Promise<Result<Verdict | undefined>> {
    const milliseconds = Math.max(1, end - performance.now());
    const proof = await this.prover.prove(after, { plies: plies - 1, milliseconds });
    if (!proof.ok) return proof;
    if (proof.value) return ok(proved(proof.value));
    return ok(performance.now() < end ? { kind: 'undecided', plies } : undefined);
  }
}
