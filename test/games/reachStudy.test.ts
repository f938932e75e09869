import { describe, expect, test } from 'vitest';
import { ok, unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import type { ProofLimits } from '../../src/search/analysis.ts';
import { Search } from '../../src/search/search.ts';
import { answersTo } from '../../src/web/study/answers.ts';
import { Judge, type Prover } from '../../src/web/study/judge.ts';
import { reachPuzzle } from '../../src/web/study/reachPuzzle.ts';
import { nextOf, stageAt, stagesOf } from '../../src/web/study/steps.ts';
import { bestOf, inOrder, type Verdict, type Verdicts } from '../../src/web/study/verdict.ts';
import { gameOf, read } from './moves.ts';
import { isEven, outcome, verdicts } from './reachOutcomes.ts';

// The page tells nothing of the puzzle but texts and moves: what these are worth is searched.

const reach = gameOf('reach');
const search = new Search(reach);
const stages = stagesOf(reachPuzzle);
const LONGEST = 11;

/** The page's search without its worker. */
const prover: Prover = {
  prove: async (game, { plies }) => ok(search.prove(game, { plies })),
  stop() {},
};

/** What is known at last of every move. */
async function judged(game: Game, by: Prover = prover, plies = LONGEST): Promise<Verdicts> {
  let last: Verdicts = new Map();
  unwrap(
    await new Judge(by, { plies }).judge(game, (found) => {
      last = found;
    }),
  );
  return last;
}

function short(verdict: Verdict): string {
  if (verdict.kind === 'wins' || verdict.kind === 'loses') {
    return `${verdict.kind === 'wins' ? 'W' : 'L'}${verdict.plies}`;
  }
  return verdict.kind === 'draws' ? '=' : '?';
}

/** Of the last position: with one rook against one bishop, brute force takes too long for more. */
const SHORT = 5;

// [step, pieces and side to move, result]
const positions = [
  ['start', '8/8/2r3r1/6p1/8/5Bpk/3B4/6K1 w', 'W11'],
  ['bc3', '8/8/2r3r1/6p1/8/2B2Bpk/8/6K1 b', 'L10'],
  ['rf6', '8/8/2r2r2/6p1/8/2B2Bpk/8/6K1 w', 'W9'],
  ['kh1', '8/8/2r2r2/6p1/8/2B2Bpk/8/7K b', 'L8'],
  ['kh4-early', '8/8/2r2r2/6p1/7k/2B2Bp1/8/7K w', 'W5'],
  ['g4-early', '8/8/2r2r2/8/6p1/2B2Bpk/8/7K w', 'W5'],
  ['g2', '8/8/2r2r2/6p1/8/2B2B1k/6p1/7K w', 'W7'],
  ['kg1', '8/8/2r2r2/6p1/8/2B2B1k/6p1/6K1 b', 'L6'],
  ['kg3', '8/8/2r2r2/6p1/8/2B2Bk1/6p1/6K1 w', 'W3'],
  ['kh4', '8/8/2r2r2/6p1/7k/2B2B2/6p1/6K1 w', 'W5'],
  ['kxg2', '8/8/2r2r2/6p1/7k/2B2B2/6K1/8 b', 'L4'],
  ['g4', '8/8/2r2r2/8/6pk/2B2B2/6K1/8 w', 'W3'],
  ['bxf6', '8/8/2r2B2/8/6pk/5B2/6K1/8 b', 'L2'],
  ['rxf6', '8/8/5r2/8/6pk/5B2/6K1/8 w', 'W1'],
] as const;

describe('the study of the puzzle', () => {
  test('has the fourteen positions', () => {
    const shown = stages.map(({ step, game }) => [
      step.name,
      game.fen.split(' ').slice(0, 2).join(' '),
    ]);
    expect(shown).toEqual(positions.map(([name, fen]) => [name, fen]));
    for (const { step } of stages) expect(step.text.join('').length).toBeGreaterThan(40);
  });

  test.each(positions)('%s (%s): %s, and every move is judged as by brute force', async (name, fen, result) => {
    const { game } = stages.find(({ step }) => step.name === name)!;
    const proof = search.prove(game, { plies: LONGEST })!;
    expect(`${proof.wdl > 0 ? 'W' : 'L'}${proof.plies}`).toBe(result);
    const within = name === 'rxf6' ? SHORT : LONGEST;
    const found = await judged(game, prover, within);
    expect(short(bestOf(found)!)).toBe(result);
    const bySan = [...found].map(([uci, verdict]) => [game.choices.get(uci)!.san, short(verdict)]);
    expect(new Map(bySan as [string, string][])).toEqual(verdicts(read(reach, fen), within));
    for (const [uci, verdict] of found) {
      if (verdict.kind !== 'loses') continue;
      const after = unwrap(unwrap(game.follow(uci)).follow(verdict.reply!));
      expect(outcome(after.position, LONGEST)).toBe(verdict.plies - 2);
      expect(isEven(verdict.plies)).toBe(true);
    }
  }); // biome-ignore format: a line for what it says

  test('labels moves, side lines in brackets, and leads through the solution', () => {
    expect(stages.map(({ label }) => label).join(' ')).toBe(
      'Start 1.Bc3 1...Rgf6 2.Kh1 (2...Kh4) (2...g4) 2...g2+ 3.Kg1 (3...Kg3) 3...Kh4 4.Kxg2 4...g4 5.Bxf6+ 5...Rxf6',
    );
    const line: string[] = [];
    for (let at = stages[0]; at; at = nextOf(stages, at)) line.push(at.step.name);
    expect(line.join(' ')).toBe('start bc3 rf6 kh1 g2 kg1 kh4 kxg2 g4 bxf6 rxf6');
    expect(nextOf(stages, stages[4]!)).toBeUndefined();
  });

  test('knows its positions, however they were reached', () => {
    const game = Game.start(reach, read(reach, positions[10][1]));
    expect(stageAt(stages, game)?.step.name).toBe('kxg2');
    expect(stageAt(stages, unwrap(game.play('f6f7')))).toBeUndefined();
  });

  test('explains the zugzwang: which move opens which way', async () => {
    const { game } = stages.find(({ step }) => step.name === 'kxg2')!;
    const answers = answersTo(game, await judged(game));
    expect(answers.map(({ reply, atOnce }) => [reply.san, atOnce])).toEqual([
      ['Ba8#', true],
      ['Bh8#', true],
      ['Bxf6+', false],
    ]);
    const [toA8, toH8, rest] = answers.map(({ moves }) => moves);
    expect([toA8!.length, toH8!.length, rest]).toEqual([9, 9, ['g4']]);
    expect(toA8).toContain('Rxc3');
    expect(toH8).toContain('Rxf3');
  });

  test('explains nothing where a move does not lose', async () => {
    const { game } = stages[0]!;
    expect(answersTo(game, await judged(game))).toEqual([]);
  });
});

describe('a judge of moves', () => {
  const { game } = stages[0]!;

  test('says at first what ends the game at once, and of others within how many plies they are undecided', async () => {
    const news: string[] = [];
    const nothing: Prover = { prove: async () => ok(undefined), stop() {} };
    const last = stages.at(-1)!.game;
    await new Judge(nothing).judge(last, (found) => {
      const [[, best], [, other]] = inOrder(found) as [[string, Verdict], [string, Verdict]];
      news.push(`${short(best)} ${other.kind} ${'plies' in other && other.plies}`);
    });
    const within = [1, 3, 5, 7, 9, 11];
    expect(news).toEqual(within.map((plies) => `W1 undecided ${plies}`));
  });

  test('asks for no longer proofs than it needs', async () => {
    const asked: ProofLimits[] = [];
    await judged(stages[10]!.game, {
      ...prover,
      prove(game, limits) {
        asked.push(limits);
        return prover.prove(game, limits);
      },
    });
    expect(Math.max(...asked.map(({ plies }) => plies))).toBe(4);
  });

  test('reports no more of a position that was left, and goes on with the next', async () => {
    const news: Game[] = [];
    const judge = new Judge(prover);
    const first = judge.judge(game, () => news.push(game));
    const other = stages[10]!.game;
    const second = judge.judge(other, () => news.push(other));
    await Promise.all([first, second]);
    expect(news.length).toBeGreaterThan(0);
    expect(news.filter((each) => each === game)).toEqual([]);
    judge.stop();
  });

  test('passes on why nothing could be searched', async () => {
    const problem = { code: 'crash', message: 'the search died', text: '' };
    const broken: Prover = { prove: async () => ({ ok: false, problem }), stop() {} };
    expect(await new Judge(broken).judge(game, () => {})).toEqual({ ok: false, problem });
  });
});
