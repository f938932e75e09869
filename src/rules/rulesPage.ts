import { describeRules, type PieceDescription, type RulesSection } from './describeRules.ts';
import { type PieceDiagram, type Reach, reaches, reachesIn } from './pieceDiagram.ts';
import type { RuleSet } from './ruleset.ts';

/** A page on a game in plain text: its pieces with diagrams, its ends, and what its tables cover. */
export function rulesPage(rules: RuleSet): string {
  const { title, name, about, source, files, ranks, start, pieces, sections } =
    describeRules(rules);
  const parts = [
    `${title} (${name})`,
    about,
    `Source: ${source}`,
    `Board: ${files} files, ${ranks} ranks.`,
    ...(start ? [`It begins with: ${start}`] : []),
    ...pieces.map(pieceText),
    legendOf(pieces.map(({ diagram }) => diagram)),
    ...sections.map(sectionText),
  ];
  return parts.join('\n\n');
}

const MARKS: Readonly<Record<Reach, string>> = {
  both: 'o',
  moves: 'm',
  takes: 'x',
  passant: 'e',
  first: 'i',
  hops: 'h',
  movesOrHops: '*',
};

function pieceText({ letter, name, movement, facts, diagram }: PieceDescription): string {
  const head = [`${letter}  ${name}, ${movement || 'does not move'}`, ...facts].join('; ');
  return [head, ...rowsOf(letter, diagram)].join('\n');
}

function rowsOf(letter: string, { side, middle, squares }: PieceDiagram): readonly string[] {
  const marks = squares.map((reach, square) =>
    square === middle ? letter : reach === undefined ? '.' : MARKS[reach],
  );
  return Array.from({ length: side }, (_, row) => {
    const first = (side - 1 - row) * side;
    return `   ${marks.slice(first, first + side).join(' ')}`;
  });
}

/** Explains the marks that these diagrams have. */
function legendOf(diagrams: readonly PieceDiagram[]): string {
  const marks = reachesIn(diagrams).map((reach) => `${MARKS[reach]} ${reaches[reach]}`);
  return `${marks.join('; ')}.`;
}

function sectionText({ heading, sentences }: RulesSection): string {
  return [heading, ...sentences.map((sentence) => `  ${sentence}`)].join('\n');
}
