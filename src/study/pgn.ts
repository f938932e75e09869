import { numberedMoves, wrap } from './moveText.ts';

export interface PgnGame {
  readonly event: string;
  /** The rule set's title. */
  readonly variant: string;
  readonly fen: string;
  readonly blackBegins: boolean;
  readonly san: readonly string[];
  readonly result: '1-0' | '0-1' | '1/2-1/2' | '*';
}

/** The most characters in a line of movetext (PGN standard, 4.3, wants fewer than 80). */
const LINE_WIDTH = 79;

/** One game in Portable Game Notation, with a blank line at its end. */
export function makePgn({ event, variant, fen, blackBegins, san, result }: PgnGame): string {
  const tags = [
    ['Event', event],
    ['Site', '?'],
    ['Date', '????.??.??'],
    ['Round', '?'],
    ['White', '?'],
    ['Black', '?'],
    ['Result', result],
    ['Variant', variant],
    ['SetUp', '1'],
    ['FEN', fen],
  ];
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
  const header = tags.map(([name, text]) => `[${name} ${quoted(text!)}]`);
  const words = [...numberedMoves(san, blackBegins).flatMap((word) => word.split(' ')), result];
  return `${[...header, '', ...wrap(words, LINE_WIDTH)].join('\n')}\n\n`;
}
