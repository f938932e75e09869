import { fail, ok, type Result } from '../../board/result.ts';
import { BLACK, ROYAL, WHITE } from '../../pieces/army.ts';
import { Game } from '../../play/game.ts';
import { type GameRef, refOf } from '../../rules/gameRef.ts';
import { checkVariants } from '../../rules/ini/parseVariants.ts';
import { excerpt } from '../../rules/ini/problems.ts';
import { readSections } from '../../rules/ini/sections.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** A visitor's own game. */
export interface DescribedGame {
  /** Sections of a variants.ini. */
  readonly text: string;
  /** The name of the section that is meant; undefined: the one that is no other's parent. */
  readonly name: string | undefined;
}

/** Names of sections in an error. */
const MOST_NAMES = 10;
/** So many moves of each trial, both sides' together. */
const PLIES = 24;

/**
 * Makes a game from its description, and plays some moves: what took its time here takes no longer in a game. May take
 * long. `board`: the most files and ranks. Errors: `variant`, with the line where there is one.
 */
export function tryGame(described: DescribedGame, board: number): Result<GameRef> {
  const made = makeGame(described);
  if (!made.ok) return made;
  const rules = made.value;
  const why = whyNotByLink(rules, board);
  if (why !== undefined) return fail('variant', why, rules.name);
  // Found out once for each game, by trying all squares.
  rules.isInsufficientMaterial([WHITE, BLACK].map((color) => ({ kind: ROYAL, color })));
  let game = Game.start(rules);
  for (let ply = 0; ply < PLIES && !game.status.ending; ply++) {
    const legal = [...game.choices.values()].filter((choice) => choice.legal);
    // A prime, so that both sides move all kinds of pieces.
    const next = game.follow(legal[(ply * 7919) % legal.length]!.uci);
    if (!next.ok) return next;
    game = next.value;
  }
  return ok(refOf(rules));
}

/** Why no game by link can be begun, or undefined. `board`: the most files and ranks. */
export function whyNotByLink(rules: RuleSet, board: number): string | undefined {
  const { name, variant } = rules;
  const { files, ranks } = rules.board;
  if (files > board || ranks > board) {
    return `a game by link has a board of at most ${board}x${board}, and that of ${name} is ${files}x${ranks}`;
  }
  if (variant.start === undefined) return `${name} has no first position: it needs a startFen`;
  const { ending, words } = Game.start(rules).status;
  return ending && `${name} is over in its first position: ${words}`;
}

/** Errors: `variant`. */
function makeGame({ text, name }: DescribedGame): Result<RuleSet> {
  // Of these no UTF-8 can be written.
  if (/\p{Surrogate}/u.test(text)) return fail('variant', 'the description is no text', text);
  const chosen = name === undefined ? mainSection(text) : ok(name);
  if (!chosen.ok) return chosen;
  const all = checkVariants(text);
  const named = (wanted: string) => all.filter((each) => each.name === wanted);
  // Without a name: what is wrong with the text as a whole, or with the head of a section.
  const reports = [...named(chosen.value), ...named('')];
  const [problem] = reports.flatMap(({ problems }) => problems);
  if (problem) return fail('variant', `line ${problem.line}: ${problem.message}`, chosen.value);
  if (reports[0]?.rules) return ok(reports[0].rules);
  const names = namesOf(all.map((each) => each.name));
  const message = `no section [${excerpt(chosen.value)}] in the description, which has ${names}`;
  return fail('variant', message, chosen.value);
}

/** The name of the section that is no other's parent; '' if what is wrong is known by that. Errors: `variant`. */
function mainSection(text: string): Result<string> {
  const sections = readSections(text);
  if ('message' in sections || sections.some(({ name }) => name === '')) return ok('');
  const parents = new Set(sections.map(({ parent }) => parent));
  const names = new Set(sections.map(({ name }) => name).filter((name) => !parents.has(name)));
  if (names.size > 1) {
    const message = `the description has several games, ${namesOf([...names])}: name one as rules`;
    return fail('variant', message);
  }
  // If all of them are parents they go in a circle, which the first one's problem says.
  const [main = sections[0]?.name ?? ''] = names;
  return ok(main);
}

function namesOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).map(excerpt).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
