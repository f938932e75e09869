import { plural } from '../src/cli/output.ts';
import { kindKeys } from '../src/rules/ini/predefined.ts';
import type { Difference } from '../tools/fairyReplay.ts';

/** One section of a variants.ini. */
export interface Checked {
  readonly name: string;
  readonly line: number;
  readonly verdict: 'agrees' | 'differs' | 'refused' | 'not played';
  /** Why it is refused. */
  readonly problems?: readonly Problem[];
  /** Why Fairy-Stockfish does not play it. */
  readonly problem?: string;
  readonly differing?: number;
  /** The first one. */
  readonly difference?: Difference;
}

interface Problem {
  readonly line: number;
  readonly key?: string;
  readonly message: string;
}

/** Keys that metatb must read: a section that is refused for one of them is a gap. */
const needed: readonly RegExp[] = [
  /^(maxRank|maxFile|king|startFen|pawnTypes|customPiece\d+)$/,
  /^(promotionRegion|promotionPawnTypes|promotionPieceTypes)(White|Black)?$/,
  /^(mandatoryPawnPromotion|doubleStep)$/,
  /^(doubleStepRegion|tripleStepRegion|enPassantRegion)(White|Black)?$/,
  /^castling(?!Wins)/,
  /^mobilityRegion/,
  /^(checking|mustCapture|blastOnCapture|blastImmuneTypes|nMoveRule|nFoldRule)$/,
  /^(passOnStalemate)(White|Black)?$/,
  /^(stalemateValue|checkmateValue)$/,
  /^extinction/,
  /^flag(?!PieceBlockedWin)/,
];

/** The key that a problem is about: it may be a parent's, of a game that Fairy-Stockfish has built in. */
function keyOf({ key, message }: Problem): string | undefined {
  return key ?? /^its parent \S+: (\w+)/.exec(message)?.[1];
}

function isGap(problem: Problem): boolean {
  const key = keyOf(problem);
  return key === undefined || kindKeys.includes(key) || needed.some((each) => each.test(key));
}

/** The numbers, what differs, and the reasons of refusals, counted. */
export function reportOf(checked: readonly Checked[]): string {
  const of = (verdict: Checked['verdict']) => checked.filter((each) => each.verdict === verdict);
  const [agree, differ, refused, unplayed] = [
    of('agrees'),
    of('differs'),
    of('refused'),
    of('not played'),
  ];
  const gaps = refused.filter(({ problems = [] }) => problems.every(isGap));
  return [
    `${plural(checked.length, 'section')}: ${agree.length} agree, ${differ.length} differ, ${refused.length} are refused,` +
      ` ${unplayed.length} load but are not played by Fairy-Stockfish.`,
    ...list('Agree', agree.map(({ name }) => name).join(' ')),
    ...list(
      'Agree but for what is check',
      agree
        .filter(({ difference }) => difference)
        .map(differenceOf)
        .join('\n'),
    ),
    ...list('Differ', differ.map(differenceOf).join('\n')),
    ...list('Not played', unplayed.map(({ name, problem }) => `${name}: ${problem}`).join('\n')),
    ...list('Refused for, sections', counted(refused)),
    ...list('Refused for nothing else than needed keys', gaps.map(problemsOf).join('\n')),
  ].join('\n');
}

function list(title: string, text: string): string[] {
  return text === '' ? [] : ['', `${title}:`, text];
}

function differenceOf({ name, line, differing, difference }: Checked): string {
  const { about, fen, here, there, played } = difference!;
  return [
    `${name} (line ${line}), ${plural(differing!, 'game')}: ${about}`,
    `  ${fen}`,
    `  after ${played.split(' ').at(-1) || 'no move'}`,
    `  here:  ${here}`,
    `  there: ${there}`,
  ].join('\n');
}

/** Each key or message, and in how many sections it is the first reason; then the number of all sections that have it. */
function counted(refused: readonly Checked[]): string {
  const firsts = new Map<string, number>();
  const all = new Map<string, number>();
  const count = (counts: Map<string, number>, reason: string) =>
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  for (const { problems = [] } of refused) {
    // A key that metatb need not read is the reason; others are only if there is none.
    const sorted = [...problems].sort((a, b) => Number(isGap(a)) - Number(isGap(b)));
    const reasons = [...new Set(sorted.map((problem) => keyOf(problem) ?? problem.message))];
    if (reasons[0] !== undefined) count(firsts, reasons[0]);
    for (const reason of reasons) count(all, reason);
  }
  return [...all]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, number]) => `${number} ${reason} (first reason of ${firsts.get(reason) ?? 0})`)
    .join('\n');
}

function problemsOf({ name, problems = [] }: Checked): string {
  return problems.map(({ line, message }) => `${name}, line ${line}: ${message}`).join('\n');
}
