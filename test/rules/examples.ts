/** One of the page's three examples, as a position that fits its text. */
export interface Example {
  readonly title: string;
  readonly fen: string;
  /** UCI of the moves that the rule permits: green on the page. */
  readonly green: readonly string[];
  /** UCI of the chess-legal moves that hang a mate, with a mating reply in SAN: amber on the page. */
  readonly amber: Readonly<Record<string, string>>;
  readonly check: boolean;
  readonly metacheck: boolean;
  readonly over: 'metacheckmate' | null;
}

export const backRankMetacheck: Example = {
  title: 'back-rank metacheck',
  fen: 'r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1',
  green: ['f2f3', 'f2f4', 'g1f1', 'g2g3', 'g2g4', 'h2h3', 'h2h4'],
  amber: { g1h1: 'Ra1#' },
  check: false,
  metacheck: true,
  over: null,
};

export const checkBecomesMetacheckmate: Example = {
  title: 'chess-check becomes metacheckmate',
  fen: '8/8/8/3K4/8/R7/2R2k2/8 b - - 0 1',
  green: [],
  amber: { f2e1: 'Ra1#', f2f1: 'Ra1#', f2g1: 'Ra1#' },
  check: true,
  metacheck: false,
  over: 'metacheckmate',
};

export const stalemateBecomesMetacheckmate: Example = {
  title: 'stalemate becomes metacheckmate',
  fen: '7k/8/7K/8/8/8/8/6Q1 b - - 0 1',
  green: [],
  amber: {},
  check: false,
  metacheck: true,
  over: 'metacheckmate',
};

export const examples: readonly Example[] = [
  backRankMetacheck,
  checkBecomesMetacheckmate,
  stalemateBecomesMetacheckmate,
];
