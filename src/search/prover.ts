import type { Proof, ProofLimits } from './analysis.ts';
import { type MoveCode, parseMoveCode } from './board/moveCode.ts';
import type { ProofSearch } from './proof.ts';
import { MOST_PROOF_PLIES } from './proofTable.ts';
import type { Workplace } from './workplace.ts';

/** Proves how the game on the board ends. */
export class Prover {
  private readonly work: Workplace;
  private readonly proof: ProofSearch;
  private readonly step: 1 | 2;

  constructor(work: Workplace, proof: ProofSearch) {
    this.work = work;
    this.proof = proof;
    this.step = work.referee.mayWinWithoutMove ? 1 : 2;
  }

  /** Undefined if the limits leave it open. */
  prove(limits: ProofLimits): Proof | undefined {
    const { seeks = 'either' } = limits;
    const most = Math.min(limits.plies, MOST_PROOF_PLIES);
    const { proof } = this;
    for (let plies = 0; plies <= most; plies++) {
      if (seeks !== 'loss' && this.isWorth(plies, 1) && proof.attack(plies, 0) <= plies) {
        return this.describe(1, plies, limits);
      }
      if (seeks !== 'win' && this.isWorth(plies, 0) && proof.defend(plies, 0) <= plies) {
        return this.describe(-1, plies, limits);
      }
      if (proof.watch.stopped) return undefined;
    }
    return undefined;
  }

  /** Most games are won by one's own move: with an odd number of plies. */
  private isWorth(plies: number, parity: 0 | 1): boolean {
    return this.step === 1 || plies % 2 === parity;
  }

  private describe(wdl: 1 | -1, plies: number, { within = plies }: ProofLimits): Proof | undefined {
    const { board, referee } = this.work;
    const { rules } = board;
    const most = wdl === 1 ? Math.max(plies, Math.min(within, MOST_PROOF_PLIES)) : plies;
    const moves: { uci: string; plies: number }[] = [];
    for (const move of referee.legalMoves()) {
      const found = this.pliesAfter(move, wdl, most - 1);
      if (found !== undefined) {
        moves.push({ uci: rules.makeUci(parseMoveCode(move)), plies: found + 1 });
      }
    }
    moves.sort((a, b) => wdl * (a.plies - b.plies));
    const line = this.line(wdl, plies);
    const { watch } = this.proof;
    if (watch.stopped || !line) return undefined;
    const { nodes, milliseconds } = watch;
    return {
      wdl,
      plies,
      moves,
      line: line.map((move) => rules.makeUci(parseMoveCode(move))),
      nodes,
      milliseconds,
    };
  }

  /** The plies to the end after a move of the side that wins or loses, at most `most`. */
  private pliesAfter(move: MoveCode, wdl: 1 | -1, most: number): number | undefined {
    const { board } = this.work;
    const { proof } = this;
    board.make(move);
    let found: number | undefined;
    for (let plies = 0; plies <= most && found === undefined; plies++) {
      if (!this.isWorth(plies, wdl === 1 ? 0 : 1)) continue;
      const bound = wdl === 1 ? proof.defend(plies, 0) : proof.attack(plies, 0);
      if (bound <= plies && !proof.watch.stopped) found = plies;
    }
    board.unmake();
    return found;
  }

  /** Best play to the end: the winner the quickest way, the loser the longest. Undefined if time was too short. */
  private line(wdl: 1 | -1, plies: number): MoveCode[] | undefined {
    const { board, referee } = this.work;
    const line: MoveCode[] = [];
    let left = plies;
    let sign = wdl;
    for (; left > 0; left--, sign = -sign as 1 | -1) {
      if (referee.ending()) break;
      const best = referee
        .legalMoves()
        .find((move) => this.pliesAfter(move, sign, left - 1) === left - 1);
      if (best === undefined) break;
      board.make(best);
      line.push(best);
    }
    for (const _ of line) board.unmake();
    return this.proof.watch.stopped ? undefined : line;
  }
}
