import { fail, ok, type Result } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { Game } from './game.ts';
import { type Annotation, type GameNode, GameTree } from './gameTree.ts';
import { MOVEMENT_TAG, withMovements } from './movementTag.ts';
import { atMove } from './moveText.ts';
import { type Token, tokensOf } from './pgnTokens.ts';
import { rulesOfTag } from './variantTag.ts';

/** More than any game has: a limit so that pasted text cannot keep a page busy. */
export const MOST_CHARACTERS = 100_000;
/** Of a file of games. */
const MOST_IN_FILE = 2_000_000;

export interface ParsedGame {
  readonly tree: GameTree;
  /** The text names its rules itself. */
  readonly namesRules: boolean;
  /** Do further games follow in the text? */
  readonly more: boolean;
}

/**
 * Reads the first game of a text in PGN, with tags, variations, comments and glyphs. `rules`: for a game that
 * does not name its own; `others`: games that a text may name though they are not built in.
 * Errors: `pgn`, `start` (no FEN, and the rules have no initial position), and those of names of games, of FENs, of
 * reading moves and of {@link Game.follow}.
 */
export function parsePgn(
  text: string,
  rules: RuleSet,
  others: readonly RuleSet[] = [],
): Result<ParsedGame> {
  if (text.length > MOST_CHARACTERS) return tooLong('a game', MOST_CHARACTERS, text);
  const reader = new Reader(tokensOf(text));
  const read = gameIn(reader, rules, others);
  return read.ok ? ok({ ...read.value, more: reader.hasMore() }) : read;
}

/**
 * Reads every game of a text, each when it is asked for: one with an error does not keep the others from being read. See
 * {@link parsePgn}.
 */
export function* parsePgnGames(
  text: string,
  rules: RuleSet,
  others: readonly RuleSet[] = [],
): Generator<Result<GameTree>, void> {
  if (text.length > MOST_IN_FILE) {
    yield tooLong('a file', MOST_IN_FILE, text);
    return;
  }
  const reader = new Reader(tokensOf(text));
  while (reader.hasMore()) {
    const read = gameIn(reader, rules, others);
    if (!read.ok) reader.skipMoves();
    yield read.ok ? ok(read.value.tree) : read;
  }
}

function tooLong(what: string, most: number, { length }: string) {
  return fail('pgn', `${what} has at most ${most.toLocaleString('en')} characters, not ${length}`);
}

function gameIn(
  reader: Reader,
  rules: RuleSet,
  others: readonly RuleSet[],
): Result<Omit<ParsedGame, 'more'>> {
  const tags = reader.tags();
  const variant = tags.get('Variant');
  const called = variant === undefined ? ok(rules) : rulesOfTag(variant, rules, others);
  if (!called.ok) return called;
  const movements = tags.get(MOVEMENT_TAG);
  const named = movements === undefined ? called : withMovements(called.value, movements);
  if (!named.ok) return named;
  const start = named.value.parseFen(tags.get('FEN') ?? 'startpos');
  if (!start.ok) return start;
  const tree = reader.moves(Game.start(named.value, start.value), tags);
  if (!tree.ok) return tree;
  return ok({ tree: tree.value, namesRules: variant !== undefined });
}

/** Tags that the tree itself implies. */
const ownTags = new Set(['FEN', 'SetUp', 'Variant', MOVEMENT_TAG]);

/** Reads tokens one by one and plays the moves as it goes, so that the first wrong move ends it. */
class Reader {
  private readonly tokens: readonly Token[];
  private next = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  tags(): Map<string, string> {
    const tags = new Map<string, string>();
    for (let token = this.peek(); token?.type === 'tag'; token = this.peek()) {
      tags.set(token.name, token.text);
      this.next++;
    }
    return tags;
  }

  moves(start: Game, tags: Map<string, string>): Result<GameTree> {
    const root: GameNode = { game: start, parent: undefined };
    const children = new Map<GameNode, GameNode[]>();
    const annotations = new Map<GameNode, Annotation>();
    /** The last nodes of the lines that open variations have interrupted. */
    const outer: GameNode[] = [];
    let node = root;
    /** A comment before the first move of a variation. */
    let before: string | undefined;
    let begins = false;
    for (let token = this.peek(); token && token.type !== 'tag'; token = this.peek()) {
      this.next++;
      switch (token.type) {
        case 'move': {
          const played = playedBy(node.game, token.text);
          if (!played.ok) return played;
          node = child(children, node, played.value);
          if (before !== undefined) annotate(annotations, node, { before });
          if (token.glyph !== undefined) annotate(annotations, node, { glyphs: [token.glyph] });
          before = undefined;
          begins = false;
          break;
        }
        case 'comment':
          if (begins) before = joined(before, token.text);
          else annotate(annotations, node, { after: token.text });
          break;
        case 'glyph':
          annotate(annotations, node, { glyphs: [token.glyph] });
          break;
        case 'open':
          if (!node.parent) return fail('pgn', 'a variation begins before the first move', '(');
          outer.push(node);
          node = node.parent;
          begins = true;
          break;
        case 'close': {
          const line = outer.pop();
          if (!line) return fail('pgn', "a ')' ends a variation that never began", ')');
          node = line;
          begins = false;
          break;
        }
        case 'result':
          if (outer.length > 0) break;
          tags.set('Result', token.text);
          return ok(treeOf(root, children, annotations, tags));
      }
    }
    if (outer.length > 0) return fail('pgn', "a variation does not end: a ')' is missing");
    return ok(treeOf(root, children, annotations, tags));
  }

  /** To the next game, which begins with a tag. */
  skipMoves(): void {
    for (let token = this.peek(); token && token.type !== 'tag'; token = this.peek()) this.next++;
  }

  hasMore(): boolean {
    return this.next < this.tokens.length;
  }

  private peek(): Token | undefined {
    return this.tokens[this.next];
  }
}

function playedBy(game: Game, text: string): Result<Game> {
  const { rules, position } = game;
  const move = rules.parseMove(position, text);
  if (!move.ok) return atMove(game, move.problem);
  const played = game.follow(rules.makeUci(move.value));
  return played.ok ? played : atMove(game, played.problem);
}

function child(children: Map<GameNode, GameNode[]>, parent: GameNode, game: Game): GameNode {
  const siblings = children.get(parent) ?? [];
  const known = siblings.find((each) => each.game.lastPly?.uci === game.lastPly?.uci);
  if (known) return known;
  const node: GameNode = { game, parent };
  children.set(parent, [...siblings, node]);
  return node;
}

function annotate(
  annotations: Map<GameNode, Annotation>,
  node: GameNode,
  { before, after, glyphs }: Annotation,
): void {
  const known = annotations.get(node) ?? {};
  annotations.set(node, {
    ...known,
    ...(before === undefined ? {} : { before: joined(known.before, before) }),
    ...(after === undefined ? {} : { after: joined(known.after, after) }),
    ...(glyphs === undefined ? {} : { glyphs: [...(known.glyphs ?? []), ...glyphs] }),
  });
}

function joined(first: string | undefined, second: string): string {
  return first === undefined ? second : `${first} ${second}`;
}

function treeOf(
  root: GameNode,
  children: ReadonlyMap<GameNode, readonly GameNode[]>,
  annotations: ReadonlyMap<GameNode, Annotation>,
  read: ReadonlyMap<string, string>,
): GameTree {
  const tags = new Map([...read].filter(([name]) => !ownTags.has(name)));
  const tree = new GameTree({ root, current: root, children, annotations, tags });
  return tree.goTo(tree.endOf());
}
