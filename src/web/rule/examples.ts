export interface Example {
  /** In addresses: `#rule=NAME`. */
  readonly name: string;
  readonly title: string;
  /** The name of a built-in game. */
  readonly rules: string;
  readonly fen: string;
  /** What to see, a paragraph each. */
  readonly text: readonly string[];
  /** What to try. */
  readonly task: string;
  /** Moves in SAN or UCI that do so. */
  readonly solution?: readonly string[];
}

/** In the order in which they are shown. The tables decide those with few pieces. */
export const examples: readonly Example[] = [
  {
    name: 'back-rank',
    title: 'The back rank, one move early',
    rules: 'metachess',
    fen: 'r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1',
    text: [
      'The pawns in front of White’s king leave it no air, and Black’s rook is ready for Ra1#. In chess White would have to see that; here the rules do. White is in metacheck.',
      'Any pawn move that makes a flight square is legal. So is Kf1: on f1 the king could step to e2.',
    ],
    task: 'Pick the king: f1 is green, h1 is amber. Try h1 all the same.',
  },
  {
    name: 'check',
    title: 'A check without a way out',
    rules: 'metachess',
    fen: '8/8/8/3K4/8/R7/2R2k2/8 b - - 0 1',
    text: [
      'The rook on c2 gives check. In chess Black steps to the first rank and plays on for a while. Here each of the three squares is forbidden, because Ra1 would mate there.',
      'In check and without a legal move: metacheckmate.',
    ],
    task: 'Pick the king and try e1, f1 and g1: each time an arrow shows the mate.',
  },
  {
    name: 'stalemate',
    title: 'A stalemate that is lost',
    rules: 'metachess',
    fen: '7k/8/7K/8/8/8/8/6Q1 b - - 0 1',
    text: [
      'Black has no move at all and is not in check: in chess a draw. But Qg7# hangs over the king, so Black is in metacheck, and that makes it a loss.',
    ],
    task: 'Open it on the board and change the rules to chess: the same position is a draw.',
  },
  {
    name: 'zugzwang',
    title: 'Zugzwang, and only a draw',
    rules: 'metachess',
    fen: '8/8/8/8/8/2R5/k7/2K5 b - - 0 1',
    text: [
      'In chess Black must play Ka1 and is mated by Ra3. Here Ka1 is forbidden for that very reason, and nothing else can move.',
      'Is it lost, then? If Black could pass, Ra3 would be no mate: the king would take the rook. Neither check nor metacheck, so it is stalemate. White has been too clever.',
    ],
    task: 'Pick the king and try a1.',
  },
  {
    name: 'castling',
    title: 'Castling past a mate',
    rules: 'metachess',
    fen: '7k/8/8/3q4/8/5P2/5PPP/4K2R w K - 0 1',
    text: [
      'After O-O White’s king would be safe on g1. But on its way it passes over f1, and there, with the rook still at home, Qd1 would be mate.',
      'As a king may not castle through check, it may not castle through such a square either.',
    ],
    task: 'Pick the king: g1 is amber. The arrow shows the mate on the way.',
  },
  {
    name: 'disagree',
    title: 'One pawn, two results',
    rules: 'metachess',
    fen: 'k7/2P5/8/1K6/8/8/8/8 w - - 0 1',
    text: [
      'White to move could play Kb6. In chess that throws the win away: Black is stalemated.',
      'In metachess it is the quickest win there is: Black cannot move, and c8=Q# is threatened.',
    ],
    task: 'Play Kb6. Then open it on the board: the tables show what every move is worth, in both games.',
  },
];
