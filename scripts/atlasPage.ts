import { percent, thousands } from '../src/cli/output.ts';
import { numberedMoves } from '../src/play/moveText.ts';
import { chess } from '../src/rules/chess.ts';
import { metachess } from '../src/rules/metachess.ts';
import type { Change, EndgameStudy, RulesStudy, SideStudy } from '../src/study/endgameStudy.ts';

/** Lines of more plies are cut off on the page; atlas.json has all of them. */
const SHOWN_PLIES = 16;

/**
 * The atlas in Markdown: what the rule changes, the surprises first, then every endgame. `whole`: numbers of men of which it has all
 * endgames.
 */
export function makeAtlasPage(studies: readonly EndgameStudy[], whole: readonly number[]): string {
  const men = [...new Set(studies.map((study) => study.men))].sort();
  return [
    intro(studies, whole),
    surprises(studies),
    ...men.map((count) =>
      shares(
        studies.filter((study) => study.men === count),
        count,
      ),
    ),
    longest(studies),
    zugzwangs(studies),
  ].join('\n');
}

function intro(studies: readonly EndgameStudy[], whole: readonly number[]): string {
  const others = studies.filter(({ men }) => !whole.includes(men)).map(({ table }) => table);
  const men = whole.join(', ').replace(/, (\d)$/, ' and $1');
  const all = whole.length === 0 ? [] : [`Every endgame of ${men} men`];
  const some = others.length === 0 ? [] : [others.join(', ').replace(/, (\w+)$/, ' and $1')];
  const which = [...all, ...some].join(', and ');
  const command = [
    ...(whole.length === 0 ? [] : [`--men ${whole.join(',')}`]),
    ...(others.length === 0 ? [] : [`--also ${others.join(',')}`]),
  ].join(' ');
  const positions = studies.reduce((sum, { ours }) => sum + positionsOf(ours), 0);
  return `# Atlas of endgames: ${metachess.title} and ${chess.title}

${which}: ${studies.length} with ${thousands(positions)} positions, under the rules of
metachess (*a move is illegal if the opponent then has a chess-legal reply that gives checkmate*) and under those of chess.
Every figure comes from exact tables and is made again by

    npm run atlas -- --anew ${command}

[atlas.json](atlas.json) has the same for programs, with whole lines of moves.

- Positions are those of the whole board with either side to move, with every order of like men; distances are in plies, by best
  play: the winner hurries, the loser delays. The 50-move rule is ignored, castling too.
- Results are those of the side to move. White is the side with more or stronger men.
- Of each kind of change the position is shown that is decided soonest. A move *hangs* a mate that metachess does not let it allow.
`;
}

/** Changes of one kind in one endgame for one side. */
interface Shift {
  readonly study: EndgameStudy;
  readonly winner: Side;
  readonly changes: readonly Change[];
  readonly board: number;
}

type Side = 'white' | 'black';

function surprises(studies: readonly EndgameStudy[]): string {
  const won = shiftsOf(studies, (from, to) => from === 'draw' && to === 'win');
  const lost = shiftsOf(studies, (from, to) => from === 'win' && to === 'draw');
  const turned = shiftsOf(studies, (from, to) => from === 'loss' && to === 'win');
  return `## What the rule changes

${headline(studies)}

### Draws of chess that are won in metachess

${shiftTable(won, 'wins')}

### Wins of chess that are drawn in metachess

${shiftTable(lost, 'no longer wins')}

### Losses of chess that are won in metachess

${shiftTable(turned, 'wins')}
`;
}

