import type { RuleSet } from '../rules/ruleset.ts';
import type { GameNode, GameTree } from './gameTree.ts';
import { MOVEMENT_TAG, movementTag } from './movementTag.ts';
import { numberOf, wrap } from './moveText.ts';
import { glyphText } from './pgnTokens.ts';
import { variantTag } from './variantTag.ts';

/** The most characters in a line of movetext (PGN standard, 4.3, wants fewer than 80). */
const LINE_WIDTH = 79;

/** The tags that archives require, in their order (PGN standard, 8.1.1), and their values if unknown. */
const roster: readonly (readonly [string, string])[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
];

/** A game in Portable Game Notation with its variations and comments, and a blank line at its end. */
export function makePgn(tree: GameTree): string {
  const { rules, root, result, tags } = tree;
  const own = new Map([
    ['Result', result],
    ['Variant', variantTag(rules)],
  ]);
  const movements = movementTag(rules);
  if (movements !== undefined) own.set(MOVEMENT_TAG, movements);
  if (!isInitial(rules, root.game.fen)) own.set('SetUp', '1').set('FEN', root.game.fen);
  const words = [
    ...commentWords(tree.annotations.get(root)?.after),
    ...lineWords(tree, root),
    result,
  ];
  return `${[...makeHeader(tags, own), '', ...wrap(words, LINE_WIDTH)].join('\n')}\n\n`;
}

/** Lines with the tags of a record. `own`: those that follow from the game, which come before all but the roster's. */
export function makeHeader(
  tags: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): readonly string[] {
  const known = new Map(roster.map(([name, unknown]) => [name, tags.get(name) ?? unknown]));
  for (const [name, text] of own) known.set(name, text);
  for (const [name, text] of tags) if (!known.has(name)) known.set(name, text);
  return [...known].map(([name, text]) => `[${name} ${quoted(text)}]`);
}

/** Is this the FEN of the initial position? */
export function isInitial(rules: RuleSet, fen: string): boolean {
  return rules.variant.start !== undefined && rules.makeFen(rules.start) === fen;
}

/** The moves after a node, each with the variations that stand beside it. */
function lineWords(tree: GameTree, start: GameNode): string[] {
  const words: string[] = [];
  let node = start;
  /** After a comment or a variation, Black's move needs its number. */
  let broken = true;
  for (let next = tree.childrenOf(node); next.length > 0; next = tree.childrenOf(node)) {
    const [main, ...others] = next;
    words.push(...moveWords(tree, main!, broken));
    for (const other of others) words.push(...variationWords(tree, other));
    broken = others.length > 0 || tree.annotations.get(main!)?.after !== undefined;
    node = main!;
  }
  return words;
}

function variationWords(tree: GameTree, first: GameNode): string[] {
  const words = [
    ...commentWords(tree.annotations.get(first)?.before),
    ...moveWords(tree, first, true),
    ...lineWords(tree, first),
  ];
  words[0] = `(${words[0]}`;
  words[words.length - 1] += ')';
  return words;
}

function moveWords(tree: GameTree, node: GameNode, broken: boolean): string[] {
  const { after, glyphs = [] } = tree.annotations.get(node) ?? {};
  const [first, ...more] = glyphs.map(glyphText);
  const suffix = first && !first.startsWith('$') ? first : '';
  const rest = suffix === '' && first ? [first, ...more] : more;
  const number = numberOf(node.game, broken);
  const move = `${node.game.lastPly!.san}${suffix}`;
  return [...(number === '' ? [move] : [number, move]), ...rest, ...commentWords(after)];
}

function commentWords(text: string | undefined): string[] {
  return text === undefined ? [] : `{ ${text.replaceAll('}', ')')} }`.split(' ');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
