import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Choice } from '../../src/play/choice.ts';
import { Game } from '../../src/play/game.ts';
import { findRuleSet, openNames } from '../../src/rules/registry.ts';
import { examples } from '../../src/web/rule/examples.ts';
import { gameExamples } from '../../src/web/rules/gameExamples.ts';
import { hasBrowser } from '../browser/browser.ts';
import { few, thorough } from '../thorough.ts';
import { at, Site, sanOf, says, tap, type } from './site.ts';

const PHONE = { width: 390, height: 844 };

/** Boards of 12x12, 6x6 and 10x8, a game without a king and one with passes first. */
const order = ['metamachy', 'losalamos', 'capablanca', 'antichess', 'reach'];
const games = [...order, ...openNames.filter((name) => !order.includes(name))].map((name) =>
  unwrap(findRuleSet(name)),
);

/** Positions that end within some moves, with these moves in SAN: of metachess, whose lessons have no solutions, one more. */
const ends = [
  { rules: 'metachess', fen: '8/2R5/8/3K4/8/R7/5k2/8 w - - 0 1', solution: ['Rc2#'] },
  ...[...examples, ...gameExamples],
].flatMap(({ rules, fen, solution = [] }) => {
  const line = lineOf(rules, fen, solution);
  return solution.length > 0 && line.end.status.ending ? [line] : [];
});

/** One of each game first. */
const sorted = games
  .flatMap(({ name }) => ends.filter(({ rules }) => rules.name === name).slice(0, 1))
  .concat(ends);
const lines = [...new Set(sorted)];

interface Line {
  readonly rules: Game['rules'];
  readonly fen: string;
  /** Each move as it is played, by hand or in SAN. */
  readonly choices: readonly Played[];
  readonly end: Game;
}

function lineOf(name: string, fen: string, solution: readonly string[]): Line {
  const rules = unwrap(findRuleSet(name));
  let end = Game.start(rules, unwrap(rules.parseFen(fen)));
  const choices = solution.map((san) => {
    const move = unwrap(rules.parseMove(end.position, san));
    const choice = playedIn(end, end.choices.get(rules.makeUci(move))!);
    end = unwrap(end.follow(choice.uci));
    return choice;
  });
  return { rules, fen, choices, end };
}

describe.skipIf(!hasBrowser())('on the page every game', () => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open();
  });
  afterEach(() => site.leave());
  afterAll(() => site?.close());

  test.each(few(games, 3))(
    '$title is chosen, and its first moves are played by touch and by keyboard',
    async (rules) => {
      const { name, variant } = rules;
      // Choosing a game that is prepared leads elsewhere first: see prepared.test.ts.
      const there = variant.preparation ? at('startpos', name) : '';
      const page = await site.visit(there, { viewport: PHONE, hasTouch: true });
      if (there === '') {
        await page.getByRole('combobox', { name: 'Rules' }).selectOption(name);
      }
      const first = Game.start(rules);
      const [played] = [...first.choices.values()].filter(({ legal }) => legal);
      await tapMove(page, playedIn(first, played!));
      await expect.poll(() => sanOf(page)).toEqual([played!.san]);
      const second = unwrap(first.play(played!.uci));
      const [reply] = [...second.choices.values()].filter(({ legal }) => legal).reverse();
      await type(page, reply!.san);
      await expect.poll(() => sanOf(page)).toEqual([played!.san, reply!.san]);
      await says(page, '#status', unwrap(second.play(reply!.uci)).status.words);
      expect(await page.locator('.cg-wrap piece:not(.ghost)').count()).toBe(
        first.position.sides.flat().length -
          Number(played!.san.includes('x')) -
          Number(reply!.san.includes('x')),
      );
    },
  );

  test.each(few(thorough ? lines : lines.slice(0, games.length), 3))(
    'ends: $rules.title, $fen',
    async ({ rules, fen, choices, end }) => {
      const page = await site.visit(at(fen, rules.name), { viewport: PHONE, hasTouch: true });
      const { words } = end.status;
      for (const choice of choices) await tapMove(page, choice);
      await says(page, '#status', words);
      expect(await sanOf(page)).toEqual(choices.map(({ san }) => san));
      await page.getByRole('button', { name: 'First position' }).click();
      await says(page, '#announcer', 'The first position.');
      for (const { san } of choices) await type(page, san);
      await says(page, '#status', words);
      expect(words).not.toMatch(rules.threat ? /^$/ : /meta|amber/i);
    },
  );
});

test('an end is shown of every game', () => {
  const shown = new Set(lines.map(({ rules }) => rules.name));
  expect(games.filter(({ name }) => !shown.has(name)).map(({ name }) => name)).toEqual([]);
});

/** `alternatives`: how many moves go from the same square to the same one. */
type Played = Pick<Choice, 'move' | 'rules' | 'uci' | 'san'> & { readonly alternatives: number };

function playedIn({ choices, rules }: Game, { move, uci, san }: Choice): Played {
  const same = [...choices.values()].filter(
    (each) => each.move.from === move.from && each.move.to === move.to,
  );
  return { move, rules, uci, san, alternatives: same.length };
}

/** Touches the square of a piece and the one that it goes to; a promotion is chosen, and a pass is a button. */
async function tapMove(page: Page, { move, rules, alternatives }: Played): Promise<void> {
  const { from, to, promotion } = move;
  if (from === to) return page.getByRole('button', { name: 'Pass' }).tap();
  await tap(page, makeSquare(from, rules.board));
  await tap(page, makeSquare(to, rules.board));
  if (promotion === undefined || alternatives === 1) return;
  const { name } = rules.army[promotion]!;
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).tap();
}
