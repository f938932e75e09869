import { unwrap } from '../../board/result.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import { changedIn, type Figures, resultsOf, type Shift } from './atlas.ts';
import { makeCounts } from './counts.ts';
import { columnHead } from './histogram.ts';
import { readLine } from './lineCode.ts';
import { makePositionCard } from './positionCard.ts';
import { makeResultBar } from './resultBar.ts';
import { count, moveCount, percent } from './valueWords.ts';

/** The atlas's facts about one endgame under one rule set: results, changes, longest wins, zugzwangs. */
export function makeStudy(rules: RuleSet, figures: Figures): readonly HTMLElement[] {
  return [
    makeResults(rules, figures),
    makeChanges(rules, figures),
    makeLongest(rules, figures),
    makeZugzwangs(rules, figures),
  ].filter((section) => section !== undefined);
}

function section(title: string, ...children: (Node | false)[]): HTMLElement {
  return element('section', {}, element('h3', {}, title), ...children);
}

function makeResults(rules: RuleSet, figures: Figures): HTMLElement {
  const { here, there } = figures;
  const rows = [
    [rules.title, here],
    [otherRules(figures).title, there],
  ] as const;
  return section(
    'Results',
    element(
      'table',
      { class: 'statistics results' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...['Of all positions', 'White wins', 'drawn', 'Black wins'].map(columnHead),
        ),
      ),
      element(
        'tbody',
        {},
        ...rows.map(([title, study]) => {
          const results = resultsOf(study);
          const parts = [results.white, results.drawn, results.black];
          return element(
            'tr',
            {},
            element('th', { scope: 'row' }, title, makeResultBar(results)),
            ...parts.map((part) => element('td', {}, percent(part, results.all))),
          );
        }),
      ),
    ),
    makeCounts('Positions', [here.white, here.black]),
  );
}

const OUTCOMES = { win: 'won', draw: 'drawn', loss: 'lost' } as const;

function makeChanges(rules: RuleSet, figures: Figures): HTMLElement {
  const theirs = otherRules(figures);
  const other = titleOf(theirs);
  const heading = `Compared with ${other}`;
  const changed = changedIn(figures);
  if (changed === 0) {
    return section(heading, element('p', {}, `Every position has the same result as in ${other}.`));
  }
  const share = percent(changed, resultsOf(figures.here).all);
  return section(
    heading,
    element(
      'p',
      {},
      `${share} of all positions have another result than in ${other}: ${count(changed)}.`,
    ),
    element(
      'div',
      { class: 'position-cards' },
      ...figures.changes.map((shift) => makeChange(rules, theirs, shift)),
    ),
  );
}

function makeChange(rules: RuleSet, theirs: RuleSet, shift: Shift): HTMLElement {
  const { example } = shift.study;
  const other = titleOf(theirs);
  const side = shift.turn === 'white' ? 'White' : 'Black';
  const ours = shift.here === shift.study.ours;
  const title = `${OUTCOMES[shift.here]} for ${side}, in ${other} ${OUTCOMES[shift.there]}`;
  const ending = ours ? example.ourEnding : example.theirEnding;
  const otherEnding = ours ? example.theirEnding : example.ourEnding;
  const forbidden = example.forbidden;
  const byOurs = (example.lineBy === 'ours') === ours;
  const line = readLine(byOurs ? rules : theirs, example.fen, example.line);
  const reasons = [
    `${count(shift.board)} positions with ${side} to move.`,
    ending !== null && `The game is over: ${ending}.`,
    otherEnding !== null && `In ${other} it is over: ${otherEnding}.`,
    forbidden !== null &&
      `In metachess ${line[forbidden.ply]} is illegal: it allows ${forbidden.reply}.`,
    line.length > 0 && `${byOurs ? 'Best play' : `Best play in ${other}`}:`,
  ];
  return makePositionCard({
    rules,
    fen: example.fen,
    title: upperFirst(title),
    text: reasons.filter((reason) => reason !== false).join(' '),
    line,
  });
}

function makeLongest(rules: RuleSet, figures: Figures): HTMLElement {
  const { here, there } = figures;
  const other = titleOf(otherRules(figures));
  const cards = (['white', 'black'] as const).flatMap((turn) => {
    const win = here[turn].longestWin;
    if (!win) return [];
    const side = turn === 'white' ? 'White' : 'Black';
    const theirs = there[turn].longestWin;
    const text = theirs
      ? `In ${other} the longest win takes ${moveCount(theirs.plies)}.`
      : `In ${other} ${side} never wins.`;
    const title = `${side} wins in ${moveCount(win.plies)}`;
    const line = readLine(rules, win.fen, win.line);
    return [makePositionCard({ rules, fen: win.fen, title, text, line })];
  });
  return section(
    'Longest wins',
    cards.length === 0
      ? element('p', {}, 'Neither side ever wins: every position is drawn.')
      : element('div', { class: 'position-cards' }, ...cards),
  );
}

function makeZugzwangs(rules: RuleSet, figures: Figures): HTMLElement | undefined {
  const { here, there } = figures;
  const kinds = here.zugzwangs.map((kind, i) => ({ kind, there: there.zugzwangs[i]?.unique ?? 0 }));
  if (kinds.every((each) => each.kind.unique === 0 && each.there === 0)) return undefined;
  const words = ({ white, black }: (typeof here.zugzwangs)[number]) => {
    if (white === black) return 'whoever moves loses';
    return white === 'loss'
      ? 'White to move loses, Black to move draws'
      : 'Black to move loses, White to move draws';
  };
  return section(
    'Mutual zugzwangs',
    element(
      'p',
      {},
      'Positions in which neither side wants to move, counted once for all reflections of the board.',
    ),
    element(
      'table',
      { class: 'statistics zugzwangs' },
      element(
        'thead',
        {},
        element('tr', {}, ...['', rules.title, otherRules(figures).title].map(columnHead)),
      ),
      element(
        'tbody',
        {},
        ...kinds.map(({ kind, there }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, words(kind)),
            element('td', {}, count(kind.unique)),
            element('td', {}, count(there)),
          ),
        ),
      ),
    ),
    element(
      'div',
      { class: 'position-cards' },
      ...kinds.flatMap(({ kind }) =>
        kind.fen === null
          ? []
          : [makePositionCard({ rules, fen: kind.fen, title: `The deepest: ${words(kind)}` })],
      ),
    ),
  );
}

function otherRules({ there }: Figures): RuleSet {
  return unwrap(findRuleSet(there.rules));
}

function titleOf({ title }: RuleSet): string {
  return title.toLowerCase();
}