/** The endgames that change most, in a sentence each. */
function headline(studies: readonly EndgameStudy[]): string {
  const changed = studies
    .map((study) => ({ study, share: changedIn(study) / positionsOf(study.ours) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
  const shown = changed.slice(0, 10).map(({ study }) => {
    const { ours, theirs } = study;
    const wins = (rules: RulesStudy) =>
      percent(rules.white.wins + rules.black.losses, positionsOf(rules));
    const share = percent(changedIn(study), positionsOf(ours));
    const white = `White wins ${wins(ours)} of all positions, in chess ${wins(theirs)}`;
    return `- **${study.table}**: ${share} of all positions have another result; ${white}.`;
  });
  const total = `Of ${studies.length} endgames ${changed.length} have positions with another result than in chess.`;
  return shown.length === 0 ? total : `${total} Those that change most:\n\n${shown.join('\n')}`;
}

/** By endgame and side, most of the endgame's positions first. `is` judges results of that side. */
function shiftsOf(
  studies: readonly EndgameStudy[],
  is: (from: Result, to: Result) => boolean,
): readonly Shift[] {
  const shifts = studies.flatMap((study) =>
    (['white', 'black'] as const).map((winner): Shift => {
      const changes = study.changes.filter(({ turn, theirs, ours }) =>
        turn === winner ? is(theirs, ours) : is(other[theirs], other[ours]),
      );
      // The winner's own moves tell more than a position in which the other has no move left.
      const ordered = [...changes].sort((a, b) => rank(a, winner) - rank(b, winner));
      const board = changes.reduce((sum, change) => sum + change.board, 0);
      return { study, winner, changes: ordered, board };
    }),
  );
  const share = ({ study, board }: Shift) => board / positionsOf(study.ours);
  return shifts.filter(({ board }) => board > 0).sort((a, b) => share(b) - share(a));
}

type Result = Change['ours'];
const other: Readonly<Record<Result, Result>> = { win: 'loss', draw: 'draw', loss: 'win' };

function rank({ turn }: Change, winner: Side): number {
  return turn === winner ? 0 : 1;
}

function shiftTable(shifts: readonly Shift[], verb: string): string {
  if (shifts.length === 0) return 'None.';
  const rows = shifts.map(({ study, winner, changes, board }) => [
    study.table,
    `${nameOf(winner)} ${verb}`,
    thousands(board),
    percent(board, positionsOf(study.ours)),
    ...exampleOf(changes[0]!),
  ]);
  return table(['endgame', '', 'positions', 'of all', 'example', 'why'], rows);
}

/** The FEN of an example, and the shortest line that explains it. */
function exampleOf({ example, turn, ours, theirs }: Change): [string, string] {
  const { fen, lineBy, line, ourEnding, theirEnding, forbidden } = example;
  const moves = numberedMoves(line, turn === 'black');
  const shown = moves.slice(0, SHOWN_PLIES).join(' ') + (moves.length > SHOWN_PLIES ? ' …' : '');
  const ourSide = ourEnding ?? (ours === 'draw' ? 'a draw' : shown);
  const theirSide = theirEnding ?? (theirs === 'draw' ? 'a draw' : theirs);
  if (lineBy === 'ours') return [code(fen), `${ourSide}; in chess ${theirSide}`];
  const why = forbidden
    ? `${line[forbidden.ply]} hangs ${forbidden.reply}`
    : `metachess: ${ourSide}`;
  const end = forbidden && ourEnding ? `, and so it is ${ourEnding}` : '';
  return [code(fen), `chess: ${shown || theirSide}; ${why}${end}`];
}

function shares(studies: readonly EndgameStudy[], men: number): string {
  const rows = studies.flatMap((study) =>
    [study.ours, study.theirs].map((rules, i) => [
      i === 0 ? study.table : '',
      rules.rules,
      ...sharesOf(rules.white),
      ...sharesOf(rules.black),
      pliesOf(rules.white),
      pliesOf(rules.black),
      i === 0 ? percent(changedIn(study), positionsOf(study.ours)) : '',
    ]),
  );
  const sides = ['White', 'Black'].flatMap((side) => [`${side} to move: won`, 'drawn', 'lost']);
  const head = ['endgame', 'rules', ...sides, 'longest win, White', 'Black', 'changed'];
  return `## ${men} men\n\n${table(head, rows)}\n`;
}

function sharesOf({ wins, draws, losses }: SideStudy): string[] {
  const all = wins + draws + losses;
  return [wins, draws, losses].map((count) => (count === 0 ? '' : percent(count, all)));
}

function pliesOf({ longestWin }: SideStudy): string {
  return longestWin ? String(longestWin.plies) : '';
}

function longest(studies: readonly EndgameStudy[]): string {
  const rows = studies.flatMap((study) =>
    (['white', 'black'] as const).flatMap((side) => {
      const win = study.ours[side].longestWin;
      if (!win) return [];
      const moves = numberedMoves(win.line, side === 'black');
      const shown = moves.slice(0, SHOWN_PLIES).join(' ');
      const line = moves.length > SHOWN_PLIES ? `${shown} …` : shown;
      const inChess = pliesOf(study.theirs[side]) || 'none';
      return [[study.table, nameOf(side), String(win.plies), inChess, code(win.fen), line]];
    }),
  );
  const head = ['endgame', 'winner', 'plies', 'in chess', 'position', 'line'];
  return `## The longest wins of metachess\n\n${table(head, rows)}\n`;
}

function zugzwangs(studies: readonly EndgameStudy[]): string {
  const rows = studies.flatMap((study) => {
    const counts = (rules: RulesStudy) =>
      rules.zugzwangs.map(({ unique }) => (unique === 0 ? '' : thousands(unique)));
    const [ours, theirs] = [counts(study.ours), counts(study.theirs)];
    if ([...ours, ...theirs].every((count) => count === '')) return [];
    const fen = study.ours.zugzwangs.find((kind) => kind.fen)?.fen;
    return [[study.table, ...ours, ...theirs, fen ? code(fen) : '']];
  });
  const kinds = ['whoever moves loses', 'Black to move loses', 'White to move loses'];
  const inChess = kinds.map((kind) => `${kind}, chess`);
  return `## Mutual zugzwangs

Placements up to symmetry in which whoever is to move is worse off than if the other were: of a full point where both would
lose, else of half a point. The example is the deepest of the first kind that metachess has.

${table(['endgame', ...kinds, ...inChess, 'example'], rows)}
`;
}

function positionsOf({ white, black }: RulesStudy): number {
  return [white, black].reduce((sum, side) => sum + side.wins + side.draws + side.losses, 0);
}

function changedIn({ changes }: EndgameStudy): number {
  return changes.reduce((sum, { board }) => sum + board, 0);
}

function nameOf(side: Side): string {
  return side === 'white' ? 'White' : 'Black';
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
